internal import HRNumerics
package import HRRunning
package import HRSupport
internal import HRPlugins
package import HRStatistics

/// The numbers of a run. Reports show them and compute nothing.
package struct Evaluation: Sendable {
  let units: RunUnits
  package let recordings: [RecordingRow]
  /// One per (scenario, detector) that has rows there, in the experiment's order, scenarios outermost.
  package private(set) var rows: [Row]
  /// One per scenario.
  package let chanceLevels: [ChanceLevels]
  package private(set) var strata: [Stratum]
  /// Rows of the windows for which a detector said a word, per kind and word, from the worst word to the best; only of
  /// detectors that say words of this kind.
  package private(set) var words: [Stratum]
  /// Results over the recordings that no detector of the run is stated to have been tuned on; `nil` where that is true
  /// of all of them.
  package private(set) var unseen: Unseen?
  /// The verdict on each claim of the experiment.
  package let claims: [ClaimVerdict]
  /// Quality of choices and confidences on a data set that had no part in them; `nil` with fewer than two data sets.
  package let leaveOneOut: LeaveOneOut?
  /// Suspicious properties of the run's data.
  package let findings: DataFindings
  let declared = Once<Comparison>()
  let declaredOfUnseen = Once<Comparison>()

  /// The results without the recordings that any detector of the run was tuned on.
  package struct Unseen: Sendable {
    /// Indices of those that could be used.
    package let recordings: [Int]
    package let clusterCount: Int
    /// The rows of the run over these recordings; empty where no recording is left.
    package fileprivate(set) var rows: [Row]
  }

  /// Findings of one recording.
  package struct RecordingRow: Equatable, Sendable {
    package let dataset: String
    package let id: String
    package let subject: String?
    package let seconds: Double
    /// Windows of one scenario and repeat, tries as one. The next is the number of them that have a reference.
    package let windows: Int
    package let referenceWindows: Int
    package let facts: RecordingFacts
    /// Reason why nothing of it could be used.
    package let failure: String?
    /// Reasons why it could not be used in some scenarios while it was in others; one per scenario, in order.
    package let partialFailures: [PartialFailure]

    package struct PartialFailure: Equatable, Sendable {
      /// The scenario's label.
      package let scenario: String
      package let reason: String
    }

    /// `welltory-ppg/subject_04`
    package var name: String { "\(dataset)/\(id)" }
  }

  /// The result of one detector in one scenario.
  package struct Row: Sendable {
    package let scenario: Int
    package let detector: Int
    package let tally: Tally
    package let score: Score
    package let perRecording: [RecordingScore]
    /// Details behind the averages; `nil` in the rows of a stratum.
    package let diagnosis: RowDiagnosis?
  }

  /// One detector in one scenario on one recording.
  package struct RecordingScore: Equatable, Sendable {
    package let recording: Int
    package let windows: Int
    package let referenceWindows: Int
    package let estimates: Int
    package let maeBPM: Double?
    package let biasBPM: Double?
    /// Lag on the recording; `nil` where windows cannot be shifted against each other, and in the rows of a stratum.
    package let lag: RecordingLag?
    /// Beats by tolerance, of ``BeatDiagnosis/tolerancesSeconds``; empty without beats, and in the rows of a stratum.
    package let beats: [RecordBeats]
  }

  /// Numbers of windows of a row by their outcome.
  package struct Tally: Equatable, Sendable {
    package struct Reason: Equatable, Sendable {
      /// `abstained:flatSignal`, `failed:…`, `noReference:tooFewIntervals`
      package let outcome: WindowOutcome
      package let windows: Int
    }

    package var recordings = 0
    package var failedRecordings = 0
    package var subjects = 0
    package var windows = 0
    package var referenceWindows = 0
    /// Windows with both a reference and an estimate.
    package var estimates = 0
    /// Reasons with their numbers of windows, in alphabetical order.
    package var reasons: [Reason] = []

    /// Share of the windows with a reference that have an estimate; `nil` without a reference anywhere.
    package var coverage: Double? { share(estimates, of: referenceWindows) }
  }

  /// The rows of one group of recordings, or of windows.
  package struct Stratum: Sendable {
    package let name: String
    package let value: String
    package fileprivate(set) var rows: [Row]
    fileprivate let selected: RunUnits
    fileprivate let chosen: RowBuilder.Choice?

    fileprivate init(name: String, value: String, _ units: RunUnits, chosen: RowBuilder.Choice?) {
      (self.name, self.value, selected, self.chosen) = (name, value, units, chosen)
      rows = Evaluation.rows(units, chosen: chosen)
    }
  }

  /// Evaluates finished units that are in memory.
  package init(plan: RunPlan, results: [UnitResult]) { self.init(plan: plan, results: UnitResults(results)) }

  /// Evaluates finished units; units that an interruption left out are absent.
  package init(plan: RunPlan, results: UnitResults) {
    let units = RunUnits(plan: plan, results: results)
    self.units = units
    recordings = RecordingRow.all(units)
    let windows = ConcurrentWork.map(plan.scenarios.count) { ScenarioWindows(units.ofScenario($0)) }
    (chanceLevels, rows) = ConcurrentWork.both {
      windows.map { ChanceLevels($0, constantBPM: plan.usualRate) }
    } _: {
      Self.rows(units, windows: windows)
    }
    findings = DataFindings(units, rows: rows)
    strata = plan.groupings.flatMap { Self.strata($0, units) }
    unseen = Self.unseen(units)
    claims = ClaimVerdict.all(units)
    leaveOneOut = LeaveOneOut(plan: plan, rows: rows, strata: strata)
    words = plan.words.compactMap { DetectorWord(rawValue: $0) }.flatMap { kind in
      kind.vocabulary.map { word in
        Stratum(name: kind.rawValue, value: word, units, chosen: .saying(kind, word))
      }
    }
  }

  /// Evaluates the rows of finished units alone, without details, groups, claims and findings.
  init(figuresOf plan: RunPlan, _ results: UnitResults) {
    units = RunUnits(plan: plan, results: results)
    recordings = RecordingRow.all(units)
    rows = Self.rows(units)
    (chanceLevels, strata, words, unseen) = ([], [], [], nil)
    (claims, leaveOneOut, findings) = ([], nil, DataFindings(groups: [], unmet: []))
  }

  package var plan: RunPlan { units.plan }

  /// Returns the verdict on each claim at the level of a family of so many claims.
  package func claims(inFamilyOf count: Int) -> [ClaimVerdict] {
    plan.claims.map { ClaimVerdict($0, units, family: count) }
  }

  /// The finished units, in order; `windows.h5` is written from them.
  package var results: UnitResults { units.results }

  /// - Parameters:
  ///   - windows: one per scenario, for rows that are to be diagnosed.
  ///   - chosen: the windows that count; `nil`: all.
  fileprivate static func rows(
    _ units: RunUnits, windows: [ScenarioWindows]? = nil, chosen: RowBuilder.Choice? = nil
  ) -> [Row] {
    let plan = units.plan
    let builders = plan.scenarios.indices.flatMap { scenario in
      let mine = units.ofScenario(scenario)
      return plan.detectors(in: scenario).filter { detector in
        guard case .saying(let kind, _)? = chosen else { return true }
        return plan.detectors[detector].words.contains(kind.rawValue)
      }.map {
        RowBuilder(
          units: mine, scenario: scenario, detector: $0, windows: windows?[scenario], chosen: chosen)
      }
    }
    // Rows do not depend on each other, nor do the figures of a row and the details behind them.
    let largest = builders.map(\.units.results.rowCount).max() ?? 0
    let count = windows == nil ? builders.count : 2 * builders.count
    let made = ConcurrentWork.map(count, atOnce: max(2, mostWindowsAtOnce / max(1, largest))) { place in
      place < builders.count
        ? RowPart.figures(builders[place].scored) : .details(builders[place - builders.count].diagnosis)
    }
    return builders.indices.compactMap { place in
      guard case .figures(let scored) = made[place] else { return nil }
      guard windows != nil, case .details(let diagnosis) = made[place + builders.count] else {
        return builders[place].row(scored, nil)
      }
      return builders[place].row(scored, diagnosis)
    }
  }

  private enum RowPart: Sendable {
    case figures(RowBuilder.Scored)
    case details(RowDiagnosis?)
  }

  /// Most windows of all parts of rows that are made at a time, but for two: memory is bounded, whatever the number of
  /// processors.
  private static let mostWindowsAtOnce = 1_000_000

  package var clusterKind: ClusterKind { units.clusters.kind }

  /// Name of the cluster of each recording, by recording index of the plan.
  package var clusterNames: [String] { units.clusters.names }

  /// The windows of a row that have both a reference and an estimate, gathered anew: rows keep no windows.
  package func pairs(of row: Row) -> GatheredPairs {
    RowBuilder(units: units.ofScenario(row.scenario), scenario: row.scenario, detector: row.detector)
      .gathered.pairs
  }

  /// Returns the same of a row of a group.
  package func pairs(of row: Row, in group: Stratum) -> GatheredPairs {
    RowBuilder(
      units: group.selected.ofScenario(row.scenario), scenario: row.scenario, detector: row.detector,
      chosen: group.chosen
    ).gathered.pairs
  }

  private static func unseen(_ units: RunUnits) -> Unseen? {
    let seen = units.plan.areSeen
    guard seen.contains(true) else { return nil }
    let left = units.selecting { !seen[$0.recording] }
    let recordings = left.recordings
    return Unseen(
      recordings: recordings, clusterCount: Set(recordings.map { units.clusters.ofRecording[$0] }).count,
      rows: recordings.isEmpty ? [] : rows(left))
  }

  private static func strata(_ name: String, _ units: RunUnits) -> [Stratum] {
    var members: [String: Set<Int>] = [:]
    var ofWindows: Set<String> = []
    for result in units.results.withoutEstimates {
      let groups = units.groups(of: result, by: name)
      for group in groups.names { members[group, default: []].insert(result.unit) }
      if case .windows = groups { ofWindows.formUnion(groups.names) }
    }
    return members.sorted { $0.key < $1.key }.map { group, mine in
      // Windows are checked one by one only where some of a recording are in the group and others may not be.
      Stratum(
        name: name, value: group, units.selecting { mine.contains($0.index) },
        chosen: ofWindows.contains(group) ? .group(stratum: name, group) : nil)
    }
  }

  /// Returns the run with some of its rows, those of groups, words and unseen recordings included. Findings, claims
  /// and comparisons stay those of all rows.
  package func keeping(_ isKept: (Row) -> Bool) -> Evaluation {
    var kept = self
    kept.rows.removeAll { !isKept($0) }
    kept.unseen?.rows.removeAll { !isKept($0) }
    for index in strata.indices { kept.strata[index].rows.removeAll { !isKept($0) } }
    for index in words.indices { kept.words[index].rows.removeAll { !isKept($0) } }
    return kept
  }

  /// Throws if results could not be read again, since figures made of them are wrong.
  package func confirmRead() throws(Diagnostics) {
    if let problem = results.problem { throw problem }
  }

  /// Median over the rows of the correlation of neighbouring errors; of two middle values their mean. `nil` where no
  /// row has one.
  package var medianErrorPersistence: Double? {
    let known = rows.compactMap { Metric.lag1.column.value($0.score) }.sorted()
    guard !known.isEmpty else { return nil }
    return (known[(known.count - 1) / 2] + known[known.count / 2]) / 2
  }

  /// True if windows are grouped by labels of what happens in them.
  package var isGroupedByLabels: Bool {
    results.indices.contains { results.size(at: $0).isLabelled }
  }

  /// True if any recording failed, or any detector failed on a window.
  package var hasFailures: Bool {
    recordings.contains { $0.failure != nil || !$0.partialFailures.isEmpty }
      || rows.contains { $0.tally.reasons.contains { $0.outcome.isFailure } }
  }
}

