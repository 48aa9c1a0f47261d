internal import HREvaluation

/// Bland–Altman panels of one scenario, one per detector, all on the same scales.
struct BlandAltmanFigure {
  /// A figure with the interval around it, where there is one.
  struct Level: Equatable, Sendable {
    let value: Double
    let low: Double?
    let high: Double?

    /// - Returns: `nil` for a figure that rates beyond all measure make infinite.
    init?(value: Double, low: Double?, high: Double?) {
      guard value.isFinite else { return nil }
      self.value = value
      self.low = low.flatMap { $0.isFinite ? $0 : nil }
      self.high = high.flatMap { $0.isFinite ? $0 : nil }
    }
  }

  struct Panel: Sendable {
    let detector: String
    let referenceBPM: [Double]
    let estimateBPM: [Double]
    let clusters: Int
    let bias: Level?
    let lower: Level?
    let upper: Level?
    /// Whether the limits treat windows as independent, for want of clusters with several.
    let limitsAreSimple: Bool
  }

  let scenario: String
  let panels: [Panel]
  let clusterKind: ClusterKind

  /// Dots of one panel; more would only make the file longer.
  static let mostPoints = 4000
  /// Dots of one figure, shared out evenly but never fewer than 500 each.
  static let mostPointsInAll = 24_000

  private var limit: Int {
    max(500, min(Self.mostPoints, Self.mostPointsInAll / max(1, panels.count)))
  }

  var figure: Figure {
    let points = panels.map { panel in
      zip(panel.referenceBPM, panel.estimateBPM).map {
        Figure.Point(x: ($0 + $1) / 2, y: $1 - $0)
      }
    }
    let kept = points.map { all in thinned(all, to: limit).map { all[$0] } }
    let means = points.joined().lazy.map(\.x)
    let (lowest, highest) = (means.min() ?? 40, means.max() ?? 200)
    let air = max(1, 0.03 * (highest - lowest))
    let xScale = Scale(covering: lowest - air, highest + air, count: 6, extended: false)
    let yScale = scale(of: points)
    let isThinned = points.contains { $0.count > limit }
    let drawn = panels.indices.map { index in
      panel(panels[index], points: kept[index], x: xScale, y: yScale)
    }
    var caption =
      "Each dot is one window: across, the mean of reference and estimate; up, estimate minus reference "
      + "(above zero the detector reads high). Solid line: bias. Dashed lines: 95 % limits of agreement"
      + "\(limitsDescribed). Bands: 95 % confidence intervals, drawn where there are enough \(clusterKind.word). All "
      + "panels share their scales; bands may go on beyond them"
    let beyond = points.joined().count { $0.y < yScale.low || $0.y > yScale.high }
    caption +=
      beyond > 0
      ? "; \(grouped(beyond)) \(beyond == 1 ? "window lies" : "windows lie") beyond the vertical one (triangles at the edge)."
      : "."
    if isThinned {
      caption +=
        " At most \(grouped(limit)) windows per panel are drawn, evenly chosen; lines and numbers come from all."
    }
    return Figure(title: "Agreement: \(scenario)", caption: caption, legend: [], panels: drawn)
  }

  private var limitsDescribed: String {
    let drawn = panels.filter { $0.lower != nil }
    if drawn.allSatisfy({ !$0.limitsAreSimple }) { return " for repeated measures" }
    if drawn.allSatisfy(\.limitsAreSimple) { return ", windows taken as independent" }
    let names = drawn.filter(\.limitsAreSimple).map(\.detector).joined(separator: ", ")
    return " for repeated measures, but with windows taken as independent for \(names)"
  }

  /// Wide enough for all limits, and for their intervals and all windows unless these reach very far out: one detector
  /// that a single subject makes uncertain must not flatten all panels.
  private func scale(of points: [[Figure.Point]]) -> Scale {
    let levels = panels.flatMap { [$0.bias, $0.lower, $0.upper].compactMap(\.self) }
    let limits = levels.reduce(5) { max($0, abs($1.value)) }
    let reach = min(1.5 * limits, levels.reduce(limits) { max($0, abs($1.low ?? 0), abs($1.high ?? 0)) })
    let most = 1.8 * reach
    let low = min(-reach, max(-most, points.joined().lazy.map(\.y).min() ?? 0))
    let high = max(reach, min(most, points.joined().lazy.map(\.y).max() ?? 0))
    return Scale(covering: low, high, count: 6)
  }

  private func panel(_ panel: Panel, points: [Figure.Point], x: Scale, y: Scale) -> Figure.Panel {
    let windows = panel.referenceBPM.count
    var marks: [Figure.Mark] = []
    let rules: [(Level?, Figure.RuleKind, String)] = [
      (panel.lower, .limit, "lower limit"), (panel.upper, .limit, "upper limit"), (panel.bias, .bias, "bias"),
    ]
    for (level, kind, name) in rules {
      guard let level, let low = level.low, let high = level.high else { continue }
      marks.append(.band(low: low, high: high, kind, title: title(level, name)))
    }
    marks.append(
      .points(points, title: "\(panel.detector): \(grouped(points.count)) of \(grouped(windows)) windows"))
    marks.append(.rule(0, .zero, label: "", title: "no difference"))
    for (level, kind, name) in rules {
      guard let level else { continue }
      marks.append(
        .rule(level.value, kind, label: pageNumber(level.value, decimals: 1), title: title(level, name)))
    }
    let note =
      windows == 0
      ? "no window has both a reference and an estimate"
      : "\(counted(windows, "window")), \(clusterKind.counted(panel.clusters))"
    return Figure.Panel(
      title: panel.detector, note: note,
      x: Figure.Axis(title: "mean of both (bpm)", scale: x),
      y: Figure.Axis(title: "estimate − reference (bpm)", scale: y), marks: marks)
  }

  private func title(_ level: Level, _ name: String) -> String {
    let value = "\(name) \(pageNumber(level.value, decimals: 2)) bpm"
    guard let low = level.low, let high = level.high else { return value }
    return value + ", 95 % interval \(pageNumber(low, decimals: 2)) to \(pageNumber(high, decimals: 2))"
  }
}
