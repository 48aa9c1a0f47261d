internal import HREvaluation
internal import HRRunning
internal import HRSupport

/// The rows that are shown of a run with many: of each scenario the detectors with the highest success rate (all
/// windows), and their baselines. Tables of all rows are files.
struct LeadingRows {
  /// All rows, in the experiment's order; of many, those of each scenario, the best first, then baselines.
  let rows: [Evaluation.Row]
  /// The run with these rows alone.
  let alone: Evaluation
  let evaluation: Evaluation
  private let perScenario: Int
  /// Scenarios that have rows here.
  let scenarios: Range<Int>

  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - most: number of rows up to which all are shown.
  ///   - perScenario: number of detectors of each scenario if there are more, and maximum number of further
  ///     baselines.
  ///   - mostScenarios: maximum number of scenarios with rows, the first of the experiment.
  init(_ evaluation: Evaluation, most: Int, perScenario: Int, mostScenarios: Int = .max) {
    self.evaluation = evaluation
    self.perScenario = perScenario
    let plan = evaluation.plan
    guard evaluation.rows.count > most else {
      (rows, alone, scenarios) = (evaluation.rows, evaluation, plan.scenarios.indices)
      return
    }
    scenarios = plan.scenarios.indices.prefix(mostScenarios)
    let baselines = Set(plan.baselineLabels)
    rows = scenarios.flatMap { scenario in
      let ordered = evaluation.rows(ofScenario: scenario).bestFirst
      return ordered.prefix(perScenario)
        + ordered.dropFirst(perScenario).filter { baselines.contains(evaluation.detector(of: $0)) }
        .prefix(perScenario)
    }
    let kept = Set(rows.map { [$0.scenario, $0.detector] })
    alone = evaluation.keeping { kept.contains([$0.scenario, $0.detector]) }
  }

  /// Number of scenarios of the whole run.
  var scenarioCount: Int { evaluation.plan.scenarios.count }

  var leftOut: Int { evaluation.rows.count - rows.count }

  /// A sentence on the rows that are left out and the file that has them; `nil` if all rows are shown.
  var sentence: String? {
    guard leftOut > 0 else { return nil }
    let within =
      scenarios.count < scenarioCount
      ? "each of the first \(grouped(scenarios.count)) of \(grouped(scenarioCount)) scenarios"
      : "each scenario"
    let place =
      evaluation.plan.formats.contains(.csv)
      ? "\(OutputFile.summary.rawValue) has every row"
      : "hreval report RUN --format csv writes a table of every row, RUN being the run's folder"
    return
      "Of \(within) the \(perScenario == 1 ? "detector" : "\(grouped(perScenario)) detectors") with the highest success rate \(perScenario == 1 ? "is" : "are") shown, and what they are compared with; \(counted(leftOut, "row")) of \(grouped(evaluation.rows.count)) are left out. \(place)."
  }
}

extension RunPlan {
  /// Labels that other detectors are compared with: the experiment's, then those of single detectors; each once.
  var baselineLabels: [String] { ([baseline] + detectors.map(\.baseline)).compactMap(\.self).distinct }
}

/// Detectors that have a panel if there is not one for each of them.
struct BestFirst {
  /// Maximum number of panels that a reader can take in.
  static let mostPanels = 6

  let shown: [Evaluation.Row]
  /// Number of rows without a panel.
  let leftOut: Int

  /// - Parameter rows: rows of one scenario.
  init(_ rows: [Evaluation.Row]) {
    let sorted = rows.bestFirst
    shown = Array(sorted.prefix(Self.mostPanels))
    leftOut = sorted.count - shown.count
  }

  /// Returns a sentence for a caption, with a space before it; empty if no row is left out.
  static func leftOut(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return
      " Shown are the \(mostPanels) that answered the largest share of all windows right; \(grouped(count)) more \(count == 1 ? "is" : "are") left out."
  }
}
