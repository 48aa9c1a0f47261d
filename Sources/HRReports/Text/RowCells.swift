internal import HREvaluation
internal import HRStatistics

/// Cells of one (scenario, detector).
struct RowCells {
  private let row: Evaluation.Row
  private let clusterWord: String

  init(_ row: Evaluation.Row, clusterWord: String) {
    self.row = row
    self.clusterWord = clusterWord
  }

  /// The number with its interval in brackets, or with the number of clusters where these are too few for one.
  func short(_ metric: Metric, decimals: Int = 2) -> Cell {
    guard let value = row.value(metric) else { return .missing("") }
    if let interval = row.interval(metric) {
      return .estimate(value, low: interval.low, high: interval.high, decimals: decimals)
    }
    return .bare(value, decimals: decimals, reason: row.lacksClusters ? "n=\(row.pairs.clusterCount)" : "")
  }

  /// The interval alone, or why there is none.
  func interval(_ metric: Metric) -> Cell { interval(row.interval(metric)) }

  func interval(_ interval: Interval?, decimals: Int = 2) -> Cell {
    guard row.pairs.count > 0 else { return .missing("") }
    // Intervals over fewer clusters may exist as numbers; they would only look like evidence.
    if row.lacksClusters { return .missing(row.tooFew(clusterWord)) }
    return interval.map { .interval(low: $0.low, high: $0.high, decimals: decimals) } ?? .missing("")
  }

  /// The value, a share in per cent.
  func metric(_ metric: Metric, decimals: Int? = nil) -> Cell {
    .optional(
      row.value(metric).map { metric.kind == .share ? 100 * $0 : $0 },
      decimals: decimals ?? metric.kind.decimals)
  }

  var coverage: Cell {
    .optional(row.tally.coverage.map { 100 * $0 }, decimals: 1, else: "no reference")
  }

  func range(_ limits: Interval?, decimals: Int = 2) -> Cell {
    limits.map { .interval(low: $0.low, high: $0.high, decimals: decimals) } ?? .missing("")
  }
}

extension Metric.Kind {
  /// As people read it; a share in per cent.
  fileprivate var decimals: Int {
    switch self {
    case .rate, .percent: 2
    case .share, .count: 1
    case .ratio, .coefficient: 3
    }
  }

  var shownUnit: String? { self == .share ? "%" : unit.isEmpty ? nil : unit }
}
