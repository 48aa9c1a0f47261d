internal import HRNumerics
internal import HRSupport

/// Columns of numbers as short text for a page's script: whole numbers of one or two bytes, little-endian, in Base64
/// (RFC 4648).
package enum PackedNumbers {
  /// Codes for missing values.
  package static let missing16 = UInt16.max
  package static let missing8 = UInt8.max

  /// Returns values in hundredths of a scale (for rates 1), 0 to 655.34 of it. Values beyond are written as these ends,
  /// `nil` and values that are not finite as 65,535.
  package static func hundredths(_ values: [Double?], by scale: Double = 1) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * values.count)
    for value in values {
      let code = value.flatMap { Self.code($0 / scale * 100, most: 65_534) } ?? Int(clamping: missing16)
      bytes.append(UInt8(truncatingIfNeeded: code))
      bytes.append(UInt8(truncatingIfNeeded: code >> 8))
    }
    return bytes.base64
  }

  /// Returns shares from 0 to 1 in steps of 1/200; `nil` as 255.
  package static func shares(_ values: [Double?]) -> String {
    values.map { value in
      value.flatMap { Self.code($0 * 200, most: 200) }.map { UInt8(clamping: $0) } ?? missing8
    }.base64
  }

  /// Returns small whole numbers, 0 to 255.
  package static func bytes(_ values: [Int]) -> String { values.map { UInt8(clamping: $0) }.base64 }

  /// Returns a wave in 254 steps between its smallest and its largest value, for drawing it; values that are not
  /// finite as 255.
  package static func wave(_ samples: [Float]) -> (low: Float, high: Float, text: String) {
    let finite = samples.lazy.filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    let scale = high > low ? 254 / (Double(high) - Double(low)) : 0
    let codes = samples.map { sample in
      code((Double(sample) - Double(low)) * scale, most: 254).map { UInt8(clamping: $0) } ?? missing8
    }
    return (low, high, codes.base64)
  }

  private static func code(_ value: Double, most: Double) -> Int? {
    value.isFinite ? Int(saturating: min(max(value, 0), most).rounded()) : nil
  }
}
