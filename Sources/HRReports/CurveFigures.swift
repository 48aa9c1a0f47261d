internal import HRExperiments
internal import HRStatistics

/// Curves of one scenario, one line per detector.
struct CurveFigures {
  private let evaluation: Evaluation
  private let rows: [Evaluation.Row]
  private let scenario: String

  init(_ evaluation: Evaluation, scenario: Int) {
    self.evaluation = evaluation
    rows = evaluation.rows(ofScenario: scenario)
    self.scenario = evaluation.plan.scenarios[scenario].label
  }

  /// Error over the share of windows that are accepted, surest first; `nil` where no detector has a confidence.
  var riskCoverage: Figure? {
    let lines = rows.compactMap { row -> (row: Evaluation.Row, points: [Figure.Point])? in
      guard let risk = row.diagnosis?.riskCoverage else { return nil }
      return (row, risk.points.map { Figure.Point(x: 100 * $0.coverage, y: $0.maeBPM) })
    }
    return figure(
      title: "Error over coverage: \(scenario)",
      caption:
        "Mean absolute error of the answers each detector is surest of, over the share of all windows with a reference that these are. A useful "
        + "confidence makes the line rise to the right; a flat line says that confidence means nothing.",
      x: "share of the windows, surest first (%)", lines: lines, scale: Scale(covering: 0, 100, count: 5))
  }

  /// Error if estimates were compared with the reference of another moment; `nil` where windows cannot be shifted.
  var lag: Figure? {
    let lines = rows.compactMap { row -> (row: Evaluation.Row, points: [Figure.Point])? in
      guard let curve = row.diagnosis?.lagCurve, curve.points.count > 2 else { return nil }
      return (row, curve.points.map { Figure.Point(x: $0.lagSeconds, y: $0.maeBPM) })
    }
    let lags = lines.flatMap { $0.points.map(\.x) }
    guard let first = lags.min(), let last = lags.max(), last > first else { return nil }
    return figure(
      title: "Error over lag: \(scenario)",
      caption:
        "Mean absolute error if each estimate were compared with the reference of some seconds before (right: the detector lags) or after. The least error "
        + "should lie at 0; elsewhere the detector is slow or the clocks differ. The tables always use a lag of 0.",
      x: "lag of the detector (s)", lines: lines,
      scale: Scale(covering: first, last, count: 8, extended: false))
  }

  private func figure(
    title: String, caption: String, x: String, lines: [(row: Evaluation.Row, points: [Figure.Point])],
    scale: Scale
  ) -> Figure? {
    // Detectors that are hopeless would press all others to the floor.
    let typical = lines.flatMap { $0.points.map(\.y) }.sorted()
    guard let middle = typical.isEmpty ? nil : typical[typical.count / 2], let most = typical.last else {
      return nil
    }
    let top = min(most, max(4 * middle, 5))
    let cut = most > top ? " Lines above the figure are cut off." : ""
    return Figure(
      title: title, caption: caption + cut,
      legend: lines.map {
        .init(name: evaluation.plan.detectors[$0.row.detector].label, style: $0.row.detector)
      },
      panels: [
        Figure.Panel(
          title: "", note: "", x: Figure.Axis(title: x, scale: scale, isReversed: false),
          y: Figure.Axis(
            title: "mean absolute error (bpm)", scale: Scale(covering: 0, top, count: 6), isReversed: false),
          marks: lines.map { line in
            .curve(
              line.points, style: line.row.detector, title: evaluation.plan.detectors[line.row.detector].label
            )
          })
      ])
  }
}
