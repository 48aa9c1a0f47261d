package import HRPlugins
internal import HRScenarios
package import HRSignals

/// One scenario of the experiment; a sweep gives one of these per value.
package struct ScenarioPlan: Sendable {
  package struct Step: Sendable {
    package let info: PluginInfo
    package let parameters: ParameterValues
    package let scenario: ScenarioEntry.Made
  }

  package struct SweptValue: Equatable, Sendable {
    package let parameter: String
    package let value: ParameterValue

    package init(parameter: String, value: ParameterValue) {
      self.parameter = parameter
      self.value = value
    }
  }

  package let label: String
  /// Scenarios that came from one entry of the file share this number.
  package let family: Int
  /// The label with the swept values still as `{parameter}`; heads a severity figure.
  package let familyLabel: String
  package let swept: [SweptValue]
  package let steps: [Step]
  package let repeats: Int

  /// Whether the beats of the reference come at other times than recorded.
  package var movesBeats: Bool {
    steps.contains { if case .rhythm = $0.scenario { true } else { false } }
  }

  /// What is left of a recording after all steps.
  package struct Damaged: Equatable, Sendable {
    package var channels: Channels
    /// The given one, or that of another heart where a step moved the beats.
    package var reference: Reference
  }

  /// Applies the steps one after the other.
  ///
  /// The numbers depend on seed, recording, family, repeat and step, never on the detector, nor on the swept values: along
  /// a sweep only the severity changes, not the luck.
  package func apply(
    to channels: Channels, reference: Reference, seed: UInt64, recording: String, repetition: Int
  ) throws(ScenarioFailure) -> Damaged {
    var current = Damaged(channels: channels, reference: reference)
    for (index, step) in steps.enumerated() {
      let random = RandomSource(
        seed: seed, names: [recording, familyLabel, String(repetition), String(index)])
      let trial = ScenarioTrial(random: random, heart: HeartRateCourse(current.reference))
      switch step.scenario {
      case .damage(let scenario):
        do {
          current.channels = try scenario.apply(to: current.channels, in: trial)
        } catch {
          throw ScenarioFailure("\(label): \(error.reason)")
        }
      case .rhythm(let scenario):
        guard let heart = trial.heart, heart.beats.count > 1 else {
          throw ScenarioFailure("\(label): \(step.info.name) moves beats, and the reference has none")
        }
        let warp = BeatWarp(heart.beats, to: try scenario.moved(heart.beats, in: trial))
        current.channels = warp.moved(current.channels)
        current.reference = warp.moved(current.reference)
      }
    }
    return current
  }
}
