internal import HREvaluation
internal import HRStatistics

/// Error if estimates were compared with the reference at a time offset: a panel per detector, a thin line per
/// recording.
struct LagFigure {
  struct Line {
    let detector: String
    let all: LagCurve
    let recordings: RecordingLagCurves
  }

  let scenario: String
  let lines: [Line]
  /// Detectors that have no panel.
  var leftOut = 0

  /// The figure; `nil` if no detector's windows can be shifted against each other by more than one hop.
  var figure: Figure? {
    let drawn = lines.filter { $0.all.points.count > 2 }
    let lags = drawn.flatMap { $0.all.points.map(\.lagSeconds) }
    guard let first = lags.min(), let last = lags.max(), last > first else { return nil }
    let x = Figure.Axis(
      title: "lag of the detector (s)",
      scale: Scale(covering: first, last, count: 4, extended: false))
    return Figure(
      title: "Error over lag: \(scenario)",
      caption:
        "Mean absolute error if each estimate were compared with the reference of some seconds before (right: the detector lags) or after. Thick: all recordings; "
        + "thin: each of them (at most \(RecordingLagCurves.mostDrawn)), cut off where it leaves the panel. The least error should lie at 0; elsewhere it points to a slow detector or to clocks that differ. The "
        + "tables always use a lag of 0. Panels have scales of their own." + BestFirst.leftOut(leftOut),
      legend: [], panels: drawn.map { panel($0, x: x) })
  }

  private func panel(_ line: Line, x: Figure.Axis) -> Figure.Panel {
    let middle = line.all.points.reduce(0) { max($0, $1.maeBPM) }
    // One recording with very large errors would compress all others.
    let top = min(max(middle, line.recordings.highestMAEBPM), max(3 * middle, 2))
    return Figure.Panel(
      title: line.detector,
      note:
        "lowest at \(pageNumber(line.all.bestLagSeconds, decimals: 1)) s: \(fixed(line.all.bestMAEBPM, decimals: 2)) bpm; at 0: \(fixed(line.all.zeroLagMAEBPM, decimals: 2))",
      x: x,
      y: Figure.Axis(
        title: "mean absolute error (bpm)", scale: Scale(covering: 0, top, count: 5)),
      marks: line.recordings.drawn.map { .hair(points(of: $0), title: "one recording") } + [
        .curve(points(of: line.all), style: 0, title: line.detector)
      ])
  }

  private func points(of curve: LagCurve) -> [Figure.Point] {
    curve.points.map { Figure.Point(x: $0.lagSeconds, y: $0.maeBPM) }
  }
}
