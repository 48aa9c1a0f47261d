import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: ramps and steps.
@Suite struct ChangedRateTests {
  /// A regular heart's rate at the middle of each new interval is the given one: exact but for rounding.
  @Test(arguments: [0.5, 1, 2, 5, -0.5, -1, -3]) func slopeAndLevelMet(_ slope: Double) throws {
    for bpm in [60.0, 90, 150] {
      let beats = (0..<600).map { 2 + 60 / bpm * Double($0) }
      let moved = try SampleChannels.moved(
        beats, by: "rateRamp", [("bpmPerSecond", .number(slope)), ("changeBPM", .number(40))])
      let start = Int((0.25 * 599).rounded(.up))
      #expect(moved.times.prefix(start + 1) == beats.prefix(start + 1))
      var ramped = 0
      for index in (start + 1)..<600 {
        let middle: Double = (moved.times[index] + moved.times[index - 1]) / 2 - beats[start]
        let rate: Double = 60 / (moved.times[index] - moved.times[index - 1])
        let change: Double = slope > 0 ? min(40, slope * middle) : max(-40, slope * middle)
        #expect(abs(rate - max(30, bpm + change)) < 1e-6)
        if abs(change) < 40 { ramped += 1 }
      }
      #expect(ramped > 5)
      #expect(moved.pulseShares.allSatisfy { $0 == 1 })
    }
  }

  /// A straight line through the rates of a heart that varies by 5 % has the slope asked for, within what the
  /// variation allows over 80 s.
  @Test func slopeMetOnALivingHeart() throws {
    let beats = PulseTrain.beats(bpm: 70, seconds: 600)
    let moved = try SampleChannels.moved(
      beats, by: "rateRamp", [("fromShare", .number(0.2)), ("changeBPM", .number(80))])
    let start = try #require(beats.firstIndex { $0 >= 1 + 0.2 * ((beats.last ?? 0) - 1) })
    var times: [Double] = []
    var rates: [Double] = []
    for index in (start + 1)..<beats.count {
      let middle: Double = (moved.times[index] + moved.times[index - 1]) / 2 - beats[start]
      guard middle < 80 else { break }
      times.append(middle)
      rates.append(60 / (moved.times[index] - moved.times[index - 1]))
    }
    let count = Double(times.count)
    let time: Double = times.reduce(0, +) / count
    let bpm: Double = rates.reduce(0, +) / count
    let products: Double = zip(times, rates).reduce(0) { $0 + ($1.0 - time) * ($1.1 - bpm) }
    let squares: Double = times.reduce(0) { $0 + ($1 - time) * ($1 - time) }
    #expect(abs(products / squares - 1) < 0.05)
  }

  @Test(arguments: [(150.0, 5.0, 100.0, 220.0), (60, -5, 100, 30), (240, 5, 50, 240), (25, -1, 50, 25)])
  func ratesStayWithinLimits(_ bpm: Double, _ slope: Double, _ change: Double, _ final: Double) throws {
    let beats = (0..<400).map { 60 / bpm * Double($0) }
    let moved = try SampleChannels.moved(
      beats, by: "rateRamp", [("bpmPerSecond", .number(slope)), ("changeBPM", .number(change))])
    let last = try #require(intervals(moved.times).last)
    #expect(abs(60 / last - final) < 1e-6)
  }

  @Test func noChangeIsClean() throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 60)
    #expect(
      (try SampleChannels.moved(beats, by: "rateRamp", [("changeBPM", .number(0))]))
        == MovedBeats(times: beats))
    #expect(
      (try SampleChannels.moved(beats, by: "rateRamp", [("fromShare", .number(1))]))
        == MovedBeats(times: beats))
  }

  /// The mean rate over all later beats of a heart that varies by 5 % is the level within 0.5 %: the local mean over
  /// ten seconds takes a little of the variation with it.
  @Test(arguments: [30.0, 60, 150, 200]) func stepLevelMet(_ level: Double) throws {
    for bpm in [55.0, 75, 120] {
      let beats = PulseTrain.beats(bpm: bpm, seconds: 600)
      let moved = try SampleChannels.moved(beats, by: "rateStep", [("toBPM", .number(level))])
      let step = try #require(beats.firstIndex { $0 >= 1 + 0.5 * ((beats.last ?? 0) - 1) })
      #expect(moved.times.prefix(step + 1) == beats.prefix(step + 1))
      let later = intervals(Array(moved.times[step...]))
      let mean: Double = 60 * Double(later.count) / later.reduce(0, +)
      #expect(abs(mean / level - 1) < 0.005)
      // The first interval after the step is at the level, but for its own variation.
      #expect(abs(60 / later[0] / level - 1) < 0.08)
    }
  }

  /// Each interval over the mean of those around it is unchanged.
  @Test func variationIsKeptAsAShare() throws {
    let beats = PulseTrain.beats(bpm: 75, seconds: 300)
    let moved = try SampleChannels.moved(
      beats, by: "rateStep", [("toBPM", .number(120)), ("atShare", .number(0))])
    let (old, new) = (intervals(beats), intervals(moved.times))
    for index in 10..<(old.count - 10) {
      // Intervals within five seconds of the middle of this one, as the course sees them at its two beats.
      let near = (index - 6)...(index + 6)
      let mean: Double = near.map { old[$0] }.reduce(0, +) / 13
      #expect(abs(new[index] / 0.5 - old[index] / mean) < 0.02)
    }
  }

  /// Unseen beats in a gap are sped up as the rest is.
  @Test func gapsAreStretchedToo() throws {
    let train = (0..<40).map { Double($0) }
    let beats = train + train.map { $0 + 59 }
    let moved = try SampleChannels.moved(
      beats, by: "rateStep", [("toBPM", .number(120)), ("atShare", .number(0))])
    #expect(abs(moved.times[40] - moved.times[39] - 10) < 1e-9)
  }

  @Test func noRateIsNoRamp() {
    for name in ["rateRamp", "rateStep"] {
      #expect(throws: ScenarioFailure.self) { try SampleChannels.moved([0, 10, 20], by: name) }
    }
  }

  @Test func levelsBetweenNothingAndThirtyAreRefused() {
    #expect(throws: ParameterError.self) { try SampleChannels.rhythm("rateStep", [("toBPM", .number(20))]) }
    #expect(throws: ParameterError.self) {
      try SampleChannels.rhythm("rateRamp", [("bpmPerSecond", .number(6))])
    }
  }
}
