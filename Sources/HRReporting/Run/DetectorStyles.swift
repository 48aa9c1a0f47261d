internal import HREvaluation
internal import HRRunning

/// Style of each detector in every figure of a run: colour, marker and dash. At most ``FigureStyle/count`` detectors
/// have one of their own; the others are grey.
struct DetectorStyles: Sendable {
  private var styles: [Int: Int] = [:]

  /// Number of detectors with a style.
  var count: Int { styles.count }

  /// Gives each a style of a list that has no more than there are; none of a longer one.
  init(count: Int) {
    guard count <= FigureStyle.count else { return }
    for detector in 0..<count { styles[detector] = detector }
  }

  /// Gives styles to all detectors if there are few. Of many, to those that others are compared with, then to the best
  /// of each scenario, then to those with the highest success rate (all windows) in the first scenario.
  init(_ evaluation: Evaluation) {
    let plan = evaluation.plan
    guard plan.detectors.count > FigureStyle.count else {
      self.init(count: plan.detectors.count)
      return
    }
    self.init(count: plan.detectors.count)
    let baselines = plan.baselineLabels.compactMap { label in plan.detectors.firstIndex { $0.label == label }
    }
    let byScenario = evaluation.rows.gathered(by: \.scenario).map { $0.elements.bestFirst.map(\.detector) }
    let chosen = baselines + byScenario.compactMap(\.first) + (byScenario.first ?? [])
    for detector in chosen.distinct.prefix(FigureStyle.count) { styles[detector] = styles.count }
  }

  /// The style of a detector; `nil`: grey.
  subscript(detector: Int) -> Int? { styles[detector] }

  /// Sentence of a caption on the detectors without a style, with a space before it; empty without any in the figure.
  ///
  /// - Parameter others: number of them.
  func sentence(others: Int) -> String {
    others == 0
      ? ""
      : " Detectors have the same colours in all figures of a run: first those that others are compared with, then the best of each scenario, then those with the highest success rate in the first, \(count) in all. Here \(others == 1 ? "one other is" : "\(others) others are") thin and grey."
  }
}
