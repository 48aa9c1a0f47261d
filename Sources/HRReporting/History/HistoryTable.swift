internal import HREvaluation

/// A row per trend: its first level, its latest level, its last change and remarks.
struct HistoryTable {
  let history: History
  /// Number of the latest runs that a sparkline shows.
  private static let sparkRuns = 24

  private var scale: HistoryScale { HistoryScale(history) }

  func table(of trends: [Trend], detectorTitle: String = "detector", indent: String = "") -> Table {
    Table(
      [
        .words(detectorTitle, importance: 10) { indent + $0.detector },
        .init(.init("first", unit: scale.unit, importance: 6)) { trend in
          value(trend.points.first { $0.value != nil }?.value)
        },
        .init(.init("last", unit: scale.unit, importance: 9)) { value($0.points.last?.value) },
        .init(.left("change at", unit: scale.unit, importance: 8), change),
        .words(sparkTitle, sparkline),
        .words("note", importance: 7, note),
        .figure(.coverage, importance: 4) { $0.points.last?.coverage },
        .count("runs", importance: 3, \.points.count),
      ], of: trends)
  }

  private var sparkTitle: String {
    history.runs.count > Self.sparkRuns ? "last \(Self.sparkRuns) runs" : "trend"
  }

  private func value(_ value: Double?) -> Cell {
    .optional(value.map(scale.shown), decimals: scale.decimals)
  }

  /// Returns `+1.20 at night-07 (data)`: the change of the level at the last change point, the first run after it, and
  /// the differences between that run and the one before. If the reference changed at another run between the two
  /// levels, that is added.
  private func change(_ trend: Trend) -> Cell {
    guard let step = trend.levels.lastStep else { return .missing("") }
    let point = trend.points[step.point]
    let kinds = point.changes.kinds.map { " (\($0))" } ?? ""
    let across = history.referenceChanged(across: trend).map { "; \($0)" } ?? ""
    return .text("\(scale.signed(step.change)) at \(history.name(of: point.run))\(kinds)\(across)")
  }

  /// Returns the last change of a row's level in words: `1.00 bpm to 2.20 bpm at night-07; detector changed`.
  func step(_ trend: Trend) -> String {
    let stretches = trend.levels.stretches.suffix(2)
    guard let step = trend.levels.lastStep, let before = stretches.first, let after = stretches.last else {
      return ""
    }
    let point = trend.points[step.point]
    let kinds = point.changes.kinds.map { "; with it changed: \($0)" } ?? ""
    let across = history.referenceChanged(across: trend).map { "; \($0)" } ?? ""
    return
      "\(scale.text(before.level)) to \(scale.text(after.level)) at \(history.name(of: point.run))\(kinds)\(across)"
  }

  func note(_ trend: Trend) -> String {
    var notes: [String] = []
    if trend.isGone, let last = trend.points.last { notes.append("gone after \(history.name(of: last.run))") }
    if trend.isLater, let first = trend.points.first { notes.append("new in \(history.name(of: first.run))") }
    if let kinds = trend.points.flatMap(\.changes).kinds { notes.append(kinds + " changed") }
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
