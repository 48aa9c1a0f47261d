internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Figures of one scenario with a row for each detector, by the mean absolute error, the smallest first.
struct ErrorFigures {
  struct Row: Sendable {
    /// Index among the detectors of the plan.
    let detector: Int
    /// Style of the detector; `nil`: grey.
    var style: Int?
    let name: String
    /// Mean absolute error; `nil` if it does not exist or is not finite, as for extreme rates.
    let maeBPM: Double?
    var interval: Interval?
    var spread: ErrorSpread?
    /// Share of answered windows, 0…1; `nil` if no window has a reference.
    var coverage: Double?
    /// Share of the answered windows beyond the tolerance, 0…1.
    var beyondShare: Double?
    /// Reason why there is no error, if there is none.
    let reason: String
  }

  let scenario: String
  let rows: [Row]
  /// Error of the best guess without the signal.
  var chanceBPM: Double?
  var tolerance = Tolerance()
  /// Unit of the values; empty for a ratio.
  var unit = RunPlan.rateUnit
  /// Maximum number of rows; `nil`: all.
  var mostRows: Int?

  /// Rows by error, those without one last; ties as in the plan.
  private var shown: ArraySlice<Row> {
    rows.enumerated().sorted {
      ($0.element.maeBPM ?? .infinity, $0.offset) < ($1.element.maeBPM ?? .infinity, $1.offset)
    }.map(\.element).prefix(mostRows ?? rows.count)
  }

  /// Sentence on the rows that are not shown; empty if all are.
  private var leftOut: String {
    let count = rows.count - shown.count
    return count == 0
      ? "" : " \(grouped(count)) more \(count == 1 ? "detector is" : "detectors are") in the tables alone."
  }

  /// Mean absolute error of each detector, with its interval, the chance level and the share of windows that it
  /// answered; `nil` without a row.
  var dots: RowPlot? {
    guard !rows.isEmpty else { return nil }
    let most = Reach.top(
      shown.compactMap(\.maeBPM), ends: shown.compactMap { $0.interval?.high }, chance: chanceBPM)
    let rule = chanceBPM.map { value in
      RowPlot.Rule(value: value, kind: .chance, label: "guess \(fixed(value, decimals: 1))")
    }
    let chance =
      chanceBPM == nil
      ? ""
      : " Dotted line: the best guess without the signal, on all windows with a reference."
    return RowPlot(
      title: "Error of each detector: \(scenario)",
      caption:
        "Mean absolute error over the windows that each detector answered, the smallest first; lower is better. Line: 95 % "
        + "confidence interval, where there is one. The paler a dot, the fewer windows were answered; the share is shown on "
        + "the right. An arrow at the edge is an error beyond the scale, and an interval that ends there goes on.\(chance)\(leftOut)",
      axis: .error(Scale(covering: 0, most, count: 6), in: unit), textTitle: "answered",
      rules: [rule].compactMap(\.self), rows: shown.map(dot))
  }

  private func dot(_ row: Row) -> RowPlot.Row {
    let answered = row.coverage.map { "\(fixed(100 * $0, decimals: 1)) %" }
    guard let mae = row.maeBPM else { return row.withoutErrors(text: answered ?? "") }
    var title = "\(row.name): mean absolute error \(fixed(mae, decimals: 2))\(RunPlan.behind(unit))"
    var marks: [RowPlot.Mark] = []
    if let interval = row.interval {
      marks.append(.line(from: interval.low, to: interval.high))
      title += ", 95 % interval \(fixed(interval.low, decimals: 2)) to \(fixed(interval.high, decimals: 2))"
    }
    if let answered { title += ", \(answered) answered" }
    return RowPlot.Row(
      name: row.name, detector: row.detector, style: row.style,
      marks: marks + [.dot(mae, fill: row.coverage ?? 1)],
      text: answered ?? "", title: title)
  }

  /// The signed errors of each detector: the ranges of the middle half and of the middle nine tenths; `nil` without a
  /// row.
  var distribution: RowPlot? {
    guard !rows.isEmpty else { return nil }
    return RowPlot(
      title: "Errors of each detector: \(scenario)",
      caption:
        "Errors of the windows that each detector answered, estimate minus reference: above zero it reads high. Line: 5th to "
        + "95th percentile; box: the middle half; stroke: median. In the order of the mean absolute error, the smallest "
        + "first. On the right the share of these windows that are off by more than \(tolerance.words). "
        + "What lies beyond the scale is cut off; an arrow is a median there.\(leftOut)",
      axis: .signedError(distributionScale, in: unit), textTitle: "beyond tolerance",
      rules: [.init(value: 0, kind: .zero, label: "")], rows: shown.map(spread))
  }

