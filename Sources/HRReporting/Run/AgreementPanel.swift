internal import HREvaluation
internal import HRRunning

/// One panel of a ``BlandAltmanFigure``.
struct AgreementPanel {
  let panel: BlandAltmanFigure.Panel
  let points: [Figure.Point]
  /// Indices of the points that are drawn.
  let kept: [Int]
  /// Number of points beyond the axes.
  let beyond: Int
  let axes: AgreementScale
  let figure: BlandAltmanFigure

  var drawn: Figure.Panel {
    var marks: [Figure.Mark] = []
    let rules: [(BlandAltmanFigure.Level?, Figure.RuleKind, String)] = [
      (panel.lower, .limit, "lower limit"), (panel.upper, .limit, "upper limit"), (panel.bias, .bias, "bias"),
    ]
    for (level, kind, name) in rules {
      guard let level, let low = level.low, let high = level.high else { continue }
      marks.append(.band(low: low, high: high, kind, title: title(level, name)))
    }
    marks.append(cloud)
    marks.append(.rule(0, .zero, label: "", title: "no difference"))
    for limit in figure.acceptableBPM.map({ [-$0, $0] }) ?? []
    where axes.y.low <= limit && limit <= axes.y.high {
      marks.append(
        .rule(limit, .accepted, label: "", title: "\(pageNumber(limit, decimals: 1))\(inUnit), accepted"))
    }
    if let slope = panel.slope, let line = line(slope) {
      marks.append(.sloped(from: line.from, to: line.to, title: slopeText(slope)))
    }
    for (level, kind, name) in rules {
      guard let level else { continue }
      marks.append(
        .rule(level.value, kind, label: pageNumber(level.value, decimals: 1), title: title(level, name)))
    }
    return Figure.Panel(
      title: panel.detector, note: note,
      x: Figure.Axis(title: Figure.Axis.titled("mean of both", figure.unit), scale: axes.x),
      y: .signedError(axes.y, in: figure.unit), marks: marks)
  }

  private var inUnit: String { RunPlan.behind(figure.unit) }

  /// Dots by cluster if there are few enough for a colour and a shape each; else all in the detector's colour.
  private var cloud: Figure.Mark {
    let windows = panel.windows
    let title = "\(panel.detector): \(grouped(kept.count)) of \(grouped(windows)) windows"
    guard figure.areClustersNamed, panel.cluster.count == points.count else {
      return .groups(
        [.init(points: kept.map { points[$0] }, style: panel.style)], areShaped: false, title: title)
    }
    var groups = [[Figure.Point]](repeating: [], count: figure.clusterNames.count)
    for index in kept { groups[panel.cluster[index]].append(points[index]) }
    return .groups(
      groups.enumerated().filter { !$1.isEmpty }.map { style, points in
        .init(points: points, style: style, title: figure.clusterNames[style])
      }, areShaped: true, title: title)
  }

  private var note: String {
    let windows = panel.windows
    guard windows > 0 else { return "no window has both a reference and an estimate" }
    var parts = [counted(windows, "window"), figure.clusterKind.counted(panel.clusters)]
    if beyond > 0 {
      let looked = panel.unseen > 0 ? " of \(grouped(points.count))" : ""
      parts.append("\(grouped(beyond))\(looked) beyond")
    }
    if let slope = panel.slope { parts.append(slopeText(slope)) }
    return parts.joined(separator: ", ")
  }

  /// Returns `slope 0.12 [0.05, 0.19]`; a slope with its interval within ±0.1 has a third decimal.
  private func slopeText(_ slope: BlandAltmanFigure.Level) -> String {
    let isSmall = [slope.value, slope.low ?? 0, slope.high ?? 0].allSatisfy { abs($0) < 0.1 }
    func text(_ value: Double) -> String { pageNumber(value, decimals: isSmall ? 3 : 2) }
    guard let low = slope.low, let high = slope.high else { return "slope \(text(slope.value))" }
    return "slope \(text(slope.value)) [\(text(low)), \(text(high))]"
  }

  /// Returns the line of a slope over the width of the windows that are drawn; `nil` if the interval holds 0 or does
  /// not exist. A least-squares line goes through the means.
  private func line(_ slope: BlandAltmanFigure.Level) -> (from: Figure.Point, to: Figure.Point)? {
    guard let low = slope.low, let high = slope.high, low > 0 || high < 0, let bias = panel.bias else {
      return nil
    }
    let mean = points.reduce(0) { $0 + $1.x } / Double(points.count)
    let inside = points.lazy.map(\.x).filter { $0 >= axes.x.low && $0 <= axes.x.high }
    guard mean.isFinite, let first = inside.min(), let last = inside.max() else { return nil }
    func at(_ x: Double) -> Figure.Point { Figure.Point(x: x, y: bias.value + slope.value * (x - mean)) }
    return (at(first), at(last))
  }

  private func title(_ level: BlandAltmanFigure.Level, _ name: String) -> String {
    let value = "\(name) \(pageNumber(level.value, decimals: 2))\(inUnit)"
    guard let low = level.low, let high = level.high else { return value }
    return value + ", 95 % interval \(pageNumber(low, decimals: 2)) to \(pageNumber(high, decimals: 2))"
  }
}
