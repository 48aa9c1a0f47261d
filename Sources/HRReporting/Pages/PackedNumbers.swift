internal import HRNumerics

/// Columns of numbers as short text for a page's script: whole numbers of one or two bytes, little-endian, in Base64
/// (RFC 4648).
package enum PackedNumbers {
  /// Codes for missing values.
  package static let missing16 = UInt16.max
  package static let missing8 = UInt8.max

  /// Returns rates or errors in hundredths, 0 to 655.34. Values beyond are written as these ends, `nil` and values
  /// that are not finite as 65,535.
  package static func hundredths(_ values: [Double?]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * values.count)
    for value in values {
      let code = value.flatMap { Self.code($0 * 100, most: 65_534) } ?? Int(clamping: missing16)
      bytes.append(UInt8(truncatingIfNeeded: code))
      bytes.append(UInt8(truncatingIfNeeded: code >> 8))
    }
    return base64(bytes)
  }

  /// Returns shares from 0 to 1 in steps of 1/200; `nil` as 255.
  package static func shares(_ values: [Double?]) -> String {
    base64(
      values.map { value in
        value.flatMap { Self.code($0 * 200, most: 200) }.map { UInt8(clamping: $0) } ?? missing8
      })
  }

  /// Returns small whole numbers, 0 to 255.
  package static func bytes(_ values: [Int]) -> String { base64(values.map { UInt8(clamping: $0) }) }

  /// Returns a wave in 254 steps between its smallest and its largest value, for drawing it; values that are not
  /// finite as 255.
  package static func wave(_ samples: [Float]) -> (low: Float, high: Float, text: String) {
    let finite = samples.lazy.filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    let scale = high > low ? 254 / (Double(high) - Double(low)) : 0
    let codes = samples.map { sample in
      code((Double(sample) - Double(low)) * scale, most: 254).map { UInt8(clamping: $0) } ?? missing8
    }
    return (low, high, base64(codes))
  }

  private static func code(_ value: Double, most: Double) -> Int? {
    value.isFinite ? Int(saturating: min(max(value, 0), most).rounded()) : nil
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let shifts: [UInt32] = [18, 12, 6, 0]

  static func base64(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    func byte(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: bytes[index]) }
    return String(unsafeUninitializedCapacity: count) { text in
      var place = 0
      var index = 0
      while index < bytes.count {
        let left = bytes.count - index
        let group =
          byte(index) << 16 | (left > 1 ? byte(index + 1) << 8 : 0) | (left > 2 ? byte(index + 2) : 0)
        for (step, shift) in shifts.enumerated() {
          text[place + step] =
            step <= left ? alphabet[Int(truncatingIfNeeded: group >> shift & 63)] : UInt8(ascii: "=")
        }
        place += 4
        index += 3
      }
      return count
    }
  }
}
