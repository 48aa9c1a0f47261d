internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Error over the share of windows that are accepted, surest first; one line per detector.
struct RiskCoverageFigure {
  struct Line {
    let detector: String
    /// Style of the detector; `nil`: grey.
    let style: Int?
    /// Share of the windows in per cent, and their mean absolute error.
    let points: [Figure.Point]
    /// Area under the curve: the smaller it is, the better are the answers with high confidence.
    let areaBPM: Double
  }

  let scenario: String
  /// Detectors that have a confidence.
  let lines: [Line]
  private let styles: DetectorStyles?

  /// Maximum length of a label at a line's end; the legend has the whole name.
  private static let longestLabel = 18

  init(scenario: String, lines: [Line]) { (self.scenario, self.lines, styles) = (scenario, lines, nil) }

  init(_ scenario: Int, of evaluation: Evaluation, _ styles: DetectorStyles) {
    self.styles = styles
    self.scenario = evaluation.plan.scenarios[scenario].label
    lines = evaluation.rows(ofScenario: scenario).compactMap { row in
      row.diagnosis?.riskCoverage.map { risk in
        Line(
          detector: evaluation.detector(of: row), style: styles[row.detector],
          points: risk.points.map { Figure.Point(x: 100 * $0.coverage, y: $0.maeBPM) },
          areaBPM: risk.aurcBPM)
      }
    }
  }

  /// The figure; `nil` if no detector has a confidence.
  var figure: Figure? {
    let named = lines.filter { $0.style != nil }.enumerated().sorted {
      ($0.element.areaBPM, $0.offset) < ($1.element.areaBPM, $1.offset)
    }.map(\.element)
    let others = lines.filter { $0.style == nil && !$0.points.isEmpty }
    // A detector with very large errors would compress all others.
    let typical = (named.isEmpty ? others : named).flatMap { $0.points.map(\.y) }.sorted()
    guard let most = typical.last else { return nil }
    let top = min(most, max(4 * typical[typical.count / 2], 5))
    let isCut = lines.contains { $0.points.contains { $0.y > top } }
    var caption =
      "Mean absolute error of the answers with the highest confidence, over their share of all windows with a reference. An informative "
      + "confidence makes the line rise to the right; a flat line means that confidence is not informative."
    if isCut { caption += " Lines above the figure are cut off." }
    caption += styles?.sentence(others: others.count) ?? ""
    return Figure(
      title: "Error over coverage: \(scenario)", caption: caption,
      legend: named.map { .init(name: $0.detector, style: $0.style) } + .others(others.map(\.detector)),
      panels: [
        Figure.Panel(
          title: "", note: "",
          x: Figure.Axis(
            title: "share of the windows, surest first (%)", scale: Scale(covering: 0, 100, count: 5)),
          y: .error(Scale(covering: 0, top, count: 6), in: RunPlan.rateUnit),
          marks: others.map { .hair($0.points, title: $0.detector) }
            + named.map { line in
              .curve(
                line.points, style: line.style, label: line.detector.truncated(to: Self.longestLabel),
                title: line.detector)
            })
      ])
  }
}
