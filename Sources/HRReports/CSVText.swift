internal import HRDiagnostics

/// Bytes of a CSV file: RFC 4180 quoting; lines end in a line feed, as every reader of CSV takes them.
package struct CSVText {
  private(set) var bytes: [UInt8] = []

  init(header: [String], capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
    row(header)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// One row without the line feed at its end.
  package static func line(_ fields: [String]) -> String {
    String(decoding: bytes(of: fields), as: UTF8.self)
  }

  private static func bytes(of fields: [String]) -> [UInt8] {
    Array(fields.map(field).joined(separator: [UInt8(ascii: ",")]))
  }

  mutating func row(_ fields: [String]) {
    append(raw: Self.bytes(of: fields))
    endRow()
  }

  /// A field, in quotes where it needs them.
  mutating func append(_ field: String) {
    bytes.append(contentsOf: Self.field(field))
  }

  /// Bytes that are known to be whole fields already.
  mutating func append(raw: [UInt8]) {
    bytes.append(contentsOf: raw)
  }

  /// The shortest text that reads back the same; nothing for a number that is not there or not finite.
  mutating func append(_ number: Double?) {
    guard let number, number.isFinite else { return }
    var text = shortest(number)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func comma() {
    bytes.append(UInt8(ascii: ","))
  }

  mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Quoted where the text holds a comma, a quote, a line break, or blanks at an end.
  static func field(_ text: String) -> [UInt8] {
    let plain = Array(text.utf8)
    let blank = UInt8(ascii: " ")
    let special: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let needsQuotes = plain.contains { special.contains($0) } || plain.first == blank || plain.last == blank
    guard needsQuotes else { return plain }
    var quoted = [UInt8(ascii: "\"")]
    for byte in plain {
      if byte == UInt8(ascii: "\"") { quoted.append(byte) }
      quoted.append(byte)
    }
    quoted.append(UInt8(ascii: "\""))
    return quoted
  }
}
