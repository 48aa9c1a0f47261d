internal import HRNumerics
package import HRRunning
package import HRStatistics
package import HRSupport

/// Paired differences of detectors of one run, or of the same detectors in two runs, with their uncertainty.
package struct Comparison: Sendable {
  /// The subject of a comparison: detectors, or runs.
  package enum Question: Equatable, Sendable {
    /// Detectors of one run, each against its baseline.
    case detectors(run: String)
    /// The same detectors of two runs; the first is the baseline.
    case runs(baseline: String, candidate: String)
  }

  package let question: Question
  /// Differences within it do not matter.
  package let margin: Margin
  /// The contrasts in the order of the experiment: scenarios outermost.
  package let contrasts: [Contrast]
  /// Rankings of all detectors of one run, one per scenario; none of two runs, or of fewer than three detectors.
  package private(set) var rankings: [Ranking] = []
  /// Scenarios of three detectors or more that have no ranking, with the reason.
  package private(set) var unranked: [Ranking.Missing] = []
  /// One per scenario of one run; none of two runs.
  package private(set) var standings: [Standing] = []
  /// Sentences that name items which only one of two runs, or of two detectors, has.
  package let unpaired: [String]
  package let clusterKind: ClusterKind
  /// The recordings that the detectors were tuned on; `nil` where no detector is stated to have been tuned on any of
  /// them.
  package let seen: Seen?
  /// Data sets that recordings are from.
  package let datasets: [String]

  /// One detector against another in one scenario.
  package struct Contrast: Sendable {
    package let scenario: String
    /// Unit of the errors: `bpm`; empty for a ratio.
    package let unit: String
    package let candidate: String
    package let baseline: String
    package let tally: PairedTally
    /// Difference of the two; `nil` where not a single window was answered by both.
    package let difference: PairedDifference?
    /// The sign-flip test's p after Holm's correction for all contrasts of this comparison.
    package fileprivate(set) var adjustedP: Double?
    /// Verdict on the difference; `nil` without one.
    package fileprivate(set) var judgement: Judgement?
    /// Probabilities of better, equivalent and worse; `nil` with too few subjects (or recordings).
    package let posterior: BayesianSignedRank?

    /// The unit behind a number: ` bpm`; empty for a ratio.
    package var inUnit: String { RunPlan.behind(unit) }

    /// Creates a contrast before the family is known: without ``adjustedP`` and ``judgement``.
    fileprivate init(
      scenario: String, unit: String, candidate: String, baseline: String, tally: PairedTally,
      seed: UInt64, marginBPM: Double
    ) {
      (self.scenario, self.unit) = (scenario, unit)
      self.candidate = candidate
      self.baseline = baseline
      self.tally = tally
      let deltas = tally.clusterDeltasBPM
      difference = PairedDifference(clusterDeltasBPM: deltas, seed: seed)
      posterior =
        difference?.intervalBPM == nil
        ? nil : BayesianSignedRank(clusterDeltasBPM: deltas, marginBPM: marginBPM, seed: seed)
    }
  }

  /// Compares detectors of one run.
  ///
  /// - Parameters:
  ///   - run: its name.
  ///   - plan: of the run.
  ///   - results: all of them.
  ///   - baseline: every other detector is compared with it; `nil` takes each detector's own baseline from the
  ///     experiment, else the experiment's, else the first detector listed.
  ///   - margin: differences within it do not matter.
  ///   - leftOut: whether each recording is left out; `nil` keeps all.
  package init(
    run: String, plan: RunPlan, results all: UnitResults, baseline: Int?, margin: Margin,
    leavingOut leftOut: [Bool]? = nil
  ) {
    let units = RunUnits(plan: plan, results: all).selecting { leftOut?[$0.recording] != true }
    let clusters = units.clusters
    let pairs = plan.baselines(overriddenBy: baseline)
    let compared = plan.contrasts(overriddenBy: baseline)
    let mine = plan.scenarios.indices.map { units.ofScenario($0) }
    // Contrasts do not depend on each other, nor do the fields of scenarios.
    let (contrasts, fields) = ConcurrentWork.both {
      ConcurrentWork.map(compared.count) { place in
        let (pair, own) = (compared[place], mine[compared[place].scenario])
        let paired = own.results.reading([pair.candidate, pair.baseline]).lazy.compactMap {
          result -> PairedTally.Unit? in
          guard case .windows(let table) = result.outcome else { return nil }
          return PairedTally.Unit(
            cluster: own.cluster(of: result), candidate: table.answers(of: pair.candidate),
            baseline: table.answers(of: pair.baseline))
        }
        return Contrast(
          scenario: plan.scenarios[pair.scenario].label, unit: plan.unit(of: pair.scenario),
          candidate: plan.detectors[pair.candidate].label,
          baseline: plan.detectors[pair.baseline].label,
          tally: PairedTally(paired, clusterCount: clusters.count), seed: plan.seed,
          marginBPM: margin.value(in: plan.scenarios[pair.scenario].label))
      }
    } _: {
      ConcurrentWork.map(plan.scenarios.count) { Field(scenario: $0, of: mine[$0]) }
    }
    self.init(
      answering: .detectors(run: run), [(nil, plan)], contrasts: contrasts, unpaired: plan.uncompared(pairs),
      clusterKind: clusters.kind, margin: margin)
    (rankings, unranked) = (fields.compactMap(\.ranking), fields.compactMap(\.missing))
    standings = fields.map(\.standing).map { field in
      Standing(field, contrasts: self.contrasts.filter { $0.scenario == field.scenario })
    }
  }

  /// All detectors of one scenario beside each other.
  private struct Field: Sendable {
    /// `nil` with fewer than three detectors that can be ranked.
    let ranking: Ranking?
    /// Reason why three detectors or more have no ranking; `nil` where there is one, or nothing to rank.
    let missing: Ranking.Missing?
    let standing: Standing.Field

    /// - Parameters:
    ///   - scenario: index of the plan.
    ///   - units: of the scenario.
    init(scenario: Int, of units: RunUnits) {
      let (plan, kind) = (units.plan, units.clusters.kind)
      let label = plan.scenarios[scenario].label
      let present = plan.detectors(in: scenario)
      let labels = present.map { plan.detectors[$0].label }
      let errors = ScenarioErrors(of: present, in: units)
      let (members, tests) = (RankingMembers(errors, labels: labels), errors.pairwise)
      ranking = Ranking(
        scenario: label, clusterKind: kind, labels: labels, errors: errors, members: members, tests: tests)
      let isMissing = labels.count >= 3 && members.ranked.count < 3 && errors.referenceClusters > 0
      missing =
        isMissing ? Ranking.Missing(scenario: label, clusterKind: kind, leftOut: members.leftOut) : nil
      standing = Standing.Field(
        scenario: label, labels: labels, answersEnough: labels.map(members.answersEnough), tests: tests)
    }
  }

  /// Compares the detectors that two runs share; see ``RunMatch`` for what must be equal.
  ///
  /// - Parameters:
  ///   - match: the two.
  ///   - margin: differences within it do not matter.
  ///   - leftOut: whether each recording is left out; `nil` keeps all.
  package init(_ match: RunMatch, margin: Margin, leavingOut leftOut: [Bool]? = nil) {
    let plan = match.candidate.plan
    let clusters = Clusters(plan: plan, results: match.candidate.results)
    let contrasts = match.scenarios.flatMap { scenario in
      match.detectors.compactMap { detector -> Contrast? in
        guard match.isPaired(detector, in: scenario) else { return nil }
        return Contrast(
          scenario: scenario.label, unit: plan.unit(ofScenario: scenario.label), candidate: detector.label,
          baseline: detector.label,
          tally: PairedTally(
            match.pairedUnits(
              scenario: scenario, detector: detector, clusters: clusters, leavingOut: leftOut),
            clusterCount: clusters.count),
          seed: plan.seed, marginBPM: margin.value(in: scenario.label))
      }
    }
    self.init(
      answering: .runs(baseline: match.baseline.name, candidate: match.candidate.name),
      [(match.baseline.name, match.baseline.plan), (match.candidate.name, plan)], contrasts: contrasts,
      unpaired: match.unpaired, clusterKind: clusters.kind, margin: margin)
  }

  /// - Parameter plans: of the runs, the last one's data sets; each with its name where that is to be said.
  private init(
    answering question: Question, _ plans: [(name: String?, plan: RunPlan)], contrasts: [Contrast],
    unpaired: [String], clusterKind: ClusterKind, margin: Margin
  ) {
    datasets = plans.last?.plan.usedDatasets ?? []
    seen = Seen(plans)
    (self.question, self.unpaired, self.clusterKind) = (question, unpaired, clusterKind)
    self.margin = margin
    let found = Self.judged(
      contrasts.map(\.difference), marginsBPM: contrasts.map { margin.value(in: $0.scenario) })
    self.contrasts = zip(contrasts, found).map { contrast, found in
      var contrast = contrast
      (contrast.adjustedP, contrast.judgement) = found
      return contrast
    }
  }

  /// Returns the corrected p and the judgement of each of the differences that are compared together.
  ///
  /// Holm's correction is over the tests that could be made. Where no cluster's difference is other than 0 there is no
  /// test.
  static func judged(
    _ differences: [PairedDifference?], marginsBPM: [Double]
  ) -> [(adjustedP: Double?, judgement: Judgement?)] {
    let tested = differences.indices.filter { index in
      guard let difference = differences[index], difference.signFlip != nil else { return false }
      return difference.clusterDeltasBPM.contains { $0 != 0 }
    }
    var p = [Double?](repeating: nil, count: differences.count)
    let adjusted = Holm.adjusted(tested.compactMap { differences[$0]?.signFlip?.p })
    for (index, value) in zip(tested, adjusted) { p[index] = value }
    return differences.indices.map { index in
      (p[index], differences[index].map { Judgement($0, adjustedP: p[index], marginBPM: marginsBPM[index]) })
    }
  }

  /// Number of comparisons that were tested, for which Holm's correction is made.
  package var familySize: Int { contrasts.count { $0.adjustedP != nil } }

  /// The smallest corrected p that any comparison here could have, whatever the differences: Holm's first factor is the
  /// family's size. `nil` where nothing is tested.
  package var leastAdjustedP: Double? { leastP.map { min(1, $0 * Double(familySize)) } }

  /// The same without the correction.
  package var leastP: Double? {
    contrasts.filter { $0.adjustedP != nil }.compactMap { $0.difference?.signFlip?.leastP }.min()
  }

  /// Number n of clusters from which a corrected p can fall below 0.05: 2 · (size of the family) ÷ 2ⁿ < 0.05.
  package var clustersForSmallP: Int {
    var count = ClusterBootstrap.leastClusters
    while 40 * Double(familySize) >= Double(1 << count) { count += 1 }
    return count
  }
}

