import Foundation
import HRPlugins
import HRSignals
import HRTestSupport
import Testing

@testable import HRDetectors

/// Breathing above half the heart rate, which the beats show at another rate.
@Suite struct BreathAliasTests {
  /// Every breathing detector, and every modulation of those that read one.
  private static let readers: [(label: String, read: @Sendable (Signal) throws -> Estimate)] =
    Modulation.allCases.flatMap { modulation in
      let parameters = ModulationParameters(modulation: modulation)
      return [
        reader("fft, \(modulation)", BreathingFFTDetector(parameters: parameters)),
        reader("ar, \(modulation)", BreathingARDetector(parameters: parameters)),
        reader("count, \(modulation)", BreathingCountDetector(parameters: parameters)),
      ]
    } + [reader("fusion", BreathingFusionDetector(parameters: .init()))]

  private static func reader(
    _ label: String, _ detector: some WindowWaveDetector
  ) -> (label: String, read: @Sendable (Signal) throws -> Estimate) {
    (label, { wave in Estimate.unlessSilent { () throws(Abstention) in try detector.read(wave) } })
  }

  /// Complains of rates that are wrong by more than 3 per minute and not less than half sure.
  ///
  /// Model and count of the intervals are left out: close to half the heart rate they miss the alias, too.
  private func expectNoSureMistake(_ wave: Signal, breathsPerMinute: Double, _ name: String = "") throws {
    for reader in Self.readers where !["ar, frequency", "count, frequency"].contains(reader.label) {
      let estimate = try reader.read(wave)
      guard let bpm = estimate.bpm, abs(bpm - breathsPerMinute) > 3 else { continue }
      let confidence = try #require(estimate.confidence)
      #expect(confidence < 0.5, "\(reader.label) \(name): \(bpm) for \(breathsPerMinute)")
    }
  }

