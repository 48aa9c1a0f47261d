internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Lets the strap of a moving wearer be loose for a while, again and again.
///
/// The wearer walks all the time. The motion m(t) has steps, the wave of ``CadenceMotionScenario`` at
/// `cadencePerMinute` with its default overtones and drift, and a slow sway of `swayRatio` times their height (four
/// sinusoids of equal height, one from each quarter of 0.05…0.4 Hz, phases by chance). The accelerometer shows all of
/// it, light only what the strap lets through: with a looseness λ(t) a channel of pulse p (``PulsatileBand/pulse``) and
/// amplitude a (``PulsatileBand/amplitude``) gets
/// `amplitudeRatio` · a · (`tightShare` + (1 − `tightShare`) · λ) · m(t) − (1 − `leastPulseShare`) · λ · p, so while it
/// is loose the pulse is lower and both steps and level follow the arm.
///
/// λ is 0 except in one stretch of each 60 / `perMinute` seconds (``EventSlots``: at another rate they come at other
/// times) of `shortestSeconds`…`longestSeconds`. There it has a value of its own, uniform in 0.25…1; it rises and falls
/// along a raised cosine of 1 s (at most a quarter of the stretch). All optical channels are loose at the same times;
/// if there is light but no axis, an accelerometer is added, as in ``SteadyMotion``. Camera channels are clipped.
///
/// Contact pressure and errors during exercise: F. Scardulla et al., Sensors 20:5052, 2020. The model and its defaults
/// are our own.
struct LooseStrapScenario: Scenario {
  struct Parameters: MovingParameters {
    var perMinute = 2.0
    var shortestSeconds = 5.0
    var longestSeconds = 15.0
    var leastPulseShare = 0.3
    var motion = MotionShape(amplitudeRatio: 3)
    var tightShare = 0.1
    var swayRatio = 1.5
    var cadencePerMinute = 110.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "perMinute", \.perMinute, in: 0...12,
        "Loose stretches per minute; 0 is clean: then the wearer keeps still, too."),
      Parameter("shortestSeconds", \.shortestSeconds, in: 0.5...60, "Shortest loose stretch."),
      Parameter("longestSeconds", \.longestSeconds, in: 0.5...60, "Longest loose stretch."),
      Parameter(
        "leastPulseShare", \.leastPulseShare, in: 0...1,
        "Share of the pulse that is left where the strap is as loose as can be."),
      Parameter(
        "amplitudeRatio", \.motion.amplitudeRatio, in: 0...20,
        "Amplitude of the steps over that of the recorded pulse where it is as loose as can be; 0: no motion."
      ),
      Parameter(
        "tightShare", \.tightShare, in: 0...1, "Share of the motion that a tight strap lets through."),
      Parameter("swayRatio", \.swayRatio, in: 0...10, "Height of the slow sway over that of the steps."),
      Parameter("cadencePerMinute", \.cadencePerMinute, in: 40...240, "Steps per minute."),
      accelerationRow,
    ]
    var conflicts: [String] {
      let longest = ("longestSeconds", longestSeconds)
      return EventSlots.conflicts(shortest: ("shortestSeconds", shortestSeconds), longest: longest)
        + EventSlots.conflicts(
          perMinute: ("perMinute", perMinute), seconds: longest, events: "loose stretches")
    }
  }

  static let info = PluginInfo(
    "looseStrap", version: 1,
    "Stretches of weak pulse and strong motion on optical channels, with the motion in the accelerometer.",
    source: "hreval; contact pressure and exercise: F. Scardulla et al., Sensors 20:5052, 2020")

  static let touches = ChannelKind.shownMotion

  private static let looseness = 0.25...1.0
  private static let longestRampSeconds = 1.0
  private static let swayHz = 0.05...0.4
  private static let swayParts = 4

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.perMinute > 0 else { return channels }
    let motion = SteadyMotion(parameters.motion, random: trial.random)
    let sway = sway(trial.random)
    var stretches = PerTimeBase()
    return motion.moving(channels) { channel in
      let steps = motion.wave(at: channel, steps: steadySteps(perMinute: parameters.cadencePerMinute))
      return zip(steps, channel.times).map { $0 + parameters.swayRatio * sway($1) }
    } light: { channel, band, moved in
      let loose = stretches.values(of: channel) { looseness(of: $0, trial.random) }
      let height = parameters.motion.amplitudeRatio * band.amplitude
      return channel.values.indices.map { index in
        let share = parameters.tightShare + (1 - parameters.tightShare) * loose[index]
        let lost = (1 - parameters.leastPulseShare) * loose[index] * band.pulse[index]
        return channel.values[index] + height * share * moved[index] - lost
      }
    }
  }

  /// Looseness of the strap at each sample, from 0 to 1.
  private func looseness(of channel: Channel, _ random: RandomSource) -> [Double] {
    var loose = Array(repeating: 0.0, count: channel.count)
    guard let range = channel.timeRange else { return loose }
    let slots = EventSlots(perMinute: parameters.perMinute, random: random, name: "loose")
    let seconds = parameters.shortestSeconds...parameters.longestSeconds
    for event in slots.events(in: range, duration: { $0.uniform(in: seconds) }) {
      var stream = event.stream
      let most = stream.uniform(in: Self.looseness)
      let ramp = min(Self.longestRampSeconds, event.range.duration / 4)
      for index in channel.indices(in: event.range) {
        loose[index] = most * event.range.loudness(at: channel.time(at: index), rampSeconds: ramp)
      }
    }
    return loose
  }

  /// The slow part of the motion over time, with the root mean square of a unit sinusoid over long times.
  private func sway(_ random: RandomSource) -> (Double) -> Double {
    var stream = random.stream("sway")
    let width = (Self.swayHz.upperBound - Self.swayHz.lowerBound) / Double(Self.swayParts)
    let parts = (0..<Self.swayParts).map { part in
      let low = Self.swayHz.lowerBound + Double(part) * width
      return (hz: stream.uniform(in: low...(low + width)), phase: stream.uniform())
    }
    let height = 1 / Double(Self.swayParts).squareRoot()
    return { time in
      parts.reduce(0) { sum, part in
        let cycles = part.hz * time + part.phase
        return sum + height * Double.sin(2 * .pi * (cycles - cycles.rounded()))
      }
    }
  }
}
