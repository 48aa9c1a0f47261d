import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Tests of the detectors of feet, lines and climbs beyond the contract.
@Suite struct OnsetDetectorTests {
  static let names = [
    "qppg", "qppgfast", "ims", "pda", "atmax", "atmin", "coppg", "abd", "aboyPlusPlus", "pwd",
  ]

  private func entry(_ name: String) throws -> DetectorEntry {
    try #require(Catalog<DetectorEntry>.builtIn[name])
  }

  @Test(arguments: names.filter { $0 != "pda" }, [30.0, 64, 125, 500])
  func countsACleanPulse(_ name: String, _ sampleRate: Double) throws {
    for bpm in [50.0, 75, name.hasPrefix("a") && name != "abd" ? 95 : 120] {
      let train = PulseTrain(bpm: bpm, sampleRate: sampleRate, seconds: 20)
      let found = try #require(try entry(name).estimate(train.channels).bpm, "\(bpm) bpm")
      #expect(abs(found - bpm) < 1, "\(name) at \(bpm) bpm, \(sampleRate) Hz: \(found)")
    }
  }

  /// A dicrotic climb of more than 0.6 of the systolic one counts as well, so the wave here has none.
  @Test(arguments: [30.0, 64, 125, 500]) func pdaCountsSingleClimbs(_ sampleRate: Double) throws {
    for bpm in [50.0, 75, 120] {
      let samples = (0..<Int(20 * sampleRate)).map { index in
        let phase = (Double(index) / sampleRate * bpm / 60).truncatingRemainder(dividingBy: 1)
        return phase < 0.3 ? phase / 0.3 : (1 - phase) / 0.7
      }
      let wave = Signal(samples: samples, sampleRate: sampleRate)
      let found = try #require(try entry("pda").estimate(Channels([.ppg: .uniform(wave)])).bpm, "\(bpm) bpm")
      #expect(abs(found - bpm) < 1, "\(bpm) bpm: \(found)")
    }
  }

  /// The published start of 0.6 s halves rates above 100 bpm.
  @Test(arguments: ["atmax", "atmin"]) func startOfTheRefractoryTimeDecidesHighRates(_ name: String) throws {
    let train = PulseTrain(bpm: 120, sampleRate: 125, seconds: 20)
    let published = try #require(try entry(name).estimate(train.channels).bpm)
    #expect(abs(published - 60) < 1)
    let shorter = ParameterValues([.init("firstRefractorySeconds", .number(0.3))])
    let mended = try #require(try entry(name).estimate(train.channels, parameters: shorter).bpm)
    #expect(abs(mended - 120) < 1)
  }

  @Test(arguments: names) func ignoresGainAndOffset(_ name: String) throws {
    let plain = try entry(name).estimate(PulseTrain(bpm: 83, sampleRate: 100, seconds: 15).channels)
    let bpm = try #require(plain.bpm)
    for (gain, offset) in [(1e-3, 0.0), (40, 200), (1e5, -1e4)] {
      let train = PulseTrain(bpm: 83, sampleRate: 100, seconds: 15, gain: gain, offset: offset)
      let found = try #require(try entry(name).estimate(train.channels).bpm)
      #expect(abs(found - bpm) < 0.05, "gain \(gain), offset \(offset)")
    }
  }

  @Test(arguments: names) func beatsLieInTheWindowInOrder(_ name: String) throws {
    let wave = OnsetWave(sampleRate: 100, seconds: 12, bpm: 95, noise: 0.02).signal
    let shifted = Signal(samples: wave.samples, sampleRate: 100, startTime: 60)
    let beats = try entry(name).estimate(Channels([.ppg: .uniform(shifted)])).beats
    #expect(beats.count > 5)
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
    #expect(beats.allSatisfy { (60..<72).contains($0) })
  }

