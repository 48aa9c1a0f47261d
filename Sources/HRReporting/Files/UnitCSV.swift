internal import HRSupport
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

/// `qualities.csv`: one row per (recording, scenario, repeat, quality index, window), in that order; each try is a
/// window.
///
/// An empty value means that the index is not defined there. Recordings that failed, or that do not have the index's
/// channels, have no rows.
struct QualitiesCSV: UnitCSV {
  private let plan: RunPlan
  private let units: [WorkUnit]

  init(plan: RunPlan) {
    self.plan = plan
    units = plan.units
  }

  var header: [String] {
    [
      "recording", "subject", "scenario", "repeat", "quality", "startSeconds", "endSeconds", "value",
      "dataset",
    ]
  }

  func add(_ result: UnitResult, to csv: inout CSVOutput) throws(Diagnostics) {
    guard case .windows(let table) = result.outcome else { return }
    let unit = units[result.unit]
    let note = plan.recordings[unit.recording]
    for (quality, values) in zip(plan.qualities, table.qualities) {
      let head = CSVText.fields([
        .text(note.id), .text(result.facts.subject ?? note.subject ?? ""),
        .text(plan.scenarios[unit.scenario].label), .count(unit.repetition + 1), .text(quality.label),
      ])
      let dataset = CSVText.field(plan.datasets[note.dataset].name)
      for (range, value) in zip(table.ranges, values) {
        csv.text.append(raw: head)
        csv.text.comma()
        csv.text.append(range.start)
        csv.text.comma()
        csv.text.append(range.end)
        csv.text.comma()
        csv.text.append(value)
        csv.text.comma()
        csv.text.append(raw: dataset)
        csv.text.endRow()
      }
      try csv.drain()
    }
  }
}