extension Evaluation.RecordingRow {
  /// Returns one row per recording of the plan.
  static func all(_ units: RunUnits) -> [Evaluation.RecordingRow] {
    let plan = units.plan
    var found = plan.recordings.map { _ in Found() }
    for result in units.results.withoutEstimates {
      let unit = units[result.unit]
      found[unit.recording].add(result, scenario: plan.scenarios[unit.scenario].label)
    }
    return zip(plan.recordings, found).map { note, found in
      Evaluation.RecordingRow(
        dataset: plan.datasets[note.dataset].name, id: note.id, subject: found.facts?.subject ?? note.subject,
        seconds: found.facts?.seconds ?? 0, windows: found.windows, referenceWindows: found.referenceWindows,
        facts: found.facts ?? .unknown, failure: found.hasWindows ? nil : found.failures.first?.reason,
        partialFailures: found.hasWindows ? found.failures : [])
    }
  }

  /// Findings of one recording's units, collected one after the other.
  private struct Found {
    var facts: RecordingFacts?
    var hasWindows = false
    var windows = 0
    var referenceWindows = 0
    var failures: [PartialFailure] = []

    mutating func add(_ result: UnitResult, scenario: String) {
      facts = facts ?? result.facts
      switch result.outcome {
      case .windows(let table):
        guard !hasWindows else { return }
        hasWindows = true
        windows = table.rowCount
        referenceWindows = table.unansweredReferences.count { $0.bpm != nil }
      case .failed(let reason):
        if failures.last?.scenario != scenario { failures.append(.init(scenario: scenario, reason: reason)) }
      }
    }
  }
}