  /// A scale that holds zero, and on which one row with very large errors does not compress the others.
  private var distributionScale: Scale {
    let ends = shown.compactMap { $0.spread?.ninetyPercentBPM }
    let reach = max(Reach.top(ends.map { max(abs($0.low), abs($0.high)) }), 1)
    let low = ends.map(\.low).min() ?? 0
    let high = ends.map(\.high).max() ?? 0
    return Scale(covering: min(0, max(-reach, low)), max(0, min(reach, high)), count: 6)
  }

  private func spread(_ row: Row) -> RowPlot.Row {
    guard let spread = row.spread else { return row.withoutErrors(text: "") }
    func span(_ interval: Interval) -> String {
      "\(pageNumber(interval.low, decimals: 1)) to \(pageNumber(interval.high, decimals: 1))"
    }
    let (half, ninety) = (spread.halfBPM, spread.ninetyPercentBPM)
    let beyond = row.beyondShare.map { "\(fixed(100 * $0, decimals: 1)) %" }
    let title =
      "\(row.name): median error \(pageNumber(spread.medianBPM, decimals: 1))\(RunPlan.behind(unit)), half of them \(span(half)), "
      + "nine tenths \(span(ninety))"
    return RowPlot.Row(
      name: row.name, detector: row.detector, style: row.style,
      marks: [
        .line(from: ninety.low, to: ninety.high), .box(from: half.low, to: half.high),
        .tick(spread.medianBPM),
      ], text: beyond ?? "",
      title: title + (beyond.map { ", \($0) beyond \(tolerance.words)" } ?? ""))
  }
}

extension ErrorFigures.Row {
  fileprivate func withoutErrors(text: String) -> RowPlot.Row {
    RowPlot.Row(
      name: name, detector: detector, marks: [.words(reason)], text: text, title: "\(name): \(reason)")
  }

  fileprivate init(_ row: Evaluation.Row, of evaluation: Evaluation, _ styles: DetectorStyles) {
    let drawnMAE = row.value(.mae).flatMap { $0.isFinite ? $0 : nil }
    self.init(
      detector: row.detector, style: styles[row.detector], name: evaluation.detector(of: row),
      maeBPM: drawnMAE,
      interval: row.interval(.mae), spread: drawnMAE.flatMap { _ in row.score.spread },
      coverage: row.tally.coverage, beyondShare: row.score.errors.map { 1 - $0.withinToleranceShare },
      reason: row.whyWithoutErrors)
  }
}

extension ErrorFigures {
  /// - Parameters:
  ///   - scenario: index among the scenarios of the plan.
  ///   - evaluation: evaluation of the run.
  ///   - styles: of its detectors.
  ///   - mostRows: maximum number of rows; `nil`: all.
  init(_ scenario: Int, of evaluation: Evaluation, _ styles: DetectorStyles, mostRows: Int?) {
    self.init(
      scenario: evaluation.plan.scenarios[scenario].label,
      rows: evaluation.rows(ofScenario: scenario).map { Row($0, of: evaluation, styles) },
      chanceBPM: evaluation.chanceLevels[scenario].bestGuessMAEBPM, tolerance: evaluation.plan.tolerance,
      unit: evaluation.plan.unit(of: scenario), mostRows: mostRows)
  }
}

extension Evaluation.Row {
  /// Reason why a row has no error that can be drawn.
  fileprivate var whyWithoutErrors: String {
    if value(.mae) != nil { return "its errors are not finite" }
    guard tally.windows > 0 else { return "no window" }
    guard tally.referenceWindows > 0 else { return "no window has a reference" }
    let silent = tally.reasons.filter {
      if case .noReference = $0.outcome { false } else { true }
    }
    // The most frequent reason; of equally frequent ones the first in alphabetical order.
    guard let first = silent.first else { return "no window has both a reference and an estimate" }
    let most = silent.reduce(first) { $1.windows > $0.windows ? $1 : $0 }
    return "no answer where there is a reference; silent most often: \(most.outcome.text)"
  }
}

/// Upper end of a scale of errors on which one very large error does not compress all others.
enum Reach {
  /// Returns the largest end, but no more than 1.3 times chance or three times the median error, whichever is more.
  /// Chance is on the scale if that leaves the errors a quarter of it.
  ///
  /// - Parameters:
  ///   - values: errors, none below 0.
  ///   - ends: of their intervals.
  ///   - chance: error of the best guess without the signal, if it is known.
  /// - Returns: a number above 0.
  static func top(_ values: [Double], ends: [Double] = [], chance: Double? = nil) -> Double {
    let ascending = values.filter(\.isFinite).sorted()
    guard let largest = ascending.last else { return max(1, chance ?? 1) }
    let shown = chance.flatMap { $0 <= 4 * largest ? 1.05 * $0 : nil }
    let most = max(ends.filter(\.isFinite).max() ?? 0, largest, shown ?? 0)
    let middle = ascending[(ascending.count - 1) / 2]
    return max(min(most, max(1.3 * (chance ?? 0), 3 * middle)), 1e-6)
  }
}
