import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Common parts of several motions: the random walk of the phase, and the accelerometer that is added.
@Suite struct MotionPartsTests {
  private let random = RandomSource(seed: 7, names: ["test"])

  @Test(arguments: [1, 10, 100]) func walkGrowsWithTheRootOfTime(_ lag: Int) {
    let walk = RandomWalk(over: TimeRange(start: 0, end: 40_000), random: random, name: "w")
    let steps = stride(from: 0, to: 40_000 - lag, by: lag).map {
      walk.value(at: Double($0 + lag)) - walk.value(at: Double($0))
    }
    // n independent normal steps: the mean square has a relative standard error of √(2 / n), 7 % for 400.
    let error = (2 / Double(steps.count)).squareRoot()
    #expect(abs(meanSquare(steps) / Double(lag) - 1) < 3.5 * error)
    let product = zip(steps, steps.dropFirst()).map(*).reduce(0, +)
    #expect(abs(product / Double(steps.count) / meanSquare(steps)) < 3.5 * error)
  }

  @Test func walkDoesNotDependOnTheStretchAskedFor() {
    let long = RandomWalk(over: TimeRange(start: -50, end: 500), random: random, name: "w")
    let short = RandomWalk(over: TimeRange(start: 123.4, end: 130), random: random, name: "w")
    for time in stride(from: 123.4, to: 130, by: 0.3) {
      #expect(abs(long.value(at: time) - short.value(at: time)) < 1e-9)
    }
    // Time stamps may count from 1970.
    let late = RandomWalk(over: TimeRange(start: 1.7e9, end: 1.7e9 + 60), random: random, name: "w")
    #expect(abs(late.value(at: 1.7e9 + 60) - late.value(at: 1.7e9)) < 5 * 60.0.squareRoot())
    #expect(late.value(at: 1.7e9 + 60) != late.value(at: 1.7e9))
  }

  @Test(arguments: [
    "motionBursts", "cadenceMotion", "pulseMotion", "lockedMotion", "exerciseOnset", "looseStrap",
  ])
  func accelerometerIsAddedOnlyBesideLight(_ name: String) throws {
    let scenario = try SampleChannels.make(name)
    let trial = SampleChannels.trial()
    let ppg = SampleChannels.pulse(seconds: 20.01, rate: 125, level: 0, amplitude: 1)
    var shifted = Channels([
      .ppg: .uniform(Signal(samples: ppg.values, sampleRate: 125, startTime: 3.001))
    ])
    let damaged = try scenario.apply(to: shifted, in: trial)
    for kind in Cadence.axes {
      let axis = try #require(damaged[kind]?.uniform())
      #expect(axis.sampleRate == 50 && axis.startTime == 3.02 && axis.count == 1000)
    }
    shifted[.accelerometerX] = .uniform(Signal(samples: [0, 0, 0], sampleRate: 50))
    #expect(try scenario.apply(to: shifted, in: trial)[.accelerometerY] == nil)
    let dark = Channels([.ecg: ppg])
    #expect(try scenario.apply(to: dark, in: trial) == dark)
    let single = Channels([.red: .uniform(Signal(samples: [1], sampleRate: 30))])
    #expect(try scenario.apply(to: single, in: trial) == single)
  }

  /// The added accelerometer shows 1 g at rest, and the motion in a burst.
  @Test func addedAccelerometerShowsTheBursts() throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 600, rate: 50, level: 0, amplitude: 1)])
    let damaged = try SampleChannels.make("motionBursts").apply(to: channels, in: SampleChannels.trial())
    let motion = try difference(damaged[.ppg], channels[.ppg])
    let axes = Cadence.axes.compactMap { damaged[$0]?.values }
    let still = try #require(motion.firstIndex(of: 0))
    let gravity = axes.map { $0[still] }
    #expect(abs(gravity.reduce(0) { $0 + $1 * $1 } - 1) < 1e-12)
    for index in motion.indices {
      let squares = zip(axes, gravity).reduce(0.0) { $0 + ($1.0[index] - $1.1) * ($1.0[index] - $1.1) }
      #expect(abs(squares.squareRoot() - 0.15 * abs(motion[index])) < 1e-3)
    }
  }

  /// Bursts are unchanged since before an accelerometer was added beside them.
  @Test func burstsAreWhatTheyWere() throws {
    let channels = SampleChannels.everything()
    let damaged = try SampleChannels.make("motionBursts").apply(to: channels, in: SampleChannels.trial())
    let expected: [(ChannelKind, Double, Double)] = [
      (.ppg, 0.4620757241442444, 0.1647586115576034),
      (.red, 219.6210105111712, 216.64982495847013),
      (.blue, 24.848404204468476, 23.659929983388054),
      (.accelerometerX, 0.5950852902887894, 0.7783756020765996),
      (.accelerometerZ, 0.01638415782599306, -0.017486499573057604),
    ]
    for (kind, middle, late) in expected {
      let values = try #require(damaged[kind]).values
      #expect(abs(values[values.count / 2] - middle) < 1e-9)
      #expect(abs(values[values.count * 4 / 5] - late) < 1e-9)
    }
  }
}
