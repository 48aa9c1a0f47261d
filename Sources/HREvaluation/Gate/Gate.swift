package import HRRunning
package import HRSupport
internal import HRSignals
package import HRStatistics

/// Comparison of a run with stored figures: shows whether any detector became worse in any scenario.
///
/// A row holds when two conditions are met. First, the absolute error of the windows that both runs answered
/// (``CommonWindows``) is shown to have risen by less than the margin (``NonInferiority``, cluster by cluster), in the
/// row as a whole and in its worst group of recordings. Second, of all windows with a reference no larger share than
/// the baseline allows lost its answer, or its success, or has a gross error (``ShareQuestion``). Where run and baseline
/// have the same files and noise, there is no sampling error: a change by more than the margin, or than the allowed
/// points, is then a regression, regardless of the limits.
package struct Gate: Sendable {
  package typealias Decision = NonInferiority.Decision

  package let baseline: Baseline
  package let plan: RunPlan
  package let clusterKind: ClusterKind
  package let margin: Margin
  package let rows: [Row]
  /// Notes that a reader needs besides the rows.
  package let notes: [String]
  /// Differences of detectors, seed and data since the baseline.
  package let changes: Changes
  /// Changes of the findings about the data.
  package let findings: FindingsChange

  package struct Row: Sendable {
    package let scenario: String
    package let detector: String
    /// Summary of the baseline over the windows of all recordings. The next is that of the run.
    package let before: Summary
    package let now: Summary
    /// True if run and baseline have the same files and the same noise, so that a change has no sampling error.
    package let hasSameInputs: Bool
    /// Change of the whole row; `nil` where no cluster has what a change is made of.
    package let overall: NonInferiority?
    /// Windows of the change.
    package let extent: Extent
    package let worst: Stratum?
    /// Groups of recordings that are too small to be judged.
    package let smallStrata: [String]
    package let decision: Decision
    /// One sentence per problem; empty for a row that held.
    package let reasons: [String]
    /// Windows in which the error rose most; `nil` for a row that held.
    package let worstWindows: WorstWindows?
  }

  /// The group of recordings in which the error rose most.
  package struct Stratum: Sendable {
    /// `skinTone: dark`
    package let label: String
    package let difference: NonInferiority
  }

  /// - Parameter marginBPM: replaces the baseline's own margin; `nil` keeps it.
  /// - Throws: if run and baseline are not of the same recordings, windows, references, scenarios and detectors.
  package init(_ evaluation: Evaluation, against baseline: Baseline, marginBPM: Double? = nil, file: String)
    throws(Diagnostics)
  {
    let margin = Margin(of: baseline, in: evaluation.plan, givenBPM: marginBPM)
    let current = Baseline(evaluation)
    try Self.check(current, against: baseline, file: file)
    let judge = RowJudge(evaluation, run: current, baseline: baseline, margin: margin)
    self.baseline = baseline
    self.margin = margin
    plan = evaluation.plan
    clusterKind = evaluation.clusterKind
    rows = baseline.rows.compactMap { before in
      current.row(like: before).map { judge.row(before: before, now: $0) }
    }
    notes = Self.notes(current, baseline)
    changes = Changes(current, since: baseline)
    findings = FindingsChange(evaluation, since: baseline)
  }

  package var decision: Decision {
    .gravest(of: rows.map(\.decision))
  }

  // MARK: Match of run and baseline

  /// Checks before a run that its windows, recordings, scenarios and detectors are the baseline's.
  package static func check(_ plan: RunPlan, against baseline: Baseline, file: String) throws(Diagnostics) {
    try check(Baseline(Evaluation(plan: plan, results: [])), against: baseline, file: file)
  }

  private static func check(_ run: Baseline, against baseline: Baseline, file: String) throws(Diagnostics) {
    let problems = mismatches(run, baseline)
    guard problems.isEmpty else {
      throw Diagnostics(
        problems.map {
          Diagnostic(
            "the run and its baseline do not fit: \($0)", in: file,
            hint: "run the baseline's experiment, or make a new baseline: hreval baseline RUN > \(file)")
        })
    }
  }

  private static func mismatches(_ run: Baseline, _ baseline: Baseline) -> [String] {
    var problems: [String] = []
    if run.measurand != baseline.measurand {
      problems.append(
        "the run is about the \(run.measurand.words), the baseline about the \(baseline.measurand.words)")
    }
    if run.windowsDescribed != baseline.windowsDescribed {
      problems.append("the run has \(run.windowsDescribed), the baseline \(baseline.windowsDescribed)")
    }
    let mine = run.recordings.map(\.name)
    let theirs = baseline.recordings.map(\.name)
    let missing = theirs.filter { !mine.contains($0) }
    let added = mine.filter { !theirs.contains($0) }
    if !missing.isEmpty { problems.append("the run lacks \(listed(missing)) of the baseline's recordings") }
    if !added.isEmpty { problems.append("the baseline lacks \(listed(added)) of the run's recordings") }
    if missing.isEmpty, added.isEmpty, mine != theirs {
      problems.append("their recordings are in another order")
    }
    for (now, before) in zip(run.recordings, baseline.recordings)
    where problems.isEmpty && now.windows != before.windows && now.windows > 0 {
      problems.append("\(now.name) had \(before.windows) windows and has \(now.windows)")
    }
    var changed: [String] = []
    for row in baseline.rows where !changed.contains(row.scenario) {
      guard let now = run.rows.first(where: { $0.scenario == row.scenario }), now.steps != row.steps else {
        continue
      }
      changed.append(row.scenario)
      problems.append("scenario \"\(row.scenario)\" was \(row.steps), and is \(now.steps)")
    }
    for row in baseline.rows where run.row(like: row) == nil {
      problems.append("the run has no detector \"\(row.detector)\" in scenario \"\(row.scenario)\"")
    }
    let choices = ReferenceChoice.changes(from: baseline.datasets, to: run.datasets)
    return problems.isEmpty ? choices + ReferenceFit.problems(run, baseline) : problems + choices
  }

  private static func notes(_ run: Baseline, _ baseline: Baseline) -> [String] {
    var notes: [String] = []
    for row in run.rows {
      guard let before = baseline.row(like: row) else {
        notes.append("\(row.detector), \(row.scenario): not in the baseline, so not judged")
        continue
      }
      if before.figures.allSatisfy({ $0.estimates == 0 }) {
        notes.append(
          "\(row.detector), \(row.scenario): no estimate in the baseline, so there is no error to hold")
      }
    }
    return notes + ReferenceFit.notes(run, baseline)
  }

  static func listed(_ names: [String]) -> String {
    names.firstFew + (names.count > 5 ? " (\(names.count))" : "")
  }
}

