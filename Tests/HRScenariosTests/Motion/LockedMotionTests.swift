import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// Motion in step with the beats, and motion from the first sample on.
@Suite struct LockedMotionTests {
  /// Intervals of 0.5 to 1.1 s in no order, as no smoothed rate follows them.
  private static let beats: [Double] = SampleChannels.scattered(180).reduce(into: [0.4]) {
    $0.append(($0.last ?? 0) + 0.5 + 0.6 * $1)
  }

  private func motion(_ values: [(String, Double)], seed: UInt64 = 1) throws -> [Double] {
    let channels = Channels([
      .ppg: SampleChannels.pulse(seconds: 120, rate: 250, level: 0, amplitude: 1)
    ])
    let trial = ScenarioTrial(
      random: RandomSource(seed: seed, names: ["test"]), heart: InstantaneousHeartRate(.beats(Self.beats)))
    let damaged = try SampleChannels.make("lockedMotion", values).apply(to: channels, in: trial)
    return try difference(damaged[.ppg], channels[.ppg])
  }

  private func rising(_ motion: [Double]) -> [Double] {
    (1..<motion.count).filter { motion[$0 - 1] < 0 && motion[$0] >= 0 }.map { index in
      let share = motion[index - 1] / (motion[index - 1] - motion[index])
      return (Double(index - 1) + share) / 250
    }
  }

  /// A pure wave crosses zero at the same place of the beats' count, `ratio` times in each beat.
  @Test(arguments: [0.5, 1, 1.5, 2, 3]) func stepsKeepTheRatioBeatByBeat(_ ratio: Double) throws {
    let crossings = rising(try motion([("pulseRatio", ratio), ("halfRatio", 0), ("doubleRatio", 0)]))
    let count = try #require(
      InstantaneousHeartRate(.beats(Self.beats)).flatMap(BeatCount.init))
    let steps = count.values(at: crossings).map { ratio * $0 }
    let inside = zip(crossings, steps).filter { $0.0 > Self.beats[0] }.map(\.1)
    #expect(inside.count > Int(140 * ratio))
    // Between samples of 4 ms the wave is taken as straight.
    for (one, next) in zip(inside, inside.dropFirst()) { #expect(abs(next - one - 1) < 0.02) }
  }

  /// The whole wave, overtones and all, is the same in each beat.
  @Test func everyBeatMeetsTheSamePhase() throws {
    for ratio in [2.0, 4] {
      let motion = try motion([("pulseRatio", ratio)])
      let met = Self.beats.filter { $0 > 1 && $0 < 119 }.map { beat -> Double in
        let place = beat * 250
        let index = Int(place)
        return motion[index] + (place - Double(index)) * (motion[index + 1] - motion[index])
      }
      let mean = met.reduce(0, +) / Double(met.count)
      #expect(met.allSatisfy { abs($0 - mean) < 0.03 })
    }
    let loose = try motion([("pulseRatio", 2), ("phaseWander", 1)])
    #expect(rising(loose) != rising(try motion([("pulseRatio", 2)])))
  }

  /// Whole beats over gaps, at the rate of the course before, within and after.
  @Test func gapsAndEndsFollowTheCourse() throws {
    let beats = (0...20).map { 10 + Double($0) } + (0...20).map { 40.2 + Double($0) }
    let heart = try #require(InstantaneousHeartRate(.beats(beats)))
    let count = try #require(BeatCount(heart))
    let values = count.values(at: [5, 10, 10.5, 30, 35.1, 40.2, 60.2, 65.2])
    #expect(zip(values, [-5, 0, 0.5, 20, 25, 30, 50, 55]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(values)")
    // Two marks of one beat count once.
    let pair = try #require(InstantaneousHeartRate(.beats([1, 2, 2.1, 3])))
    #expect(try #require(BeatCount(pair)).values(at: [3]) == [2])
  }

  @Test func withoutBeatsItIsRefused() throws {
    let scenario = try SampleChannels.make("lockedMotion")
    let rates = InstantaneousHeartRate(.rateSeries(TimeSeries(times: [0, 60], values: [70, 80])))
    for heart in [nil, rates] {
      let trial = ScenarioTrial(random: RandomSource(seed: 1, names: []), heart: heart)
      #expect(throws: ScenarioFailure("states no true beats for the motion to keep step with")) {
        try scenario.apply(to: SampleChannels.everything(), in: trial)
      }
    }
    #expect(Catalog<ScenarioEntry>.builtIn["lockedMotion"]?.needs == [.beats])
  }
}

/// Strong steps from the first sample on.
@Suite struct ExerciseOnsetTests {
  @Test func isStrongFromTheFirstSecondAndFades() throws {
    let wave = SampleChannels.pulse(seconds: 120, rate: 50, level: 0, amplitude: 1)
    let late = Channel.uniform(Signal(samples: wave.values, sampleRate: 50, startTime: 1000))
    for channels in [Channels([.ppg: wave]), Channels([.ppg: late])] {
      let damaged = try SampleChannels.make(
        "exerciseOnset",
        [
          ("cadencePerMinute", 120), ("amplitudeRatio", 4), ("holdSeconds", 20), ("fadeSeconds", 10),
          ("laterShare", 0.25), ("phaseWander", 0), ("halfRatio", 0),
        ]
      ).apply(to: channels, in: SampleChannels.trial())
      let motion = try difference(damaged[.ppg], channels[.ppg])
      // Whole steps of half a second; the pulse's amplitude is measured within 1 %.
      func height(fromSecond start: Int, to end: Int) -> Double {
        (2 * meanSquare(Array(motion[(50 * start)..<(50 * end)]))).squareRoot()
      }
      for second in 0..<20 { #expect(abs(height(fromSecond: second, to: second + 1) / 4 - 1) < 0.01) }
      for second in 30..<119 { #expect(abs(height(fromSecond: second, to: second + 1) - 1) < 0.01) }
      #expect((2.3...2.7).contains(height(fromSecond: 24, to: 26)))
      // The accelerometer shows the same, from its first sample on.
      let axes = try Cadence.axes.map { try #require(damaged[$0]).values }
      func shaking(_ samples: Range<Int>) -> Double {
        let squares = axes.map { axis -> Double in
          let part = Array(axis[samples])
          let mean = part.reduce(0, +) / Double(part.count)
          return meanSquare(part.map { $0 - mean })
        }
        return squares.reduce(0, +).squareRoot()
      }
      let height: Double = shaking(0..<50) * 2.0.squareRoot()
      #expect(abs(height / 0.6 - 1) < 0.01)
      #expect(abs(shaking(3000..<3500) / shaking(0..<500) - 0.25) < 0.005)
    }
  }

  @Test func withTheWholeLeftItIsMotionAtACadence() throws {
    let channels = SampleChannels.everything()
    let shared = [("cadencePerMinute", 110.0), ("amplitudeRatio", 2)]
    let onset = try SampleChannels.make("exerciseOnset", shared + [("laterShare", 1)])
    let steady = try SampleChannels.make("cadenceMotion", shared)
    let trial = SampleChannels.trial()
    #expect(try onset.apply(to: channels, in: trial) == steady.apply(to: channels, in: trial))
  }
}
