internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Adds bursts of quasi-periodic motion, and the same motion to the accelerometer.
///
/// Each burst has a cadence drawn from 0.8…2.8 Hz (so it can pass for a heart rate of 48…168 bpm), a second harmonic
/// of 0.2…0.7 times the fundamental, and a slowly wandering phase; it swells and fades as a raised cosine over 0.4 s
/// or a quarter of its duration, whichever is shorter. Between the ramps its root mean square times √2 is
/// `amplitudeRatio` times the pulse amplitude (``PulsatileBand/amplitude``). One burst falls in each 60 /
/// `burstsPerMinute` seconds (``EventSlots``: at another rate they come at other times). All channels share the bursts;
/// accelerometer axes get the same wave along one random direction per burst, with or without optical channels beside
/// them. If light is recorded but no axis, an accelerometer is added: 1 g along a random direction, and the bursts.
/// Camera channels are clipped.
struct MotionBurstsScenario: Scenario {
  struct Parameters: MovingParameters {
    var burstsPerMinute = 3.0
    var motion = MotionShape(amplitudeRatio: 2)
    var shortestBurstSeconds = 3.0
    var longestBurstSeconds = 8.0

    static let table: [Parameter<Self>] = [
      Parameter("burstsPerMinute", \.burstsPerMinute, in: 0...30, "Bursts per minute; 0 is clean."),
      Parameter(
        "amplitudeRatio", \.motion.amplitudeRatio, in: 0...50,
        "Amplitude of the motion over that of the pulse; 0 is clean."),
      Parameter("shortestBurstSeconds", \.shortestBurstSeconds, in: 0.5...60, "Shortest burst in seconds."),
      Parameter("longestBurstSeconds", \.longestBurstSeconds, in: 0.5...60, "Longest burst in seconds."),
      accelerationRow,
    ]
    var conflicts: [String] {
      let longest = ("longestBurstSeconds", longestBurstSeconds)
      return EventSlots.conflicts(
        shortest: ("shortestBurstSeconds", shortestBurstSeconds), longest: longest)
        + EventSlots.conflicts(
          perMinute: ("burstsPerMinute", burstsPerMinute), seconds: longest, events: "bursts")
    }
  }

  static let info = PluginInfo(
    "motionBursts", version: 2, "Bursts of rhythmic motion on optical channels and the accelerometer.",
    source: pairedMotion)

  static let touches = ChannelKind.shownMotion

  static let cadenceHz = 0.8...2.8
  static let longestRampSeconds = 0.4

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.burstsPerMinute > 0, parameters.motion.amplitudeRatio > 0 else { return channels }
    var stream = trial.random.stream("gravity")
    return channels.damagingOptical { _, channel, band in
      adding(bursts(of: channel, trial.random), to: channel) { _ in
        parameters.motion.amplitudeRatio * band.amplitude
      }
    }.shakingAccelerometer(gravity: Direction(&stream)) { axis, channel in
      adding(bursts(of: channel, trial.random), to: channel) {
        parameters.motion.amplitudeRatio * parameters.motion.accelerationPerRatio
          * $0.direction.components[axis]
      }
    }
  }

  private func bursts(of channel: Channel, _ random: RandomSource) -> [MotionBurst] {
    guard let range = channel.timeRange else { return [] }
    let slots = EventSlots(perMinute: parameters.burstsPerMinute, random: random, name: "burst")
    let seconds = parameters.shortestBurstSeconds...parameters.longestBurstSeconds
    return slots.events(in: range) { $0.uniform(in: seconds) }.map(MotionBurst.init)
  }

  private func adding(
    _ bursts: [MotionBurst], to channel: Channel, amplitude: (MotionBurst) -> Double
  ) -> [Double] {
    var values = channel.values
    for burst in bursts {
      let height = amplitude(burst)
      for index in channel.indices(in: burst.range) {
        values[index] += height * burst.value(at: channel.time(at: index))
      }
    }
    return values
  }
}

/// A burst of motion as a function of time, with the root mean square of a unit sinusoid between its ramps.
struct MotionBurst {
  let range: TimeRange
  let cadenceHz: Double
  let direction: Direction
  private let harmonic: Double
  private let phases: (Double, Double)
  private let wobble: (radians: Double, hz: Double)
  private let rampSeconds: Double

  init(_ event: EventSlots.Event) {
    var stream = event.stream
    range = event.range
    cadenceHz = stream.uniform(in: MotionBurstsScenario.cadenceHz)
    harmonic = stream.uniform(in: 0.2...0.7)
    phases = (2 * .pi * stream.uniform(), 2 * .pi * stream.uniform())
    wobble = (stream.uniform(in: 0.1...0.4), stream.uniform(in: 0.1...0.4))
    rampSeconds = min(MotionBurstsScenario.longestRampSeconds, range.duration / 4)
    direction = Direction(&stream)
  }

  func value(at time: Double) -> Double {
    let since = time - range.start
    let phase = 2 * .pi * cadenceHz * since + wobble.radians * Double.sin(2 * .pi * wobble.hz * since)
    let wave = Double.sin(phase + phases.0) + harmonic * Double.sin(2 * phase + phases.1)
    return range.loudness(at: time, rampSeconds: rampSeconds) * wave / Double.sqrt(1 + harmonic * harmonic)
  }
}
