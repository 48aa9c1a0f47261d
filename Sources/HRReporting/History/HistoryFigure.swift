internal import HREvaluation

/// One scenario of a history: a panel per detector with the followed figure over the runs.
struct HistoryFigure {
  let history: History
  let scenario: String

  private var trends: [Trend] { history.trends.filter { $0.scenario == scenario } }
  private var scale: HistoryScale { HistoryScale(history) }

  var figure: Figure {
    Figure(
      title: "\(history.name) over \(history.runCount): \(scenario)",
      caption:
        "\(scale.words.prefix(1).uppercased() + scale.words.dropFirst()) of each detector over the runs, oldest on the left, evenly spaced whatever the time between them. "
        + "Band: 95 % confidence interval, where there is one. Dashed upright lines are change points, with the first run "
        + "after each; level lines are the means between them. Dotted upright lines are runs that are unlike the one "
        + "before, with what changed. Each panel has its own scale, which need not begin at 0.",
      legend: [], panels: trends.map(panel))
  }

  private func panel(_ trend: Trend) -> Figure.Panel {
    Figure.Panel(
      title: trend.detector, note: note(trend),
      x: runAxis, y: Figure.Axis(title: scale.axisTitle, scale: valueScale(trend)),
      marks: unlikeRuns(trend) + changePoints(trend) + [.trace(lines(trend), title: trend.detector)]
        + levels(trend))
  }

  private func note(_ trend: Trend) -> String {
    let count = trend.points.count { $0.value != nil }
    guard count > 0 else { return "no run has a value" }
    let gone = trend.isGone ? ", not in the last run" : ""
    guard let step = trend.levels.lastStep else { return (count > 1 ? "no change point" : "one run") + gone }
    let unit = scale.unit.map { " \($0)" } ?? ""
    let point = trend.points[step.point]
    let own = point.changes.contains { $0.kind == .reference } ? " (reference changed)" : ""
    let across = history.referenceChanged(across: trend).map { ", \($0)" } ?? ""
    return
      "\(scale.signed(step.change))\(unit) at \(history.name(of: point.run))\(own)\(across)\(gone)"
  }

  // MARK: Axes

  /// Axis of the runs, which count from 1. As many have names as fit.
  private var runAxis: Figure.Axis {
    let count = history.runs.count
    let names = history.runs.indices.map { history.name(of: $0, atMost: 16) }
    let longest = names.map(\.displayWidth).max() ?? 1
    let available = trends.count > 1 ? 284.0 : 644.0
    let most = max(2, Int(saturating: available / (7 * Double(longest) + 16)))
    // Every run, or every so many and the last: a single one left out would look like a run that is lost.
    let step = max(1, (count + most - 1) / most)
    var ticks = Array(stride(from: 1, through: count, by: step))
    if let last = ticks.last, last < count {
      if last > 1 { ticks.removeLast() }
      ticks.append(count)
    }
    return Figure.Axis(
      title: "run",
      scale: Scale(low: 0.5, high: Double(count) + 0.5, ticks: ticks.map(Double.init), decimals: 0),
      tickLabels: ticks.map { names[$0 - 1] })
  }

  /// Returns a scale with a minimum range, so that differences without meaning do not fill the panel.
  private func valueScale(_ trend: Trend) -> Scale {
    let values = trend.points.flatMap { [$0.value, $0.interval?.low, $0.interval?.high] }.compactMap(\.self)
      .map(scale.shown)
    guard let low = values.min(), let high = values.max() else { return Scale(covering: 0, 1) }
    let least = max(
      0.1 * max(abs(low), abs(high)), 20 / (0..<scale.decimals).reduce(1.0) { power, _ in power * 10 })
    let middle = (low + high) / 2
    let half = max(high - low, least) / 2
    // Space for the labels of change points above and of unlike runs below.
    let above = trend.levels.stretches.count > 1 ? 0.3 * half : 0
    let below = trend.points.contains { !$0.changes.isEmpty } ? 0.25 * half : 0
    // A scale that goes below 0 or above 100 % would suggest that the figure could.
    let bottom = middle - half - below
    let top = middle + half + above
    return Scale(
      covering: low >= 0 ? max(0, bottom) : bottom, min(top, scale.most ?? top), count: 5)
  }

  // MARK: Marks

  /// Returns lines; successive runs with a value share one.
  private func lines(_ trend: Trend) -> [[Figure.SeriesPoint]] {
    var lines: [[Figure.SeriesPoint]] = []
    var lastRun: Int?
    for point in trend.points {
      guard let value = point.value else { continue }
      let drawn = Figure.SeriesPoint(
        x: Double(point.run + 1), y: scale.shown(value), low: point.interval.map { scale.shown($0.low) },
        high: point.interval.map { scale.shown($0.high) }, title: title(point, value))
      if lastRun == point.run - 1, !lines.isEmpty {
        lines[lines.count - 1].append(drawn)
      } else {
        lines.append([drawn])
      }
      lastRun = point.run
    }
    return lines
  }

  private func title(_ point: Trend.Point, _ value: Double) -> String {
    var text = "\(history.runs[point.run].label): \(scale.text(value))"
    if let interval = point.interval {
      text += " [\(scale.text(interval.low)), \(scale.text(interval.high))]"
    }
    if let coverage = point.coverage { text += ", coverage \(fixed(100 * coverage, decimals: 1)) %" }
    text += ", \(grouped(point.row.counts.estimates)) estimates, n=\(point.row.counts.clusters)"
    if let started = history.runs[point.run].stored.origin.provenance?.started { text += ", \(started)" }
    return text
  }

  /// Returns marks between the last run before a change and the first one after.
  private func changePoints(_ trend: Trend) -> [Figure.Mark] {
    zip(trend.levels.stretches, trend.levels.stretches.dropFirst()).map { before, after in
      let run = trend.points[after.first].run
      return .upright(
        Double(run) + 0.5, .limit, label: history.name(of: run, atMost: 16),
        title:
          "change point at \(history.runs[run].label): \(scale.text(before.level)) to \(scale.text(after.level))"
      )
    }
  }

  private func unlikeRuns(_ trend: Trend) -> [Figure.Mark] {
    trend.points.compactMap { point in
      guard let kinds = point.changes.kinds else { return nil }
      return .upright(
        Double(point.run) + 0.5, .zero, label: kinds,
        title: "\(history.runs[point.run].label): " + point.changes.map(\.text).joined(separator: ", "))
    }
  }

  private func levels(_ trend: Trend) -> [Figure.Mark] {
    guard trend.levels.stretches.count > 1 else { return [] }
    return trend.levels.stretches.map { stretch in
      .level(
        scale.shown(stretch.level), from: Double(trend.points[stretch.first].run) + 0.5,
        to: Double(trend.points[stretch.last].run) + 1.5, title: "level \(scale.text(stretch.level))")
    }
  }
}
