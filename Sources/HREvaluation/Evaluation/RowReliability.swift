internal import HRRunning
package import HRStatistics

/// Agreement of the confidence of a row's answers with the probability of being right: over all data sets, and on
/// each.
package struct RowReliability: Sendable {
  /// Tolerance within which an answer is right: the one that the detector states for its confidence, else the run's.
  package let tolerance: Tolerance
  /// True if the detector states that its confidence is the probability of being right.
  package let isStated: Bool
  package let all: Reliability
  /// Reliability on each data set with such answers, in the experiment's order; none where the run has only one.
  package let ofDatasets: [(dataset: Int, reliability: Reliability)]
  /// The units of each data set that has windows.
  private let units: [Int: [Int]]
  /// Series of all units.
  private let series: AnsweredSeries

  /// - Parameters:
  ///   - series: one per unit.
  ///   - recordings: of each unit, an index of the plan.
  ///   - detector: index of the detector whose answers these are.
  ///   - plan: the run's plan.
  init?(_ series: AnsweredSeries, recordings: [Int], detector: Int, plan: RunPlan) {
    isStated = plan.detectors[detector].chanceWithinBPM != nil
    tolerance =
      plan.detectors[detector].chanceWithinBPM.map { Tolerance(withinBPM: $0, withinPercent: nil) }
      ?? plan.tolerance
    units = Dictionary(grouping: series.indices) { plan.recordings[recordings[$0]].dataset }
    self.series = series
    var pooled = ConfidentAnswers()
    var ofDatasets: [(dataset: Int, reliability: Reliability)] = []
    for (dataset, units) in units.sorted(by: { $0.key < $1.key }) {
      var own = ConfidentAnswers()
      let areChances = ConfidentAnswers.forEach(of: units.lazy.map { series[$0] }, within: tolerance) {
        own.append($0, isRight: $1)
        pooled.append($0, isRight: $1)
      }
      guard areChances else { return nil }
      if let reliability = Reliability(own) { ofDatasets.append((dataset, reliability)) }
    }
    guard let all = Reliability(pooled) else { return nil }
    self.all = all
    self.ofDatasets = plan.usedDatasets.count > 1 ? ofDatasets : []
  }

  /// Data sets with windows, in the experiment's order.
  var datasets: [Int] { units.keys.sorted() }

  /// Goes through the answers on one data set.
  func forEachAnswer(on dataset: Int, _ body: (_ confidence: Double, _ isRight: Bool) -> Void) {
    _ = ConfidentAnswers.forEach(
      of: (units[dataset] ?? []).lazy.map { series[$0] }, within: tolerance, body)
  }
}
