internal import HRSupport

/// Bytes of a CSV file: RFC 4180 quoting; lines end in a line feed, as every reader of CSV takes them.
package struct CSVText {
  private(set) var bytes: [UInt8] = []

  /// Value of a cell.
  package enum Value: Equatable, Sendable {
    case text(String)
    case number(Double?)

    static func count(_ count: Int) -> Value { .text(String(count)) }
  }

  init() {}

  init(header: [String], capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
    row(header.map(Value.text))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns one row without the line feed at its end.
  package static func line(_ cells: [Value]) -> String {
    String(decoding: fields(cells), as: UTF8.self)
  }

  /// Returns the bytes of a row without the line feed at its end.
  static func fields(_ cells: [Value]) -> [UInt8] {
    var line = CSVText()
    line.append(cells)
    return line.bytes
  }

  mutating func row(_ cells: [Value]) {
    append(cells)
    endRow()
  }

  /// Appends cells with commas between them.
  mutating func append(_ cells: [Value]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { comma() }
      switch cell {
      case .text(let text): append(text)
      case .number(let number): append(number)
      }
    }
  }

  /// Appends a text as ``field(_:)`` writes it.
  mutating func append(_ field: String) {
    bytes.append(contentsOf: Self.field(field))
  }

  /// Appends bytes that are known to be whole fields already.
  mutating func append(raw: [UInt8]) {
    bytes.append(contentsOf: raw)
  }

  /// Appends the shortest text that reads back the same; nothing for a number that is `nil` or not finite.
  mutating func append(_ number: Double?) {
    guard let number, number.isFinite else { return }
    var text = shortest(number)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Removes the bytes and keeps their capacity.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func comma() {
    bytes.append(UInt8(ascii: ","))
  }

  mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns a text as a cell: printable, so that no name begins a row; without formulas; in quotes if it holds a
  /// comma or a quote, or has blanks at an end.
  ///
  /// Spreadsheet programs take a cell that begins with `=`, `+`, `-` or `@` for a formula. An apostrophe goes before
  /// it, and before the apostrophes of a text that would then be equal to it, so that removing one always restores
  /// the text.
  static func field(_ text: String) -> [UInt8] {
    var plain = Array(text.printable.utf8)
    let apostrophe = UInt8(ascii: "'")
    if let first = plain.first(where: { $0 != apostrophe }), formulaStarts.contains(first) {
      plain.insert(apostrophe, at: 0)
    }
    let (blank, quote) = (UInt8(ascii: " "), UInt8(ascii: "\""))
    let needsQuotes =
      plain.contains { $0 == UInt8(ascii: ",") || $0 == quote } || plain.first == blank || plain.last == blank
    guard needsQuotes else { return plain }
    return [quote] + plain.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  private static let formulaStarts: [UInt8] = ["=", "+", "-", "@"].flatMap { Array($0.utf8) }
}
