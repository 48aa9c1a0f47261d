import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: motion at a cadence.
@Suite struct SteadyMotionTests {
  /// Amplitude of the part of a signal at a frequency; exact where whole cycles fit.
  private func amplitude(of samples: [Double], rate: Double, at hz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * hz * Double(index) / rate
      real += sample * cos(angle)
      imaginary += sample * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  private func axes(_ channels: Channels) -> [[Double]] {
    Cadence.axes.compactMap { channels[$0]?.values }
  }

  @Test(arguments: [50.0, 110, 200], [(0.2, 0.4), (0.5, 0), (0, 1.5), (0, 0)])
  func linesAtCadenceHalfAndDouble(_ cadence: Double, _ ratios: (half: Double, double: Double)) throws {
    // 300 s hold whole numbers of cycles at the cadences above and their halves, and of the pulse.
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 300, rate: 125, level: 1, amplitude: 0.2),
      .green: SampleChannels.pulse(seconds: 300, rate: 30, level: 120, amplitude: -2),
    ])
    let scenario = try SampleChannels.make(
      "cadenceMotion",
      [
        ("cadencePerMinute", cadence), ("amplitudeRatio", 1.5), ("halfRatio", ratios.half),
        ("doubleRatio", ratios.double), ("phaseWander", 0),
      ])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    for (kind, rate, pulse) in [(ChannelKind.ppg, 125.0, 0.2), (.green, 30, 2)] {
      let motion = try difference(damaged[kind], channels[kind])
      let step = amplitude(of: motion, rate: rate, at: cadence / 60)
      let half = amplitude(of: motion, rate: rate, at: cadence / 120)
      let double = amplitude(of: motion, rate: rate, at: cadence / 30)
      #expect(abs(half / step - ratios.half) < 1e-6)
      #expect(abs(double / step - ratios.double) < 1e-6)
      // The pulse amplitude is measured through a filter's edges, so the whole is met within 1 %.
      let met = (2 * meanSquare(motion)).squareRoot() / pulse
      #expect(abs(met / 1.5 - 1) < 0.01)
      // There is no power elsewhere.
      #expect(abs((half * half + step * step + double * double) / (2 * meanSquare(motion)) - 1) < 1e-6)
    }
  }

  @Test(arguments: [0.3, 1, 3], [UInt64(1), 2, 3])
  func amplitudeWithDrift(_ ratio: Double, _ seed: UInt64) throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 300, rate: 50, level: 0, amplitude: 0.7)
    ])
    let scenario = try SampleChannels.make("cadenceMotion", [("amplitudeRatio", ratio)])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
    let met = (2 * meanSquare(try difference(damaged[.ppg], channels[.ppg]))).squareRoot() / 0.7
    #expect(abs(met / ratio - 1) < 0.01)
  }

  /// The phase is read off by demodulation over single seconds, whose mean has lost a third of the first second's
  /// drift.
  @Test(arguments: [0.1, 0.4]) func phaseDriftsWithTheRootOfTime(_ wander: Double) throws {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 3000, rate: 24, level: 0, amplitude: 1)
    ])
    let scenario = try SampleChannels.make(
      "cadenceMotion",
      [("cadencePerMinute", 120), ("halfRatio", 0), ("doubleRatio", 0), ("phaseWander", wander)])
    var squares: [Double] = []
    for seed in UInt64(1)...2 {
      let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
      let motion = try difference(damaged[.ppg], channels[.ppg])
      let phases = (0..<3000).map { second -> Double in
        var (real, imaginary) = (0.0, 0.0)
        for index in (24 * second)..<(24 * second + 24) {
          let angle = 2 * Double.pi * 2 * Double(index) / 24
          real += motion[index] * cos(angle)
          imaginary += motion[index] * sin(angle)
        }
        return atan2(real, imaginary)
      }
      for second in stride(from: 0, to: 2990, by: 10) {
        let turned = phases[second + 10] - phases[second]
        let drift = turned - 2 * .pi * (turned / (2 * .pi)).rounded()
        squares.append(drift * drift)
      }
    }
    // 598 drifts: their root mean square has a relative standard error of 3 %.
    let met = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    #expect(abs(met / (wander * (10 - 1.0 / 3).squareRoot()) - 1) < 0.08)
  }

  /// The accelerometer has the cadence at amplitudes from 0.3 g to 1 g.
  @Test(arguments: [50.0, 110, 200], [2.0, 6.6])
  func accelerometerHasTheCadence(_ cadence: Double, _ ratio: Double) throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 64, rate: 50, level: 0, amplitude: 1)])
    let scenario = try SampleChannels.make(
      "cadenceMotion", [("cadencePerMinute", cadence), ("amplitudeRatio", ratio)])
    let windows = (0..<8).map { TimeRange(start: 8 * Double($0), end: 8 * Double($0) + 8) }
    for seed in UInt64(1)...6 {
      let damaged = try scenario.apply(to: channels, in: SampleChannels.trial(seed))
      let met = Cadence.perMinute(of: damaged, in: windows)
      #expect(met.count == windows.count)
      for cadenceMet in met {
        // Bins are 1 per minute apart; eight seconds of drift move the line by 0.34 per minute (standard deviation).
        #expect(abs(try #require(cadenceMet) - cadence) < 2)
      }
    }
  }

  @Test func accelerometerMovesAsMuchAsAsked() throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 300, rate: 50, level: 0, amplitude: 1)])
    let scenario = try SampleChannels.make(
      "cadenceMotion", [("amplitudeRatio", 2), ("accelerationPerRatio", 0.25), ("phaseWander", 0)])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    let means = axes(damaged).map { $0.reduce(0, +) / Double($0.count) }
    #expect(means.count == 3)
    #expect(abs(meanSquare(means) * 3 - 1) < 1e-6)
    let squares = zip(axes(damaged), means).map { axis, mean in meanSquare(axis.map { $0 - mean }) }
    #expect(abs((2 * squares.reduce(0, +)).squareRoot() - 0.5) < 1e-6)
    // Gravity is within 60° of the motion.
    let along = zip(squares, means).reduce(0.0) { $0 + $1.0.squareRoot() * abs($1.1) }
    #expect(along / squares.reduce(0, +).squareRoot() >= 0.5)
  }

  /// A recorded accelerometer moves as the light does, whatever its other content.
  @Test func recordedAxesMoveAlongOneDirection() throws {
    let channels = SampleChannels.everything()
    let damaged = try SampleChannels.make("cadenceMotion").apply(to: channels, in: SampleChannels.trial())
    let slow = try #require(damaged[.ppg]?.uniform())
    let motions = try Cadence.axes.map { try difference(damaged[$0], channels[$0]) }
    let original = try #require(channels[.ppg]).values
    for index in motions[0].indices where index % 2 == 0 {
      // Every second sample at 50 Hz falls on every fifth at 125 Hz.
      let moved = slow.samples[index / 2 * 5] - original[index / 2 * 5]
      let length = motions.reduce(0.0) { $0 + $1[index] * $1[index] }.squareRoot()
      #expect(abs(length - 0.15 * abs(moved) / 0.2) < 1e-3)
    }
  }
}

