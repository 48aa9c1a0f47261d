/// Mean absolute error over the values of one swept parameter, one line per detector.
struct SeverityFigure {
  struct Value: Sendable {
    let parameter: Double
    let maeBPM: Double
    let low: Double?
    let high: Double?
    let windows: Int
    let coverage: Double?
  }

  struct Line: Sendable {
    let detector: String
    /// In the order in which the sweep was written.
    let values: [Value]
  }

  let family: String
  /// `severity`, `length`
  var measure = "severity"
  let parameter: String
  /// The swept values as written; gives the direction of the axis.
  let swept: [Double]
  let lines: [Line]

  var figure: Figure {
    let highest = lines.flatMap(\.values).map { max($0.maeBPM, $0.high ?? $0.maeBPM) }.max() ?? 1
    let y = Scale(covering: 0, max(highest, 1), count: 6)
    let isReversed = (swept.first ?? 0) > (swept.last ?? 0)
    let panel = Figure.Panel(
      title: "", note: "",
      x: Figure.Axis(title: parameter, scale: xScale, isReversed: isReversed),
      y: Figure.Axis(title: "mean absolute error (bpm)", scale: y),
      marks: lines.enumerated().map { index, line in
        .series(
          line.values.sorted { $0.parameter < $1.parameter }.map { point($0, line.detector) }, style: index,
          title: line.detector)
      })
    return Figure(
      title: "Error over \(measure): \(family)",
      caption:
        "Mean absolute error of each detector as \(parameter) changes, in the direction of the experiment file. Lower "
        + "is better; compare coverage as well, since a detector that answers less often can look better. Bars are 95 % "
        + "confidence intervals, where there is one. Lines are shifted sideways by a hair so that "
        + "bars do not hide each other.",
      legend: lines.enumerated().map { .init(name: $1.detector, style: $0) }, panels: [panel])
  }

  /// A tick at each swept value, up to twelve; a little air at both ends.
  private var xScale: Scale {
    let sorted = swept.sorted()
    guard let first = sorted.first, let last = sorted.last, last > first else {
      return Scale(covering: swept.first ?? 0, swept.first ?? 0)
    }
    let air = 0.04 * (last - first)
    let even = Scale(covering: first - air, last + air, count: 8, extended: false)
    let closest = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 0
    guard sorted.count <= 12, closest > 0.05 * (last - first) else { return even }
    let decimals = sorted.map(decimalsNeeded).max() ?? 0
    return Scale(low: first - air, high: last + air, ticks: sorted, decimals: min(decimals, 4))
  }

  private func decimalsNeeded(_ value: Double) -> Int {
    let text = value.magnitude.description
    guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return 0 }
    let fraction = text[text.index(after: point)...]
    return fraction == "0" ? 0 : fraction.count
  }

  private func point(_ value: Value, _ detector: String) -> Figure.SeriesPoint {
    var title =
      "\(detector), \(parameter) \(pageNumber(value.parameter, decimals: decimalsNeeded(value.parameter))): "
      + "MAE \(fixed(value.maeBPM, decimals: 2)) bpm"
    if let low = value.low, let high = value.high {
      title += " [\(fixed(low, decimals: 2)), \(fixed(high, decimals: 2))]"
    }
    title += ", \(grouped(value.windows)) windows"
    if let coverage = value.coverage { title += ", coverage \(fixed(100 * coverage, decimals: 1)) %" }
    return Figure.SeriesPoint(
      x: value.parameter, y: value.maeBPM, low: value.low, high: value.high, title: title)
  }
}
