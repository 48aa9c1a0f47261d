import HRSupport
import HRSignals
import HRStatistics

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation
@testable import HRPlugins

/// Nightly runs made from ``ExampleEvaluation``, with errors that follow a fixed recurrence and step once.
enum ExampleHistory {
  static let base = stored(ExampleEvaluation.evaluation)
  static let plan = base.plan.plan

  /// Reads a run back from its written text.
  static func stored(_ evaluation: Evaluation, folder: String = "nightly/run-0") -> ArchivedRun {
    let origin: ArchivedRun.Origin
    do throws(Diagnostics) {
      let text = RunJSON(evaluation: evaluation, provenance: ExampleEvaluation.provenance).text
      origin = .known(try ArchivedRun.Provenance(runJSON: text, file: "run.json"))
      return try ArchivedRun(folder: folder, results: evaluation.stored.json.rendered(), origin: origin)
    } catch {
      preconditionFailure(error.list.map(\.rendered).joined(separator: "\n"))
    }
  }

  /// Returns run `number`: from run 7 of 10 on, `fft` has another version and a larger error; the last run is without
  /// `peak, wide`.
  static func run(_ number: Int, of count: Int = 10) -> ArchivedRun {
    let isLate = number >= count * 7 / 10
    let wave = { (row: StoredResults.Row) in
      0.02 * Double((number * 7 + row.detector.utf8.count * 3 + row.scenario.utf8.count) % 11 - 5)
    }
    let rows = base.rows.filter { !($0.detector == "peak, wide" && number == count - 1) }.map { row in
      adding(1 + wave(row) + (isLate && row.detector == "fft" ? 1.5 : 0), to: row)
    }
    var plan = Self.plan
    for index in plan.detectors.indices where isLate && plan.detectors[index].label == "fft" {
      plan.detectors[index].detector = .init(definition: "method0@3", parameters: [])
    }
    let recordings = number == 2 ? Array(base.recordings.dropFirst()) : base.recordings
    let day = number < 9 ? "0\(number + 1)" : "\(number + 1)"
    return copy(
      folder: "nightly/run-\(number + 1)", plan: plan, rows: rows, recordings: recordings,
      origin: number == 4
        ? .unknown("there is no run.json")
        : .known(
          .init(
            started: "2026-03-\(day)T02:00:00Z", startedSeconds: 1e9 + 86_400 * Double(number), dataFiles: [])
        ))
  }

  static func histories(count: Int = 10, metric: String = "maeBPM") -> [History] {
    History.all(of: (0..<count).map { run($0, of: count) }, metric: metric)
  }

  static func adding(_ errorBPM: Double, to row: StoredResults.Row) -> StoredResults.Row {
    let moved = ["maeBPM", "maeLow", "maeHigh"]
    return StoredResults.Row(
      scenario: row.scenario, detector: row.detector, counts: row.counts,
      metrics: row.metrics.map { metric in
        .init(
          name: metric.name,
          value: metric.value.map { moved.contains(metric.name) ? $0 + errorBPM : $0 })
      }, outcomes: row.outcomes, diagnosis: row.diagnosis, perRecording: row.perRecording,
      acceptable: row.acceptable, limitDoubts: [])
  }

  static func copy(
    folder: String, plan: RunPlan = plan, rows: [StoredResults.Row] = base.rows,
    recordings: [StoredResults.Recording] = base.recordings,
    origin: ArchivedRun.Origin = .unknown("not stated")
  ) -> ArchivedRun {
    let results = base.results
    return ArchivedRun(
      folder: folder,
      results: StoredResults(
        hreval: results.hreval,
        plan: StoredPlan(plan: plan, windows: base.windows, scenarios: base.results.plan.scenarios),
        definitions: results.definitions, recordings: recordings, flow: nil,
        chanceLevels: results.chanceLevels,
        rows: rows, strata: results.strata, claims: results.claims, words: results.words,
        unseen: results.unseen, leaveOneOut: results.leaveOneOut, findings: results.findings),
      origin: origin)
  }

  /// Returns a run whose plan differs from that of ``base``.
  static func changed(_ change: (inout RunPlan) -> Void) -> ArchivedRun {
    var plan = Self.plan
    change(&plan)
    return copy(folder: "x", plan: plan)
  }
}
