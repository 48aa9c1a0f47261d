import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Along a sweep only the severity changes, not the random draw; and the damage at one time does not depend on others.
@Suite struct SweepContractTests {
  struct Sweep: Sendable, CustomTestStringConvertible {
    let scenario: String
    let parameter: String
    let less: Double
    let more: Double
    /// Damage at `more` over damage at `less`.
    var factor = 1.0
    var testDescription: String { "\(scenario).\(parameter)" }
  }

  static func damage(_ name: String, _ values: [(String, Double)], _ channels: Channels) throws -> Channels {
    let stress: [(String, Double)] = name == "nstdb" ? [("cleanSeconds", 5), ("noisySeconds", 20)] : []
    return try SampleChannels.make(name, stress + values)
      .apply(to: channels, in: SampleChannels.trial(noise: ScenarioContractTests.noise))
  }

  /// Channels far from both ends of the scale.
  static func channels(from start: Double = 0, to end: Double = 160) -> Channels {
    func pulse(_ rate: Double, _ level: Double, _ amplitude: Double) -> Channel {
      let samples = (0..<Int((end - start) * rate)).map { index -> Double in
        level + amplitude * sin(2 * .pi * SampleChannels.pulseHz * (start + Double(index) / rate))
      }
      return .uniform(Signal(samples: samples, sampleRate: rate, startTime: start))
    }
    return Channels([.ppg: pulse(125, 0.5, 0.2), .red: pulse(30, 120, -1)])
  }

  static let decibels = 10.0.squareRoot()

  @Test(arguments: [
    Sweep(scenario: "whiteNoise", parameter: "snrDecibels", less: 20, more: 10, factor: decibels),
    Sweep(scenario: "pinkNoise", parameter: "snrDecibels", less: 20, more: 10, factor: decibels),
    Sweep(scenario: "brownNoise", parameter: "snrDecibels", less: 20, more: 10, factor: decibels),
    Sweep(scenario: "noiseBursts", parameter: "snrDecibels", less: 20, more: 10, factor: decibels),
    Sweep(scenario: "nstdb", parameter: "snrDecibels", less: 20, more: 10, factor: decibels),
    Sweep(scenario: "recordedNoise", parameter: "snrDecibels", less: 20, more: 10, factor: decibels),
    Sweep(scenario: "baselineWander", parameter: "amplitudeRatio", less: 1, more: 3, factor: 3),
    Sweep(scenario: "spikes", parameter: "amplitudeRatio", less: 1, more: 3, factor: 3),
    Sweep(scenario: "motionBursts", parameter: "amplitudeRatio", less: 1, more: 3, factor: 3),
    Sweep(scenario: "cadenceMotion", parameter: "amplitudeRatio", less: 1, more: 3, factor: 3),
    Sweep(scenario: "pulseMotion", parameter: "amplitudeRatio", less: 1, more: 3, factor: 3),
    Sweep(scenario: "artefacts.paliakaite", parameter: "amplitudeRatio", less: 1, more: 3, factor: 3),
    Sweep(scenario: "flicker", parameter: "depthPercent", less: 1, more: 3, factor: 3),
    Sweep(scenario: "autoExposure", parameter: "stepPercent", less: 5, more: 15, factor: 3),
    Sweep(scenario: "whiteBalance", parameter: "stepPercent", less: 5, more: 15, factor: 3),
    Sweep(scenario: "gainStep", parameter: "factor", less: 1.1, more: 1.3, factor: 3),
  ]) func moreIsTheSameEnlarged(_ sweep: Sweep) throws {
    let clean = Self.channels()
    let less = try Self.damage(sweep.scenario, [(sweep.parameter, sweep.less)], clean)
    let more = try Self.damage(sweep.scenario, [(sweep.parameter, sweep.more)], clean)
    var isDamaged = false
    for kind in clean.kinds {
      let (small, large) = (try difference(less[kind], clean[kind]), try difference(more[kind], clean[kind]))
      // Rounding of levels of some hundred.
      #expect(zip(small, large).allSatisfy { abs(sweep.factor * $0 - $1) < 1e-10 }, "\(kind)")
      isDamaged = isDamaged || small.contains { $0 != 0 }
    }
    #expect(isDamaged)
  }