extension Evaluation {
  /// The comparison that the experiment declares, computed when first asked for; `nil` where it declares none.
  package var declaredComparison: Comparison? {
    declared(declared)
  }

  /// The declared comparison over the recordings that no detector of the run is stated to have been tuned on; `nil`
  /// where that is all of them, or none.
  package var declaredComparisonOfUnseen: Comparison? {
    unseen.flatMap { $0.recordings.isEmpty ? nil : declared(declaredOfUnseen, leavingOut: plan.areSeen) }
  }

  private func declared(_ once: Once<Comparison>, leavingOut leftOut: [Bool]? = nil) -> Comparison? {
    guard plan.declaresComparison else { return nil }
    return once.value {
      Comparison(
        run: plan.name, plan: plan, results: results, baseline: nil, margin: Margin(of: plan),
        leavingOut: leftOut)
    }
  }
}

extension RunPlan {
  /// Candidate and baseline by detector index, in the order of the experiment.
  package func baselines(overriddenBy baseline: Int? = nil) -> [(candidate: Int, baseline: Int)] {
    func index(_ label: String?) -> Int? {
      label.flatMap { label in detectors.firstIndex { $0.label == label } }
    }
    let usual = baseline ?? index(self.baseline)
    let declared = baseline == nil && (usual != nil || detectors.contains { $0.baseline != nil })
    return detectors.indices.compactMap { candidate in
      let own = baseline == nil ? index(detectors[candidate].baseline) : nil
      guard let against = own ?? usual ?? (declared ? nil : 0), against != candidate else { return nil }
      return (candidate, against)
    }
  }

