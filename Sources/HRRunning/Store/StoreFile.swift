internal import HRSupport

/// A store's file, of which one entry at a time is read into memory, whatever size the file states.
struct StoreFile: ~Copyable {
  private let descriptor: Int32
  /// Size of the file when it was opened; a store that is still written grows.
  let size: Int
  /// Maximum length of a read: far more than the results of any unit, or than any plan.
  private static let mostBytes = 512 << 20

  /// - Returns: `nil` for what cannot be opened or is no plain file.
  init?(_ path: String) {
    descriptor = (try? RegularFile.descriptor(path)) ?? -1
    var facts = stat()
    guard descriptor >= 0, fstat(descriptor, &facts) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    size = Int(clamping: facts.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes; `nil` if the file ends before, or for more than ``mostBytes``.
  borrowing func bytes(at position: Int, count: Int) -> [UInt8]? {
    let size = max(size, sizeNow())
    guard position >= 0, count >= 0, count <= Self.mostBytes, position <= size, count <= size - position
    else {
      return nil
    }
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      isRead = fill(UnsafeMutableRawBufferPointer(buffer), at: position)
      used = isRead ? count : 0
    }
    return isRead ? bytes : nil
  }

  /// Reads numbers; `nil` if the file ends before.
  borrowing func numbers(at position: Int, count: Int) -> [Double]? {
    guard position >= 0, count >= 0, count <= Self.mostBytes / 8 else { return nil }
    var isRead = false
    let numbers = [Double](unsafeUninitializedCapacity: count) { buffer, used in
      isRead = fill(UnsafeMutableRawBufferPointer(buffer), at: position)
      used = isRead ? count : 0
    }
    #if _endian(little)
      return isRead ? numbers : nil
    #else
      return isRead ? numbers.map { Double(bitPattern: UInt64(littleEndian: $0.bitPattern)) } : nil
    #endif
  }

  /// Fills memory with the bytes from a position on; returns false if the file ends before.
  private borrowing func fill(_ buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Bool {
    var taken = 0
    while taken < buffer.count {
      let got = pread(
        descriptor, buffer.baseAddress.map { $0 + taken }, buffer.count - taken, off_t(position + taken))
      if got > 0 {
        taken += got
      } else if got == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Returns the next place at which a result of one of these units may begin; `nil` if there is none.
  ///
  /// It is recognised by the form of an entry: a length that fits in the file, a checksum, a result's unit. The
  /// caller compares the checksum with the result.
  ///
  /// - Parameters:
  ///   - position: of the damaged place.
  ///   - units: number of units.
  borrowing func entry(after position: Int, units: Int) -> Int? {
    let (head, block) = (24, 1 << 16)
    var start = position + 1
    while start + head <= size {
      guard let bytes = bytes(at: start, count: min(block, size - start)) else { return nil }
      let found = bytes.withUnsafeBytes { buffer -> Int? in
        func word(_ offset: Int) -> UInt64 {
          UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return (0...(buffer.count - head)).first { offset in
          let length = word(offset)
          return length >= 8 && length <= UInt64(clamping: size - start - offset - 16)
            && word(offset + 16) < UInt64(clamping: units)
        }
      }
      if let found { return start + found }
      start += bytes.count - head + 1
    }
    return nil
  }

  private borrowing func sizeNow() -> Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(clamping: facts.st_size) : 0
  }

  /// Reads a word of eight bytes, little-endian, as a whole number.
  borrowing func integer(at position: Int) -> Int? {
    bits(at: position).map { Int(clamping: Int64(bitPattern: $0)) }
  }

  /// Reads a word of eight bytes, little-endian, as bits.
  borrowing func bits(at position: Int) -> UInt64? {
    guard let bytes = bytes(at: position, count: 8) else { return nil }
    var reader = ByteReader(bytes)
    return try? reader.bits()
  }
}

extension RunStore {
  package static let name = "units.store"
  package static let partialName = "units.partial"

  /// Returns the path of the store of a finished run.
  package static func path(in directory: String) -> String { "\(directory)/\(name)" }

  /// Returns the path of the store of a run that is not finished.
  package static func partialPath(in directory: String) -> String { "\(directory)/\(partialName)" }
}
