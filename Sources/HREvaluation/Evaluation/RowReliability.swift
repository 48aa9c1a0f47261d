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
  /// By data set.
  let answers: [Int: ConfidentAnswers]

  /// - Parameters:
  ///   - series: one per unit.
  ///   - recordings: of each unit, an index of the plan.
  ///   - detector: whose answers these are.
  ///   - plan: what was run.
  init?(_ series: [WindowSeries], recordings: [Int], detector: Int, plan: RunPlan) {
    isStated = plan.detectors[detector].chanceWithinBPM != nil
    tolerance =
      plan.detectors[detector].chanceWithinBPM.map { Tolerance(withinBPM: $0, withinPercent: nil) }
      ?? plan.tolerance
    var (answers, pooled): ([Int: ConfidentAnswers], ConfidentAnswers) = ([:], ConfidentAnswers())
    let units = Dictionary(grouping: series.indices) { plan.recordings[recordings[$0]].dataset }
    for (dataset, units) in units.sorted(by: { $0.key < $1.key }) {
      guard let some = ConfidentAnswers(units.map { series[$0] }, within: tolerance) else { return nil }
      answers[dataset] = some
      pooled.append(some)
    }
    guard let all = Reliability(pooled) else { return nil }
    self.all = all
    self.answers = answers
    ofDatasets =
      plan.usedDatasets.count > 1
      ? answers.sorted { $0.key < $1.key }.compactMap { dataset, some in
        Reliability(some).map { (dataset, $0) }
      } : []
  }
}
