internal import HREvaluation
internal import HRRunning
internal import HRStatistics

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
    /// Style of the detector; `nil`: grey.
    var style: Int?
    /// Values in the order in which the sweep was written.
    let values: [Value]
  }

  let family: String
  /// `severity`, `length`
  var measure = "severity"
  let parameter: String
  /// The swept values as written; gives the direction of the axis.
  let swept: [Double]
  let lines: [Line]
  /// Error of the best guess without the signal at each value, if it is known.
  var chance: [Figure.Point] = []
  /// Unit of the errors; empty for a ratio.
  var unit = RunPlan.rateUnit

  var styles: DetectorStyles?

  var figure: Figure {
    let values = lines.flatMap(\.values)
    let most = Reach.top(
      values.map(\.maeBPM), ends: values.compactMap(\.high), chance: chance.map(\.y).max())
    let y = Scale(covering: 0, max(most, 1), count: 6)
    let isReversed = (swept.first ?? 0) > (swept.last ?? 0)
    let named = lines.filter { $0.style != nil }
    let others = lines.filter { $0.style == nil && !$0.values.isEmpty }
    var marks = others.map { Figure.Mark.hair(sorted($0).map(\.place), title: $0.detector) }
    if !chance.isEmpty {
      marks.append(
        .chance(
          chance.sorted { $0.x < $1.x }, label: "guess",
          title: "the best guess without the signal"))
    }
    marks += named.map { line in
      .series(sorted(line).map { point($0, line.detector) }, style: line.style, title: line.detector)
    }
    return Figure(
      title: "Error over \(measure): \(family)",
      caption: caption(isCut: values.contains { $0.maeBPM > y.high }, others: others.count),
      legend: named.map { .init(name: $0.detector, style: $0.style) } + .others(others.map(\.detector)),
      panels: [
        Figure.Panel(
          title: "", note: "",
          x: Figure.Axis(title: ParameterWords.title(parameter), scale: xScale, isReversed: isReversed),
          y: .error(y, in: unit), marks: marks)
      ])
  }

  private func caption(isCut: Bool, others: Int) -> String {
    var text =
      "Mean absolute error of each detector as the \(ParameterWords.title(parameter)) changes, in the direction of the experiment file. Lower "
      + "is better. A line grows pale where fewer windows are answered (full from 95 %, palest up to 50 %), and a marker is "
      + "hollow below 80 %: a detector that answers less often can look better. Bars are 95 % confidence intervals, where "
      + "there is one. Lines are shifted sideways by a hair so that bars do not hide each other."
    if !chance.isEmpty { text += " Dotted line: the best guess without the signal." }
    if isCut { text += " A triangle at the top is an error beyond the scale." }
    return text + (styles?.sentence(others: others) ?? "")
  }

  private func sorted(_ line: Line) -> [Value] { line.values.sorted { $0.parameter < $1.parameter } }

  /// Scale with a tick at each swept value, up to twelve; with a margin at both ends.
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
      + "MAE \(fixed(value.maeBPM, decimals: 2))\(RunPlan.behind(unit))"
    if let low = value.low, let high = value.high {
      title += " [\(fixed(low, decimals: 2)), \(fixed(high, decimals: 2))]"
    }
    title += ", \(grouped(value.windows)) windows"
    if let coverage = value.coverage { title += ", coverage \(fixed(100 * coverage, decimals: 1)) %" }
    return Figure.SeriesPoint(
      x: value.parameter, y: value.maeBPM, low: value.low, high: value.high, title: title,
      coverage: value.coverage)
  }
}

extension SeverityFigure {
  init(_ family: SeverityFamily, of evaluation: Evaluation, _ styles: DetectorStyles) {
    let plan = evaluation.plan
    self.init(
      family: family.title, measure: family.measure.rawValue, parameter: family.parameter,
      swept: family.points.map(\.value),
      lines: family.detectors(in: plan).map { detector in
        Line(
          detector: plan.detectors[detector].label, style: styles[detector],
          values: family.points.compactMap { point in
            evaluation.row(scenario: point.scenario, detector: detector)
              .flatMap { Value(parameter: point.value, $0) }
          })
      },
      chance: family.points.compactMap { point in
        evaluation.chanceLevels[point.scenario].bestGuessMAEBPM.map { Figure.Point(x: point.value, y: $0) }
      }, unit: plan.unit(of: family.points[0].scenario), styles: styles)
  }
}

extension SeverityFigure.Value {
  fileprivate init?(parameter: Double, _ row: Evaluation.Row) {
    guard let mae = row.value(.mae) else { return nil }
    let interval = row.interval(.mae)
    self.init(
      parameter: parameter, maeBPM: mae, low: interval?.low, high: interval?.high,
      windows: row.tally.estimates, coverage: row.tally.coverage)
  }

  fileprivate var place: Figure.Point { Figure.Point(x: parameter, y: maeBPM) }
}

extension [Figure.LegendEntry] {
  /// Returns the entry of the lines without a colour; empty if there are none.
  static func others(_ names: [String]) -> Self {
    names.isEmpty
      ? [] : [.init(name: names.count == 1 ? names[0] : "\(names.count) more", style: nil, look: .hair)]
  }
}
