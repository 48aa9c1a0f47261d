internal import HRSupport
internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// Error if estimates were compared with the reference at a time offset: a panel per detector, a thin line per
/// recording. Detectors whose windows cannot be shifted against each other by more than one hop have none.
struct LagFigure {
  private let scenario: String
  private let lines: [(detector: String, style: Int?, all: LagCurve, recordings: RecordingLagCurves)]
  /// Detectors that have no panel.
  private let leftOut: Int

  init(_ scenario: Int, of evaluation: Evaluation, _ styles: DetectorStyles) {
    self.scenario = evaluation.plan.scenarios[scenario].label
    let best = BestFirst(
      evaluation.rows(ofScenario: scenario).filter { $0.diagnosis?.lagCurve?.points.count ?? 0 > 2 })
    lines = best.shown.compactMap { row in
      guard let diagnosis = row.diagnosis, let all = diagnosis.lagCurve else { return nil }
      return (evaluation.detector(of: row), styles[row.detector], all, diagnosis.recordingLagCurves)
    }
    leftOut = best.leftOut
  }

  /// The figure; `nil` without a panel.
  var figure: Figure? {
    let lags = lines.flatMap { $0.all.points.map(\.lagSeconds) }
    guard let first = lags.min(), let last = lags.max(), last > first else { return nil }
    let x = Figure.Axis(
      title: "lag of the detector (s)",
      scale: Scale(covering: first, last, count: 4, extended: false))
    return Figure(
      title: "Error over lag: \(scenario)",
      caption:
        "Mean absolute error if each estimate were compared with the reference of some seconds before (right: the detector lags) or after. Thick: all recordings; "
        + "thin: each of them (at most \(RecordingLagCurves.mostDrawn)), cut off where it leaves the panel. The smallest error should be at 0; elsewhere the detector is slow or the clocks differ. The "
        + "tables always use a lag of 0. Panels have scales of their own." + steps
        + BestFirst.leftOut(leftOut),
      panels: lines.map { panel($0.detector, $0.style, $0.all, $0.recordings, x: x) })
  }

  /// A sentence where lags are further apart than windows; else empty.
  private var steps: String {
    guard let curve = lines.first?.all, curve.windowsPerStep > 1 else { return "" }
    return " Lags are \(shortest(curve.stepSeconds, decimals: 3)) s apart, \(curve.windowsPerStep) windows."
  }

  private func panel(
    _ detector: String, _ style: Int?, _ all: LagCurve, _ recordings: RecordingLagCurves, x: Figure.Axis
  ) -> Figure.Panel {
    let middle = all.points.reduce(0) { max($0, $1.maeBPM) }
    // One recording with very large errors would compress all others.
    let top = min(max(middle, recordings.highestMAEBPM), max(3 * middle, 2))
    return Figure.Panel(
      title: detector,
      note:
        "lowest at \(pageNumber(all.bestLagSeconds, decimals: 1)) s: \(fixed(all.bestMAEBPM, decimals: 2)) bpm; at 0: \(fixed(all.zeroLagMAEBPM, decimals: 2))",
      x: x, y: .error(Scale(covering: 0, top, count: 5), in: RunPlan.rateUnit),
      marks: recordings.drawn.map { .hair(points(of: $0), title: "one recording") } + [
        .curve(points(of: all), style: style, title: detector)
      ])
  }

  private func points(of curve: LagCurve) -> [Figure.Point] {
    curve.points.map { Figure.Point(x: $0.lagSeconds, y: $0.maeBPM) }
  }
}
