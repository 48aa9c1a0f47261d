internal import HREvaluation
internal import HRResults
internal import HRDiagnostics

/// `windows.csv`: one row per (recording, scenario, repeat, detector, window), in that order; of tries each detector's
/// own.
///
/// Written as bytes: a long run has millions of rows, and what repeats over windows or detectors is made once.
struct WindowsCSV {
  let evaluation: Evaluation

  /// What every run has; behind it stand the rates of the detectors that a reference is made by.
  static let header = [
    "recording", "subject", "scenario", "repeat", "detector", "startSeconds", "endSeconds", "referenceBPM",
    "estimateBPM", "confidence", "outcome", "quality", "motion", "dataset", "cluster", "errorBPM",
  ]

  /// `referencePanTompkinsBPM`
  static func column(of referenceDetector: String) -> String {
    "reference\(referenceDetector.prefix(1).uppercased())\(referenceDetector.dropFirst())BPM"
  }

  /// The detectors that the reference of any recording is made by, in the order in which these first name them.
  private var referenceDetectors: [String] {
    evaluation.results.flatMap { result -> [String] in
      guard case .windows(let table) = result.outcome else { return [] }
      return table.referenceDetectors.map(\.name)
    }.distinct
  }

  /// `label.activity`
  static func labelColumn(_ name: String) -> String { "label.\(name)" }

  /// The labels that windows are grouped by, in the order in which recordings first have them.
  private var labelNames: [String] {
    evaluation.results.flatMap { result -> [String] in
      guard case .windows(let table) = result.outcome else { return [] }
      return table.labels.map(\.name)
    }.distinct
  }

  var text: String {
    let plan = evaluation.plan
    let units = plan.units
    let rows = evaluation.results.reduce(0) { sum, result in
      guard case .windows(let table) = result.outcome else { return sum + plan.detectors.count }
      return sum + table.answerCount
    }
    let behind = referenceDetectors
    let labels = labelNames
    var csv = CSVText(
      header: Self.header + behind.map(Self.column) + labels.map(Self.labelColumn),
      capacity: (128 + 20 * (behind.count + labels.count)) * (rows + 2))
    let scenarios = plan.scenarios.map { CSVText.field($0.label) }
    let detectors = plan.detectors.map { CSVText.field($0.label) }
    let comma = [UInt8(ascii: ",")]
    let nothingBehind = [UInt8](repeating: comma[0], count: behind.count + labels.count)
    for result in evaluation.results {
      let unit = units[result.unit]
      let note = plan.recordings[unit.recording]
      let names = CSVText.fields([.text(note.id), .text(result.facts.subject ?? note.subject ?? "")])
      let head =
        names + comma + scenarios[unit.scenario] + comma + Array(String(unit.repetition + 1).utf8) + comma
      let tail = comma + CSVText.field(plan.datasets[note.dataset].name)
      switch result.outcome {
      case .failed(let reason):
        let rest =
          Array(",,,,,,".utf8) + CSVText.field(WindowOutcome.failed(reason).text) + Array(",,".utf8) + tail
          + Array(",,".utf8) + nothingBehind
        for detector in plan.detectors(in: unit.scenario) {
          csv.append(raw: head)
          csv.append(raw: detectors[detector])
          csv.append(raw: rest)
          csv.endRow()
        }
      case .windows(let table):
        let windows = WindowFields(table, behind: behind, labels: labels)
        let tail = tail + comma + CSVText.field(evaluation.clusterNames[unit.recording]) + comma
        for (number, column) in table.estimates.enumerated() {
          guard let column else { continue }
          let outcomes = OutcomeFields(column)
          for (row, cell) in column.cells.enumerated() {
            let index = table.window(of: number, row: row)
            csv.append(raw: head)
            csv.append(raw: detectors[number])
            csv.append(raw: windows.fields[index])
            if cell.hasValue { csv.append(cell.bpm) }
            csv.comma()
            csv.append(cell.confidence)
            csv.comma()
            csv.append(raw: windows.absences[index] ?? outcomes.field(of: cell))
            csv.comma()
            if let quality = cell.quality { csv.append(quality.rawValue) }
            csv.comma()
            if let motion = cell.motion { csv.append(motion ? "true" : "false") }
            csv.append(raw: tail)
            if cell.hasValue, let reference = table.references[index].bpm { csv.append(cell.bpm - reference) }
            csv.append(raw: windows.behind[index])
            csv.endRow()
          }
        }
      }
    }
    return csv.text
  }
}

/// What all detectors of a unit share.
private struct WindowFields {
  /// `,start,end,reference,`
  let fields: [[UInt8]]
  /// `noReference:…`, where there is none.
  let absences: [[UInt8]?]
  /// `,rate` of each detector behind a reference, then `,label` of each kind of labels; `,` where there is none.
  let behind: [[UInt8]]

  /// - Parameters:
  ///   - table: the windows of a unit.
  ///   - names: the detectors that have columns.
  ///   - labels: the kinds of labels that have columns.
  init(_ table: WindowTable, behind names: [String], labels: [String]) {
    let columns = names.map { name in table.referenceDetectors.first { $0.name == name }?.ratesBPM }
    let labelColumns = labels.map { name in table.labels.first { $0.name == name } }
    behind = table.ranges.indices.map { index in
      var csv = CSVText()
      for column in columns {
        csv.comma()
        csv.append(column?[index])
      }
      for column in labelColumns {
        csv.comma()
        if let column { csv.append(raw: CSVText.field(column[index])) }
      }
      return csv.bytes
    }
    fields = zip(table.ranges, table.references).map { range, reference in
      var csv = CSVText()
      csv.comma()
      csv.append(range.start)
      csv.comma()
      csv.append(range.end)
      csv.comma()
      if case .bpm(let bpm) = reference { csv.append(bpm) }
      csv.comma()
      return csv.bytes
    }
    absences = table.references.map { reference in
      switch reference {
      case .bpm: nil
      case .none(let reason): CSVText.field(WindowOutcome.noReference(reason).text)
      }
    }
  }
}

/// The outcome words of one detector's column, quoted once each.
private struct OutcomeFields {
  private let column: EstimateColumn
  private let value = Array(WindowOutcome.value.text.utf8)
  private let fields: [(reason: WindowOutcome, field: [UInt8])]

  init(_ column: EstimateColumn) {
    self.column = column
    fields = column.reasons.map { ($0, CSVText.field($0.text)) }
  }

  func field(of cell: EstimateColumn.Cell) -> [UInt8] {
    if cell.hasValue { return value }
    let outcome = column.outcome(of: cell)
    return fields.first { $0.reason == outcome }?.field ?? CSVText.field(outcome.text)
  }
}
