/// NPY files of layouts that hreval itself does not write: whole numbers, columns that are contiguous, fields of
/// several types.
enum NPYSeeds {
  static func file(_ descr: String, isFortran: Bool, shape: [Int], _ values: [UInt8], version: UInt8 = 1)
    -> [UInt8]
  {
    let sizes = shape.map { "\($0)" }.joined(separator: ", ") + (shape.count == 1 ? "," : "")
    var text = "{'descr': \(descr), 'fortran_order': \(isFortran ? "True" : "False"), 'shape': (\(sizes)), }"
    text += String(repeating: " ", count: 117 - text.utf8.count % 64) + "\n"
    return file(header: Array(text.utf8), values, version: version)
  }

  static func file(header: [UInt8], _ values: [UInt8], version: UInt8) -> [UInt8] {
    let digits = (0..<(version == 1 ? 2 : 4)).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) }
    return [0x93] + Array("NUMPY".utf8) + [version, 0] + digits + header + values
  }

  private static func numbers(_ table: [UInt8]) -> [Double] {
    String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
  }

  /// Two columns of 16 bits, one after the other.
  ///
  /// - Parameter wave: lines of time and value.
  static func columns(_ wave: [UInt8]) -> [UInt8] {
    let values = numbers(wave)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let codes = values.map { Int(($0 - low) / (high - low) * 1000) - 500 }
    return file(
      "'>i2'", isFortran: true, shape: [codes.count, 2],
      (codes + codes.map { -$0 }).flatMap {
        [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
      },
      version: 2)
  }

  /// Times, values and a boolean, with padding between them.
  static func fields(_ wave: [UInt8]) -> [UInt8] {
    let values = numbers(wave)
    var bytes: [UInt8] = []
    for (index, value) in values.enumerated() {
      let time = Float(index) / 50
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: time.bitPattern >> (8 * UInt32($0))) }
      bytes += [index.isMultiple(of: 2) ? 1 : 0, 0, 0, 0]
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
    }
    return file(
      "[('t', '<f4'), ('on', '|b1'), ('', '|V3'), ('ppg', '<f8')]", isFortran: false, shape: [values.count],
      bytes)
  }
}
