internal import Foundation

/// One number per window, some of which do not exist: how a baseline keeps errors and references.
///
/// Numbers have 32 bits (IEEE 754 binary32): rounded to nearest, ties to even, which is a relative 6e-8; what is beyond
/// its range is the largest finite number of its sign. A run's numbers are rounded the same way before they are held
/// against stored ones, so what did not change is equal.
package struct WindowNumbers: Equatable, Sendable {
  /// `nil` where there is none.
  package let values: [Float?]

  static let none = WindowNumbers([])

  package init(_ values: [Double?]) {
    let most = Double(Float.greatestFiniteMagnitude)
    self.values = values.map { value in
      value.flatMap { $0.isNaN ? nil : Float(min(max($0, -most), most)) }
    }
  }

  /// How many there are.
  package var known: Int { values.count { $0 != nil } }

  /// Base64 (RFC 4648, section 4, padded) of four bytes per window, the lowest first; a quiet NaN without a number.
  package var text: String {
    var bytes = Data(capacity: 4 * values.count)
    for value in values {
      let bits = value?.bitPattern ?? Float.nan.bitPattern
      for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    return bytes.base64EncodedString()
  }

  /// - Returns: `nil` for a text that is no such coding: other characters, half a number, an infinite one. Any NaN is
  ///   none.
  package init?(text: String) {
    guard let bytes = Data(base64Encoded: text).map({ Array($0) }), bytes.count % 4 == 0 else { return nil }
    var values: [Float?] = []
    values.reserveCapacity(bytes.count / 4)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let bits = bytes[start..<start + 4].reversed().reduce(0 as UInt32) {
        $0 << 8 | UInt32(truncatingIfNeeded: $1)
      }
      let value = Float(bitPattern: bits)
      if value.isInfinite { return nil }
      values.append(value.isNaN ? nil : value)
    }
    self.values = values
  }
}
