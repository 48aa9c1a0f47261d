internal import HREvaluation
internal import HRSignals

/// A row per trend: its first level, its latest level, its last change and remarks.
struct HistoryTable {
  private let history: History
  private let scale: HistoryScale
  /// Number of the latest runs that a sparkline shows.
  private static let sparkRuns = 24

  init(_ history: History) {
    self.history = history
    scale = HistoryScale(history.metric)
  }

  func table(of trends: [Trend], detectorTitle: String = "detector", indent: String = "") -> Table {
    Table(
      columns: [
        .left(detectorTitle, importance: 10), .init("runs", importance: 3),
        .init("first", unit: scale.unit, importance: 6), .init("last", unit: scale.unit, importance: 9),
        .left("change at", unit: scale.unit, importance: 8), .left(sparkTitle, importance: 5),
        RowColumn.coverage.importance(4).column, .left("note", importance: 7),
      ], rows: trends.map { cells($0, indent: indent) })
  }

  private var sparkTitle: String {
    history.runs.count > Self.sparkRuns ? "last \(Self.sparkRuns) runs" : "trend"
  }

  private func cells(_ trend: Trend, indent: String) -> [Cell] {
    let first = trend.points.first { $0.value != nil }?.value
    return [
      .text(indent + trend.detector), .count(trend.points.count), value(first),
      value(trend.points.last?.value),
      change(trend), .text(sparkline(trend)),
      .percent(trend.points.last?.coverage),
      .text(note(trend)),
    ]
  }

  private func value(_ value: Double?) -> Cell {
    .optional(value.map(scale.shown), decimals: scale.decimals)
  }

  /// Returns `+1.20 night-07 (data)`: the change of the level at the last change point, the first run after it, and
  /// the differences between that run and the one before. If the reference changed at another run between the two
  /// levels, that is added.
  private func change(_ trend: Trend) -> Cell {
    guard let step = trend.levels.lastStep else { return .missing("") }
    let point = trend.points[step.point]
    let kinds = point.changedKinds.map { " (\($0))" } ?? ""
    let across = history.referenceChanged(across: trend).map { "; \($0)" } ?? ""
    return .text("\(scale.signed(step.change)) \(history.name(of: point.run))\(kinds)\(across)")
  }

  func note(_ trend: Trend) -> String {
    var notes: [String] = []
    if trend.isGone, let last = trend.points.last { notes.append("gone after \(history.name(of: last.run))") }
    if trend.isLater, let first = trend.points.first { notes.append("new in \(history.name(of: first.run))") }
    if let kinds = kindsOfChange(trend.points.flatMap(\.changes)) { notes.append(kinds + " changed") }
    if let step = trend.coverageLevels.lastStep {
      let run = history.name(of: trend.points[step.point].run)
      notes.append("coverage \(signed(100 * step.change, decimals: 1)) points at \(run)")
    }
    return notes.joined(separator: "; ")
  }

  /// Returns blocks from the lowest to the highest value shown, and a dot for a run without a value. The blocks span
  /// at least a tenth of the largest value, so that a series that hardly moves looks level.
  private func sparkline(_ trend: Trend) -> String {
    var values = [Double?](repeating: nil, count: history.runs.count)
    for point in trend.points { values[point.run] = point.value }
    let shown = values.suffix(Self.sparkRuns)
    guard let low = shown.compactMap(\.self).min(), let high = shown.compactMap(\.self).max() else {
      return ""
    }
    let span = max(high - low, 0.1 * max(abs(low), abs(high)))
    let bottom = (low + high - span) / 2
    return HRReporting.sparkline(shown, from: bottom, to: bottom + span, gap: "·")
  }
}
