import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Tests of the corrected window detectors beyond the contract of all detectors (`Contract`).
@Suite struct CorrectedDetectorTests {
  static let names = ["peak", "fft", "combined"]

  private func entry(_ name: String) throws -> DetectorEntry {
    try #require(Catalog<DetectorEntry>.builtIn[name])
  }

  @Test(arguments: names) func saysThatTheSignalIsFlat(_ name: String) throws {
    let entry = try entry(name)
    let flat = Signal(samples: Array(repeating: 0.1, count: 900), sampleRate: 30)
    let estimate = try entry.estimate(entry.channels(flat))
    #expect(estimate.outcome == .abstained(.flatSignal))
  }

  private func rate(_ name: String, _ train: PulseTrain) throws -> Double {
    try #require(try entry(name).estimate(train.channels).bpm)
  }

  @Test(arguments: names, [30.0, 100, 125, 250]) func countsACleanPulse(
    _ name: String, _ sampleRate: Double
  ) throws {
    for bpm in [55.0, 75, 110, 150] {
      let found = try rate(name, PulseTrain(bpm: bpm, sampleRate: sampleRate))
      #expect(abs(found - bpm) < 1, "\(name) at \(bpm) bpm, \(sampleRate) Hz: \(found)")
    }
  }

  @Test(arguments: names) func ignoresGainAndOffsetAndPolarity(_ name: String) throws {
    let plain = try rate(name, PulseTrain(bpm: 83, sampleRate: 30))
    for gain in [1e-3, 40, 1e5, -1, -7] {
      for offset in [0, 200, -1e4] {
        let found = try rate(name, PulseTrain(bpm: 83, sampleRate: 30, gain: gain, offset: offset))
        #expect(abs(found - plain) < 1e-3, "gain \(gain), offset \(offset)")
      }
    }
  }

  @Test(arguments: names) func stretchesWithTime(_ name: String) throws {
    let train = PulseTrain(bpm: 110, sampleRate: 100).signal
    let plain = try #require(try entry(name).estimate(Channels([.ppg: .uniform(train)])).bpm)
    for factor in [0.8, 1.25, 2] {
      let stretched = Signal(samples: train.samples, sampleRate: train.sampleRate / factor)
      let found = try #require(try entry(name).estimate(Channels([.ppg: .uniform(stretched)])).bpm)
      #expect(abs(found - plain / factor) < 0.5)
    }
  }

  /// Samples after the window's end change nothing, bit for bit, through `prepare` and a range.
  @Test(arguments: [30.0, 125]) func doesNotSeeTheFuture(_ sampleRate: Double) throws {
    let train = PulseTrain(bpm: 66, sampleRate: sampleRate, seconds: 40).signal
    let range = TimeRange(start: 7, end: 27)
    var changed = train
    for index in train.indices(in: TimeRange(start: 27, end: 40)) { changed.samples[index] = 1e6 }
    let before = Channels([.ppg: .uniform(train)])
    let after = Channels([.ppg: .uniform(changed)])
    func both(_ detector: some PreparedWindowDetector) throws {
      let estimate = detector.estimate(in: range, of: detector.prepare(before))
      #expect(estimate == detector.estimate(in: range, of: detector.prepare(after)))
      let bpm = try #require(estimate.bpm)
      #expect(abs(bpm - 66) < 1)
    }
    try both(PeakDetector(parameters: .init()))
    try both(FFTDetector(parameters: .init()))
  }

  /// A window of a prepared recording and the same window by itself differ by the start-up of filters only.
  @Test(arguments: [30.0, 250]) func preparedWindowsAgreeWithWindows(_ sampleRate: Double) throws {
    let channels = PulseTrain(bpm: 91, sampleRate: sampleRate, seconds: 40).channels
    let range = TimeRange(start: 12, end: 32)
    func both(_ detector: some PreparedWindowDetector) throws {
      let prepared = detector.estimate(in: range, of: detector.prepare(channels))
      let alone = detector.estimate(in: Window(range, of: channels))
      let difference = try #require(prepared.bpm) - #require(alone.bpm)
      #expect(abs(difference) < 0.3)
    }
    try both(PeakDetector(parameters: .init()))
    try both(FFTDetector(parameters: .init()))
  }

  @Test func peakPlacesBeatsOnTheWave() throws {
    let train = PulseTrain(bpm: 60, sampleRate: 125)
    let beats = try entry("peak").estimate(train.channels).beats
    #expect(beats.count >= 27)
    for beat in beats {
      let phase = beat - beat.rounded(.down)
      #expect(abs(phase - 0.25) < 0.15, "beat at \(beat)")
    }
  }

  /// Below the middle of the band its filter is ahead of its input, and a beat just after the window's end has its peak
  /// before it.
  @Test func peakFindsNoBeatAfterTheWindowsEnd() throws {
    let channels = PulseTrain(bpm: 48, sampleRate: 125, seconds: 40).channels
    let detector = PeakDetector(parameters: .init())
    let prepared = detector.prepare(channels)
    let ends = (0..<25).map { 30 + Double($0) * 0.05 }
    let latest = ends.map { end in
      detector.estimate(in: TimeRange(start: 10, end: end), of: prepared).beats.last.map { end - $0 }
    }
    #expect(latest.allSatisfy { $0.map { $0 > 0 } ?? false }, "\(latest)")
  }
}
