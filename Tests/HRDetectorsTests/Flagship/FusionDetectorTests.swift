import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// A pulse with typical disturbances.
struct DisturbedPulse {
  var bpm = 72.0
  var sampleRate = 50.0
  var seconds = 30.0
  /// Standard deviation of white noise, in heights of the pulse.
  var noise = 0.0
  /// Motion at 2.2 Hz, three times the pulse's height, between these times.
  var burst: ClosedRange<Double>?
  var seed: UInt64 = 4

  var signal: Signal {
    var signal = PulseTrain(bpm: bpm, sampleRate: sampleRate, seconds: seconds).signal
    var random = RandomStream(seed: seed, ["fusion"])
    for index in signal.samples.indices {
      let time = signal.time(at: index)
      signal.samples[index] += noise * random.normal()
      if let burst, burst.contains(time) { signal.samples[index] += 3 * sin(2 * Double.pi * 2.2 * time) }
    }
    return signal
  }

  var channels: Channels { Channels([.ppg: .uniform(signal)]) }
}

/// Tests of `fusion` beyond the contract of all detectors.
@Suite struct FusionDetectorTests {
  private let detector = FusionDetector(parameters: .init())

  private func estimate(_ signal: Signal) -> Estimate {
    let channels = Channels([.ppg: .uniform(signal)])
    return detector.estimate(
      in: Window(TimeRange(start: signal.startTime, end: signal.endTime), of: channels))
  }