extension Gate.Decision {
  /// Rank of the decision, the higher the worse: a regression is worst, and a row that cannot be told may be one.
  var gravity: Int {
    switch self {
    case .held: 0
    case .cannotTell: 1
    case .regressed: 2
    }
  }

  /// Returns the gravest decision; held for an empty list.
  static func gravest(of decisions: [Self]) -> Self {
    decisions.max { $0.gravity < $1.gravity } ?? .held
  }
}

/// Changes of the findings about a run's data since its baseline was made.
package struct FindingsChange: Equatable, Sendable {
  /// Findings of the run that are not acknowledged, of a kind that the baseline does not have of their data set.
  package let new: [DataFindings.Group]
  /// Findings that the baseline has and the run does not have, of data sets all of whose recordings could be used.
  package let gone: [DataFindings.Absent]

  /// - Parameters:
  ///   - evaluation: of the run.
  ///   - baseline: the baseline of the comparison.
  init(_ evaluation: Evaluation, since baseline: Baseline) {
    let before = baseline.findings
    let found = evaluation.findings
    new = found.open.filter { group in
      !before.contains { $0.name == group.dataset && $0.value.contains(group.kind) }
    }
    let failed = Set(evaluation.recordings.filter { $0.failure != nil }.map(\.dataset))
    gone = before.filter { !failed.contains($0.name) }.flatMap { dataset in
      dataset.value.filter { kind in
        !found.groups.contains { $0.dataset == dataset.name && $0.kind == kind }
      }.map { .init(dataset: dataset.name, kind: $0) }
    }
  }
}
