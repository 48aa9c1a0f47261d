internal import HRNumerics

/// Range of the axes of Bland–Altman panels.
struct AgreementScale {
  let x: Scale
  let y: Scale

  func holds(_ point: Figure.Point) -> Bool {
    point.y >= y.low && point.y <= y.high && point.x >= x.low && point.x <= x.high
  }

  /// Returns the axes of each panel.
  ///
  /// - Parameters:
  ///   - panels: of one figure.
  ///   - points: of each panel.
  ///   - acceptableBPM: is on the axis if it is not far beyond all else.
  ///   - scales: whether they are the same for all panels.
  static func axes(
    _ panels: [BlandAltmanFigure.Panel], points: [[Figure.Point]], acceptableBPM: Double?,
    _ scales: BlandAltmanFigure.Scales
  ) -> [AgreementScale] {
    switch scales {
    case .own: return zip(panels, points).map { own($0, points: $1, acceptableBPM: acceptableBPM) }
    case .common:
      let means = points.joined().lazy.map(\.x)
      let all = AgreementScale(
        x: across(means.min() ?? 40, means.max() ?? 200), y: common(panels, points: points))
      return panels.map { _ in all }
    }
  }

  /// Returns the axes of one panel. The vertical one holds zero, the limits, their intervals unless these reach very
  /// far out, and all windows but the outermost hundredth at either end. The horizontal one holds the windows within
  /// that.
  private static func own(
    _ panel: BlandAltmanFigure.Panel, points: [Figure.Point], acceptableBPM: Double?
  ) -> AgreementScale {
    let levels = [panel.bias, panel.lower, panel.upper].compactMap(\.self)
    let values = levels.map(\.value)
    let differences = points.map(\.y)
    var low = min(0, values.min() ?? 0, percentile(differences, 1) ?? 0)
    var high = max(0, values.max() ?? 0, percentile(differences, 99) ?? 0)
    let air = max(0.25 * (high - low), 1)
    let ends = levels.flatMap { [$0.low, $0.high].compactMap(\.self) }
    low = min(low, max(low - air, ends.min() ?? 0))
    high = max(high, min(high + air, ends.max() ?? 0))
    if let acceptableBPM, acceptableBPM <= high - low {
      low = min(low, -acceptableBPM)
      high = max(high, acceptableBPM)
    }
    let y = Scale(covering: low, high, count: 6)
    let inside = points.filter { $0.y >= y.low && $0.y <= y.high }
    let means = (inside.isEmpty ? points : inside).map(\.x)
    return AgreementScale(x: across(means.min() ?? 40, means.max() ?? 200), y: y)
  }

  private static func across(_ lowest: Double, _ highest: Double) -> Scale {
    let air = max(1, 0.03 * (highest - lowest))
    return Scale(covering: lowest - air, highest + air, count: 6, extended: false)
  }

  /// Returns an axis for all limits, and for their intervals and all windows unless these reach very far out. One
  /// detector that a single subject makes uncertain must not flatten all panels.
  private static func common(
    _ panels: [BlandAltmanFigure.Panel], points: [[Figure.Point]]
  ) -> Scale {
    let levels = panels.flatMap { [$0.bias, $0.lower, $0.upper].compactMap(\.self) }
    let limits = levels.reduce(5) { max($0, abs($1.value)) }
    let reach = min(1.5 * limits, levels.reduce(limits) { max($0, abs($1.low ?? 0), abs($1.high ?? 0)) })
    let most = 1.8 * reach
    let low = min(-reach, max(-most, points.joined().lazy.map(\.y).min() ?? 0))
    let high = max(reach, min(most, points.joined().lazy.map(\.y).max() ?? 0))
    return Scale(covering: low, high, count: 6)
  }
}
