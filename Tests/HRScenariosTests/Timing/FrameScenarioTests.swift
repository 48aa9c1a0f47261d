import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios
@testable import HRNumerics

/// The measured severity equals the given one: gaps, jitter and a varying frame rate.
@Suite struct FrameScenarioTests {
  // MARK: Gaps

  @Test(arguments: [30.0, 125]) func gapsAreAsManyAndAsLongAsAsked(_ rate: Double) throws {
    let interval = 1 / rate
    for (shortest, longest) in [(0.1, 0.6), (0.25, 0.25), (0.3, 2)] {
      let scenario = try SampleChannels.make(
        "frameGaps", [("perMinute", 6), ("shortestSeconds", shortest), ("longestSeconds", longest)])
      let channels = Channels([
        .red: SampleChannels.pulse(seconds: 600, rate: rate, level: 120, amplitude: 2)
      ])
      let clean = try #require(channels[.red])
      var gaps: [Double] = []
      for seed in UInt64(1)...5 {
        let damaged = try #require(try scenario.apply(to: channels, in: SampleChannels.trial(seed))[.red])
        let found = damaged.intervals.filter { $0 > 1.5 * interval }
        #expect(found.count == 60)
        gaps += found
        #expect(damaged.time(at: 0) == 0)
        #expect(damaged.time(at: damaged.count - 1) == clean.time(at: clean.count - 1))
        #expect(
          zip(damaged.times, damaged.values).allSatisfy { time, value in
            value == clean.values[Int((time * rate).rounded())]
          })
      }
      // Rounded up or down to whole intervals.
      #expect(gaps.allSatisfy { $0 > shortest - interval - 1e-9 && $0 < longest + interval + 1e-9 })
      #expect(gaps.allSatisfy { abs($0 * rate - ($0 * rate).rounded()) < 1e-6 })
      // Four standard errors of the mean of 300: uniform lengths, and the rounding, of half an interval at most.
      let spread: Double = (longest - shortest) / 12.0.squareRoot() + interval / 2
      let mean = gaps.reduce(0, +) / 300
      #expect(abs(mean - (shortest + longest) / 2) < 4 * spread / 300.0.squareRoot())
      // Uniform: half below the middle, give or take four standard errors (0.115).
      if longest > shortest {
        let below = gaps.filter { $0 < (shortest + longest) / 2 }.count
        #expect(abs(Double(below) / 300 - 0.5) < 0.12)
      }
    }
  }

  @Test func gapsNoLongerThanAnIntervalAreNone() throws {
    let channels = Channels([.red: SampleChannels.pulse(seconds: 60, rate: 10, level: 120, amplitude: 2)])
    let scenario = try SampleChannels.make(
      "frameGaps", [("shortestSeconds", 0.05), ("longestSeconds", 0.0999)])
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    #expect(damaged[.red]?.values == channels[.red]?.values)
  }

  // MARK: Jitter

  @Test(arguments: [30.0, 125], [0.05, 0.2, 0.4, 0.45, 0.6])
  func jitterIsAsAsked(_ rate: Double, _ share: Double) throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 600, rate: rate, level: 0, amplitude: 1)])
    let scenario = try SampleChannels.make("frameJitter", [("deviationShare", share)])
    let damaged = try #require(try scenario.apply(to: channels, in: SampleChannels.trial())[.ppg])
    let intervals = damaged.intervals
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let deviation: Double = meanSquare(intervals.map { $0 - mean }).squareRoot()
    let typical = try #require(median(intervals))
    #expect(abs(deviation / typical / share - 1) < 0.02)
    #expect(abs(typical * rate - 1) < 0.02)
    // Strictly ascending, with a thousandth of an interval to spare.
    #expect(intervals.allSatisfy { $0 * rate > 0.999e-3 })
    #expect(damaged.count == channels[.ppg]?.count)
    #expect(damaged.times.enumerated().allSatisfy { abs($1 * rate - Double($0)) < 0.4996 })
    // The cubic's error: ω⁴ / 24 times the product of the four distances, 9/16 T⁴ at most, and T⁴ at the ends.
    let angular = 2 * Double.pi * SampleChannels.pulseHz
    let bound = pow(angular / rate, 4) / 24
    let errors = zip(damaged.times, damaged.values).map { abs($1 - sin(angular * $0)) }
    #expect(errors.allSatisfy { $0 <= bound + 1e-9 })
    #expect(errors.dropFirst(2).dropLast(2).allSatisfy { $0 <= bound * 9 / 16 + 1e-9 })
  }

  @Test func moreJitterIsMoreOfTheSame() throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 60, rate: 30, level: 0, amplitude: 1)])
    var before = Array(repeating: 0.0, count: 1800)
    for share in [0.1, 0.4, 0.41, 0.5, 0.6] {
      let scenario = try SampleChannels.make("frameJitter", [("deviationShare", share)])
      let damaged = try #require(try scenario.apply(to: channels, in: SampleChannels.trial())[.ppg])
      let offsets = damaged.times.enumerated().map { $1 - Double($0) / 30 }
      #expect(zip(before, offsets).allSatisfy { $0 * $1 >= 0 && abs($1) >= abs($0) - 1e-12 })
      #expect(offsets.dropFirst().dropLast().contains { $0 != 0 })
      before = offsets
    }
  }

  /// A scatter e of uniform distribution in ±r puts A² (1 − sin(ωr) / (ωr)) of mean squared error on a sinusoid.
  @Test(arguments: [30.0, 125]) func jitterTakenAsEvenIsNoise(_ rate: Double) throws {
    let hz = 2.5
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 1200, rate: rate, level: 0, amplitude: 1, hz: hz)
    ])
    let scenario = try TimingScenarioTests.make(
      "frameJitter", [("deviationShare", 0.3)], .evenAtNominalRate)
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    guard case .uniform? = damaged[.ppg] else {
      Issue.record("even stamps make an even channel")
      return
    }
    // r is √3 × 0.3 / √2 intervals.
    let reach: Double = 2 * .pi * hz * 0.3 * 1.5.squareRoot() / rate
    let expected: Double = 1 - sin(reach) / reach
    // Of N squares of a number that is nearly uniform × sinusoid, a relative standard error of about √(1.7 / N): 0.7
    // %.
    #expect(abs(meanSquare(try difference(damaged[.ppg], channels[.ppg])) / expected - 1) < 0.03)
  }

  @Test func jitteredLevelsAndMissingSamples() throws {
    // Steps between the ends of the scale: every cubic beside one overshoots.
    var samples = (0..<600).map { ($0 / 7) % 2 == 0 ? 0.0 : 255 }
    let gaps = [0, 1, 50, 51, 52, 100, 599]
    for gap in gaps { samples[gap] = .nan }
    let channels = Channels([.green: .uniform(Signal(samples: samples, sampleRate: 30))])
    let damaged = try SampleChannels.make("frameJitter", [("deviationShare", 0.6)])
      .apply(to: channels, in: SampleChannels.trial())
    let values = try #require(damaged[.green]).values
    #expect(values.indices.filter { values[$0].isNaN } == gaps)
    #expect(values.allSatisfy { $0.isNaN || (0...255).contains($0) })
    let clean = try #require(channels[.green])
    let frames = try #require(FrameSequence(clean))
    let free = (1..<598).map { frames.value(at: Double($0) / 30 + 0.015, near: $0) }
    #expect(free.contains { $0 < 0 })
    #expect(free.contains { $0 > 255 })
    // Beside a missing sample: a straight line on its far side, its neighbour's own value on the near one.
    #expect(
      abs(frames.value(at: (98.0 + 0.4) / 30, near: 98) - 0.4 * (samples[99] - samples[98]) - samples[98])
        < 1e-9)
    #expect(frames.value(at: (99.0 + 0.4) / 30, near: 99) == samples[99])
  }

  // MARK: A varying frame rate

  @Test(arguments: [30.0, 125], [0.2, 0.5, 0.8])
  func frameRateAndSwitchesAreAsAsked(_ rate: Double, _ share: Double) throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 600, rate: rate, level: 0, amplitude: 1)])
    let scenario = try SampleChannels.make(
      "variableFrameRate", [("lowestShare", share), ("switchesPerMinute", 6)])
    let exposure = 1 / (share * rate)
    var dimSeconds = 0.0
    for seed in UInt64(1)...4 {
      let damaged = try #require(try scenario.apply(to: channels, in: SampleChannels.trial(seed))[.ppg])
      let intervals = damaged.intervals
      let slow = intervals.map { abs($0 - exposure) < 1e-9 }
      // Three stretches a minute, none touching the next in these runs.
      let stretches = zip(slow.dropFirst(), slow).filter { $0 && !$1 }.count + (slow[0] ? 1 : 0)
      #expect(stretches == 30)
      let seconds = Double(slow.filter { $0 }.count) * exposure
      dimSeconds += seconds
      // All others are at full rate, or lead from one rate to the other: half an interval of each, and up to one
      // more.
      let others = zip(intervals, slow).filter { !$1 }.map(\.0)
      #expect(
        others.allSatisfy { interval in
          abs(interval * rate - 1) < 1e-6
            || (interval * rate > 0.999 && interval < (exposure + 3 / rate) / 2 + 1e-9)
        })
      // Each frame shows the pulse in the middle of its exposure, weakened by the exposure's mean. The averaged values
      // are steps of an interval T: off by up to ω T / 2 over half an interval at either end.
      let angular = 2 * Double.pi * SampleChannels.pulseHz
      let passed = sin(angular * exposure / 2) / (angular * exposure / 2)
      let (times, values) = (damaged.times, damaged.values)
      let dim = intervals.indices.dropFirst().filter { slow[$0] && slow[$0 - 1] }
      #expect(
        dim.allSatisfy { abs(values[$0] - passed * sin(angular * times[$0])) < angular / rate * share })
    }
    // Each of 120 stretches lasts 20 s × a share of 0.25…0.75 less at most two exposures: the mean is half, give or
    // take four standard errors of 0.144 / √120.
    #expect(abs(dimSeconds / 2400 - 0.5) < 0.053 + 2 * exposure / 20)
  }

  @Test func dimFramesTakenAsEvenReadTooHigh() throws {
    let channels = Channels([.ppg: SampleChannels.pulse(seconds: 600, rate: 30, level: 0, amplitude: 1)])
    let values = [("lowestShare", 0.5), ("switchesPerMinute", 6.0)]
    func hz(_ timeStamps: TimeStamps) throws -> Double {
      let met = try (UInt64(1)...4).map { seed in
        let damaged = try TimingScenarioTests.make("variableFrameRate", values, timeStamps)
          .apply(to: channels, in: SampleChannels.trial(seed))
        return try #require(damaged[.ppg]).crossingHz(of: 0)
      }
      return met.reduce(0, +) / 4
    }
    // Half the time at half the rate: three quarters of the frames. The dim share is 0.5 ± 0.053.
    #expect(abs(try hz(.evenAtNominalRate) - 1.25 / 0.75) < 0.06)
    #expect(abs(try hz(.kept) - 1.25) < 0.0005)
    #expect(abs(try hz(.evenAtMeanRate) - 1.25) < 0.02)
  }
}
