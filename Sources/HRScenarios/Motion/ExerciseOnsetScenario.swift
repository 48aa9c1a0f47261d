internal import HRPlugins
internal import HRSignals

/// Begins a recording in the middle of exercise: strong steps from its first sample on, which grow weaker later.
///
/// Each channel moves from its own first sample on as in ``CadenceMotionScenario``, at `cadencePerMinute`, with
/// `amplitudeRatio` times its pulse amplitude for `holdSeconds`; then the motion fades along a raised cosine over
/// `fadeSeconds` to `laterShare` of that, and stays so. The accelerometer shows the same. There is no rest before, from
/// which a detector could know the pulse: one that locks onto the steps in its first window must find its way back.
///
/// The pulse stays as recorded; `rateStep` with `atShare` 0 as the step before lets it be high from the start. That
/// recordings of exercise begin with rest, and trackers rely on it: Z. Zhang, Z. Pi and B. Liu (TROIKA), IEEE Trans.
/// Biomed. Eng. 62:522, 2015. The defaults are our choice.
struct ExerciseOnsetScenario: Scenario {
  struct Parameters: MovingParameters {
    var cadencePerMinute = 150.0
    var holdSeconds = 20.0
    var fadeSeconds = 10.0
    var laterShare = 0.1
    var motion = MotionShape(amplitudeRatio: 4)

    static let table: [Parameter<Self>] =
      [
        Parameter("cadencePerMinute", \.cadencePerMinute, in: 40...240, "Steps per minute."),
        Parameter("holdSeconds", \.holdSeconds, in: 0...3600, "How long the motion is strong."),
        Parameter("fadeSeconds", \.fadeSeconds, in: 1...600, "How long it then takes to grow weak."),
        Parameter(
          "laterShare", \.laterShare, in: 0...1,
          "Share of the motion's amplitude that is left then; 1: it stays strong."),
      ] + steadyMotionRows
  }

  static let info = PluginInfo(
    "exerciseOnset", version: 1,
    "Strong steps from the first sample on, weaker later, on optical channels and the accelerometer.",
    source:
      "hreval; exercise with a paired accelerometer as in Z. Zhang, Z. Pi and B. Liu (TROIKA), IEEE Trans. Biomed. Eng. 62:522, 2015"
  )

  static let touches = ChannelKind.shownMotion

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    SteadyMotion(parameters.motion, random: trial.random).moving(
      channels, loudness: loudness, steps: steadySteps(perMinute: parameters.cadencePerMinute))
  }

  /// Strength of the motion at each sample, relative to its initial strength.
  private func loudness(of channel: Channel) -> [Double] {
    let times = channel.times
    guard let start = times.first else { return [] }
    return times.map { time in
      let progress = (time - start - parameters.holdSeconds) / parameters.fadeSeconds
      return 1 - (1 - parameters.laterShare) * raisedCosine(progress)
    }
  }
}