/// Motion that follows the heart.
@Suite struct PulseMotionTests {
  /// Beats from 60 to 120 per minute in two minutes: t + t² / 240 beats after t seconds.
  private static let ramp: [Double] = (0...180).map { beat in
    120 * ((1 + Double(beat) / 60).squareRoot() - 1)
  }

  private func motion(_ ratio: Double, seed: UInt64 = 1) throws -> [Double] {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 120, rate: 125, level: 0, amplitude: 1)
    ])
    let scenario = try SampleChannels.make(
      "pulseMotion", [("pulseRatio", ratio), ("halfRatio", 0), ("doubleRatio", 0), ("phaseWander", 0)])
    let trial = ScenarioTrial(
      random: RandomSource(seed: seed, names: ["test"]), heart: InstantaneousHeartRate(.beats(Self.ramp)))
    return try difference(try scenario.apply(to: channels, in: trial)[.ppg], channels[.ppg])
  }

  @Test(arguments: [0.5, 0.7, 1, 1.5, 2]) func cadenceOverTrueRateIsTheAskedRatio(_ ratio: Double) throws {
    let motion = try motion(ratio)
    var crossings: [Double] = []
    for index in 1..<motion.count where motion[index - 1] < 0 && motion[index] >= 0 {
      let share = motion[index - 1] / (motion[index - 1] - motion[index])
      crossings.append((Double(index - 1) + share) / 125)
    }
    #expect(crossings.count > Int(150 * ratio))
    for (start, end) in zip(crossings, crossings.dropFirst(4)) where start > 10 && end < 110 {
      let middle = (start + end) / 2
      #expect(abs(4 / (end - start) / (1 + middle / 120) / ratio - 1) < 0.01)
    }
  }

  /// The motion has the same phase at every beat if the ratio is 1.
  @Test func atOneItKeepsStepWithTheBeats() throws {
    let motion = try motion(1)
    let met = Self.ramp.filter { $0 > 5 && $0 < 115 }.map { motion[Int(($0 * 125).rounded())] }
    let mean = met.reduce(0, +) / Double(met.count)
    // 0.02 cycles of smoothing and half a sample of 8 ms are 0.17 radians at most.
    #expect(met.allSatisfy { abs($0 - mean) < 0.2 })
  }

  @Test func withoutATrueRateItIsRefused() throws {
    let channels = SampleChannels.everything()
    let scenario = try SampleChannels.make("pulseMotion")
    let trial = ScenarioTrial(random: RandomSource(seed: 1, names: []))
    #expect(throws: ScenarioFailure("states no true heart rate for the motion to follow")) {
      try scenario.apply(to: channels, in: trial)
    }
    #expect(Catalog<ScenarioEntry>.builtIn["pulseMotion"]?.needs == [.heartRate])
  }
}