  private func rate(_ train: PulseTrain) throws -> Double { try #require(estimate(train.signal).bpm) }

  @Test(arguments: [20.0, 30, 100, 125, 250, 1000]) func countsACleanPulse(_ sampleRate: Double) throws {
    for bpm in sampleRate > 200 ? [75.0] : [48.0, 75, 110, 150, 185] {
      let found = try rate(PulseTrain(bpm: bpm, sampleRate: sampleRate))
      #expect(abs(found - bpm) < 0.5, "\(bpm) bpm at \(sampleRate) Hz: \(found)")
    }
  }

  @Test func ignoresGainAndOffsetAndPolarity() throws {
    let plain = try rate(PulseTrain(bpm: 83, sampleRate: 30))
    for gain in [1e-3, 40, 1e5, -1, -7] {
      for offset in [0, 200, -1e4] {
        let found = try rate(PulseTrain(bpm: 83, sampleRate: 30, gain: gain, offset: offset))
        #expect(abs(found - plain) < 1e-3, "gain \(gain), offset \(offset)")
      }
    }
  }

  @Test func stretchesWithTime() throws {
    let train = PulseTrain(bpm: 110, sampleRate: 100).signal
    for factor in [0.8, 1.25, 2] {
      let stretched = Signal(samples: train.samples, sampleRate: train.sampleRate / factor)
      let found = try #require(estimate(stretched).bpm)
      #expect(abs(found - 110 / factor) < 0.5)
    }
  }

  @Test(arguments: [0.0, 0.1, 255]) func saysThatASignalIsFlat(_ level: Double) {
    let flat = Signal(samples: Array(repeating: level, count: 900), sampleRate: 30)
    #expect(estimate(flat).outcome == .abstained(.flatSignal))
  }

  @Test func saysThatAWindowIsTooShort() {
    let short = PulseTrain(bpm: 72, sampleRate: 30, seconds: 3).signal
    #expect(estimate(short).outcome == .abstained(.windowTooShort))
  }

  @Test(arguments: [8.0, 12, 20, 60]) func readsWindowsOfAnyLength(_ seconds: Double) throws {
    let found = try rate(PulseTrain(bpm: 72, sampleRate: 30, seconds: seconds))
    #expect(abs(found - 72) < 1)
  }

  @Test func bridgesAGap() throws {
    var signal = PulseTrain(bpm: 72, sampleRate: 50).signal
    for index in 600..<700 { signal.samples[index] = .nan }
    let found = try #require(estimate(signal).bpm)
    #expect(abs(found - 72) < 1)
  }

  /// White noise has nine times the pulse's variance: at 50 samples a second twice as much of it is in the band.
  @Test(arguments: [(100.0, 9), (50, 5)]) func readsThroughNoise(_ sampleRate: Double, _ least: Int) throws {
    let errors = try (1...9).map { seed in
      abs(
        try #require(estimate(DisturbedPulse(sampleRate: sampleRate, noise: 1, seed: seed).signal).bpm) - 72)
    }
    #expect(errors.filter { $0 < 1.5 }.count >= least, "\(errors)")
  }

  /// The strongest line of this window's spectrum is the motion's 132 per minute.
  @Test func bridgesABurstOfMotion() throws {
    let disturbed = estimate(DisturbedPulse(burst: 11...18).signal)
    #expect(abs(try #require(disturbed.bpm) - 72) < 1)
  }

  @Test func beatsAreThePulses() throws {
    let found = estimate(PulseTrain(bpm: 60, sampleRate: 125).signal).beats
    #expect(found.count >= 29)
    for beat in found { #expect(abs(beat - beat.rounded(.down) - 0.25) < 0.1, "beat at \(beat)") }
  }

  /// A rhythm as uneven as atrial fibrillation's is counted beat by beat.
  @Test func followsAnUnevenRhythm() throws {
    var random = RandomStream(seed: 9, ["rhythm"])
    var beats = [0.3]
    while let last = beats.last, last < 31 { beats.append(last + 0.75 * (1 + 0.15 * random.normal())) }
    let samples = (0..<3000).map { index in
      beats.reduce(0) { $0 + exp(-0.5 * pow((Double(index) / 100 - $1) / 0.07, 2)) }
    }
    let inside = beats.filter { (0.38..<30).contains($0) }
    let truth = 60 * Double(inside.count - 1) / (try #require(inside.last) - inside[0])
    let found = try #require(estimate(Signal(samples: samples, sampleRate: 100)).bpm)
    #expect(abs(found - truth) < 0.8)
  }

  @Test func isSureOfAPulseAndNotOfNoise() throws {
    #expect(try #require(estimate(DisturbedPulse().signal).confidence) > 0.95)
    for seed: UInt64 in [1, 2, 3] {
      var random = RandomStream(seed: seed, ["nothing"])
      let noise = Signal(samples: (0..<1500).map { _ in random.normal() }, sampleRate: 50)
      #expect(try #require(estimate(noise).confidence) < 0.8)
    }
  }

  /// A hand that is knocked: the light shows it too, and the confidence is unchanged.
  @Test func isAsSureAfterAKnock() throws {
    let channels = DisturbedPulse().channels
    let range = TimeRange(start: 0, end: 30)
    let still = detector.estimate(in: range, of: detector.prepare(channels))
    let knocked = channels.moved(seconds: 30, sampleRate: 32) { time in
      [(12..<15).contains(time) ? 0.2 * sin(2 * .pi * 1.7 * time) : 0, 0, 1]
    }
    #expect(try #require(BodyMotion(knocked)?.size(in: range)) > 0.03, "it is seen")
    #expect(detector.estimate(in: range, of: detector.prepare(knocked)) == still)
  }

  /// Beats unlike each other are noise, uneven intervals a restless heart; both at once are mostly the wrong sequence.
  @Test func isUnsureOfUnlikeBeatsAtUnevenIntervals() {
    #expect(FusionConfidence(noise: 0.45, spread: 0.003, rival: 0, beats: 20).probability > 0.8)
    #expect(FusionConfidence(noise: 0.02, spread: 0.035, rival: 0, beats: 20).probability > 0.8)
    #expect(FusionConfidence(noise: 0.45, spread: 0.035, rival: 0, beats: 20).probability < 0.1)
  }

  /// Noise of a wandering baseline may look like beats at one rate, but its spectra do not show that rate.
  @Test func isHardlyEverSureOfARateThatNoSpectrumShows() {
    var sure = 0
    for seed in 0..<UInt64(60) {
      var random = RandomStream(seed: seed, ["walk"])
      var level = 0.0
      let samples = (0..<1800).map { _ in
        level += random.normal()
        return level
      }
      let recording = detector.prepare(Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 30))]))
      for start in stride(from: 0.0, through: 50, by: 5) {
        let found = detector.estimate(in: TimeRange(start: start, end: start + 10), of: recording)
        sure += (found.confidence ?? 0) >= 0.9 ? 1 : 0
      }
    }
    #expect(sure <= 1, "of 660; 3 without regard to spectra")
  }