  /// The search follows its own last rate down, but not so far that no band is left.
  @Test func aboyPlusPlusOutlivesARateThatFallsAndFalls() throws {
    // 30 beats per minute at the start, half as many every 8 s.
    let samples = (0..<3400).map { index in
      sin(2 * .pi * 0.5 * 8 / log(2.0) * (1 - pow(0.5, Double(index) / 800)))
    }
    let wave = Signal(samples: samples, sampleRate: 100)
    let estimate = try entry("aboyPlusPlus").estimate(Channels([.ppg: .uniform(wave)]))
    #expect(estimate.bpm ?? 30 < 60)
  }

  @Test(arguments: ["qppg", "qppgfast"]) func needsTheLearningPeriod(_ name: String) throws {
    let entry = try entry(name)
    let short = try entry.estimate(PulseTrain(bpm: 80, sampleRate: 125, seconds: 7.9).channels)
    #expect(short.outcome == .abstained(.windowTooShort))
    let long = try entry.estimate(PulseTrain(bpm: 80, sampleRate: 125, seconds: 8).channels)
    #expect(abs(try #require(long.bpm) - 80) < 1)
  }

  /// The slope sum is one sample late, holds for as many samples as its window, and dies away after the end.
  @Test func slopeSumIsTheRiseOfItsWindow() {
    let sums = SlopeSum([0, 0, 3, 1, 5, 5, 5], window: 3)
    #expect((0..<11).map { sums[$0] } == [0, 0, 0, 3, 3, 7, 4, 4, 0, 0, 0])
    #expect(sums[-1] == 0)
    #expect(sums.mean(ofFirst: 4) == 0.75)
  }

  /// A missed beat makes the least interval longer than the true one, so every second beat is passed over.
  @Test func fallingLineStaysAtHalfTheRateAfterAMissedBeat() {
    let wave = (0..<1000).map { index in index % 50 == 25 && index != 125 ? 1.0 : -0.02 }
    let peaks = DescendingLine(refractoryShare: 0.6, firstRefractorySeconds: 0.6).peaks(
      of: wave, sampleRate: 50)
    let intervals = zip(peaks.dropFirst(), peaks).map { $0 - $1 }
    #expect(intervals.first == 50)
    #expect(intervals.last == 100)
  }

  /// 1 Hz needs 30 beats a minute and more: its stretch of ten seconds has bins of 6 bpm.
  @Test func strongestRateIsThatOfTheBinUnderTheWindow() throws {
    let steps = AboyStretches(prototype: .butterworth(order: 2), sampleRate: 50)
    let tone = (0..<500).map { sin(2 * Double.pi * 1.52 * Double($0) / 50) }
    #expect(try abs(#require(steps.heartRate(of: tone, between: 30...200)) - 90) < 1e-9)
    #expect(try abs(#require(steps.heartRate(of: tone, between: 93...200)) - 96) < 1e-9)
  }

  /// Three beats too small to be climbs leave an interval of four; two come back as tops, then two periods are left,
  /// which is below the limit.
  @Test func longIntervalsAreFilled() {
    var wave = PulseTrain(bpm: 60, sampleRate: 100, seconds: 20).signal
    for index in 700..<1000 { wave.samples[index] *= 0.5 }
    var parameters = ABDDetector.Parameters()
    parameters.climbPercentile = 92
    let filled = ABDDetector(parameters: parameters).beats(in: wave)
    parameters.mostIntervalShare = 5
    let unfilled = ABDDetector(parameters: parameters).beats(in: wave)
    #expect(unfilled.filter { (6.5..<10).contains($0) } == [])
    #expect(filled.filter { (6.5..<10).contains($0) } == [7.25, 8.25])
    #expect(filled.count == unfilled.count + 2)
  }

  /// H is three times what comes later; the walk lets it sink after two seconds without a beat and finds the rest.
  @Test func walkLetsTheTypicalHeightSink() {
    var wave = PulseTrain(bpm: 75, sampleRate: 100, seconds: 24).signal
    for index in 1600..<2400 { wave.samples[index] *= 0.25 }
    let beats = PWDDetector(parameters: .init()).beats(in: wave)
    #expect(beats.filter { $0 < 16 }.count >= 19)
    #expect(beats.filter { $0 > 19 }.count >= 5)
  }
}
