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
  func short(_ name: String, _ low: String, _ high: String, decimals: Int = 2) -> Cell {
    guard let value = row.value(named: name) else { return .missing("") }
    if let interval = row.interval(low, high) {
      return .estimate(value, low: interval.low, high: interval.high, decimals: decimals)
    }
    return .bare(value, decimals: decimals, reason: row.lacksClusters ? "n=\(row.pairs.clusterCount)" : "")
  }

  /// The interval alone, or why there is none.
  func interval(_ low: String, _ high: String, decimals: Int = 2) -> Cell {
    interval(row.interval(low, high), decimals: decimals)
  }

  func interval(_ interval: Interval?, decimals: Int = 2) -> Cell {
    guard row.pairs.count > 0 else { return .missing("") }
    // Intervals over fewer clusters may exist as numbers; they would only look like evidence.
    if row.lacksClusters { return .missing(row.tooFew(clusterWord)) }
    return interval.map { .interval(low: $0.low, high: $0.high, decimals: decimals) } ?? .missing("")
  }

  func metric(_ name: String, decimals: Int = 2) -> Cell {
    .optional(row.value(named: name), decimals: decimals)
  }

  /// A share as per cent.
  func percent(_ name: String) -> Cell {
    .optional(row.value(named: name).map { 100 * $0 }, decimals: 1)
  }

  var coverage: Cell {
    .optional(row.tally.coverage.map { 100 * $0 }, decimals: 1, else: "no reference")
  }

  func range(_ limits: Interval?, decimals: Int = 2) -> Cell {
    limits.map { .interval(low: $0.low, high: $0.high, decimals: decimals) } ?? .missing("")
  }
}
