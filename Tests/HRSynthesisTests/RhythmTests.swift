import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

@Suite struct RhythmTests {
  static func plan(
    _ rhythm: Rhythm, bpm: Double = 70, seconds: Double = 600, _ channels: [ChannelKind] = [.respiration]
  )
    -> SynthesisPlan
  {
    SynthesisPlanTests.plan {
      $0.seconds = seconds
      $0.rhythm = rhythm
      $0.rateProtocol = .constant(bpm)
      $0.channels = channels
    }
  }

  static func beats(_ rhythm: Rhythm, bpm: Double = 70) throws -> [Double] {
    try SynthesisPlanTests.beats(plan(rhythm, bpm: bpm).recording(0))
  }

  @Test(arguments: Rhythm.allCases) func saysItsNameAndKeepsTheMeanRate(_ rhythm: Rhythm) throws {
    for bpm in [55.0, 80, 120] {
      let recording = Self.plan(rhythm, bpm: bpm).recording(2)
      #expect(Measured.value("rhythm", of: recording) == rhythm.rawValue)
      let beats = try SynthesisPlanTests.beats(recording)
      let rate = 60 / Measured.mean(Measured.intervals(beats))
      // Of n independent intervals with 24 % variation the mean varies by 24 % / √n; n is at least 550: 4 % is 4 of it.
      #expect(abs(rate / bpm - 1) < 0.04, "\(rhythm) at \(bpm): \(rate)")
      #expect(Measured.intervals(beats).allSatisfy { $0 >= BeatProcess.shortestIntervalSeconds - 1e-9 })
      #expect(beats.allSatisfy { $0 >= 0 && $0 < 600 })
    }
  }

  @Test func fibrillationIsIndependentAndLogNormal() throws {
    for bpm in [60.0, 90] {
      let plan = Self.plan(.atrialFibrillation, bpm: bpm, seconds: 3600)
      let intervals = Measured.intervals(try SynthesisPlanTests.beats(plan.recording(0)))
      // The log-normal has mean 1: four standard errors of n ≥ 3500 intervals are 4 · 24 % / √3500 = 1.6 %.
      #expect(abs(Measured.mean(intervals) * bpm / 60 - 1) < 0.016)
      let variation = Measured.variation(intervals)
      // Standard error of a coefficient of variation near 0.24 of n ≥ 3500 intervals: about 0.24 / √(2n) · 1.2 =
      // 0.0035.
      #expect(abs(variation - 0.24) < 0.014, "\(variation)")
      for lag in 1...3 {
        let r = Measured.correlation(Array(intervals.dropLast(lag)), Array(intervals.dropFirst(lag)))
        #expect(abs(r) < 4 / Double(intervals.count).squareRoot(), "lag \(lag): \(r)")
      }
      // The logarithm is symmetric, the interval is not: skewness of a log-normal with this variation is 0.73.
      let logs = intervals.map { log($0) }
      #expect(abs(Self.skewness(logs)) < 0.2)
      #expect(Self.skewness(intervals) > 0.5)
    }
    #expect(Measured.variation(Measured.intervals(try Self.beats(.sinus))) < 0.08)
  }

  static func skewness(_ values: [Double]) -> Double {
    let mean = Measured.mean(values)
    let square = Measured.mean(values.map { ($0 - mean) * ($0 - mean) })
    return Measured.mean(values.map { pow($0 - mean, 3) }) / pow(square, 1.5)
  }

  /// Coupling, as a share of the sinus interval (half of coupling and pause together), of each premature beat.
  static func couplings(_ beats: [Double], premature: [Int]) -> [Double] {
    premature.filter { $0 > 0 && $0 + 1 < beats.count }.map {
      (beats[$0] - beats[$0 - 1]) / ((beats[$0 + 1] - beats[$0 - 1]) / 2)
    }
  }

  /// Variation of the sinus intervals from one to the next shifts the measured coupling by up to 6 %.
  static let slack = 0.05

