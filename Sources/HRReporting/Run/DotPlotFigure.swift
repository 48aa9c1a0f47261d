internal import HREvaluation

/// Mean absolute error of each detector in one scenario, the smallest first, with its interval, the chance level and
/// the share of windows that it answered.
struct DotPlotFigure {
  struct Row: Sendable {
    /// Index among the detectors of the plan.
    let detector: Int
    let name: String
    let maeBPM: Double?
    let low: Double?
    let high: Double?
    /// Share of answered windows, 0…1; `nil` if no window has a reference.
    let coverage: Double?
    /// Reason why there is no error, if there is none.
    let reason: String
  }

  let scenario: String
  let rows: [Row]
  /// Error of the best guess without the signal.
  let chanceBPM: Double?
  /// Maximum number of rows; `nil`: all.
  var mostRows: Int?

  /// Returns rows by error, the smallest first, those without one last; ties as in the plan.
  static func sorted<Row>(_ rows: [Row], by maeBPM: (Row) -> Double?) -> [Row] {
    rows.enumerated().sorted {
      let (a, b) = (maeBPM($0.element) ?? .infinity, maeBPM($1.element) ?? .infinity)
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
  }

  /// The figure; `nil` without a row.
  var plot: RowPlot? {
    guard !rows.isEmpty else { return nil }
    let sorted = Self.sorted(rows, by: \.maeBPM)
    let shown = Array(sorted.prefix(mostRows ?? sorted.count))
    let most = Reach.top(
      shown.compactMap(\.maeBPM), ends: shown.compactMap(\.high), chance: chanceBPM)
    let rule = chanceBPM.map { value in
      RowPlot.Rule(value: value, kind: .chance, label: "chance \(fixed(value, decimals: 1))")
    }
    return RowPlot(
      title: "Error of each detector: \(scenario)", caption: caption(leftOut: sorted.count - shown.count),
      axis: Figure.Axis(title: "mean absolute error (bpm)", scale: Scale(covering: 0, most, count: 6)),
      textTitle: "answered", rules: [rule].compactMap(\.self), rows: shown.map(row))
  }

  private func caption(leftOut: Int) -> String {
    var text =
      "Mean absolute error over the windows that each detector answered, the smallest first; lower is better. Line: 95 % "
      + "confidence interval, where there is one. The paler a dot, the fewer windows were answered; the share stands on "
      + "the right. An arrow at the edge is an error beyond the scale."
    if chanceBPM != nil {
      text +=
        " Dotted line: the best guess that is made without the signal, over all windows with a reference."
    }
    if leftOut > 0 {
      text +=
        " \(grouped(leftOut)) more \(leftOut == 1 ? "detector is" : "detectors are") in the tables alone."
    }
    return text
  }

  private func row(_ row: Row) -> RowPlot.Row {
    let answered = row.coverage.map { "\(fixed(100 * $0, decimals: 1)) %" }
    guard let mae = row.maeBPM else {
      return RowPlot.Row(
        name: row.name, detector: row.detector, marks: [.words(row.reason)], text: answered ?? "",
        title: "\(row.name): \(row.reason)")
    }
    var title = "\(row.name): mean absolute error \(fixed(mae, decimals: 2)) bpm"
    var marks: [RowPlot.Mark] = []
    if let low = row.low, let high = row.high {
      marks.append(.line(from: low, to: high))
      title += ", 95 % interval \(fixed(low, decimals: 2)) to \(fixed(high, decimals: 2))"
    }
    if let answered { title += ", \(answered) answered" }
    return RowPlot.Row(
      name: row.name, detector: row.detector, marks: marks + [.dot(mae, fill: row.coverage ?? 1)],
      text: answered ?? "", title: title)
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
