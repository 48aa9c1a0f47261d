internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// A CSV file with rows of each unit of a run, which grows unit by unit.
protocol UnitCSV: Sendable {
  var header: [String] { get }
  func add(_ result: UnitResult, to csv: inout CSVOutput) throws(Diagnostics)
}

extension UnitCSV {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - results: in the order of the units.
  ///   - path: the final name.
  func write(_ results: some Sequence<UnitResult>, to path: String) throws(Diagnostics) {
    var csv = CSVOutput(header: header, file: try GrowingFile(path))
    for result in results { try add(result, to: &csv) }
    try csv.finish()
  }

  /// Returns the whole text in memory.
  func text(of results: some Sequence<UnitResult>) throws(Diagnostics) -> String {
    var csv = CSVOutput(header: header, file: nil)
    for result in results { try add(result, to: &csv) }
    return csv.text.text
  }
}

/// Rows that are being written to a file.
struct CSVOutput {
  /// Rows that are not in the file yet.
  var text: CSVText
  private let file: GrowingFile?
  private static let mostBytes = 1 << 17

  init(header: [String], file: GrowingFile?) {
    text = CSVText(header: header, capacity: file == nil ? 0 : Self.mostBytes + Self.mostBytes / 8)
    self.file = file
  }

  /// Writes collected rows to the file, if there are many.
  mutating func drain() throws(Diagnostics) {
    guard let file, text.bytes.count >= Self.mostBytes else { return }
    try file.append(text.bytes)
    text.removeAll()
  }

  func finish() throws(Diagnostics) {
    try file?.append(text.bytes)
    try file?.finish()
  }
}
