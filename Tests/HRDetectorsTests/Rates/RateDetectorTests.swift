import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Tests of the rate estimators beyond the contract of all detectors.
@Suite struct RateDetectorTests {
  static let names = [
    "welch", "lombScargle", "autocorrelation", "burg", "harmonicProduct", "fft.rppgToolbox", "welch.pyvhr",
    "stft.pyvhr",
  ]
  static let ownNames = ["welch", "lombScargle", "autocorrelation", "burg", "harmonicProduct"]

  private func rate(_ name: String, _ channels: Channels) throws -> Double {
    let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
    return try #require(try entry.estimate(channels).bpm)
  }

  /// Coefficients belong to a rate: the field's commonest bug is data at another one.
  @Test(arguments: ownNames, [30.0, 125, 250, 1000]) func countsACleanPulse(
    _ name: String, _ sampleRate: Double
  ) throws {
    for bpm in sampleRate > 200 ? [75.0] : [55.0, 75, 110, 150] {
      let found = try rate(name, PulseTrain(bpm: bpm, sampleRate: sampleRate, seconds: 20).channels)
      #expect(abs(found - bpm) < 1, "\(name) at \(bpm) bpm, \(sampleRate) Hz: \(found)")
    }
  }

  @Test(arguments: names) func ignoresGainAndOffset(_ name: String) throws {
    let plain = try rate(name, PulseTrain(bpm: 83, sampleRate: 30).channels)
    for (gain, offset) in [(40.0, 200.0), (1e-3, 0), (-7, 0), (1e5, -1e4)] {
      let found = try rate(name, PulseTrain(bpm: 83, sampleRate: 30, gain: gain, offset: offset).channels)
      #expect(abs(found - plain) < 1e-3, "gain \(gain), offset \(offset)")
    }
  }

  /// Samples after the window's end change nothing, bit for bit, through `prepare` and a range.
  @Test func nobodySeesTheFuture() throws {
    let train = PulseTrain(bpm: 66, sampleRate: 125, seconds: 30).signal
    let range = TimeRange(start: 5, end: 20)
    var changed = train
    for index in train.indices(in: TimeRange(start: 20, end: 30)) { changed.samples[index] = 1e3 }
    let before = Channels([.ppg: .uniform(train)])
    let after = Channels([.ppg: .uniform(changed)])
    func check(_ detector: some PreparedWindowDetector) {
      let estimate = detector.estimate(in: range, of: detector.prepare(before))
      #expect(estimate.bpm != nil)
      #expect(estimate == detector.estimate(in: range, of: detector.prepare(after)), "\(type(of: detector))")
    }
    check(WelchDetector(parameters: .init()))
    check(AutocorrelationDetector(parameters: .init()))
    check(BurgDetector(parameters: .init()))
    check(HarmonicProductDetector(parameters: .init()))
    check(STFTPyVHRDetector(parameters: .init()))
  }

