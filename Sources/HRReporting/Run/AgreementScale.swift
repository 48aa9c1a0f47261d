internal import HRNumerics

/// Range of the axes of a Bland–Altman panel.
struct AgreementScale {
  let x: Scale
  let y: Scale

  func holds(_ point: Figure.Point) -> Bool {
    point.y >= y.low && point.y <= y.high && point.x >= x.low && point.x <= x.high
  }

  /// Creates the axes of one panel. The vertical one holds zero, the limits, their intervals unless these reach very
  /// far out, and all windows but the outermost hundredth at either end. The horizontal one holds the windows within
  /// that.
  ///
  /// - Parameters:
  ///   - panel: the panel.
  ///   - points: of the panel.
  ///   - acceptableBPM: is on the axis if it is not far beyond all else.
  init(_ panel: BlandAltmanFigure.Panel, points: [Figure.Point], acceptableBPM: Double?) {
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
    y = Scale(covering: low, high, count: 6)
    let inside = points.filter { [y] in $0.y >= y.low && $0.y <= y.high }
    let means = (inside.isEmpty ? points : inside).map(\.x)
    let (lowest, highest) = (means.min() ?? 40, means.max() ?? 200)
    let margin = max(1, 0.03 * (highest - lowest))
    x = Scale(covering: lowest - margin, highest + margin, count: 6, extended: false)
  }
}
