internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Common parameters of motions that go on through a whole recording.
protocol SteadyMotionParameters: ParameterSet {
  var amplitudeRatio: Double { get set }
  var halfRatio: Double { get set }
  var doubleRatio: Double { get set }
  var phaseWander: Double { get set }
  var accelerationPerRatio: Double { get set }
}

extension SteadyMotionParameters {
  static var steadyMotionRows: [Parameter<Self>] {
    [
      Parameter(
        "amplitudeRatio", \.amplitudeRatio, in: 0...20,
        "Amplitude of the motion over that of the pulse; 0 is clean."),
      Parameter(
        "halfRatio", \.halfRatio, in: 0...3,
        "Height of the wave at half the cadence, where the arms swing, over that at the cadence."),
      Parameter(
        "doubleRatio", \.doubleRatio, in: 0...3,
        "Height of the wave at twice the cadence over that at the cadence."),
      Parameter(
        "phaseWander", \.phaseWander, in: 0...3,
        "Radians by which the steps drift within a second (standard deviation); grows with the root of time."),
      Parameter(
        "accelerationPerRatio", \.accelerationPerRatio, in: 0...20,
        "Acceleration, in the accelerometer's unit, that goes with an amplitudeRatio of 1."),
    ]
  }
}

/// Motion that goes on through a whole recording, on all optical channels and the accelerometer.
///
/// m(t) = `amplitudeRatio` · w(φ(t)), with ``StepWave`` w and φ(t) = 2π · c(t) + `phaseWander` · W(t), where c counts
/// the steps and W is a ``RandomWalk``. An optical channel gets m times its own pulse amplitude
/// (``PulsatileBand/amplitude``), so all colours move as blood does and no mixture of them removes the motion alone. An
/// axis of the accelerometer gets m · `accelerationPerRatio` times its part of one random direction. If light is
/// recorded but no axis, an accelerometer is added: 1 g along a direction within 60° of the motion's, since steps shake
/// up and down, and the motion.
struct SteadyMotion {
  private let amplitudeRatio: Double
  private let phaseWander: Double
  private let accelerationPerRatio: Double
  private let wave: StepWave
  private let random: RandomSource

  init(_ parameters: some SteadyMotionParameters, random: RandomSource) {
    self.init(
      amplitudeRatio: parameters.amplitudeRatio, halfRatio: parameters.halfRatio,
      doubleRatio: parameters.doubleRatio, phaseWander: parameters.phaseWander,
      accelerationPerRatio: parameters.accelerationPerRatio, random: random)
  }

  /// Creates a motion, by default with the usual overtones and drift.
  init(
    amplitudeRatio: Double, halfRatio: Double = 0.2, doubleRatio: Double = 0.4, phaseWander: Double = 0.1,
    accelerationPerRatio: Double, random: RandomSource
  ) {
    self.amplitudeRatio = amplitudeRatio
    self.phaseWander = phaseWander
    self.accelerationPerRatio = accelerationPerRatio
    var stream = random.stream("wave")
    wave = StepWave(halfRatio: halfRatio, doubleRatio: doubleRatio, &stream)
    self.random = random
  }

  /// - Parameters:
  ///   - loudness: strength of the motion at each sample of a channel; 1 everywhere by default.
  ///   - steps: number of steps before each of ascending times.
  func moving(
    _ channels: Channels, loudness: ((Channel) -> [Double])? = nil, steps: ([Double]) -> [Double]
  ) -> Channels {
    guard amplitudeRatio > 0 else { return channels }
    return moving(channels) { channel in
      let moved = wave(at: channel, steps: steps)
      return loudness.map { zip(moved, $0(channel)).map { $0 * $1 } } ?? moved
    } light: { channel, band, motion in
      adding(motion, height: amplitudeRatio * band.amplitude, to: channel)
    }
  }

  /// - Parameters:
  ///   - motion: at each sample of a channel, from its times alone; the steps have the height of a unit sinusoid.
  ///   - light: new values of an optical channel, from its pulsatile part and the motion.
  func moving(
    _ channels: Channels, motion: (Channel) -> [Double],
    light: (Channel, PulsatileBand, [Double]) -> [Double]
  ) -> Channels {
    var stream = random.stream("direction")
    let direction = Direction(&stream)
    let gravity = Direction(near: direction, &stream)
    var motions = PerTimeBase()
    var moved = channels.damagingOptical { _, channel, band in
      light(channel, band, motions.values(of: channel, motion))
    }.addingRestingAccelerometer(gravity: gravity)
    for kind in moved.kinds {
      guard let axis = kind.axis, let channel = moved[kind] else { continue }
      let height = amplitudeRatio * accelerationPerRatio * direction.components[axis]
      let values = adding(motions.values(of: channel, motion), height: height, to: channel)
      moved[kind] = channel.replacing(values: values)
    }
    return moved
  }

  private func adding(_ motion: [Double], height: Double, to channel: Channel) -> [Double] {
    zip(channel.values, motion).map { $0 + height * $1 }
  }

  /// The steps at each sample, of the height of a unit sinusoid.
  ///
  /// - Parameters:
  ///   - channel: whose times count.
  ///   - steps: number of steps before each of ascending times.
  func wave(at channel: Channel, steps: ([Double]) -> [Double]) -> [Double] {
    guard let range = channel.timeRange else { return [] }
    let walk = RandomWalk(over: range, random: random, name: "phase")
    let times = channel.times
    return zip(times, steps(times)).map { time, steps in
      // Whole pairs of steps are taken off, so that the phase stays exact in long recordings.
      let pairs = steps / 2
      let halfPhase =
        2 * .pi * (pairs - pairs.rounded(.down)) + 0.5 * phaseWander * walk.value(at: time)
      return wave.value(atHalfPhase: halfPhase)
    }
  }
}
