import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

@Suite struct SwasthicareGuideTests {
  @Test func whatIsMadeOfTheReadings() {
    let readings = [60.0, 90, 72, 66]
    let answers = SessionSwasthicareDetector.Answer.allCases.map { $0.rate(of: readings) }
    // (60 + 2·90 + 3·72 + 4·66) / 10
    #expect(answers == [72, 66, 69, 72])
    #expect(SessionSwasthicareDetector.Answer.allCases.allSatisfy { $0.rate(of: []) == nil })
    #expect(SessionSwasthicareDetector.Answer.weighted.rate(of: [60, 90]) == 80)
  }

  /// 30 values alternating around a mean: range 2d, population deviation d.
  private func wave(mean: Double, halfRange: Double) -> [Double] {
    (0..<30).map { mean + ($0 % 2 == 0 ? halfRange : -halfRange) }
  }

  @Test func qualityFollowsTheTable() {
    #expect(SwasthicareGuide.quality(of: wave(mean: 99, halfRange: 5)) == .poor)
    #expect(SwasthicareGuide.quality(of: wave(mean: 200, halfRange: 0.9)) == .poor)
    #expect(SwasthicareGuide.quality(of: wave(mean: 149, halfRange: 5)) == .fair)
    #expect(SwasthicareGuide.quality(of: wave(mean: 200, halfRange: 2.4)) == .fair)
    #expect(SwasthicareGuide.quality(of: wave(mean: 200, halfRange: 2.6)) == .good)
    #expect(SwasthicareGuide.quality(of: wave(mean: 200, halfRange: 3)) == .excellent)
    #expect(SwasthicareGuide.quality(of: wave(mean: 200, halfRange: 3).dropLast()) == .poor)
  }

  /// A single outlier makes the range large and leaves the deviation below 1.
  @Test func aSmallDeviationIsFairHoweverWideTheRange() {
    var values = [Double](repeating: 200, count: 30)
    values[10] = 205.1
    #expect(SwasthicareGuide.quality(of: values) == .fair)
  }

  @Test func qualityLooksAtTheNewestThirty() {
    let old = [Double](repeating: 0, count: 100)
    #expect(SwasthicareGuide.quality(of: old + wave(mean: 200, halfRange: 2.6)) == .good)
  }

  @Test func motionLooksAtTheNewestTen() {
    let still = [Double](repeating: 100, count: 10)
    let shaken = (0..<10).map { $0 % 2 == 0 ? 100.0 : 116 }
    #expect(!SwasthicareGuide.hasExcessiveMotion(in: shaken + still))
    #expect(SwasthicareGuide.hasExcessiveMotion(in: still + shaken))
    #expect(!SwasthicareGuide.hasExcessiveMotion(in: (0..<10).map { $0 % 2 == 0 ? 100.0 : 115 }))
    #expect(!SwasthicareGuide.hasExcessiveMotion(in: [5]))
  }

  @Test func confidenceFallsWithTheSpread() {
    #expect(SwasthicareGuide.confidence(of: [70, 71]) == 0)
    #expect(SwasthicareGuide.confidence(of: [70, 70, 70]) == 1)
    #expect(abs(SwasthicareGuide.confidence(of: [67, 73, 67, 73]) - 0.8) < 1e-12)
    #expect(SwasthicareGuide.confidence(of: [40, 100, 40, 100]) == 0)
  }

  @Test(
    arguments: [
      (60.0, 70.0, 65.0), (61, 70, 65), (55, 48, 51), (60, 71, 71), (64, 42, 64), (80, 60, 60),
    ] as [(Double, Double, Double)])
  func combinationPrefersSeventy(_ peak: Double, _ fft: Double, _ combined: Double) {
    #expect(CombinedSwasthicareDetector.combined(peak, fft) == combined)
  }

  @Test func nothingIsSaidBelowFiveSeconds() throws {
    let detector = PeakSwasthicareDetector(parameters: .init())
    let train = PulseTrain(bpm: 72, sampleRate: 30, gain: 10, offset: 200).signal
    func estimate(_ count: Int) -> Estimate {
      let cut = Signal(samples: Array(train.samples.prefix(count)), sampleRate: 30)
      return detector.estimate(
        in: Window(TimeRange(start: 0, end: cut.endTime), of: Channels([.ppg: .uniform(cut)])))
    }
    #expect(estimate(149).outcome == .abstained(.windowTooShort))
    #expect(estimate(150).bpm != nil)
    #expect(estimate(150).confidence == 0, "one reading")
  }

