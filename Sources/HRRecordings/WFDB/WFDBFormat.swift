/// Storage format of the samples of a WFDB signal file: the number in its header line.
///
/// Signal files, WFDB Applications Guide, signal(5): https://physionet.org/physiotools/wag/signal-5.htm
enum WFDBFormat: Int, CaseIterable {
  /// No file: the signal is missing.
  case null = 0
  /// Differences of 8 bits from the previous sample, the first from the initial value.
  case differences = 8
  case sixteen = 16
  case twentyFour = 24
  case thirtyTwo = 32
  /// 16 bits, the high byte first.
  case swapped = 61
  /// 8 bits, as offsets above the lowest code.
  case offsetEight = 80
  /// 16 bits, as offsets above the lowest code.
  case offsetSixteen = 160
  /// Two samples of 12 bits in three bytes.
  case twelve = 212
  /// Three samples of 10 bits in four bytes; the bits of the third are split between the words of the other two.
  case tenSplit = 310
  /// Three samples of 10 bits in four bytes, one after the other.
  case ten = 311
  case flac8 = 508
  case flac16 = 516
  case flac24 = 524

  /// Bits of a sample in a FLAC stream; `nil` for other formats.
  var flacBits: Int? { rawValue > 500 ? rawValue - 500 : nil }

  /// Code of a missing sample; `nil` if every code is valid.
  var invalidCode: Int? {
    switch self {
    case .null, .differences: nil
    case .offsetEight, .flac8: -128
    case .sixteen, .swapped, .offsetSixteen, .flac16: -32768
    case .twentyFour, .flac24: -8_388_608
    case .thirtyTwo: -2_147_483_648
    case .twelve: -2048
    case .tenSplit, .ten: -512
    }
  }

  /// Smallest number of samples that fill whole bytes, and the number of these bytes.
  var block: (samples: Int, bytes: Int) {
    switch self {
    case .null: (1, 0)
    case .differences, .offsetEight, .flac8: (1, 1)
    case .sixteen, .swapped, .offsetSixteen, .flac16: (1, 2)
    case .twentyFour, .flac24: (1, 3)
    case .thirtyTwo: (1, 4)
    case .twelve: (2, 3)
    case .tenSplit, .ten: (3, 4)
    // Size without compression.
    }
  }

  /// Returns the number of bytes for some samples, the last of which need not fill a block; `nil` on overflow.
  func bytes(holding samples: Int) -> Int? {
    let (whole, rest) = samples.quotientAndRemainder(dividingBy: block.samples)
    let (bytes, overflow) = whole.multipliedReportingOverflow(by: block.bytes)
    guard !overflow else { return nil }
    let (sum, isTooMuch) = bytes.addingReportingOverflow(partial(rest))
    return isTooMuch ? nil : sum
  }

  /// Returns the number of samples in some bytes.
  func samples(inBytes bytes: Int) -> Int {
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: max(1, block.bytes))
    let more = (1..<max(2, block.samples)).last { $0 < block.samples && partial($0) <= rest } ?? 0
    return whole * block.samples + more
  }

  /// Returns the number of bytes for fewer samples than a block.
  private func partial(_ samples: Int) -> Int {
    switch self {
    case .twelve: [0, 2][samples]
    case .tenSplit: [0, 2, 4][samples]
    case .ten: [0, 2, 3][samples]
    default: 0
    }
  }

  /// Decodes samples from their bytes; for format 8 these are the differences.
  ///
  /// - Parameters:
  ///   - bytes: as many as ``bytes(holding:)`` returns, and one more block of any content.
  ///   - codes: the destination, which is filled.
  func decode(_ bytes: UnsafeRawBufferPointer, into codes: UnsafeMutableBufferPointer<Int32>) {
    func byte(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: bytes[index]) }
    func signed(_ value: Int32, bits: Int32) -> Int32 { (value << (32 - bits)) >> (32 - bits) }
    switch self {
    case .null, .flac8, .flac16, .flac24: break
    case .differences:
      for index in codes.indices { codes[index] = signed(byte(index), bits: 8) }
    case .offsetEight:
      for index in codes.indices { codes[index] = byte(index) - 128 }
    case .sixteen:
      for index in codes.indices {
        codes[index] = signed(byte(2 * index) | byte(2 * index + 1) << 8, bits: 16)
      }
    case .swapped:
      for index in codes.indices {
        codes[index] = signed(byte(2 * index + 1) | byte(2 * index) << 8, bits: 16)
      }
    case .offsetSixteen:
      for index in codes.indices { codes[index] = (byte(2 * index) | byte(2 * index + 1) << 8) - 32768 }
    case .twentyFour:
      for index in codes.indices {
        codes[index] = signed(
          byte(3 * index) | byte(3 * index + 1) << 8 | byte(3 * index + 2) << 16, bits: 24)
      }
    case .thirtyTwo:
      for index in codes.indices {
        codes[index] =
          byte(4 * index) | byte(4 * index + 1) << 8 | byte(4 * index + 2) << 16
          | byte(4 * index + 3) << 24
      }
    case .twelve:
      for index in codes.indices {
        let at = index / 2 * 3
        codes[index] =
          index % 2 == 0
          ? signed(byte(at) | (byte(at + 1) & 0x0F) << 8, bits: 12)
          : signed(byte(at + 2) | (byte(at + 1) & 0xF0) << 4, bits: 12)
      }
    case .tenSplit:
      for index in codes.indices {
        let at = index / 3 * 4
        let (low, high) = (byte(at) | byte(at + 1) << 8, byte(at + 2) | byte(at + 3) << 8)
        let value =
          switch index % 3 {
          case 0: low >> 1 & 0x3FF
          case 1: high >> 1 & 0x3FF
          default: low >> 11 & 0x1F | (high >> 11 & 0x1F) << 5
          }
        codes[index] = signed(value, bits: 10)
      }
    case .ten:
      for index in codes.indices {
        let at = index / 3 * 4
        let word = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24
        codes[index] = signed(word >> (10 * Int32(truncatingIfNeeded: index % 3)), bits: 10)
      }
    }
  }
}
