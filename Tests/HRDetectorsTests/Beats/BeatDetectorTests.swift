import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Tests of beat detectors beyond the contract, and of their known errors.
@Suite struct BeatDetectorTests {
  static let names = [
    "erma", "erma.neurokit", "msptd", "msptdfast", "msptdfast2", "ampd", "biosppy", "heartpy", "heartpy.fast",
    "kavsaoglu",
  ]

  private func rate(_ name: String, _ train: PulseTrain) throws -> Double {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    let estimate = try entry.estimate(train.channels)
    return try #require(estimate.bpm, "\(name) says \(estimate.outcome)")
  }

  /// Seconds are few at high rates: the multi-scale detectors' work grows with the square of the rate.
  @Test(arguments: names, [(40.0, 20.0), (64, 15), (250, 7)])
  func countsACleanPulse(_ name: String, _ shape: (sampleRate: Double, seconds: Double)) throws {
    for bpm in [88.0, 118] {
      let found = try rate(
        name, PulseTrain(bpm: bpm, sampleRate: shape.sampleRate, seconds: shape.seconds))
      #expect(abs(found - bpm) < 1.5, "\(name) at \(bpm) bpm, \(shape.sampleRate) Hz: \(found)")
    }
  }

  /// The band-pass weakens frequencies below 1 Hz, so the echo of a slow pulse comes out as high as the pulse.
  @Test(arguments: ["biosppy", "kavsaoglu"]) func countsTheEchoOfASlowPulse(_ name: String) throws {
    let found = try rate(name, PulseTrain(bpm: 58, sampleRate: 64, seconds: 20))
    #expect(abs(found - 116) < 3)
    let other = try rate("erma", PulseTrain(bpm: 58, sampleRate: 64, seconds: 20))
    #expect(abs(other - 58) < 1)
  }

  @Test(arguments: names) func ignoresGainAndOffset(_ name: String) throws {
    let plain = try rate(name, PulseTrain(bpm: 83, sampleRate: 50, seconds: 20))
    for (gain, offset) in [(1e-4, 0.0), (30, 120), (1e5, -1e6)] {
      let train = PulseTrain(bpm: 83, sampleRate: 50, seconds: 20, gain: gain, offset: offset)
      let found = try rate(name, train)
      #expect(abs(found - plain) < 1e-3, "\(name), gain \(gain), offset \(offset)")
    }
  }

  @Test(arguments: names) func placesBeatsOnePerPulse(_ name: String) throws {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    let beats = try entry.estimate(PulseTrain(bpm: 100, sampleRate: 100, seconds: 9).channels).beats
    #expect((13...15).contains(beats.count), "\(name): \(beats.count)")
    let phases = beats.map { ($0 / 0.6) - ($0 / 0.6).rounded(.down) }
    for phase in phases.dropFirst().dropLast() { #expect(abs(phase - phases[1]) < 0.05, "\(name)") }
  }

  /// The spike's square is in the mean that raises the threshold, in Elgendi's paper and in every reading of it.
  @Test func aSpikeDeafensERMA() {
    let clean = PulseTrain(bpm: 70, sampleRate: 100, seconds: 20).signal
    var spiked = clean
    for index in 1000..<1010 { spiked.samples[index] += 60 }
    for detector in [
      ERMADetector(parameters: .init()).beats(in:), ERMANeuroKitDetector(parameters: .init()).beats(in:),
    ] {
      #expect(detector(clean).count >= 21)
      #expect(detector(spiked).count < 8)
    }
    #expect(MSPTDFast2Detector(parameters: .init()).beats(in: spiked).count >= 18)
  }

  /// HeartPy itself refuses intervals that do not deviate by more than 0.1 ms.
  @Test func heartPyCountsAMetronome() throws {
    let threshold = MovingThreshold(windowSeconds: 0.75, plausibleBPM: 40...180)
    let train = PulseTrain(bpm: 75, sampleRate: 100, seconds: 12)
    let peaks = try #require(threshold.peaks(of: train.signal))
    #expect(zip(peaks.dropFirst(), peaks).allSatisfy { $0 - $1 == 80 })
    #expect(peaks.count >= 14)
  }

  @Test func heartPyFindsNothingAbove180() throws {
    let train = PulseTrain(bpm: 200, sampleRate: 100, seconds: 20)
    let entry = try #require(Catalog<DetectorEntry>.builtIn["heartpy"])
    #expect(try entry.estimate(train.channels).outcome == .abstained(.noPeak))
    let raised = ParameterValues([.init("mostBPM", .number(230)), .init("highCutoffHz", .number(6))])
    let found = try #require(try entry.estimate(train.channels, parameters: raised).bpm)
    #expect(abs(found - 200) < 1)
  }

  /// A single fit for the recording: a window's beats are the recording's.
  @Test func heartPyFastReadsWindowsOffTheRecording() throws {
    let train = PulseTrain(bpm: 66, sampleRate: 50, seconds: 40)
    let detector = HeartPyFastDetector(parameters: .init())
    let prepared = detector.prepare(train.channels)
    let whole = detector.estimate(in: TimeRange(start: 0, end: 40), of: prepared)
    let part = detector.estimate(in: TimeRange(start: 10, end: 30), of: prepared)
    let expected = whole.beats.filter { $0 >= 10 && $0 < 30 }
    #expect(part.beats == expected)
    #expect(detector.estimate(in: TimeRange(start: 39, end: 40), of: prepared).bpm == nil)
    #expect(detector.estimate(in: TimeRange(start: 90, end: 99), of: prepared).bpm == nil)
  }
}

@Suite struct HeartPyIntervalsTests {
  /// Mean 1.05 s, so 0.315 s of tolerance: the long interval rejects the beat that ends it, and with it the one after.
  @Test func aRejectedBeatTakesBothItsIntervals() throws {
    let beats = [0, 1, 2, 3, 4, 5.5, 6.5, 7.5, 8.4]
    let intervals = HeartPyIntervals(beats: beats, mostRejectsInTen: 10)
    #expect(intervals.isKept == [true, true, true, true, true, false, true, true, true])
    let estimate = intervals.estimate(in: beats.indices)
    let bpm = try #require(estimate.bpm)
    #expect(abs(bpm - 60 / ((4 + 1 + 0.9) / 6)) < 1e-9)
    #expect(estimate.confidence == 6.0 / 8)
  }

  @Test func manyRejectsInTenRejectThemAll() {
    var beats: [Double] = []
    var at = 0.0
    for number in 0..<20 {
      beats.append(at)
      at += number < 10 && number % 2 == 0 ? 0.4 : number < 10 ? 1.6 : 1
    }
    let lenient = HeartPyIntervals(beats: beats, mostRejectsInTen: 10)
    let strict = HeartPyIntervals(beats: beats, mostRejectsInTen: 3)
    #expect(lenient.isKept.prefix(10).contains(true))
    #expect(!strict.isKept.prefix(10).contains(true))
    #expect(strict.isKept.suffix(9) == lenient.isKept.suffix(9))
  }

  @Test func fewBeatsHaveNoRate() {
    for count in 0..<3 {
      let beats = (0..<count).map { Double($0) }
      let estimate = HeartPyIntervals(beats: beats, mostRejectsInTen: 10).estimate(in: beats.indices)
      #expect(estimate.outcome == .abstained(.tooFewBeats))
    }
  }
}
