package import HRStatistics

/// Limits of agreement with the intervals of each.
package struct AgreementLimits: Equatable, Sendable {
  /// True if they treat windows as independent; else they are those of repeated measures.
  package let areSimple: Bool
  package let limits: Interval
  package let lower: Interval?
  package let upper: Interval?
}

extension Evaluation.Row {
  /// True if there are too few clusters for an interval: fewer than 5.
  package var lacksClusters: Bool { score.clusterCount < ClusterBootstrap.leastClusters }

  /// The limits of agreement that fit these pairs.
  package var limits: AgreementLimits? {
    if let limits = score.repeatedMeasures?.limitsBPM {
      let intervals = score.limitIntervals
      return AgreementLimits(
        areSimple: false, limits: limits, lower: intervals?.lowerLimitBPM,
        upper: intervals?.upperLimitBPM)
    }
    guard let simple = score.simple else { return nil }
    // With one pair per cluster windows are as independent as clusters, and the exact intervals hold.
    let exact = lacksClusters ? nil : score.exact
    return AgreementLimits(
      areSimple: true, limits: simple.limitsBPM, lower: exact?.lowerLimitIntervalBPM,
      upper: exact?.upperLimitIntervalBPM)
  }
}
