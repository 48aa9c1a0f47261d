/// Error over the share of windows that are accepted, surest first; one line per detector.
struct RiskCoverageFigure {
  struct Line {
    let detector: String
    /// Place among the detectors, which gives the line its style.
    let style: Int
    /// Share of the windows in per cent, and their mean absolute error.
    let points: [Figure.Point]
  }

  let scenario: String
  /// Detectors that have a confidence.
  let lines: [Line]

  /// `nil` where no detector has a confidence.
  var figure: Figure? {
    // Detectors that are hopeless would press all others to the floor.
    let typical = lines.flatMap { $0.points.map(\.y) }.sorted()
    guard let most = typical.last else { return nil }
    let top = min(most, max(4 * typical[typical.count / 2], 5))
    let cut = most > top ? " Lines above the figure are cut off." : ""
    return Figure(
      title: "Error over coverage: \(scenario)",
      caption:
        "Mean absolute error of the answers each detector is surest of, over the share of all windows with a reference that these are. A useful "
        + "confidence makes the line rise to the right; a flat line says that confidence means nothing."
        + cut,
      legend: lines.map { .init(name: $0.detector, style: $0.style) },
      panels: [
        Figure.Panel(
          title: "", note: "",
          x: Figure.Axis(
            title: "share of the windows, surest first (%)", scale: Scale(covering: 0, 100, count: 5)),
          y: Figure.Axis(
            title: "mean absolute error (bpm)", scale: Scale(covering: 0, top, count: 6)),
          marks: lines.map { .curve($0.points, style: $0.style, title: $0.detector) })
      ])
  }
}