  @Test(arguments: [
    Sweep(scenario: "spikes", parameter: "perMinute", less: 6, more: 20),
    Sweep(scenario: "spikes", parameter: "durationSeconds", less: 0.1, more: 0.3),
    Sweep(scenario: "noiseBursts", parameter: "perMinute", less: 4, more: 12),
    Sweep(scenario: "noiseBursts", parameter: "longestSeconds", less: 1, more: 3),
    Sweep(scenario: "motionBursts", parameter: "longestBurstSeconds", less: 4, more: 12),
    Sweep(scenario: "contactLoss", parameter: "durationSeconds", less: 2, more: 9),
    Sweep(scenario: "keyFrames", parameter: "intervalFrames", less: 60, more: 30),
    Sweep(scenario: "saturation", parameter: "share", less: 0.1, more: 0.4),
    Sweep(scenario: "sensorOff", parameter: "seconds", less: 10, more: 30),
    Sweep(scenario: "frameDrop", parameter: "share", less: 0.1, more: 0.4),
    Sweep(scenario: "frameGaps", parameter: "longestSeconds", less: 0.5, more: 2),
  ]) func moreCoversLess(_ sweep: Sweep) throws {
    let clean = try #require(Self.channels()[.ppg])
    func damaged(_ value: Double) throws -> [Bool] {
      let channels = Channels([.ppg: clean])
      let damaged = try #require(try Self.damage(sweep.scenario, [(sweep.parameter, value)], channels)[.ppg])
      let left = Dictionary(uniqueKeysWithValues: zip(damaged.times, damaged.values))
      return zip(clean.times, clean.values).map { left[$0] != $1 }
    }
    let (less, more) = (try damaged(sweep.less), try damaged(sweep.more))
    #expect(zip(less, more).allSatisfy { !$0 || $1 })
    #expect(less.contains(true) && less.filter { $0 }.count < more.filter { $0 }.count)
  }

  /// Scenarios that keep sample times. Noise made in blocks and white noise count from a channel's first sample.
  static let anyStart = [
    "spikes", "recordedNoise", "baselineWander", "motionBursts", "cadenceMotion", "pulseMotion",
    "artefacts.paliakaite", "contactLoss", "fingerShift", "flicker", "autoExposure", "whiteBalance",
    "channelDropout", "lockedMotion", "looseStrap",
  ]
  static let anyEnd =
    anyStart + [
      "whiteNoise", "pinkNoise", "brownNoise", "noiseBursts", "nstdb", "keyFrames", "overexposure",
      "exerciseOnset",
    ]

  @Test(arguments: anyEnd) func aMomentDoesNotDependOnTheEnd(_ name: String) throws {
    try expectSameDamage(name, Self.channels(), Self.channels(to: 120))
  }

  @Test(arguments: anyStart) func aMomentDoesNotDependOnTheStart(_ name: String) throws {
    try expectSameDamage(name, Self.channels(), Self.channels(from: 50))
  }

  /// Expects the same damage from 70 to 110 s, except for its scale, which is measured over the whole recording. The
  /// pulse's own power differs at the ends, which leaves 1 % in damage that is a sum of pulse and level, hence a
  /// correlation of 0.9999.
  private func expectSameDamage(_ name: String, _ whole: Channels, _ part: Channels) throws {
    let (damagedWhole, damagedPart) = (try Self.damage(name, [], whole), try Self.damage(name, [], part))
    var isDamaged = false
    for kind in whole.kinds {
      func damage(_ damaged: Channel?, _ clean: Channel?) throws -> ArraySlice<Double> {
        let span = try #require(clean).indices(in: TimeRange(start: 70, end: 110))
        return try difference(damaged, clean)[span]
      }
      let one = try damage(damagedWhole[kind], whole[kind])
      let two = try damage(damagedPart[kind], part[kind])
      #expect(one.count == two.count)
      guard one.contains(where: { $0 != 0 }) else { continue }
      let product = zip(one, two).reduce(0) { $0 + $1.0 * $1.1 } / Double(one.count)
      let correlation = product / (meanSquare(Array(one)) * meanSquare(Array(two))).squareRoot()
      #expect(correlation > 0.9999, "\(kind)")
      isDamaged = true
    }
    #expect(isDamaged)
  }
}
