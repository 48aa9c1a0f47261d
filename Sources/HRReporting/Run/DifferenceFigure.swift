internal import HREvaluation
internal import HRRunning
internal import HRStatistics

/// The declared comparisons of one scenario as a forest plot: a row for each, with the difference of the errors, its
/// interval and the verdict (S. Lewis and M. Clarke, BMJ 322:1479-1480, 2001).
struct DifferenceFigure {
  /// Maximum number of rows.
  static let mostRows = 60

  let scenario: String
  let comparison: Comparison
  /// Labels of the detectors, in the order of their styles.
  let detectors: [String]
  /// True within the run's own page, where rows lead to their detector.
  private let isLinked: Bool
  let styles: DetectorStyles

  /// Creates the figure of a comparison by itself.
  ///
  /// - Parameter scenario: label of one of its scenarios.
  init(_ comparison: Comparison, scenario: String) {
    (self.comparison, self.scenario) = (comparison, scenario)
    detectors = comparison.contrasts.map(\.candidate).distinct
    styles = DetectorStyles(count: detectors.count)
    isLinked = false
  }

  /// - Parameter scenario: index among the scenarios of the plan.
  /// - Returns: `nil` if the experiment declares no comparison.
  init?(_ scenario: Int, of evaluation: Evaluation, _ styles: DetectorStyles) {
    guard let comparison = evaluation.declaredComparison else { return nil }
    self.scenario = evaluation.plan.scenarios[scenario].label
    self.comparison = comparison
    detectors = evaluation.plan.detectors.map(\.label)
    self.styles = styles
    isLinked = true
  }

  /// Comparisons of the scenario: the smallest difference, which is best, first; those without one last.
  private var contrasts: [Comparison.Contrast] {
    comparison.contrasts.filter { $0.scenario == scenario }.enumerated().sorted {
      ($0.element.difference?.deltaBPM ?? .infinity, $0.offset)
        < ($1.element.difference?.deltaBPM ?? .infinity, $1.offset)
    }.map(\.element)
  }

  /// The figure; `nil` without a comparison in this scenario.
  var plot: RowPlot? {
    let all = contrasts
    guard !all.isEmpty else { return nil }
    let shown = all.prefix(Self.mostRows)
    let only = only(all)
    let margin = comparison.margin.value(in: scenario)
    let unit = all[0].unit
    let scale = scale(Array(shown), margin: margin)
    let rest =
      all.count > shown.count ? " \(grouped(all.count - shown.count)) more are in results.json." : ""
    return RowPlot(
      title: "Differences\(only.map { " from \($0)" } ?? ""): \(scenario)",
      caption:
        "Mean absolute error of each detector minus that of \(only ?? "what it is compared with"), on the windows that both answered, as the mean "
        + "over \(comparison.clusterKind.word). Left of 0 the detector errs less. Line: 95 % confidence interval, where there is one. "
        + "On the right the verdict, after Holm's correction for \(counted(comparison.familySize, "comparison")). Thin lines: ±\(fixed(margin, decimals: 2))\(all[0].inUnit); "
        + "smaller differences do not matter. An arrow at the edge is a difference beyond the scale, and an interval that ends there goes on.\(rest)",
      axis: Figure.Axis(
        title: Figure.Axis.titled("difference of the mean absolute errors", unit), scale: scale),
      textTitle: "verdict",
      rules: [.init(value: 0, kind: .zero, label: "")]
        + [-margin, margin].filter { scale.low <= $0 && $0 <= scale.high }.map {
          .init(value: $0, kind: .accepted, label: "")
        },
      rows: shown.map { row($0, isNamed: only == nil) })
  }

  /// Returns the one thing that all are compared with; `nil` if there are several.
  private func only(_ all: [Comparison.Contrast]) -> String? {
    if case .runs(let baseline, _) = comparison.question { return "the run \(baseline)" }
    let baselines = all.map(\.baseline).distinct
    return baselines.count == 1 ? baselines.first : nil
  }

  private func scale(_ shown: [Comparison.Contrast], margin: Double) -> Scale {
    let differences = shown.compactMap(\.difference)
    let ends = differences.flatMap { [$0.intervalBPM?.low, $0.intervalBPM?.high] }.compactMap(\.self)
    // Four of five differences are on the scale, so that a few very large ones do not compress the others.
    let sizes = differences.map { abs($0.deltaBPM) }.sorted()
    let usual = sizes.isEmpty ? 0 : 1.3 * sizes[(sizes.count - 1) * 4 / 5]
    let reach = max(Reach.top(sizes, ends: ends.map { abs($0) }), usual, 1.2 * margin)
    let values = differences.map(\.deltaBPM) + ends
    return Scale(
      covering: max(-reach, min(-1.2 * margin, values.min() ?? 0)),
      min(reach, max(1.2 * margin, values.max() ?? 0)), count: 6)
  }

  /// - Parameter isNamed: whether to name the baseline too.
  private func row(_ contrast: Comparison.Contrast, isNamed: Bool) -> RowPlot.Row {
    let detector = detectors.firstIndex(of: contrast.candidate) ?? 0
    let name = isNamed ? "\(contrast.candidate) against \(contrast.baseline)" : contrast.candidate
    let words = ComparisonTables.short(contrast, comparison.clusterKind)
    var marks: [RowPlot.Mark] = []
    if let difference = contrast.difference {
      if let interval = difference.intervalBPM { marks.append(.line(from: interval.low, to: interval.high)) }
      marks.append(.dot(difference.deltaBPM, fill: 1))
    } else {
      marks.append(.words(words))
    }
    return RowPlot.Row(
      name: name, detector: isLinked ? detector : nil, style: styles[detector], marks: marks,
      text: contrast.difference == nil ? "" : ComparisonTables.word(contrast, comparison.clusterKind),
      title: "\(contrast.candidate) against \(contrast.baseline): \(words)")
  }
}
