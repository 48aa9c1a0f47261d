internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

let pairedMotion =
  "hreval; rhythmic motion with a paired accelerometer as in Z. Zhang, Z. Pi and B. Liu (TROIKA), IEEE Trans. Biomed. Eng. 62:522, 2015"

/// Strength and form of a motion, as parameters of scenarios.
struct MotionShape: Equatable, Sendable {
  var amplitudeRatio = 1.0
  var halfRatio = 0.2
  var doubleRatio = 0.4
  var phaseWander = 0.1
  var accelerationPerRatio = 0.15
}

/// Parameters of scenarios with motion.
protocol MovingParameters: ParameterSet {
  var motion: MotionShape { get set }
}

extension MovingParameters {
  static var accelerationRow: Parameter<Self> {
    Parameter(
      "accelerationPerRatio", \.motion.accelerationPerRatio, in: 0...20,
      "Acceleration, in the accelerometer's unit, that goes with an amplitudeRatio of 1.")
  }

  /// Rows of motions that go on through a whole recording.
  static var steadyMotionRows: [Parameter<Self>] {
    [
      Parameter(
        "amplitudeRatio", \.motion.amplitudeRatio, in: 0...20,
        "Amplitude of the motion over that of the pulse; 0 is clean."),
      Parameter(
        "halfRatio", \.motion.halfRatio, in: 0...3,
        "Height of the wave at half the cadence, where the arms swing, over that at the cadence."),
      Parameter(
        "doubleRatio", \.motion.doubleRatio, in: 0...3,
        "Height of the wave at twice the cadence over that at the cadence."),
      Parameter(
        "phaseWander", \.motion.phaseWander, in: 0...3,
        "Radians by which the steps drift within a second (standard deviation); grows with the root of time."),
      accelerationRow,
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
  private let shape: MotionShape
  private let wave: StepWave
  private let random: RandomSource

  init(_ shape: MotionShape, random: RandomSource) {
    self.shape = shape
    var stream = random.stream("wave")
    wave = StepWave(halfRatio: shape.halfRatio, doubleRatio: shape.doubleRatio, &stream)
    self.random = random
  }

  /// - Parameters:
  ///   - loudness: strength of the motion at each sample of a channel; 1 everywhere by default.
  ///   - steps: number of steps before each of ascending times.
  func moving(
    _ channels: Channels, loudness: ((Channel) -> [Double])? = nil, steps: ([Double]) -> [Double]
  ) -> Channels {
    guard shape.amplitudeRatio > 0 else { return channels }
    return moving(channels) { channel in
      let moved = wave(at: channel, steps: steps)
      return loudness.map { zip(moved, $0(channel)).map { $0 * $1 } } ?? moved
    } light: { channel, band, motion in
      adding(motion, height: shape.amplitudeRatio * band.amplitude, to: channel)
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
    return channels.damagingOptical { _, channel, band in
      light(channel, band, motions.values(of: channel, motion))
    }.shakingAccelerometer(gravity: gravity) { axis, channel in
      let height = shape.amplitudeRatio * shape.accelerationPerRatio * direction.components[axis]
      return adding(motions.values(of: channel, motion), height: height, to: channel)
    }
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
        2 * .pi * (pairs - pairs.rounded(.down)) + 0.5 * shape.phaseWander * walk.value(at: time)
      return wave.value(atHalfPhase: halfPhase)
    }
  }
}

/// Returns the number of steps of a steady cadence before each time.
func steadySteps(perMinute: Double) -> ([Double]) -> [Double] {
  let stepsPerSecond = perMinute / 60
  return { $0.map { $0 * stepsPerSecond } }
}

/// The wave of somebody who walks or runs, over its phase: the step and its half and double.
///
/// An arm swings once in two steps, hence the half; feet that strike are no sinusoids, hence the double. The three have
/// fixed phases of their own, by chance. Scaled so that its root mean square over two cycles is that of a unit
/// sinusoid.
struct StepWave {
  /// Factors of sine and cosine of once, twice and four times half the phase.
  private let half: (sine: Double, cosine: Double)
  private let step: (sine: Double, cosine: Double)
  private let double: (sine: Double, cosine: Double)

  init(halfRatio: Double, doubleRatio: Double, _ stream: inout RandomStream) {
    let scale = 1 / Double.sqrt(1 + halfRatio * halfRatio + doubleRatio * doubleRatio)
    func component(_ height: Double) -> (sine: Double, cosine: Double) {
      let phase = 2 * Double.pi * stream.uniform()
      return (scale * height * Double.cos(phase), scale * height * Double.sin(phase))
    }
    half = component(halfRatio)
    step = component(1)
    double = component(doubleRatio)
  }

  /// - Parameter halfPhase: half the phase of the steps, in radians.
  func value(atHalfPhase halfPhase: Double) -> Double {
    let (s1, c1) = (Double.sin(halfPhase), Double.cos(halfPhase))
    let (s2, c2) = (2 * s1 * c1, c1 * c1 - s1 * s1)
    let (s4, c4) = (2 * s2 * c2, c2 * c2 - s2 * s2)
    return half.sine * s1 + half.cosine * c1 + step.sine * s2 + step.cosine * c2 + double.sine * s4
      + double.cosine * c4
  }
}
