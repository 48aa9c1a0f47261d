package import HRResults
internal import HRSystem
internal import HRDiagnostics
internal import HRPlugins
package import HRStatistics

/// The numbers of a run: what reports show, and nothing they would have to compute.
package struct Evaluation: Sendable {
  package let plan: RunPlan
  package let recordings: [RecordingRow]
  package let clusterKind: ClusterKind
  /// By recording index of the plan: the name of the cluster that it belongs to.
  package let clusterNames: [String]
  /// One per (scenario, detector) that has rows there, in the experiment's order, scenarios outermost.
  package let rows: [Row]
  /// One per scenario.
  package let chanceLevels: [ChanceLevels]
  package let strata: [Stratum]
  /// The rows of the windows for which a detector said a word, per kind and word, from the worst to the best; only of
  /// detectors that say one of this kind.
  package let words: [Stratum]
  /// The rows of the recordings that no detector of the run is stated to have been tuned on; `nil` where that is true
  /// of all of them.
  package let unseen: Unseen?
  /// What the run says of each claim of the experiment.
  package let claims: [ClaimVerdict]
  /// What choices and confidence are worth on a data set that had no part in them; `nil` where there are not several.
  package let leaveOneOut: LeaveOneOut?
  /// What is suspicious about its data.
  package let findings: DataFindings
  /// The finished units, in order; `windows.h5` is written from them.
  package let results: [UnitResult]
  let declared = ComparisonOnce()
  let declaredOfUnseen = ComparisonOnce()

  /// What is left when recordings that any detector of the run was tuned on are left out.
  package struct Unseen: Sendable {
    /// Indices of those that could be used.
    package let recordings: [Int]
    package let clusterCount: Int
    /// Those of the run, over these recordings; none where none are left.
    package let rows: [Row]
  }

  /// What was found of one recording.
  package struct RecordingRow: Equatable, Sendable {
    package let dataset: String
    package let id: String
    package let subject: String?
    package let seconds: Double
    /// Windows of one scenario and repeat, tries as one, and how many of them have a reference.
    package let windows: Int
    package let referenceWindows: Int
    package let facts: RecordingFacts
    /// Why nothing of it could be used.
    package let failure: String?
    /// Why it could not be used in some scenarios, where it was in others; one per scenario, in order.
    package let partialFailures: [PartialFailure]

    package struct PartialFailure: Equatable, Sendable {
      /// Label.
      package let scenario: String
      package let reason: String
    }

    /// `welltory-ppg/subject_04`
    package var name: String { "\(dataset)/\(id)" }
  }

  /// How one detector did in one scenario.
  package struct Row: Sendable {
    package let scenario: Int
    package let detector: Int
    package let tally: Tally
    package let score: Score
    package let pairs: PairedRates
    package let perRecording: [RecordingScore]
    /// `nil` in the rows of a stratum.
    package let diagnosis: RowDiagnosis?
    /// Of the clusters of the pairs, by the number that each has there.
    package let pairedClusterNames: [String]
  }

  /// One detector in one scenario on one recording.
  package struct RecordingScore: Equatable, Sendable {
    package let recording: Int
    package let windows: Int
    package let referenceWindows: Int
    package let estimates: Int
    package let maeBPM: Double?
    package let biasBPM: Double?
    /// `nil` where windows cannot be shifted against each other, and in the rows of a stratum.
    package let lag: RecordingLag?
  }

  /// Windows of a row by what came of them.
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
    /// In alphabetical order.
    package var reasons: [Reason] = []

    /// Share of the windows with a reference that have an estimate; `nil` without a reference anywhere.
    package var coverage: Double? {
      referenceWindows > 0 ? Double(estimates) / Double(referenceWindows) : nil
    }
  }

  /// The rows of one group of recordings, or of windows.
  package struct Stratum: Sendable {
    package let name: String
    package let value: String
    package let rows: [Row]
  }

  /// Evaluates finished units; those an interruption left out are simply absent.
  package init(plan: RunPlan, results: [UnitResult]) {
    let results = results.sorted { $0.unit < $1.unit }
    let units = plan.units
    self.plan = plan
    self.results = results
    recordings = plan.recordings.indices.map { index in
      RecordingRow(
        plan: plan, index: index, units: units, results: results.filter { units[$0.unit].recording == index })
    }
    let clusters = Clusters(plan: plan, results: results)
    clusterKind = clusters.kind
    clusterNames = clusters.names
    findings = DataFindings(plan: plan, results: results, clusters: clusters)
    let windows = plan.scenarios.indices.map { scenario in
      let mine = results.filter { units[$0.unit].scenario == scenario }
      return ScenarioWindows(
        Self.tables(mine, units, clusters),
        recordings: mine.compactMap { result -> Int? in
          guard case .windows = result.outcome else { return nil }
          return units[result.unit].recording
        })
    }
    rows = Self.rows(plan: plan, units: units, results: results, clusters: clusters, windows: windows)
    chanceLevels = windows.map { ChanceLevels($0, of: plan.measurand) }
    strata = plan.groupings.flatMap { name in
      Self.strata(name, plan: plan, units: units, results: results, clusters: clusters)
    }
    let seen = plan.areSeen
    unseen =
      seen.contains(true)
      ? Self.unseen(seen, plan: plan, units: units, results: results, clusters: clusters) : nil
    claims = ClaimVerdict.all(of: plan, results: results)
    leaveOneOut = LeaveOneOut(plan: plan, rows: rows, strata: strata)
    words = plan.words.compactMap { DetectorWord(rawValue: $0) }.flatMap { kind in
      kind.vocabulary.map { word in
        Stratum(
          name: kind.rawValue, value: word,
          rows: Self.rows(
            plan: plan, units: units, results: results, clusters: clusters, chosen: .saying(kind, word)))
      }
    }
  }

  /// - Parameters:
  ///   - windows: one per scenario, for rows that are to be diagnosed.
  ///   - chosen: the windows that count; `nil`: all.
  private static func rows(
    plan: RunPlan, units: [WorkUnit], results: [UnitResult], clusters: Clusters,
    windows: [ScenarioWindows]? = nil, chosen: RowBuilder.Choice? = nil
  ) -> [Row] {
    let builders = plan.scenarios.indices.flatMap { scenario in
      let mine = results.filter { units[$0.unit].scenario == scenario }
      return plan.detectors(in: scenario).filter { detector in
        guard case .saying(let kind, _)? = chosen else { return true }
        return plan.detectors[detector].words.contains(kind.rawValue)
      }.map { detector in
        RowBuilder(
          plan: plan, units: units, results: mine, clusters: clusters, scenario: scenario, detector: detector,
          windows: windows?[scenario], chosen: chosen)
      }
    }
    // Rows know nothing of each other.
    return ConcurrentWork.map(builders.count) { builders[$0].row }
  }

  /// The windows of units that have any, with their clusters.
  static func tables(
    _ results: [UnitResult], _ units: [WorkUnit], _ clusters: Clusters
  ) -> [(cluster: Int, table: WindowTable)] {
    results.compactMap { result in
      guard case .windows(let table) = result.outcome else { return nil }
      return (clusters.ofRecording[units[result.unit].recording], table)
    }
  }

  private static func unseen(
    _ seen: [Bool], plan: RunPlan, units: [WorkUnit], results: [UnitResult], clusters: Clusters
  ) -> Unseen {
    let left = results.filter { !seen[units[$0.unit].recording] }
    let used = left.filter { if case .windows = $0.outcome { true } else { false } }
    let recordings = used.map { units[$0.unit].recording }.distinct
    return Unseen(
      recordings: recordings, clusterCount: Set(recordings.map { clusters.ofRecording[$0] }).count,
      rows: recordings.isEmpty ? [] : rows(plan: plan, units: units, results: left, clusters: clusters))
  }

  private static func strata(
    _ name: String, plan: RunPlan, units: [WorkUnit], results: [UnitResult], clusters: Clusters
  ) -> [Stratum] {
    let groups = results.map { plan.groups(of: $0, recording: units[$0.unit].recording, by: name) }
    return Set(groups.flatMap(\.names)).sorted().map { group in
      let mine = zip(results, groups).filter { $1.names.contains(group) }
      // Windows are looked at only where some of a recording are in it and others may not be.
      let isOfWindows = mine.contains { if case .windows = $1 { true } else { false } }
      return Stratum(
        name: name, value: group,
        rows: rows(
          plan: plan, units: units, results: mine.map(\.0), clusters: clusters,
          chosen: isOfWindows ? .group(stratum: name, group) : nil))
    }
  }

  /// Middle correlation of neighbouring errors over the rows; of two middle ones their mean. `nil` where no row has
  /// one.
  package var medianErrorPersistence: Double? {
    let known = rows.compactMap { Metric.lag1.column.value($0.score) }.sorted()
    guard !known.isEmpty else { return nil }
    return (known[(known.count - 1) / 2] + known[known.count / 2]) / 2
  }

  /// Whether windows are grouped by what is going on in them.
  package var isGroupedByLabels: Bool {
    results.contains { if case .windows(let table) = $0.outcome { !table.labels.isEmpty } else { false } }
  }

  /// Whether any recording failed, or any detector failed on a window.
  package var hasFailures: Bool {
    recordings.contains { $0.failure != nil || !$0.partialFailures.isEmpty }
      || rows.contains { $0.tally.reasons.contains { $0.outcome.isFailure } }
  }
}

extension Evaluation.RecordingRow {
  fileprivate init(plan: RunPlan, index: Int, units: [WorkUnit], results: [UnitResult]) {
    let note = plan.recordings[index]
    let first = results.first
    var table: WindowTable?
    var failures: [PartialFailure] = []
    for result in results {
      switch result.outcome {
      case .windows(let windows): table = table ?? windows
      case .failed(let reason):
        let scenario = plan.scenarios[units[result.unit].scenario].label
        if failures.last?.scenario != scenario { failures.append(.init(scenario: scenario, reason: reason)) }
      }
    }
    dataset = plan.datasets[note.dataset].name
    id = note.id
    facts = first?.facts ?? .unknown
    subject = facts.subject ?? note.subject
    seconds = facts.seconds
    windows = table?.rowCount ?? 0
    referenceWindows = table?.unansweredReferences.count { $0.bpm != nil } ?? 0
    failure = table == nil ? failures.first?.reason : nil
    partialFailures = table == nil ? [] : failures
  }
}
