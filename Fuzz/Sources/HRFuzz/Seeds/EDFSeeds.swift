/// The seeds' pulse waves as EDF and BDF files.
enum EDFSeeds {
  /// Widths of a signal's fields in its 256 bytes of the header, in order.
  private static let widths = [16, 80, 8, 8, 8, 8, 8, 80, 8, 32]

  private static let noteSamples = 16

  /// Starts and widths of all numeric fields in a header with the given number of signals.
  static func numberFields(signals: Int) -> [(start: Int, width: Int)] {
    var fields = [(184, 8), (236, 8), (244, 8), (252, 4)]
    var start = 256
    for (column, width) in widths.enumerated() {
      if [3, 4, 5, 6, 8].contains(column) {
        fields += (0..<signals).map { (start + $0 * width, width) }
      }
      start += signals * width
    }
    return fields
  }

  /// Makes a file with records of one second: 50 samples of the wave and 2 of a second signal, −1 and 1. Every
  /// record states its start and has a beat in its middle; in a discontinuous file there is a gap of a second
  /// half-way.
  ///
  /// - Parameter table: lines of time and value, at 50 Hz.
  static func file(_ table: [UInt8], bits: Int, hasGap: Bool) -> [UInt8] {
    let values = String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
    let records = values.count / 50
    let name = bits == 16 ? "EDF" : "BDF"
    let top = (1 << (bits - 1)) - 1
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    func text(_ text: String, _ width: Int) -> [UInt8] {
      Array((text + String(repeating: " ", count: width)).utf8.prefix(width))
    }
    var bytes = bits == 16 ? text("0", 8) : [0xff] + text("BIOSEMI", 7)
    bytes += text("X X X X", 80) + text("Startdate 02-JAN-2020 X X X", 80) + text("02.01.20", 8)
    bytes += text("03.04.05", 8) + text("1024", 8) + text("\(name)+\(hasGap ? "D" : "C")", 44)
    bytes += text("\(records)", 8) + text("1", 8) + text("3", 4)
    let columns: [[String]] = [
      ["wave", "sign", "\(name) Annotations"], ["", "", ""], ["a.u.", "", ""], ["\(low)", "-1", "-1"],
      ["\(high)", "1", "1"], ["\(-top)", "-1", "\(-top - 1)"], ["\(top)", "1", "\(top)"], ["", "", ""],
      ["50", "2", "\(noteSamples)"], ["", "", ""],
    ]
    for (column, width) in zip(columns, widths) { for field in column { bytes += text(field, width) } }
    func append(_ code: Int) {
      for byte in 0..<(bits / 8) { bytes.append(UInt8(truncatingIfNeeded: code >> (8 * byte))) }
    }
    for record in 0..<records {
      let wave = values[(50 * record)..<(50 * record + 50)]
      for value in wave { append(Int(((value - low) / (high - low) * 2 - 1) * Double(top))) }
      append(-1)
      append(1)
      let start = record + (hasGap && record >= records / 2 ? 1 : 0)
      var notes = Array("+\(start)".utf8) + [0x14, 0x14, 0]
      notes +=
        Array("+\(start).5".utf8) + [0x15] + Array("0.1".utf8) + [0x14] + Array("beat".utf8) + [0x14, 0]
      bytes += notes + [UInt8](repeating: 0, count: noteSamples * bits / 8 - notes.count)
    }
    return bytes
  }
}