extension Evaluation {
  /// The recordings that could not be used at all.
  package var failureGroups: [FailureGroup] {
    FailureGroup.groups(
      of: recordings.compactMap { row in row.failure.map { (row.name, row.id, $0) } })
  }

  /// Recordings that could not be used in some scenarios, by scenario in the experiment's order.
  package var partialFailureGroups: [(scenario: String, group: FailureGroup)] {
    plan.scenarios.map(\.label).flatMap { label in
      FailureGroup.groups(
        of: recordings.compactMap { row in
          row.partialFailures.first { $0.scenario == label }.map { (row.name, row.id, $0.reason) }
        }
      ).map { (label, $0) }
    }
  }
}

extension RunPlan {
  /// Returns the detectors whose rates were refused somewhere, each with the rates that would have counted:
  /// `mine (40 to 200 bpm)`, `other (10 to 600 bpm, for it declares no range)`.
  package func refused(_ rows: [Evaluation.Row]) -> [String] {
    let indices = detectors.indices.filter { detector in
      rows.contains { row in
        row.detector == detector
          && row.tally.reasons.contains { $0.outcome == .outsideRange }
      }
    }
    return indices.map { index in
      let note = detectors[index]
      let conceivable = measurand.conceivablePerMinute
      let low = note.range?.lowBPM ?? conceivable.lowerBound
      let high = note.range.map(\.highBPM) ?? conceivable.upperBound
      let bounds = "\(shortest(low, decimals: 1)) to \(high.map { shortest($0, decimals: 1) } ?? "any")"
      return "\(note.label) (\(bounds) bpm\(note.range == nil ? ", for it declares no range" : ""))"
    }
  }
}
