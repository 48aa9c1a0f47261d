internal import HREvaluation
internal import HRStatistics

/// The signed errors of each detector in one scenario: the ranges of the middle half and of the middle nine tenths.
struct ErrorDistributionFigure {
  struct Row: Sendable {
    /// Index among the detectors of the plan.
    let detector: Int
    let name: String
    let spread: ErrorSpread?
    let maeBPM: Double?
    /// Share of the answered windows beyond the tolerance, 0…1.
    let beyondShare: Double?
    /// Reason why there are no errors, if there are none.
    let reason: String
  }

  let scenario: String
  let rows: [Row]
  let tolerance: Tolerance
  /// Maximum number of rows; `nil`: all.
  var mostRows: Int?

  /// The figure; `nil` without a row.
  var plot: RowPlot? {
    guard !rows.isEmpty else { return nil }
    let sorted = DotPlotFigure.sorted(rows, by: \.maeBPM)
    let shown = Array(sorted.prefix(mostRows ?? sorted.count))
    let bound = ReliabilityTables.words(tolerance)
    var caption =
      "Errors of the windows that each detector answered, estimate minus reference: above zero it reads high. Line: 5th to "
      + "95th percentile; box: the middle half; stroke: median. In the order of the mean absolute error, the smallest "
      + "first. On the right the share of these windows that are off by more than \(bound). What lies beyond the scale "
      + "is cut off; an arrow is a median there."
    let leftOut = sorted.count - shown.count
    if leftOut > 0 {
      caption +=
        " \(grouped(leftOut)) more \(leftOut == 1 ? "detector is" : "detectors are") in the tables alone."
    }
    return RowPlot(
      title: "Errors of each detector: \(scenario)", caption: caption,
      axis: Figure.Axis(title: "estimate − reference (bpm)", scale: scale(of: shown)),
      textTitle: "beyond tolerance", rules: [.init(value: 0, kind: .zero, label: "")],
      rows: shown.map(row))
  }

  /// Returns a scale that holds zero, and on which one row with very large errors does not compress the others.
  private func scale(of rows: [Row]) -> Scale {
    let ends = rows.compactMap { $0.spread?.ninetyPercentBPM }
    let reach = max(
      Reach.top(ends.map { max(abs($0.low), abs($0.high)) }), 1)
    let low = ends.map(\.low).min() ?? 0
    let high = ends.map(\.high).max() ?? 0
    return Scale(covering: min(0, max(-reach, low)), max(0, min(reach, high)), count: 6)
  }

  private func row(_ row: Row) -> RowPlot.Row {
    guard let spread = row.spread else {
      return RowPlot.Row(
        name: row.name, detector: row.detector, marks: [.words(row.reason)],
        title: "\(row.name): \(row.reason)")
    }
    func span(_ interval: Interval) -> String {
      "\(pageNumber(interval.low, decimals: 1)) to \(pageNumber(interval.high, decimals: 1))"
    }
    let beyond = row.beyondShare.map { "\(fixed(100 * $0, decimals: 1)) %" }
    var title =
      "\(row.name): median error \(pageNumber(spread.medianBPM, decimals: 1)) bpm, half of them \(span(spread.halfBPM)), "
      + "nine tenths \(span(spread.ninetyPercentBPM))"
    if let beyond { title += ", \(beyond) beyond \(ReliabilityTables.words(tolerance))" }
    return RowPlot.Row(
      name: row.name, detector: row.detector,
      marks: [
        .line(from: spread.ninetyPercentBPM.low, to: spread.ninetyPercentBPM.high),
        .box(from: spread.halfBPM.low, to: spread.halfBPM.high), .tick(spread.medianBPM),
      ], text: beyond ?? "", title: title)
  }
}