  /// One beat of 28 is missing: the median interval is that of the others, the mean is longer by one part in 26.
  @Test func theMeanIntervalIsThatOfAMissedBeatToo() throws {
    let train = PulseTrain(bpm: 100, sampleRate: 30, seconds: 16.8, gain: 20, offset: 200)
    var frames = train.signal.samples
    for index in frames.indices where (9.6..<10.2).contains(Double(index) / 30) {
      frames[index] = train.value(at: 9.6)
    }
    let median = try PeakSwasthicareDetector.rate(frames[...])
    let mean = try PeakSwasthicareDetector.rate(frames[...], interval: .mean)
    #expect(abs(median - 100) <= 1 && mean < median - 2 && mean > median - 6, "\(median), \(mean)")
  }

  @Test func onlyTheNewestTwentySecondsCount() {
    let slow = PulseTrain(bpm: 60, sampleRate: 30, seconds: 20, gain: 10, offset: 200).signal.samples
    let fast = PulseTrain(bpm: 90, sampleRate: 30, seconds: 20, gain: 10, offset: 200).signal.samples
    let both = Signal(samples: slow + fast, sampleRate: 30)
    let alone = Signal(samples: fast, sampleRate: 30, startTime: 20)
    let detector = PeakSwasthicareDetector(parameters: .init())
    func estimate(_ signal: Signal) -> Estimate {
      detector.estimate(
        in: Window(
          TimeRange(start: signal.startTime, end: signal.endTime), of: Channels([.ppg: .uniform(signal)])))
    }
    #expect(estimate(both).bpm == 90)
    #expect(estimate(alone).bpm == 90)
    // The readings made while the window fills are the whole window's.
    #expect(estimate(alone).confidence == 1)
    #expect((estimate(both).confidence ?? .nan) < 0.1)
  }

  /// The flaw: bins of a 512-point transform read as if it had 600 points.
  @Test func theSpectrumReadsLowByTheRatioOfLengths() throws {
    let samples = (0..<600).map { 200 + 10 * PulseTrain(bpm: 75, sampleRate: 30).value(at: Double($0) / 30) }
    let rate = FFTSwasthicareDetector.rate(samples[...])
    #expect(rate == 63)  // 75 · 512 / 600 = 64 lies in bin 21 of 0.05 Hz
  }

  @Test(arguments: SessionSwasthicareDetector.Readings.allCases)
  func theSessionIsTheTruncatedMeanOfAllReadings(_ readings: SessionSwasthicareDetector.Readings) throws {
    let train = PulseTrain(bpm: 75, sampleRate: 30, seconds: 8, gain: 10, offset: 200).signal
    let window = Window(TimeRange(start: 0, end: 8), of: Channels([.ppg: .uniform(train)]))
    var parameters = SessionSwasthicareDetector.Parameters()
    parameters.readings = readings
    let estimate = SessionSwasthicareDetector(parameters: parameters).estimate(in: window)
    let rates = (150...240).compactMap { count -> Double? in
      switch readings {
      case .peak: try? PeakSwasthicareDetector.rate(train.samples.prefix(count))
      case .combined:
        try? CombinedSwasthicareDetector.rate(train.samples.prefix(count), spacing: .published)
      }
    }
    #expect(rates.count > 50)
    #expect(estimate.bpm == (rates.reduce(0, +) / Double(rates.count)).rounded(.down))
    #expect(estimate.confidence == SwasthicareGuide.confidence(of: rates))
  }

  @Test func theSessionStopsAtTwentySeconds() {
    let slow = PulseTrain(bpm: 60, sampleRate: 30, seconds: 20, gain: 10, offset: 200).signal.samples
    let fast = PulseTrain(bpm: 90, sampleRate: 30, seconds: 20, gain: 10, offset: 200).signal.samples
    let channels = Channels([.ppg: .uniform(Signal(samples: slow + fast, sampleRate: 30))])
    let detector = SessionSwasthicareDetector(parameters: .init())
    let whole = detector.estimate(in: Window(TimeRange(start: 0, end: 40), of: channels))
    #expect(whole.bpm == 60)
    #expect(whole == detector.estimate(in: Window(TimeRange(start: 0, end: 20), of: channels)))
  }

