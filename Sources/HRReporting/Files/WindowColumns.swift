internal import HREvaluation
internal import HRRunning

/// The columns that `windows.csv` and `windows.h5` have, and the source of their rows: one per (recording, scenario,
/// repeat, detector, window), in that order; of tries, each detector's own.
///
/// A column is declared once: name, unit, meaning, and its value in a row.
struct WindowColumns: Sendable {
  let columns: [WindowColumn]
  private let plan: RunPlan
  private let units: [WorkUnit]
  private let clusterNames: [String]
  /// Labels by detector.
  private let labels: [String]

  /// - Parameters:
  ///   - plan: plan of the run.
  ///   - clusterNames: by recording.
  ///   - names: names of the columns that not every run has.
  init(plan: RunPlan, clusterNames: [String], names: WindowColumnNames) {
    self.plan = plan
    units = plan.units
    self.clusterNames = clusterNames
    labels = plan.detectors.map(\.label)
    columns =
      WindowColumn.ofEveryRun + (plan.variability == nil ? [] : WindowColumn.ofVariability)
      + names.referenceDetectors.map(WindowColumn.rate(ofReferenceDetector:))
      + names.labels.map(WindowColumn.label)
  }

  init(_ evaluation: Evaluation) {
    var names = WindowColumnNames()
    for result in evaluation.results.withoutEstimates { names.see(result) }
    self.init(plan: evaluation.plan, clusterNames: evaluation.clusterNames, names: names)
  }

  /// Returns the rows of a unit.
  func rows(of result: UnitResult) -> UnitRows {
    let unit = units[result.unit]
    let note = plan.recordings[unit.recording]
    let table: WindowTable?
    let blocks: [RowBlock]
    switch result.outcome {
    case .failed(let reason):
      table = nil
      blocks = plan.detectors(in: unit.scenario).map {
        RowBlock(detector: labels[$0], number: $0, failure: WindowOutcome.failed(reason))
      }
    case .windows(let windows):
      table = windows
      blocks = windows.estimates.enumerated().compactMap { number, column in
        column.map {
          RowBlock(detector: labels[number], number: number, answers: .init(table: windows, column: $0))
        }
      }
    }
    return UnitRows(
      recording: note.id, subject: result.facts.subject ?? note.subject ?? "",
      scenario: plan.scenarios[unit.scenario].label, repetition: unit.repetition + 1,
      dataset: plan.datasets[note.dataset].name, cluster: clusterNames[unit.recording],
      unit: plan.unit(of: unit.scenario), table: table,
      blocks: blocks)
  }
}

extension Evaluation {
  /// Number of rows of `windows.csv` and `windows.h5`.
  package var windowRowCount: Int {
    let units = plan.units
    return results.indices.reduce(0) { sum, index in
      let size = results.size(at: index)
      // A failed unit has one row for each detector that takes part.
      return sum
        + (size.hasWindows
          ? size.answers : plan.detectors(in: units[results.unit(at: index)].scenario).count)
    }
  }
}

/// The columns that a run has besides those of every run, collected from its units in their order.
struct WindowColumnNames: Equatable, Sendable {
  /// The detectors that the reference of any recording is made by, in the order in which these first name them.
  private(set) var referenceDetectors: [String] = []
  /// The labels that windows are grouped by, in the order in which recordings first have them.
  private(set) var labels: [String] = []

  mutating func see(_ result: UnitResult) {
    guard case .windows(let table) = result.outcome else { return }
    for detector in table.referenceDetectors where !referenceDetectors.contains(detector.name) {
      referenceDetectors.append(detector.name)
    }
    for label in table.labels where !labels.contains(label.name) { labels.append(label.name) }
  }
}

/// The rows of one unit.
struct UnitRows: Sendable {
  let recording, subject, scenario: String
  let repetition: Int
  let dataset, cluster: String
  /// Unit of the scenario's values; empty for a ratio.
  let unit: String
  /// The windows; `nil` if the recording could not be used.
  let table: WindowTable?
  /// One for each detector that has rows.
  let blocks: [RowBlock]
}

/// The rows of one unit and detector.
struct RowBlock: Sendable {
  /// Label of the detector.
  let detector: String
  let number: Int
  /// Answers of the detector; `nil` if the recording could not be used: one row.
  var answers: Answers?
  var failure: WindowOutcome?

  struct Answers: Sendable {
    let table: WindowTable
    let column: EstimateColumn
  }

  var rowCount: Int { answers?.column.count ?? 1 }

  /// Returns the window of a row; `nil` if there are none.
  func window(of row: Int) -> Int? { answers?.table.window(of: number, row: row) }

  func cell(_ row: Int) -> EstimateColumn.Cell? { answers?.column[row] }

  /// Returns the reference of a row, per minute.
  func reference(_ row: Int) -> WindowTable.ReferenceCell? {
    answers.map { $0.table.references[$0.table.window(of: number, row: row)] }
  }
}

/// Numbers of some rows, by row or window; `nil` for a missing one.
typealias RowNumbers = (Int) -> Double?

/// Words of some rows: the different words, and the index of each row's. The empty word means none.
struct RowWords {
  let words: [String]
  let code: (Int) -> Int

  static var none: RowWords { RowWords(words: [""]) { _ in 0 } }
}
