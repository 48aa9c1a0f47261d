/// A new file written in pieces under a temporary name. It gets its own name when it is complete and on the disk; an
/// unfinished file is removed.
package final class GrowingFile {
  private let descriptor: Int32
  private let path: String
  private let temporary: String
  private let hint: String
  private var isFinished = false

  /// Hint for a file of a run that cannot be written.
  package static let usualHint = "check free space and permissions; --output names another folder"

  /// - Parameters:
  ///   - path: the final name; an existing file is replaced.
  ///   - hint: advice if it cannot be written.
  package init(_ path: String, hint: String = usualHint) throws(Diagnostics) {
    self.path = path
    self.hint = hint
    temporary = TemporaryName.of(path)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o644)
    guard descriptor >= 0 else { throw Self.problem("cannot write", path, hint) }
  }

  deinit {
    close(descriptor)
    if !isFinished { TextFile.remove(temporary) }
  }

  package func append(_ bytes: [UInt8]) throws(Diagnostics) {
    let isWritten = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    guard isWritten else { throw Self.problem("cannot write", path, hint) }
  }

  package func append(_ text: String) throws(Diagnostics) {
    var text = text
    let isWritten = text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: descriptor) }
    guard isWritten else { throw Self.problem("cannot write", path, hint) }
  }

  package func finish() throws(Diagnostics) {
    try Self.settle(descriptor, temporary, as: path, hint)
    isFinished = true
  }

  /// Flushes a file that other code wrote and closed to the disk, and gives it its name.
  package static func place(_ temporary: String, as path: String) throws(Diagnostics) {
    let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem("cannot write", path, usualHint) }
    defer { close(descriptor) }
    try settle(descriptor, temporary, as: path, usualHint)
  }

  private static func settle(
    _ descriptor: Int32, _ temporary: String, as path: String, _ hint: String
  ) throws(Diagnostics) {
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw problem("cannot put the file in place", path, hint)
    }
    // The folder is flushed too, so that the new name survives a crash of the machine.
    let folder = open(TextFile.directory(of: path), O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  private static func problem(_ message: String, _ path: String, _ hint: String) -> Diagnostics {
    Diagnostics("\(message): \(lastSystemError())", in: path, hint: hint)
  }
}
