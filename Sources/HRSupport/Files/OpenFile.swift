/// A regular file that is open for reading, and is closed when it is released.
package final class OpenFile {
  /// The system refused to read.
  package struct Unreadable: Error {}

  private let descriptor: Int32
  /// Of the next byte that is read.
  private var position: off_t = 0

  package init(_ path: String) throws(RegularFile.Refusal) {
    descriptor = try RegularFile.descriptor(path)
  }

  deinit { close(descriptor) }

  /// Returns the next bytes, fewer than `count` only at the end of the file.
  package func read(_ count: Int) throws(Unreadable) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      // Memory grows with what is there: a damaged header may ask for any number of bytes.
      let piece = try piece(min(count - bytes.count, 1 << 22))
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
    return bytes
  }

  private func piece(_ count: Int) throws(Unreadable) -> [UInt8] {
    var isRefused = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var got = 0
      repeat { got = pread(descriptor, buffer.baseAddress, count, position) } while got < 0 && errno == EINTR
      (isRefused, filled) = (got < 0, max(0, got))
    }
    if isRefused { throw Unreadable() }
    position += off_t(bytes.count)
    return bytes
  }

  /// Sets the position of the next byte that is read.
  package func seek(to byte: Int) {
    position = off_t(byte)
  }

  /// Returns the size of the file in bytes.
  package func size() throws(Unreadable) -> Int {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Unreadable() }
    return Int(clamping: facts.st_size)
  }
}
