internal import HRDiagnostics
internal import HRRecordings
internal import HRSignals

/// Recorded output as plain CSV: a line `time,value` or `time,value,confidence`, then one reading per line.
///
/// Times in seconds, values in beats or breaths per minute, confidences 0…1. Nothing in it says which of the two: it is of the
/// quantity that is asked for. A value of 0, an empty one, `null` and `NaN` stand for no
/// value; an empty confidence (or such a word) for none. Blank lines count for nothing.
enum RecordedCSV {
  private static let problemLimit = 20

  /// - Parameter text: the file's content, for its line numbers.
  static func readings(
    _ text: String, file: String, of measurand: Measurand
  ) throws(Diagnostics) -> [RecordedEstimates.Reading] {
    let lines = writtenLines(text)
    let header = try CSVTable.header(file, format: format)
    guard header == ["time", "value"] || header == ["time", "value", "confidence"] else {
      throw Diagnostics(
        Diagnostic(
          "the first line names the columns: time,value or time,value,confidence",
          place: .init(file: file, line: lines.first?.number ?? 1, excerpt: lines.first?.source),
          hint: "times are seconds on the recording's clock, values \(measurand.events) per minute"))
    }
    // A program that gave no reading at all wrote a header only.
    guard lines.count > 1 else { return [] }
    let columns = try CSVTable.read(file, format: format, columns: header.map { .named($0) }).columns

    var problems: [Diagnostic] = []
    func report(_ message: String, row: Int, column: String) {
      if problems.count < problemLimit {
        let line = lines.indices.contains(row + 1) ? lines[row + 1] : nil
        problems.append(
          Diagnostic(
            message, place: .init(file: file, line: line?.number, path: column, excerpt: line?.source)))
      } else if problems.count == problemLimit {
        problems.append(Diagnostic("and more problems of this file", place: .init(file: file)))
      }
    }
    var readings: [RecordedEstimates.Reading] = []
    readings.reserveCapacity(columns[0].count)
    for (row, (time, value)) in zip(columns[0], columns[1]).enumerated() {
      let confidence = columns.count == 3 && !columns[2][row].isNaN ? columns[2][row] : nil
      if time.isNaN { report("a time is a number, and not left out", row: row, column: "time") }
      if value < 0 {
        report(
          "a \(measurand.words) is a number that is not negative, not \(value)", row: row, column: "value")
      }
      if let confidence, !(0...1).contains(confidence) {
        report("a confidence is a number from 0 to 1, not \(confidence)", row: row, column: "confidence")
      }
      readings.append(.init(time: time, bpm: value > 0 ? value : nil, confidence: confidence))
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
    return readings
  }

  private static var format: CSVFormat {
    var format = CSVFormat()
    format.missing = ["", "null", "Null", "NULL", "nan", "NaN", "NAN"]
    return format
  }

  /// The lines that are not blank, numbered from 1.
  private static func writtenLines(_ text: String) -> [(number: Int, source: String)] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .filter { $0.element.contains { !$0.isWhitespace } }
      .map { ($0.offset + 1, String($0.element)) }
  }
}