  /// The flaw: 24 frames a second read as 30 make 72 beats a minute 90.
  @Test func framesCountAsOneThirtiethOfASecond() throws {
    let train = PulseTrain(bpm: 72, sampleRate: 24, seconds: 20, gain: 10, offset: 200).signal
    let window = Window(TimeRange(start: 0, end: 20), of: Channels([.ppg: .uniform(train)]))
    let published = PeakSwasthicareDetector(parameters: .init())
    #expect(published.estimate(in: window).bpm == 90)
    #expect(published.sampleRate == nil && published.timeBase == .asRecorded)
    #expect(published.assumedSampleRate == 30)

    var parameters = PeakSwasthicareDetector.Parameters()
    parameters.timeStamps = .corrected
    let corrected = PeakSwasthicareDetector(parameters: parameters)
    #expect(corrected.sampleRate == 30 && corrected.timeBase == .even)
    #expect(corrected.assumedSampleRate == nil)
    let fed = try #require(Channel.uniform(train).uniform(at: 30))
    let even = Window(TimeRange(start: 0, end: 20), of: Channels([.ppg: .uniform(fed)]))
    let bpm = try #require(corrected.estimate(in: even).bpm)
    #expect(abs(bpm - 72) <= 2)
  }

  /// The rate drifts, so the readings made while the window fills differ, and the confidence is theirs.
  @Test func confidenceIsThatOfTheReadingsWhileTheWindowFills() throws {
    let samples = (0..<600).map { index -> Double in
      let time = Double(index) / 30
      return 200 + 10 * PulseTrain(bpm: 60 + time, sampleRate: 30).value(at: time)
    }
    let window = Window(
      TimeRange(start: 0, end: 20),
      of: Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 30))]))
    func expected(_ method: (ArraySlice<Double>) throws -> Double, everySeconds interval: Double) -> Double {
      let readings = stride(from: 5, through: 20, by: interval).compactMap {
        try? method(samples.prefix(Int($0 * 30)))
      }
      return SwasthicareGuide.confidence(of: readings)
    }
    let peak = PeakSwasthicareDetector(parameters: .init()).estimate(in: window)
    let combined = CombinedSwasthicareDetector(parameters: .init()).estimate(in: window)
    #expect(peak.confidence == expected({ try PeakSwasthicareDetector.rate($0) }, everySeconds: 1))
    #expect(
      combined.confidence
        == expected({ try CombinedSwasthicareDetector.rate($0, spacing: .published) }, everySeconds: 1))
    #expect(peak.confidence != 1)

    var parameters = PeakSwasthicareDetector.Parameters()
    parameters.readingIntervalSeconds = 5
    let seldom = PeakSwasthicareDetector(parameters: parameters).estimate(in: window)
    #expect(seldom.confidence == expected({ try PeakSwasthicareDetector.rate($0) }, everySeconds: 5))
  }

  @Test func mendedBinsReadTheTransformsOwnSpacing() throws {
    // A pure wave of 72 bpm: the transform has 512 of 600 samples, so the published reading is 512/600 of the true one.
    let samples = (0..<600).map { 100 + 5 * Double.sin(2 * Double.pi * 1.2 * Double($0) / 30) }
    let published = FFTSwasthicareDetector.rate(samples[...])
    let mended = FFTSwasthicareDetector.rate(samples[...], spacing: .corrected)
    #expect(published == 60)
    #expect(abs(mended - 72) <= 2)
  }

  @Test func mendedPrecisionPlacesPeaksBetweenSamples() throws {
    // 100.7 bpm: 17.87 samples per beat, which whole samples and whole rates cannot represent.
    let samples = (0..<600).map { 100 + 5 * Double.sin(2 * Double.pi * 100.7 / 60 * Double($0) / 30) }
    let published = try PeakSwasthicareDetector.rate(samples[...])
    let mended = try PeakSwasthicareDetector.rate(samples[...], precision: .corrected)
    #expect(published == 100)
    #expect(abs(mended - 100.7) < 0.1)
  }
}
