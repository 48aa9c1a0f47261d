internal import HRResults
package import HRStatistics

/// Whether the confidence of a row's answers is the chance of being right: over all data sets, and on each.
package struct RowReliability: Sendable {
  /// What an answer had to be within to be right: what the detector states its confidence to be the chance of, else the
  /// run's tolerance.
  package let tolerance: Tolerance
  /// Whether the detector states its confidence to be that chance.
  package let isStated: Bool
  package let all: Reliability
  /// Of the data sets with such answers, in the experiment's order; none where the run has one alone.
  package let ofDatasets: [(dataset: Int, reliability: Reliability)]
  /// The units of each data set that has such answers.
  private let units: [Int: [Int]]
  /// Of all units.
  private let series: AnsweredSeries

  /// - Parameters:
  ///   - series: one per unit.
  ///   - recordings: of each unit, an index of the plan.
  ///   - detector: whose answers these are.
  ///   - plan: what was run.
  init?(_ series: AnsweredSeries, recordings: [Int], detector: Int, plan: RunPlan) {
    isStated = plan.detectors[detector].chanceWithinBPM != nil
    tolerance =
      plan.detectors[detector].chanceWithinBPM.map { Tolerance(withinBPM: $0, withinPercent: nil) }
      ?? plan.tolerance
    units = Dictionary(grouping: series.indices) { plan.recordings[recordings[$0]].dataset }
    // Rows outlive their series.
    self.series = series.unkept
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