  @Test(arguments: [(Rhythm.bigeminy, 2), (.trigeminy, 3)])
  func everySecondOrThirdBeatIsEarly(_ rhythm: Rhythm, _ period: Int) throws {
    let beats = try Self.beats(rhythm)
    let intervals = Measured.intervals(beats)
    // The longest of the first intervals is a pause; all others are whole periods away.
    let start = try #require((0..<period).max { intervals[$0] < intervals[$1] })
    let premature = Array(stride(from: start, to: beats.count, by: period))
    let couplings = Self.couplings(beats, premature: premature)
    #expect(couplings.count > 200)
    #expect(couplings.allSatisfy { (0.6 - Self.slack...0.8 + Self.slack).contains($0) })
    for index in premature where index > 0 && index < intervals.count {
      #expect(intervals[index] > 1.1 * 60 / 70 && intervals[index - 1] < 0.9 * 60 / 70)
    }
    // The others of a trigeminy are ordinary.
    if period == 3 {
      for index in premature where index + 1 < intervals.count {
        #expect(abs(intervals[index + 1] * 70 / 60 - 1) < 0.15)
      }
    }
  }

  @Test func compensatoryPausesLeaveTheSinusNodeAlone() throws {
    let sinus = try Self.beats(.sinus)
    for rhythm in [Rhythm.bigeminy, .trigeminy, .ectopic] {
      let beats = try Self.beats(rhythm)
      // Beats of the sinus node are at the same times as without premature ones.
      let kept = beats.filter { beat in sinus.contains { abs($0 - beat) < 1e-9 } }
      let shares: [Rhythm: Double] = [.bigeminy: 0.5, .trigeminy: 1 / 3.0, .ectopic: 0.1]
      let replaced = 1 - Double(kept.count) / Double(beats.count)
      // Of 700 beats: four standard errors of the random share are 4 · √(0.1 · 0.9 / 700) = 0.045.
      #expect(
        abs(replaced - (shares[rhythm] ?? 0)) < (rhythm == .ectopic ? 0.045 : 0.01), "\(rhythm): \(replaced)")
    }
  }

  @Test func singleEctopicBeatsStandAlone() throws {
    let sinus = try Self.beats(.sinus)
    let beats = try Self.beats(.ectopic)
    let premature = beats.indices.filter { index in !sinus.contains { abs($0 - beats[index]) < 1e-9 } }
    #expect(premature.count > 20)
    #expect(zip(premature, premature.dropFirst()).allSatisfy { $1 - $0 > 1 })
    let couplings = Self.couplings(beats, premature: premature)
    #expect(couplings.allSatisfy { (0.6 - Self.slack...0.8 + Self.slack).contains($0) })
    #expect(Measured.variation(couplings) < 0.06)
  }

  @Test func weakPulsesAfterShortIntervals() throws {
    let plan = Self.plan(.trigeminy, seconds: 120, [.ppg])
    let recording = plan.recording(0)
    let beats = try SynthesisPlanTests.beats(recording).filter { $0 < 118 }
    let ppg = try Measured.samples(recording, .ppg)
    let transit = SyntheticSubject(index: 0, plan: plan).transitSeconds
    let heights = beats.map { Measured.height(ppg, rate: 125, from: $0 + transit, seconds: 0.2) }
    let intervals = Measured.intervals(beats)
    var (early, late, usual): ([Double], [Double], [Double]) = ([], [], [])
    for (index, interval) in intervals.enumerated() {
      let height = heights[index + 1]
      if interval < 0.85 * 60 / 70 {
        early.append(height)
      } else if interval > 1.15 * 60 / 70 {
        late.append(height)
      } else {
        usual.append(height)
      }
    }
    #expect(early.count > 30 && late.count > 30 && usual.count > 30)
    // 0.7 of 0.47…0.79, and 1.14…1.24: by the doc comments of `PrematureBeats` and `PulseFilling`.
    let (weak, strong) = (
      Measured.mean(early) / Measured.mean(usual), Measured.mean(late) / Measured.mean(usual)
    )
    #expect((0.28...0.6).contains(weak), "\(weak)")
    #expect((1.05...1.3).contains(strong), "\(strong)")
  }

  @Test func pulsesOfFibrillationFollowTheIntervalBefore() throws {
    let plan = Self.plan(.atrialFibrillation, seconds: 240, [.ppg])
    let recording = plan.recording(1)
    let beats = try SynthesisPlanTests.beats(recording).filter { $0 < 238 }
    let ppg = try Measured.samples(recording, .ppg)
    let transit = SyntheticSubject(index: 1, plan: plan).transitSeconds
    let heights = beats.dropFirst().map { Measured.height(ppg, rate: 125, from: $0 + transit, seconds: 0.2) }
    let intervals = Measured.intervals(beats)
    #expect(Measured.correlation(heights, intervals) > 0.7)
    #expect(
      Measured.correlation(heights.map { log($0) }, intervals) > 0.6 && Measured.variation(heights) > 0.2)
  }

  /// Mean ECG around beats of one kind, from 0.3 s before to 0.4 s after at 250 Hz.
  static func average(_ ecg: [Double], _ beats: [Double]) -> [Double] {
    (-75...100).map { offset in
      Measured.mean(beats.map { ecg[Int(($0 * 250).rounded()) + offset] })
    }
  }

  @Test func electrocardiogramsShowTheRhythm() throws {
    func average(_ rhythm: Rhythm, _ chosen: (Int, [Double]) -> Bool) throws -> [Double] {
      let recording = Self.plan(rhythm, seconds: 300, [.ecg]).recording(0)
      let beats = try SynthesisPlanTests.beats(recording)
      let intervals = Measured.intervals(beats)
      let wanted = intervals.indices.filter { $0 > 0 && chosen($0, intervals) }.map { beats[$0] }
      #expect(wanted.count > 60)
      return Self.average(
        try Measured.samples(recording, .ecg), wanted.filter { $0 > 1 && $0 < 299 })
    }
    /// Height of the P wave: about 0.16 s before the beat, against 0.06 s before it.
    func pWave(_ wave: [Double]) -> Double { wave[75 - 39] - wave[75 - 15] }
    /// Seconds during which the wave is above a tenth of its height at the beat.
    func width(_ wave: [Double]) -> Double {
      let top = wave[75]
      let left = (0..<75).last { wave[$0] < 0.1 * top } ?? 0
      let right = (75..<wave.count).first { wave[$0] < 0.1 * top } ?? wave.count
      return Double(right - left) / 250
    }
    let sinus = try average(.sinus) { _, _ in true }
    let fibrillation = try average(.atrialFibrillation) { $1[$0] > 0.7 && $1[$0 - 1] > 0.7 }
    let normal = try average(.bigeminy) { $1[$0] < 0.8 }
    let premature = try average(.bigeminy) { $1[$0] > 0.9 }
    #expect(pWave(sinus) > 0.08 && pWave(normal) > 0.08)
    #expect(abs(pWave(fibrillation)) < 0.04)
    #expect(width(sinus) < 0.06 && width(normal) < 0.06 && width(fibrillation) < 0.06)
    #expect(width(premature) > 0.12, "\(width(premature))")
    // T after the beat: upward if the beat came through the atria, downward if it did not.
    #expect(sinus[75 + 65] > 0.1 && premature[75 + 65] < -0.1)
    // R peaks, whatever their form, are at the beats of the reference.
    for wave in [sinus, fibrillation, normal, premature] {
      #expect(wave.indices.max { wave[$0] < wave[$1] }.map { abs($0 - 75) <= 1 } == true)
    }
  }

  @Test(arguments: Rhythm.allCases) func doesNotDependOnLengthOrCount(_ rhythm: Rhythm) throws {
    let short = Self.plan(rhythm, seconds: 60)
    let long = Self.plan(rhythm, seconds: 200)
    let beats = try SynthesisPlanTests.beats(short.recording(1))
    #expect(try SynthesisPlanTests.beats(long.recording(1)).filter { $0 < 60 } == beats)
    #expect(short.recording(1) == Self.plan(rhythm, seconds: 60).recording(1))
    #expect(short.recording(1).reference != short.recording(2).reference)
  }
}
