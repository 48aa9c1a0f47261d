internal import HREvaluation
internal import HRStatistics

/// `1 window`, `1,252 windows`
func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

extension Evaluation {
  /// What clusters are in this run: `subjects` where every recording names one.
  var clusterWord: String { clusterKind.word }

  func row(scenario: Int, detector: Int) -> Row? {
    rows.first { $0.scenario == scenario && $0.detector == detector }
  }

  func rows(ofScenario scenario: Int) -> [Row] {
    rows.filter { $0.scenario == scenario }
  }

  /// Whether any metric whose name begins so was chosen for the tables.
  func shows(metric prefix: String) -> Bool {
    plan.metrics.contains { $0.hasPrefix(prefix) }
  }
}

extension Evaluation.Row {
  /// The value of the metric of that name.
  func value(named name: String) -> Double? {
    Metric.all.first { $0.name == name }.flatMap(value)
  }

  func interval(_ low: String, _ high: String) -> Interval? {
    guard let low = value(named: low), let high = value(named: high) else { return nil }
    return Interval(low: low, high: high)
  }

  /// Too few clusters for an interval.
  var lacksClusters: Bool { pairs.clusterCount < ClusterBootstrap.leastClusters }

  /// `too few subjects (n=3)`
  func tooFew(_ clusterWord: String) -> String {
    "too few \(clusterWord) (n=\(pairs.clusterCount))"
  }

  /// The limits of agreement that fit these pairs.
  var limits: AgreementLimits? {
    if let limits = score?.repeatedMeasures?.limitsBPM {
      let intervals = score?.limitIntervals
      return AgreementLimits(
        kind: .repeatedMeasures, limits: limits, lower: intervals?.lowerLimitBPM,
        upper: intervals?.upperLimitBPM)
    }
    guard let simple = score?.simple else { return nil }
    // With one pair per cluster windows are as independent as clusters, and the exact intervals hold.
    let exact = lacksClusters ? nil : score?.exact
    return AgreementLimits(
      kind: .simple, limits: simple.limitsBPM, lower: exact?.lowerLimitIntervalBPM,
      upper: exact?.upperLimitIntervalBPM)
  }
}

/// Limits of agreement with the intervals of each, and which definition they are of.
struct AgreementLimits {
  enum Kind {
    case repeatedMeasures, simple
  }

  let kind: Kind
  let limits: Interval
  let lower: Interval?
  let upper: Interval?
}
