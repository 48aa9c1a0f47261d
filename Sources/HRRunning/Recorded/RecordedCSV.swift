internal import HRSupport
internal import HRRecordings
internal import HRSignals

/// Recorded output as plain CSV: a line `time,value` or `time,value,confidence`, then one reading, or one sample of a
/// wave, per line; or a table of beats or RR intervals, see ``BeatFile``.
///
/// Times of readings and samples are in seconds. Such a file does not name its content: it is read as the content that
/// is asked for. Blank lines are skipped.
enum RecordedCSV {
  /// Readings or, of the heart rate, beats if the first line names other columns than those of readings.
  static func estimates(
    _ file: RecordedText, of measurand: Measurand, on clock: RecordingClock
  ) throws(Diagnostics) -> RecordedEstimates {
    if measurand == .heartRate, try !Table.isNamed(file) {
      if BeatFile.isEmptyList(file.text) { return RecordedEstimates(readings: [], beats: RecordedBeats([])) }
      if let found = try BeatFile(contentsOf: file.file) {
        return RecordedEstimates(
          readings: [], beats: RecordedBeats(try clock.beats(of: found, in: file.file)))
      }
    }
    return RecordedEstimates(readings: try readings(file, of: measurand))
  }

  /// Values in beats or breaths per minute, confidences 0…1. A value of 0, an empty one, `null` and `NaN` mean no
  /// value; an empty confidence (or such a word) means none.
  static func readings(
    _ file: RecordedText, of measurand: Measurand
  ) throws(Diagnostics) -> [RecordedEstimates.Reading] {
    var table = try Table(
      file, values: "\(measurand.events) per minute",
      else: measurand == .heartRate
        ? "; columns of beats or RR intervals are found by names such as beat_s or rr_ms" : "")
    var readings: [RecordedEstimates.Reading] = []
    readings.reserveCapacity(table.rowCount)
    for row in 0..<table.rowCount {
      let (time, value, confidence) = (table.times[row], table.values[row], table.confidence(row))
      table.checkTime(row)
      if value < 0 {
        table.report(
          "a \(measurand.words) is a number that is not negative, not \(value)", row: row, column: "value")
      }
      if let confidence, !(0...1).contains(confidence) {
        table.report(
          "a confidence is a number from 0 to 1, not \(confidence)", row: row, column: "confidence")
      }
      readings.append(.init(time: time, bpm: value > 0 ? value : nil, confidence: confidence))
    }
    try table.throwProblems()
    return readings
  }

  /// Values in any unit. A sample without a value is a problem, as are times that do not increase. A confidence is
  /// ignored.
  static func trace(_ file: RecordedText) throws(Diagnostics) -> RecordedTrace {
    var table = try Table(file, values: "those of the wave")
    var samples: [(time: Double, value: Double)] = []
    samples.reserveCapacity(table.rowCount)
    for row in 0..<table.rowCount {
      let (time, value) = (table.times[row], table.values[row])
      table.checkTime(row)
      if !value.isFinite {
        table.report("a sample's value is a finite number, and not left out", row: row, column: "value")
      }
      guard time.isFinite else { continue }
      if let last = samples.last, let problem = RecordedTrace.problem(ofTime: time, after: last.time) {
        table.report(problem, row: row, column: "time")
      }
      samples.append((time, value))
    }
    try table.throwProblems()
    return RecordedTrace(samples)
  }

  /// The numbers of a file, and its problems.
  private struct Table {
    let times: [Double]
    let values: [Double]
    private let confidences: [Double]?
    private let file: String
    private let lines: [(number: Int, source: String)]
    private var problems: [Diagnostic] = []

    /// Returns true if the first line names the columns of readings.
    static func isNamed(_ file: RecordedText) throws(Diagnostics) -> Bool {
      names.contains(try CSVTable.header(file.file, format: format))
    }

    private static let names = [["time", "value"], ["time", "value", "confidence"]]

    /// - Parameters:
    ///   - values: description of the values, for the hint on a wrong header.
    ///   - other: what else may be in such a file, for the same.
    init(_ file: RecordedText, values: String, else other: String = "") throws(Diagnostics) {
      self.file = file.file
      lines = Self.writtenLines(file.text)
      let header = try CSVTable.header(file.file, format: Self.format)
      guard Self.names.contains(header) else {
        throw Diagnostics(
          "the first line names the columns: time,value or time,value,confidence",
          place: .init(file: file.file, line: lines.first?.number ?? 1, excerpt: lines.first?.source),
          hint: "times are seconds on the recording's clock, values \(values)\(other)")
      }
      // A program without any value wrote a header only.
      let columns =
        lines.count > 1
        ? try CSVTable.read(file.file, format: Self.format, columns: header.map { .named($0) }).columns
        : header.map { _ in [] }
      times = columns[0]
      self.values = columns[1]
      confidences = columns.count == 3 ? columns[2] : nil
    }

    var rowCount: Int { times.count }

    func confidence(_ row: Int) -> Double? {
      confidences.flatMap { $0[row].isNaN ? nil : $0[row] }
    }

    mutating func checkTime(_ row: Int) {
      if !times[row].isFinite { report("a time is a number, and not left out", row: row, column: "time") }
    }

    mutating func report(_ message: String, row: Int, column: String) {
      let line = lines.indices.contains(row + 1) ? lines[row + 1] : nil
      problems.addFew(
        Diagnostic(
          message, place: .init(file: file, line: line?.number, path: column, excerpt: line?.source)),
        of: file)
    }

    func throwProblems() throws(Diagnostics) {
      if !problems.isEmpty { throw Diagnostics(problems) }
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
}
