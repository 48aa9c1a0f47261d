internal import HREvaluation
internal import HRStatistics

/// Cells of one (scenario, detector).
struct RowCells {
  let row: Evaluation.Row
  let clusterWord: String

  /// Returns the number with its interval in brackets, or with the number of clusters if these are too few for one.
  func short(_ metric: Metric) -> Cell {
    guard let value = row.value(metric) else { return .missing("") }
    let reason = row.lacksClusters ? "n=\(row.score.clusterCount)" : ""
    let factor = metric.kind == .share ? 100.0 : 1
    let interval = row.interval(metric).map { Interval(low: factor * $0.low, high: factor * $0.high) }
    return .estimate(factor * value, interval, decimals: metric.kind.decimals, else: reason)
  }

  /// Success rate (all windows): the share of all windows with a reference that were answered within the tolerance,
  /// in per cent, with its interval. Its clusters are those of all these windows.
  var rightOfAll: Cell {
    guard let right = row.score.rightOfAll else { return .missing("no reference") }
    let percent = right.interval.map { Interval(low: 100 * $0.low, high: 100 * $0.high) }
    return .estimate(100 * right.share, percent, decimals: 1, else: "n=\(right.clusterCount)")
  }

  /// Returns the interval alone, or the reason why there is none.
  func interval(_ interval: Interval?) -> Cell {
    guard row.score.estimateCount > 0 else { return .missing("") }
    // Intervals over fewer clusters may exist as numbers, but they are no evidence.
    if row.lacksClusters { return .missing(row.tooFew(clusterWord)) }
    return .range(interval)
  }

  /// Returns the interval of a limit of agreement, or the reason why there is none.
  ///
  /// - Parameters:
  ///   - interval: of the limits.
  ///   - isShort: true to show the number of clusters alone if these are too few.
  func interval(ofLimit interval: (AgreementLimits) -> Interval?, isShort: Bool = false) -> Cell {
    if isShort, row.lacksClusters, row.score.estimateCount > 0 {
      return .missing("n=\(row.score.clusterCount)")
    }
    if let doubt = row.limits?.doubts.first { return .missing(doubt.word) }
    return self.interval(row.limits.flatMap(interval))
  }

  func metric(_ metric: Metric, decimals: Int? = nil) -> Cell {
    .metric(metric, row.value(metric), decimals: decimals)
  }

  var coverage: Cell {
    .percent(row.tally.coverage, else: "no reference")
  }
}

extension Cell {
  /// Returns the value of a metric, a share in per cent, or the reason why there is none.
  static func metric(
    _ metric: Metric, _ value: Double?, decimals: Int? = nil, else reason: String = ""
  ) -> Cell {
    .optional(
      value.map { metric.kind == .share ? 100 * $0 : $0 }, decimals: decimals ?? metric.kind.decimals,
      else: reason)
  }

  static func range(_ limits: Interval?, decimals: Int = 2) -> Cell {
    limits.map { .interval(low: $0.low, high: $0.high, decimals: decimals) } ?? .missing("")
  }

  /// Returns the number with its interval, or with the reason why there is none.
  static func estimate(
    _ number: Double, _ interval: Interval?, decimals: Int = 2, else reason: String
  ) -> Cell {
    interval.map { .estimate(number, low: $0.low, high: $0.high, decimals: decimals) }
      ?? .bare(number, decimals: decimals, reason: reason)
  }
}

extension Metric.Kind {
  /// Number of decimals for people; a share is in per cent.
  fileprivate var decimals: Int {
    switch self {
    case .rate, .percent: 2
    case .share, .count: 1
    case .ratio, .coefficient: 3
    }
  }

  var shownUnit: String? { self == .share ? "%" : unit.isEmpty ? nil : unit }
}
