internal import HREvaluation
internal import HRStatistics

/// The panels of a scenario of a run.
extension BlandAltmanFigure {
  /// Creates the figure of the detectors with the highest success rate (all windows).
  ///
  /// - Parameters:
  ///   - scenario: index among the scenarios of the plan.
  ///   - evaluation: evaluation of the run.
  ///   - across: quantity on the horizontal axis.
  ///   - scales: whether panels share them.
  init(
    _ scenario: Int, of evaluation: Evaluation, across: Across = .mean, scales: Scales = .own
  ) {
    let rows = evaluation.rows(ofScenario: scenario).bestFirst
    let (first, rest) = (rows.prefix(Self.mostPanels), rows.dropFirst(Self.mostPanels))
    self.init(scenario, Array(first), of: evaluation, across, scales)
    elsewhere = min(rest.count, Self.mostRestPanels)
    leftOut = rest.count - elsewhere
  }

  /// Creates the figure of the detectors that come next.
  ///
  /// - Parameters:
  ///   - scenario: index among the scenarios of the plan.
  ///   - evaluation: evaluation of the run.
  ///   - isRest: distinguishes it from the first figure.
  /// - Returns: `nil` if the first figure has panels for all.
  init?(_ scenario: Int, of evaluation: Evaluation, isRest: Bool) {
    let rows = evaluation.rows(ofScenario: scenario).bestFirst
    let rest = rows.dropFirst(Self.mostPanels)
    guard !rest.isEmpty else { return nil }
    self.init(scenario, Array(rest.prefix(Self.mostRestPanels)), of: evaluation, .mean, .own)
    elsewhere = Self.mostPanels
    leftOut = max(0, rest.count - Self.mostRestPanels)
    self.isRest = isRest
  }

  private init(
    _ scenario: Int, _ rows: [Evaluation.Row], of evaluation: Evaluation, _ across: Across, _ scales: Scales
  ) {
    // A cluster has the same number in all panels, whichever windows of it each detector answered.
    let names = evaluation.clusterNames.distinct
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated() { places[name] = place }
    self.init(
      scenario: evaluation.plan.scenarios[scenario].label,
      panels: rows.map { row in
        Panel(row, of: evaluation, places: places, across)
      }, clusterKind: evaluation.clusterKind, clusterNames: names, across: across, scales: scales,
      acceptableBPM: evaluation.plan.acceptableDifferenceBPM)
    figureCount = evaluation.plan.scenarios.count
  }
}

extension BlandAltmanFigure.Panel {
  fileprivate init(
    _ row: Evaluation.Row, of evaluation: Evaluation, places: [String: Int],
    _ across: BlandAltmanFigure.Across
  ) {
    let gathered = evaluation.pairs(of: row)
    let pairs = gathered.rates
    let own = gathered.clusterNames.map { places[$0] ?? 0 }
    let shown = Self.looked(at: pairs)
    let limits = row.limits
    let biasInterval = row.interval(.bias)
    let slopes = row.score.proportionalBias
    let (slope, clustered) =
      across == .mean ? (slopes.slopeOnMean, slopes.onMean) : (slopes.slopeOnReference, slopes.onReference)
    self.init(
      detector: evaluation.detector(of: row), referenceBPM: shown.map(\.referenceBPM),
      estimateBPM: shown.map(\.estimateBPM), cluster: shown.map { own[$0.cluster] },
      clusters: pairs.clusterCount,
      bias: row.value(.bias).flatMap { .init(value: $0, low: biasInterval?.low, high: biasInterval?.high) },
      lower: limits.flatMap { .init(value: $0.limits.low, low: $0.lower?.low, high: $0.lower?.high) },
      upper: limits.flatMap { .init(value: $0.limits.high, low: $0.upper?.low, high: $0.upper?.high) },
      limitsAreSimple: limits?.areSimple == true,
      slope: slope.flatMap {
        .init(value: $0, low: clustered?.interval.low, high: clustered?.interval.high)
      }, unseen: pairs.count - shown.count)
  }

  /// Returns the windows that a panel uses, of many: an even choice, with the two extreme differences; of equal ones
  /// the first.
  private static func looked(at pairs: PairedRates) -> [Pair] {
    let most = BlandAltmanFigure.mostLookedAt
    var shown: [Pair] = []
    guard pairs.count > most else {
      pairs.forEach { shown.append($0) }
      return shown
    }
    var (low, high) = (Extreme(errorBPM: .infinity), Extreme(errorBPM: -.infinity))
    var place = 0
    pairs.forEach { pair in
      let found = Extreme(place: place, errorBPM: pair.errorBPM)
      if found.errorBPM < low.errorBPM { low = found }
      if found.errorBPM > high.errorBPM { high = found }
      place += 1
    }
    let places = Set((0..<most - 2).map { $0 * pairs.count / (most - 2) } + [low.place, high.place])
    place = 0
    pairs.forEach { pair in
      if places.contains(place) { shown.append(pair) }
      place += 1
    }
    return shown
  }

  private struct Extreme {
    var place = 0
    let errorBPM: Double
  }
}
