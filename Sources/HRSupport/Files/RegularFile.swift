/// Opens files named by others. Only regular files are opened: a pipe could block for ever, and a device may have no
/// end.
package enum RegularFile {
  /// Reason why a path is not opened.
  package enum Refusal: Error, Equatable {
    /// The path leads to another kind of file: `a pipe`.
    case otherKind(String)
    /// The system refused, with its reason.
    case system(String)
  }

  /// Opens a file for reading.
  ///
  /// - Returns: a descriptor, which the caller must close.
  package static func descriptor(_ path: String) throws(Refusal) -> Int32 {
    // Opened without blocking; this has no effect on regular files.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      // For a socket the system only reports that there is no such device.
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

  /// Returns the kind of file at a path if it is not a regular file, as `a pipe`; `nil` for a regular file, and if
  /// nothing exists there.
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
