package import HRPlugins
package import HRSignals

/// One scenario of the experiment. A sweep gives one per value, and so does a list of window lengths or starts.
package struct ScenarioPlan: Sendable {
  package struct Step: Sendable {
    package let info: PluginInfo
    package let parameters: ParameterValues
    package let scenario: ScenarioEntry.Made
    /// Its noise, if it needs some.
    package let noise: NoisePlan?

    let touches: [ChannelKind]

    init(
      _ entry: ScenarioEntry, parameters: ParameterValues, scenario: ScenarioEntry.Made,
      noise: NoisePlan? = nil
    ) {
      info = entry.info
      touches =
        switch scenario {
        case .damage(let scenario): scenario.touchedKinds
        case .rhythm: entry.touches
        }
      self.parameters = parameters
      self.scenario = scenario
      self.noise = noise
    }
  }

  package struct SweptValue: Equatable, Sendable {
    package let parameter: String
    package let value: ParameterValue
  }

  package internal(set) var label: String
  /// Index that is shared by scenarios from one entry of the file.
  package let family: Int
  /// The label with the swept values still as `{parameter}`; title of a severity figure.
  package let familyLabel: String
  /// Swept values; length and start are last.
  package internal(set) var swept: [SweptValue]
  package let steps: [Step]
  package let repeats: Int
  /// Window plan of the scenario.
  package internal(set) var windows = WindowPlan.whole
  /// The label before a swept length or start was added to it; `nil` if none was.
  var unsizedLabel: String?
  /// Figure of heart-rate variability that is judged; `nil`: a rate.
  package internal(set) var figure: VariabilityFigure?
  /// The label before a figure was added to it; `nil` if none was.
  var unfiguredLabel: String?

  /// Label of what is done to the recordings: scenarios that differ in the figure alone share it.
  package var damageLabel: String { unfiguredLabel ?? label }

  /// Names by which a detector's entry can refer to it; all but the first may mean other scenarios too.
  var names: [String] { [label] + [unsizedLabel].compactMap(\.self) + [familyLabel] }

  /// True if the beats of the reference are moved to other times than recorded.
  package var movesBeats: Bool {
    steps.contains { if case .rhythm = $0.scenario { true } else { false } }
  }

  /// True if any step changes the signals.
  package var changesSignals: Bool { steps.contains { RunPlan.changesSignals($0.info.definition) } }

  /// The only channels that any of its steps may change.
  package var touches: Set<ChannelKind> { Set(steps.flatMap(\.touches)) }
}

extension [ScenarioPlan] {
  /// Returns the scenarios once for each figure, figures outermost.
  ///
  /// Noise follows from the label as written, which is the same for all figures.
  func judged(by figures: [VariabilityFigure]) -> [ScenarioPlan] {
    figures.flatMap { figure in
      map { plan in
        var plan = plan
        plan.figure = figure
        plan.unfiguredLabel = plan.label
        plan.label = "\(figure.title), \(plan.label)"
        return plan
      }
    }
  }
}

extension ScenarioPlan {
  /// A scenario with its defaults, once.
  package init(defaultsOf entry: ScenarioEntry) throws(ParameterError) {
    let name = entry.info.name
    self.init(
      label: name, family: 0, familyLabel: name, swept: [],
      steps: [
        Step(
          entry, parameters: ParameterValues().completed(from: entry.parameters), scenario: try entry.make())
      ], repeats: 1)
  }
}