  /// A second harmonic twice as strong as the first: a spectral peak reads double, the product and the correlation
  /// do not.
  @Test func theProductIsNotFooledByAStrongSecondHarmonic() throws {
    let samples = (0..<900).map { index in
      let phase = 2 * Double.pi * 1.1 * Double(index) / 30
      return 0.7 * sin(phase) + sin(2 * phase + 0.5) + 0.2 * sin(3 * phase) + 0.05
        * sin(0.37 * Double(index * index))
    }
    let channels = Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 30))])
    #expect(abs(try rate("fft", channels) - 132) < 0.5)
    #expect(abs(try rate("harmonicProduct", channels) - 66) < 0.5)
    #expect(abs(try rate("autocorrelation", channels) - 66) < 1)
  }

  @Test func welchDoubtsARateWithARivalAtItsHalf() throws {
    func confidence(half amplitude: Double) throws -> Double {
      let samples = (0..<900).map { index in
        let phase = 2 * Double.pi * 1.1 * Double(index) / 30
        return amplitude * sin(phase) + sin(2 * phase)
      }
      let estimate = WelchDetector(parameters: .init()).estimate(
        in: Window(
          TimeRange(start: 0, end: 30),
          of: Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 30))])))
      #expect(abs(try #require(estimate.bpm) - 132) < 0.1)
      return try #require(estimate.confidence)
    }
    #expect(try confidence(half: 0.1) > 0.9)
    // The rival holds 0.39 of the power and its line is 0.64 as high: the share 0.61 is halved.
    #expect(abs(try confidence(half: 0.8) - 0.305) < 0.02)
  }

  /// Frames at random times with half of them lost: the rate at their own times is exact, after linear interpolation it
  /// is not always even there.
  @Test func lombScargleReadsUnevenFrames() throws {
    let train = PulseTrain(bpm: 138, sampleRate: 30)
    var random = RandomStream(seed: 5, ["frames"])
    var times: [Double] = []
    var time = 0.0
    while time < 20 {
      times.append(time)
      time += random.uniform() < 0.1 ? 0.4 : random.uniform(in: 0.02...0.13)
    }
    let channel = Channel.irregular(TimeSeries(times: times, values: times.map { train.value(at: $0) }))
    let window = Window(TimeRange(start: 0, end: 20), of: Channels([.ppg: channel]))
    let estimate = LombScargleDetector(parameters: .init()).estimate(in: window)
    #expect(abs(try #require(estimate.bpm) - 138) < 0.3)
    #expect(try #require(estimate.confidence) > 0.5)
    #expect(Catalog<DetectorEntry>.builtIn["lombScargle"]?.timeBase == .asRecorded)
  }

  @Test func lombScargleLeavesOutWhatIsNoNumber() throws {
    var signal = PulseTrain(bpm: 72, sampleRate: 30, seconds: 20).signal
    for index in 200..<230 { signal.samples[index] = .nan }
    let estimate = try #require(Catalog<DetectorEntry>.builtIn["lombScargle"]).estimate(
      Channels([.ppg: .uniform(signal)]))
    #expect(abs(try #require(estimate.bpm) - 72) < 0.3)
  }

  /// 140 bpm: the lags of one and two periods are equally good, and the first is the period.
  @Test func autocorrelationTakesTheFirstGoodLag() throws {
    let found = try rate("autocorrelation", PulseTrain(bpm: 140, sampleRate: 125, seconds: 20).channels)
    #expect(abs(found - 140) < 0.5)
  }

  @Test func aRateOutsideTheBandIsNoAnswer() throws {
    let slow = Channels([
      .ppg: .uniform(
        Signal(samples: (0..<900).map { sin(2 * Double.pi * 0.45 * Double($0) / 30) }, sampleRate: 30))
    ])
    for name in ["welch", "lombScargle", "burg", "autocorrelation"] {
      let entry = try #require(Catalog<DetectorEntry>.builtIn[name])
      #expect(try entry.estimate(slow).bpm == nil, "\(name)")
    }
  }

  /// The toolbox's rates are quantised: multiples of 60 · 30 / 256 bpm for 8 s, and none between.
  @Test func rPPGToolboxAnswersOnItsLattice() throws {
    for bpm in [62.0, 80, 101, 118] {
      let found = try rate("fft.rppgToolbox", PulseTrain(bpm: bpm, sampleRate: 30, seconds: 8).channels)
      let step = 60 * 30.0 / 256
      #expect(abs(found / step - (found / step).rounded()) < 1e-9)
      #expect(abs(found - bpm) < step)
    }
  }

  /// Kept as published: every local maximum counts, so a dicrotic wave that the filter leaves doubles the rate.
  @Test func rPPGToolboxPeaksCountTheDicroticWave() throws {
    let estimate = try #require(Catalog<DetectorEntry>.builtIn["peak.rppgToolbox"]).estimate(
      PulseTrain(bpm: 60, sampleRate: 125).channels)
    #expect(abs(try #require(estimate.bpm) - 120) < 3)
    #expect(estimate.beats.count > 50)
  }

  /// A filter of order 6 as one transfer function is unstable at 125 Hz (pyVHR's); in sections it is not, at any
  /// rate.
  @Test(arguments: [30.0, 125, 250, 1000]) func pyVHRsBandPassIsStableInSections(_ sampleRate: Double) throws
  {
    let band = try #require(BandFilter(order: 6, bandHz: 0.65...4, sampleRate: sampleRate))
    var impulse = [Double](repeating: 0, count: Int(40 * sampleRate))
    impulse[0] = 1
    let response = band.sections.filtered(impulse)
    let peak = response.map { abs($0) }.max() ?? .infinity
    #expect(peak < 1 && response.suffix(Int(sampleRate)).allSatisfy { abs($0) < 1e-6 * peak })
  }
}
