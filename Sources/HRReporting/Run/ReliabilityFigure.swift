internal import HREvaluation
internal import HRStatistics

/// Share of right answers over confidence: a panel per detector that states its confidence to be that probability, a
/// line per data set.
struct ReliabilityFigure {
  private struct Line {
    let name: String
    let reliability: Reliability
    /// Style of the data set, the same in each panel; `nil` of one beyond the styles that there are.
    let style: Int?
  }

  private let scenario: String
  /// Panels; of each, `5 bpm`, and the lines: all answers first, then those of each data set if there are several.
  private let panels: [(detector: String, bound: String, lines: [Line])]
  /// Detectors of this kind that have no panel.
  private let leftOut: Int

  init(_ scenario: Int, of evaluation: Evaluation) {
    let plan = evaluation.plan
    self.scenario = plan.scenarios[scenario].label
    let best = BestFirst(
      evaluation.rows(ofScenario: scenario).filter { $0.diagnosis?.reliability?.isStated == true })
    panels = best.shown.compactMap { row in
      guard let found = row.diagnosis?.reliability else { return nil }
      return (
        evaluation.detector(of: row), found.tolerance.words,
        [Line(name: "all", reliability: found.all, style: 0)]
          + found.ofDatasets.map { dataset, reliability in
            Line(
              name: plan.datasets[dataset].name, reliability: reliability,
              style: dataset + 1 < FigureStyle.count ? dataset + 1 : nil)
          }
      )
    }
    leftOut = best.leftOut
  }

  /// The figure; `nil` if no detector states its confidence to be a probability.
  var figure: Figure? {
    guard !panels.isEmpty else { return nil }
    let percent = Scale(covering: 0, 100, count: 5)
    // Lines are shifted sideways a little, and most answers are at the right end.
    let aired = Scale(low: 0, high: 104, ticks: percent.ticks, decimals: percent.decimals)
    let drawn = panels.flatMap(\.lines).filter { line in
      line.reliability.bins.contains { $0.count >= LeaveOneOut.leastAnswers }
    }
    let names =
      drawn.filter { $0.style != nil }.map { Figure.LegendEntry(name: $0.name, style: $0.style) }.distinct
    let others = drawn.filter { $0.style == nil }.map(\.name).distinct
    return Figure(
      title: "Right answers over confidence: \(scenario)",
      caption:
        "Share of right answers over the mean confidence of each of ten bins, for detectors that state that their confidence is that probability. On the thin "
        + "diagonal line the two are equal; below it the detector is overconfident. Small dots: bins with fewer than \(LeaveOneOut.leastAnswers) answers, which are too few for a conclusion."
        + BestFirst.leftOut(leftOut),
      legend: names.count > 1
        ? names.sorted { ($0.style ?? 0) < ($1.style ?? 0) } + .others(others) : [],
      panels: panels.map { panel in
        Figure.Panel(
          title: panel.detector, note: "right: within \(panel.bound)",
          x: Figure.Axis(title: "confidence (%)", scale: aired),
          y: Figure.Axis(title: "right answers (%)", scale: percent),
          marks: [.hair([.init(x: 0, y: 0), .init(x: 100, y: 100)], title: "perfect calibration")]
            + panel.lines.flatMap(Self.marks))
      })
  }

  private static func marks(_ line: Line) -> [Figure.Mark] {
    let points = line.reliability.bins.compactMap { bin -> (count: Int, point: Figure.Point)? in
      guard let confidence = bin.meanConfidence, let share = bin.rightShare else { return nil }
      return (bin.count, Figure.Point(x: 100 * confidence, y: 100 * share))
    }
    let few = points.filter { $0.count < LeaveOneOut.leastAnswers }.map(\.point)
    let drawn = points.filter { $0.count >= LeaveOneOut.leastAnswers }.map { count, point in
      Figure.SeriesPoint(
        x: point.x, y: point.y, low: nil, high: nil,
        title:
          "\(line.name), confidence \(fixed(point.x, decimals: 1)) %: \(fixed(point.y, decimals: 1)) % of \(grouped(count)) answers right"
      )
    }
    return (few.isEmpty ? [] : [.points(few, title: "\(line.name), bins with few answers")])
      + (drawn.isEmpty ? [] : [.series(drawn, style: line.style, title: line.name)])
  }
}
