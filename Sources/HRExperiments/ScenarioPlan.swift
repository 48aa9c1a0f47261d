package import HRResults
package import HRPlugins
internal import HRScenarios
package import HRSignals

/// One scenario of the experiment; a sweep gives one of these per value, and so does one of the windows' length or
/// start.
package struct ScenarioPlan: Sendable {
  package struct Step: Sendable {
    package let info: PluginInfo
    package let parameters: ParameterValues
    package let scenario: ScenarioEntry.Made
    /// Where its noise comes from, if it wants some.
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
  /// Scenarios that came from one entry of the file share this number.
  package let family: Int
  /// The label with the swept values still as `{parameter}`; heads a severity figure.
  package let familyLabel: String
  /// Length and start last, where they are swept.
  package internal(set) var swept: [SweptValue]
  package let steps: [Step]
  package let repeats: Int
  /// How recordings are cut in it.
  package internal(set) var windows = WindowPlan.whole
  /// The label before a swept length or start was added to it; `nil` where none was.
  var unsizedLabel: String?

  /// What a detector may call it by; but for the first, these may mean others too.
  var names: [String] { [label] + [unsizedLabel].compactMap(\.self) + [familyLabel] }

  /// Whether the beats of the reference come at other times than recorded.
  package var movesBeats: Bool {
    steps.contains { if case .rhythm = $0.scenario { true } else { false } }
  }

  /// Whether any step does anything to the signals.
  package var changesSignals: Bool { steps.contains { RunPlan.changesSignals($0.info.definition) } }

  /// The only channels that any of its steps may change.
  package var touches: Set<ChannelKind> { Set(steps.flatMap(\.touches)) }

  /// What is left of a recording after all steps.
  package struct Damaged: Equatable, Sendable {
    package var channels: Channels
    /// The given one, or that of another heart where a step moved the beats.
    package var reference: Reference
    /// Stretches on which nobody is to be judged, ascending by start; where a step moved the beats, both where they were
    /// and where they come to lie.
    package var notJudged: [TimeRange] = []
  }

  /// Applies the steps one after the other; camera channels of whole codes hold whole codes afterwards too.
  ///
  /// The numbers depend on seed, recording, family, repeat and step, never on the detector, nor on the swept values:
  /// along a sweep only the severity changes, not the luck. Nor do they depend on how long a window is and where it
  /// starts.
  ///
  /// - Parameter noise: reads the noise of a step; none for one that wants none.
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
    // What a camera gave in whole codes it still does: rounding comes after the noise, as in the camera.
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
  /// What is wrong with them, in words that follow the scenario's name: it may be anybody's.
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
