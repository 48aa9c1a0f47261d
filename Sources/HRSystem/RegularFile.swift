package import Foundation

/// Opening of files that others name: a pipe would wait for a writer for ever, and a device may have no end, so only
/// regular files are opened.
package enum RegularFile {
  /// The reason why a path is not opened.
  package enum Refusal: Error, Equatable {
    /// There is something else: `a pipe`.
    case otherKind(String)
    /// The system's words.
    case system(String)
  }

  /// Opens a file for reading.
  ///
  /// - Returns: a descriptor, which is the caller's to close.
  package static func descriptor(_ path: String) throws(Refusal) -> Int32 {
    // Without waiting for anyone; of a regular file it changes nothing.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      // Of a socket the system has no more to say than that there is no such device.
      throw otherKind(at: path).map { .otherKind($0) } ?? .system(lastSystemError())
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      let reason = lastSystemError()
      close(descriptor)
      throw .system(reason)
    }
    if let kind = otherKind(of: facts.st_mode) {
      close(descriptor)
      throw .otherKind(kind)
    }
    return descriptor
  }

  /// The same as a handle, which closes the file when it is let go.
  package static func handle(_ path: String) throws(Refusal) -> FileHandle {
    FileHandle(fileDescriptor: try descriptor(path), closeOnDealloc: true)
  }

  /// The kind of thing that a path leads to where that is no regular file, as `a pipe`; `nil` for a regular file, and
  /// where there is nothing.
  package static func otherKind(at path: String) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return otherKind(of: facts.st_mode)
  }

  private static func otherKind(of mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }
}
