package import HRPlugins
internal import HRScenarios
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

  /// A recording after all steps.
  package struct Damaged: Equatable, Sendable {
    package var channels: Channels
    /// The given reference, or that of the moved beats.
    package var reference: Reference
    /// Stretches on which no detector is judged, ascending by start; if a step moved the beats, both their original
    /// and their moved times.
    package var notJudged: [TimeRange] = []
  }

  /// Applies the steps one after the other. Camera channels with whole codes have whole codes afterwards too.
  ///
  /// The random numbers depend on seed, recording, family, repeat and step, but not on the detector or the swept
  /// values: along a sweep only the severity changes. Nor do they depend on the length or start of windows.
  ///
  /// - Parameter noise: reads the noise of a step; none for a step that needs none.
  package func apply(
    to channels: Channels, reference: Reference, notJudged: [TimeRange] = [], seed: UInt64, recording: String,
    repetition: Int,
    noise: (Step, RandomSource) throws(ScenarioFailure) -> [Signal]
  ) throws(ScenarioFailure) -> Damaged {
    var current = Damaged(channels: channels, reference: reference, notJudged: notJudged)
    for (index, step) in steps.enumerated() {
      let random = RandomSource(
        seed: seed, names: [recording, familyLabel, String(repetition), String(index)])
      do throws(ScenarioFailure) {
        let trial = ScenarioTrial(
          random: random, heart: InstantaneousHeartRate(current.reference),
          noise: try noise(step, random))
        try step.apply(to: &current, in: trial)
      } catch {
        throw ScenarioFailure("\(label): \(error.reason)")
      }
    }
    // A camera that gives whole codes rounds after the noise, so the values are rounded here.
    current.channels = current.channels.restoringWholeCodes(like: channels)
    return current
  }
}

extension ScenarioPlan.Step {
  fileprivate func apply(
    to current: inout ScenarioPlan.Damaged, in trial: ScenarioTrial
  ) throws(ScenarioFailure) {
    switch scenario {
    case .damage(let scenario):
      current.channels = try scenario.apply(to: current.channels, in: trial)
    case .rhythm(let scenario):
      guard let beats = trial.heart?.beats, beats.count > 1 else {
        throw ScenarioFailure("\(info.name) moves beats, and the reference has none")
      }
      let moved = try scenario.moved(beats, in: trial)
      if let fault = moved.fault(for: beats) { throw ScenarioFailure("\(info.name) \(fault)") }
      let warp = BeatWarp(beats, to: moved)
      current.channels = warp.moved(current.channels)
      current.reference = warp.moved(current.reference)
      current.notJudged = (current.notJudged + current.notJudged.map(warp.moved)).sorted {
        ($0.start, $0.end) < ($1.start, $1.end)
      }
    }
  }
}

extension MovedBeats {
  /// Returns the fault of the moved beats, in words that follow the scenario's name; `nil` if there is none. A
  /// plugin of another package may have moved them.
  fileprivate func fault(for beats: [Double]) -> String? {
    guard times.count == beats.count, pulseShares.count == beats.count else {
      return "moved \(beats.count) beats to \(times.count) times with \(pulseShares.count) heights"
    }
    guard times.allSatisfy(\.isFinite), pulseShares.allSatisfy(\.isFinite) else {
      return "moved a beat to a time, or gave it a height, that is no number"
    }
    let isAscending = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending ? nil : "moved a beat before the one that precedes it"
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