  /// Every comparison that can be made, scenarios outermost: candidate and baseline both have rows there.
  package func contrasts(
    overriddenBy baseline: Int? = nil
  ) -> [(scenario: Int, candidate: Int, baseline: Int)] {
    let pairs = baselines(overriddenBy: baseline)
    return scenarios.indices.flatMap { scenario in
      pairs.filter {
        takesPart(detector: $0.candidate, in: scenario) && takesPart(detector: $0.baseline, in: scenario)
      }.map { (scenario, $0.candidate, $0.baseline) }
    }
  }

  /// Returns one sentence per pair that has scenarios in which only the candidate has rows.
  fileprivate func uncompared(_ pairs: [(candidate: Int, baseline: Int)]) -> [String] {
    pairs.compactMap { candidate, baseline in
      let missed = scenarios.indices.filter {
        takesPart(detector: candidate, in: $0) && !takesPart(detector: baseline, in: $0)
      }
      guard !missed.isEmpty else { return nil }
      return
        "\(detectors[candidate].label) is not compared in \(missed.map { scenarios[$0].label }.firstFew): \(detectors[baseline].label) has no rows there"
    }
  }

  /// True if the experiment declares a comparison that can be made. A baseline that is the only detector has no
  /// detector to compare.
  package var declaresComparison: Bool {
    (baseline != nil || detectors.contains { $0.baseline != nil }) && !contrasts().isEmpty
  }
}

extension Comparison {
  /// The recordings that the detectors of a comparison are stated to have been tuned on.
  package struct Seen: Equatable, Sendable {
    /// Number of recordings that each detector was tuned on, by its label (of two runs with the run's name); only
    /// detectors with at least one.
    package let counts: [Named<Int>]
    package let recordings: Int
    /// True if no recording is left on which no detector was tuned.
    package let isAll: Bool

    /// - Parameter plans: the plans, each with the name of its run where that is to be said.
    init?(_ plans: [(name: String?, plan: RunPlan)]) {
      counts = plans.flatMap { name, plan in
        plan.detectors.indices.map {
          Named(
            name: plan.detectors[$0].label + (name.map { " of \($0)" } ?? ""), value: plan.seen(by: $0).count)
        }
      }.filter { $0.value > 0 }
      guard !counts.isEmpty, let first = plans.first?.plan else { return nil }
      recordings = first.recordings.count
      let areSeen = plans.map(\.plan.areSeen)
      isAll = first.recordings.indices.allSatisfy { index in areSeen.contains { $0[index] } }
    }
  }
}
