internal import HREvaluation
internal import HRStatistics
internal import HRSupport

/// The panels of a scenario of a run.
extension BlandAltmanFigure {
  /// Creates the figure of the detectors with the highest success rate (all windows), or of those that come next.
  ///
  /// - Parameters:
  ///   - scenario: index among the scenarios of the plan.
  ///   - evaluation: evaluation of the run.
  ///   - styles: of its detectors.
  ///   - isRest: true for the detectors that come next.
  /// - Returns: `nil` if there are none that come next.
  init?(_ scenario: Int, of evaluation: Evaluation, _ styles: DetectorStyles, isRest: Bool = false) {
    let rows = evaluation.rows(ofScenario: scenario).bestFirst
    let (first, rest) = (rows.prefix(Self.mostPanels), rows.dropFirst(Self.mostPanels))
    guard !isRest || !rest.isEmpty else { return nil }
    // A cluster has the same number in all panels, whichever windows of it each detector answered.
    let names = evaluation.clusterNames.distinct
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let shown = Array(isRest ? rest.prefix(Self.mostRestPanels) : first)
    self.init(
      scenario: evaluation.plan.scenarios[scenario].label,
      panels: ConcurrentWork.map(shown.count) { Panel(shown[$0], of: evaluation, styles, places: places) },
      clusterKind: evaluation.clusterKind, clusterNames: names,
      unit: evaluation.plan.unit(of: scenario),
      acceptableBPM: evaluation.plan.acceptableDifference(of: scenario),
      elsewhere: isRest ? Self.mostPanels : min(rest.count, Self.mostRestPanels),
      leftOut: max(0, rest.count - Self.mostRestPanels), isRest: isRest,
      figureCount: evaluation.plan.scenarios.count)
  }
}

extension BlandAltmanFigure {
  /// Maximum number of groups with a panel, and of scenarios with a figure of groups.
  private static let mostGroups = 12
  private static let mostScenarios = 12

  /// Creates the figure of the scenario's best detector, by success rate (all windows), with a panel for each group.
  ///
  /// - Returns: `nil` without groups, or without an answer.
  init?(groupsOf scenario: Int, of evaluation: Evaluation, _ styles: DetectorStyles) {
    guard scenario < Self.mostScenarios, let leader = evaluation.leader(ofScenario: scenario) else {
      return nil
    }
    let rows = evaluation.strata.compactMap { group -> (group: Evaluation.Stratum, row: Evaluation.Row)? in
      group.rows.first { $0.scenario == scenario && $0.detector == leader.detector }.map { (group, $0) }
    }
    guard !rows.isEmpty else { return nil }
    let names = evaluation.clusterNames.distinct
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let shown = Array(rows.prefix(Self.mostGroups))
    self.init(
      scenario: evaluation.plan.scenarios[scenario].label,
      panels: ConcurrentWork.map(shown.count) { place in
        let (group, row) = shown[place]
        return Panel(
          row, of: evaluation, styles, places: places, name: StrataTables.words(group),
          gathered: evaluation.pairs(of: row, in: group))
      },
      clusterKind: evaluation.clusterKind, clusterNames: names,
      unit: evaluation.plan.unit(of: scenario),
      acceptableBPM: evaluation.plan.acceptableDifference(of: scenario),
      groups: .init(detector: evaluation.detector(of: leader), leftOut: rows.count - shown.count),
      figureCount: evaluation.plan.scenarios.count)
  }
}

extension BlandAltmanFigure.Panel {
  /// - Parameters:
  ///   - name: title of the panel; `nil`: the detector's label.
  ///   - gathered: the windows of the row; `nil`: those of the run.
  fileprivate init(
    _ row: Evaluation.Row, of evaluation: Evaluation, _ styles: DetectorStyles, places: [String: Int],
    name: String? = nil, gathered: GatheredPairs? = nil
  ) {
    let gathered = gathered ?? evaluation.pairs(of: row)
    let pairs = gathered.rates
    let own = gathered.clusterNames.map { places[$0] ?? 0 }
    let shown = Self.looked(at: pairs)
    let limits = row.limits
    let slopes = row.score.proportionalBias
    self.init(
      detector: name ?? evaluation.detector(of: row), style: styles[row.detector],
      referenceBPM: shown.map(\.referenceBPM),
      estimateBPM: shown.map(\.estimateBPM), cluster: shown.map { own[$0.cluster] },
      clusters: pairs.clusterCount, bias: row.value(.bias).flatMap { .init($0, row.interval(.bias)) },
      lower: limits.flatMap { .init($0.limits.low, $0.lower) },
      upper: limits.flatMap { .init($0.limits.high, $0.upper) },
      limitsAreSimple: limits?.areSimple == true,
      slope: slopes.slopeOnMean.flatMap { .init($0, slopes.onMean?.interval) },
      unseen: pairs.count - shown.count)
  }

  /// Returns the windows that a panel uses, of many: an even choice, with the two extreme differences; of equal ones
  /// the first.
  private static func looked(at pairs: PairedRates) -> [Pair] {
    var (place, least, largest) = (0, Int?.none, Int?.none)
    var (low, high) = (Double.infinity, -Double.infinity)
    pairs.forEach { pair in
      if pair.errorBPM < low { (low, least) = (pair.errorBPM, place) }
      if pair.errorBPM > high { (high, largest) = (pair.errorBPM, place) }
      place += 1
    }
    // Many pairs are not held, so those that are chosen are collected in a second pass.
    var places = thinned(pairs.count, to: BlandAltmanFigure.mostLookedAt, extremes: [least, largest])[...]
    var shown: [Pair] = []
    shown.reserveCapacity(places.count)
    place = 0
    pairs.forEach { pair in
      if place == places.first {
        shown.append(pair)
        places = places.dropFirst()
      }
      place += 1
    }
    return shown
  }
}