  /// 75 bpm and 40 breaths per minute, which all detectors once read as 35, at a confidence of 0.72 to 0.99.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func breathingAboveHalfTheHeartRateIsNotReadAsAnother(seed: UInt64) throws {
    let pulse = BreathingPulse(heartRateBPM: 75, breathsPerMinute: 40, seed: seed)
    try expectNoSureMistake(pulse.signal, breathsPerMinute: 40)
    for reader in Self.readers where ["fft, baseline", "fft, amplitude", "fusion"].contains(reader.label) {
      #expect(try reader.read(pulse.signal).outcome == .abstained(.disagreement), "\(reader.label)")
    }
  }

  @Test(arguments: [
    (65, 40), (65, 50), (75, 45), (75, 55), (75, 60), (85, 50), (85, 60), (95, 55), (95, 60),
  ])
  func norIsItAtOtherRates(heart: Int, breaths: Int) throws {
    let pulse = BreathingPulse(heartRateBPM: Double(heart), breathsPerMinute: Double(breaths))
    try expectNoSureMistake(pulse.signal, breathsPerMinute: Double(breaths), "at \(heart) bpm")
  }

  /// Breathing faster than the heart beats is an alias, too.
  @Test func norWhenItIsFasterThanTheHeart() throws {
    let pulse = BreathingPulse(heartRateBPM: 46, breathsPerMinute: 57)
    try expectNoSureMistake(pulse.signal, breathsPerMinute: 57)
  }

  @Test(arguments: [60.0, 70, 80, 90, 100, 110])
  func usualBreathingIsReadAsSurelyAsBefore(heart: Double) throws {
    for breaths in stride(from: 8.0, through: 30, by: 2) where breaths < heart / 2 - 3 {
      let wave = BreathingPulse(heartRateBPM: heart, breathsPerMinute: breaths).signal
      let beats = try RespiratoryBeats(of: wave)
      for modulation in [Modulation.baseline, .amplitude] {
        let detector = BreathingFFTDetector(parameters: ModulationParameters(modulation: modulation))
        let (before, after) = (try detector.read(beats), try detector.read(wave))
        let bpm = try #require(after.bpm, "\(heart) \(breaths) \(modulation)")
        #expect(abs(bpm - breaths) < 1.5, "\(heart) \(breaths) \(modulation): \(bpm)")
        #expect(before.bpm == after.bpm)
        let (sure, surely) = (try #require(before.confidence), try #require(after.confidence))
        #expect(surely > 0.8 * sure, "\(heart) \(breaths) \(modulation): \(surely) of \(sure)")
      }
      let agree = try Modulation.allCases.allSatisfy {
        let detector = BreathingFFTDetector(parameters: ModulationParameters(modulation: $0))
        return abs((try detector.read(beats).bpm ?? 0) - breaths) < 2
      }
      guard agree else { continue }
      let fused = BreathingFusionDetector(parameters: .init())
      let bpm = try #require(try fused.read(wave).bpm, "\(heart) \(breaths)")
      #expect(abs(bpm - breaths) < 2, "\(heart) \(breaths): \(bpm)")
    }
  }

  /// Level alone and height alone tell the rate from its alias, too.
  @Test(arguments: [(level: 0.1, height: 0.0), (level: 0, height: 0.15)])
  func oneModulationIsEnough(level: Double, height: Double) throws {
    for (breaths, low, high) in [(22.0, 0.6, 1.0), (44, 0, 0.4)] {
      let pulse = BreathingPulse(
        heartRateBPM: 66, breathsPerMinute: breaths, level: level, height: height, quickening: 0)
      let chance = BreathAlias(try RespiratoryBeats(of: pulse.signal)).chance(ofBPM: 22)
      #expect((low...high).contains(chance), "\(breaths): \(chance)")
    }
  }

  /// Usual breathing is not contradicted where only the intervals change.
  @Test(arguments: [(60.0, 18.0), (65, 20), (70, 20), (75, 20), (80, 24)])
  func intervalsAloneDoNotContradict(heart: Double, breaths: Double) throws {
    let pulse = BreathingPulse(
      heartRateBPM: heart, breathsPerMinute: breaths, level: 0, height: 0, quickening: 0.04)
    let alias = BreathAlias(try RespiratoryBeats(of: pulse.signal))
    #expect(alias.chance(ofBPM: breaths) >= BreathAlias.leastChance)
  }

  /// No alias below 60 per minute, and one that is too near to be told apart.
  @Test func withoutAnAliasTheChanceIsOne() throws {
    let beats = try RespiratoryBeats(of: BreathingPulse(heartRateBPM: 90, breathsPerMinute: 18).signal)
    let alias = BreathAlias(beats)
    #expect(alias.chance(ofBPM: 18) == 1)
    let near = BreathAlias(
      try RespiratoryBeats(of: BreathingPulse(heartRateBPM: 90, breathsPerMinute: 44.7).signal))
    #expect(near.chance(ofBPM: 44.7) == 1)
  }

  /// Gain, offset and start of the clock do not matter.
  @Test func theChanceHasNoUnit() throws {
    let wave = BreathingPulse(heartRateBPM: 70, breathsPerMinute: 20).signal
    let other = Signal(
      samples: wave.samples.map { 300 * $0 + 7 }, sampleRate: wave.sampleRate, startTime: 1000)
    let one = BreathAlias(try RespiratoryBeats(of: wave))
    let two = BreathAlias(try RespiratoryBeats(of: other))
    for rate in [12.0, 20, 30] {
      #expect(abs(one.chance(ofBPM: rate) - two.chance(ofBPM: rate)) < 1e-6)
    }
  }

  /// A recording on which all detectors were wrong; only where it has been put beside the data.
  private static let field = RealData.folder.appending(
    path: "../faults/field/F35-breathing-above-half-heart-rate/r40_50Hz_ppg.csv")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: field.path), "the recording is not here"))
  func aRecordingThatAllGotWrong() throws {
    let text = try String(contentsOf: Self.field, encoding: .utf8)
    let samples = text.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: ",").last.flatMap { Double($0) }
    }
    try #require(samples.count == 6000)
    for start in stride(from: 0, through: samples.count - 1600, by: 400) {
      let wave = Signal(samples: Array(samples[start..<(start + 1600)]), sampleRate: 50)
      try expectNoSureMistake(wave, breathsPerMinute: 40, "from sample \(start)")
    }
  }
}