  /// Noise may look like a few beats, but not for long like beats at one rate.
  @Test func isSurerOfFewBeatsAtTheRateThatWasBefore() throws {
    let channels = Channels([.ppg: .uniform(PulseTrain(bpm: 50, sampleRate: 50, seconds: 60).signal)])
    let recording = detector.prepare(channels)
    func confidence(at start: Double) throws -> Double {
      let found = detector.estimate(in: TimeRange(start: start, end: start + 8), of: recording)
      return try #require(found.confidence)
    }
    // Of 8 s at 50 a minute, and of more than ten beats.
    let few = 0.8 + 0.2 * 8 * 50 / 60 / 10
    let (first, later) = (try confidence(at: 0), try confidence(at: 40))
    #expect(abs(first / later - few) < 0.01, "\(first), \(later)")
  }

  /// The bumps of a wave that has two a beat are unlike, and the second one comes before the middle: it is read at its
  /// rate, and surely.
  @Test func isSureOfPulsesWithTwoBumps() throws {
    let sampleRate = 50.0
    let samples = (0..<1500).map { index -> Double in
      let phase = (1.1 * Double(index) / sampleRate).truncatingRemainder(dividingBy: 1)
      return exp(-pow((phase - 0.2) / 0.08, 2)) + 0.6 * exp(-pow((phase - 0.58) / 0.1, 2))
    }
    let signal = Signal(samples: samples, sampleRate: sampleRate)
    let detector = FusionDetector(parameters: .init())
    let found = detector.estimate(
      in: TimeRange(start: 0, end: 30), of: detector.prepare(Channels([.ppg: .uniform(signal)])))
    #expect(abs(try #require(found.bpm) - 66) < 1)
    #expect(try #require(found.confidence) > 0.9)
  }

  /// A sample in thirty, ten times the pulse: at 125 a second a comb of lines whose half is 125 bpm. A sample in ten,
  /// at 30 a second, is a line at 180.
  @Test(arguments: [(30.0, 30), (125, 30), (400, 30), (30, 10), (25, 8)])
  func isNotFooledBySingleSamples(_ sampleRate: Double, _ interval: Int) throws {
    var signal = PulseTrain(bpm: 72, sampleRate: sampleRate).signal
    for index in stride(from: interval / 2, to: signal.samples.count, by: interval) {
      signal.samples[index] += 10
    }
    let found = try #require(estimate(signal).bpm)
    #expect(abs(found - 72) < 0.5, "\(found)")
  }

  @Test func holdsBackWhatItIsNotSureOf() throws {
    var parameters = FusionDetector.Parameters()
    parameters.minimumConfidence = 0.95
    var random = RandomStream(seed: 1, ["nothing"])
    let noise = Signal(samples: (0..<1500).map { _ in random.normal() }, sampleRate: 50)
    let window = Window(TimeRange(start: 0, end: 30), of: Channels([.ppg: .uniform(noise)]))
    #expect(FusionDetector(parameters: parameters).estimate(in: window).outcome == .abstained(.lowQuality))
  }

  /// Samples after the window's end change nothing, bit for bit, through `prepare` and a range.
  @Test(arguments: [30.0, 125]) func doesNotSeeTheFuture(_ sampleRate: Double) throws {
    let train = PulseTrain(bpm: 66, sampleRate: sampleRate, seconds: 40).signal
    let range = TimeRange(start: 7, end: 27)
    var changed = train
    for index in train.indices(in: TimeRange(start: 27, end: 40)) { changed.samples[index] = 1e6 }
    let before = detector.estimate(in: range, of: detector.prepare(Channels([.ppg: .uniform(train)])))
    let after = detector.estimate(in: range, of: detector.prepare(Channels([.ppg: .uniform(changed)])))
    #expect(before == after)
    #expect(abs(try #require(before.bpm) - 66) < 0.5)
  }

  /// Samples before a window affect only the start of its filters.
  @Test func readsAConcatenationAsItsParts() throws {
    let slow = PulseTrain(bpm: 60, sampleRate: 50).signal
    let fast = PulseTrain(bpm: 140, sampleRate: 50, gain: 5).signal
    let both = Channels([.ppg: .uniform(Signal(samples: slow.samples + fast.samples, sampleRate: 50))])
    let prepared = detector.prepare(both)
    let first = detector.estimate(in: TimeRange(start: 0, end: 30), of: prepared)
    let second = detector.estimate(in: TimeRange(start: 30, end: 60), of: prepared)
    #expect(abs(try #require(first.bpm) - (try #require(estimate(slow).bpm))) < 0.05)
    #expect(abs(try #require(second.bpm) - (try #require(estimate(fast).bpm))) < 0.3)
  }
}
