internal import HRSupport
internal import HREvaluation
internal import HRRunning

/// A file with rows of each unit of a run.
protocol UnitFile: Sendable {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - results: in the order of the units.
  ///   - path: the final name.
  func write(_ results: some Sequence<UnitResult>, to path: String) throws(Diagnostics)
}

/// A CSV file with rows of each unit of a run, which grows unit by unit.
protocol UnitCSV: UnitFile {
  var header: [String] { get }
  func add(_ result: UnitResult, to csv: inout CSVOutput) throws(Diagnostics)
}

extension UnitCSV {
  func write(_ results: some Sequence<UnitResult>, to path: String) throws(Diagnostics) {
    var csv = CSVOutput(header: header, file: try GrowingFile(path))
    for result in results { try add(result, to: &csv) }
    try csv.finish()
  }
}

/// Rows that are being written to a file.
struct CSVOutput {
  /// Rows that are not in the file yet.
  var text: CSVText
  private let file: GrowingFile
  private static let mostBytes = 1 << 17

  init(header: [String], file: GrowingFile) {
    text = CSVText(header: header, capacity: Self.mostBytes + Self.mostBytes / 8)
    self.file = file
  }

  /// Writes collected rows to the file, if there are many.
  mutating func drain() throws(Diagnostics) {
    guard text.bytes.count >= Self.mostBytes else { return }
    try file.append(text.bytes)
    text.removeAll()
  }

  func finish() throws(Diagnostics) {
    try file.append(text.bytes)
    try file.finish()
  }
}
