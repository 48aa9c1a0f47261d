internal import HRSupport

/// Identity of a program's file, which changes with what it was built from.
enum ProgramIdentity {
  /// Returns the ID that the linker computed from all that it linked (`build ID` and its digits, of an ELF file that
  /// has one); else the SHA-256 of the file, which takes a tenth of a second for a program of this size.
  static func text(of path: String) -> String {
    buildID(of: path).map { "build ID " + $0 } ?? FileMark.digest(of: path)
  }

  /// Bytes from the file's start in which linkers put the headers and the note.
  private static let headBytes = 1 << 16

  private static func buildID(of path: String) -> String? {
    guard let file = StoreFile(path), let head = file.bytes(at: 0, count: min(headBytes, file.size)) else {
      return nil
    }
    return head.withUnsafeBytes { head in
      func number<Number: FixedWidthInteger>(_ place: Int, as type: Number.Type) -> Int? {
        guard place >= 0, place <= head.count - MemoryLayout<Number>.size else { return nil }
        return Int(exactly: Number(littleEndian: head.loadUnaligned(fromByteOffset: place, as: type)))
      }
      // 64 bits, little-endian; "System V Application Binary Interface", chapter 4 and 5.
      guard head.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), let table = number(32, as: UInt64.self),
        let size = number(54, as: UInt16.self), let count = number(56, as: UInt16.self)
      else { return nil }
      for index in 0..<count {
        let entry = table + index * size
        guard number(entry, as: UInt32.self) == 4, var place = number(entry + 8, as: UInt64.self),
          let length = number(entry + 32, as: UInt64.self), length <= head.count, place <= head.count - length
        else { continue }
        let end = place + length
        while let nameLength = number(place, as: UInt32.self),
          let idLength = number(place + 4, as: UInt32.self),
          let kind = number(place + 8, as: UInt32.self)
        {
          let id = place + 12 + (nameLength + 3) / 4 * 4
          guard id + idLength <= end else { break }
          if kind == 3, head[(place + 12)..<(place + 12 + nameLength)].elementsEqual("GNU\0".utf8) {
            return head[id..<(id + idLength)].map { String($0, radix: 16).zeroPadded(to: 2) }.joined()
          }
          place = id + (idLength + 3) / 4 * 4
        }
      }
      return nil
    }
  }
}
