internal import Foundation
internal import HRSystem

/// A store's file, of which one entry at a time is taken into memory, however large the file says it is.
struct StoreFile: ~Copyable {
  private let descriptor: Int32
  /// As it was when the file was opened; a store that is still written grows.
  let size: Int
  /// Far more than the results of any unit, or than any plan.
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

  /// - Returns: `nil` where the file ends before.
  borrowing func bytes(at position: Int, count: Int) -> [UInt8]? {
    let size = max(size, sizeNow())
    guard position >= 0, count >= 0, count <= Self.mostBytes, position <= size, count <= size - position
    else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var taken = 0
    while taken < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + taken }, count - taken, off_t(position + taken))
      }
      if got > 0 {
        taken += got
      } else if got == 0 || errno != EINTR {
        return nil
      }
    }
    return bytes
  }

  private borrowing func sizeNow() -> Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(clamping: facts.st_size) : 0
  }

  /// A word of eight bytes, little-endian, as a whole number.
  borrowing func integer(at position: Int) -> Int? {
    bits(at: position).map { Int(clamping: Int64(bitPattern: $0)) }
  }

  /// The same as its bits.
  borrowing func bits(at position: Int) -> UInt64? {
    guard let bytes = bytes(at: position, count: 8) else { return nil }
    var reader = ByteReader(bytes)
    return try? reader.bits()
  }
}

extension RunStore {
  package static let name = "units.store"
  package static let partialName = "units.partial"

  /// The store of a finished run.
  package static func path(in directory: String) -> String { "\(directory)/\(name)" }

  /// The store of a run that is not finished.
  package static func partialPath(in directory: String) -> String { "\(directory)/\(partialName)" }
}
