import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors
@testable import HRNumerics

/// Trackers: their memory, their causality, and that the path is the best one.
@Suite struct TrackerTests {
  /// A sine whose rate runs from 70 to 100 bpm in 60 s, with ten seconds of a stronger tone at 150 per minute in
  /// the middle.
  private func ramp(toneAmplitude: Double, sampleRate: Double = 30) -> Signal {
    Signal(
      samples: (0..<Int(60 * sampleRate)).map { index in
        let t = Double(index) / sampleRate
        let pulse = sin(2 * Double.pi * (70 * t + 0.25 * t * t) / 60)
        return pulse + (25..<35 ~= t ? toneAmplitude * sin(2 * Double.pi * 2.5 * t) : 0)
      }, sampleRate: sampleRate)
  }

  private func channels(_ signal: Signal) -> Channels { Channels([.ppg: .uniform(signal)]) }

  /// Mean rate of the ramp between two times.
  private func truth(_ range: TimeRange) -> Double { 70 + 0.25 * (range.start + range.end) }

  @Test func theyFollowARampThroughABurst() throws {
    let wave = channels(ramp(toneAmplitude: 3))
    let range = TimeRange(start: 20, end: 40)
    let fft = FFTDetector(parameters: .init())
    #expect(
      abs(try #require(fft.estimate(in: range, of: fft.prepare(wave)).bpm) - 150) < 2,
      "the burst is stronger")
    func check(_ detector: some PreparedWindowDetector, within bpm: Double) throws {
      let prepared = detector.prepare(wave)
      for range in [range, TimeRange(start: 8, end: 28), TimeRange(start: 38, end: 58)] {
        let estimate = detector.estimate(in: range, of: prepared)
        let found = try #require(estimate.bpm)
        #expect(abs(found - truth(range)) < bpm, "\(type(of: detector)) \(range): \(found)")
        #expect((0...1).contains(try #require(estimate.confidence)))
      }
    }
    try check(ViterbiDetector(parameters: .init()), within: 2)
    try check(ViterbiOfflineDetector(parameters: .init()), within: 2)
    try check(KalmanDetector(parameters: .init()), within: 6)
  }

  /// Causal trackers are unchanged bit for bit; the off-line form may differ, and declares it.
  @Test func causalOnesDoNotSeeTheFuture() throws {
    let wave = ramp(toneAmplitude: 0, sampleRate: 125)
    let range = TimeRange(start: 10, end: 30)
    var changed = wave
    for index in wave.indices(in: TimeRange(start: 30, end: 60)) {
      changed.samples[index] = 9 * sin(2 * Double.pi * 3 * wave.time(at: index))
    }
    func check(_ detector: some PreparedWindowDetector) {
      let estimate = detector.estimate(in: range, of: detector.prepare(channels(wave)))
      #expect(estimate.bpm != nil)
      #expect(estimate == detector.estimate(in: range, of: detector.prepare(channels(changed))))
    }
    check(ViterbiDetector(parameters: .init()))
    check(KalmanDetector(parameters: .init()))
    #expect(ViterbiOfflineDetector.causality == .lookAhead(seconds: .infinity))
    for name in ["viterbi", "viterbi.offline", "kalman"] {
      #expect(Catalog<DetectorEntry>.builtIn[name]?.tracks == true)
    }
  }

  /// The display's reading lags behind a ramp that the mean over the window does not.
  @Test func theLastReadingIsThatOfTheWindowsEnd() throws {
    let wave = channels(ramp(toneAmplitude: 0))
    var parameters = ViterbiDetector.Parameters()
    parameters.reading = .last
    let last = ViterbiDetector(parameters: parameters)
    let mean = ViterbiDetector(parameters: .init())
    let range = TimeRange(start: 20, end: 50)
    // Own windows of 8 s: the last one in the range is about 46 s, where the rate is 93; the path trails a little.
    let atEnd = try #require(last.estimate(in: range, of: last.prepare(wave)).bpm)
    let overall = try #require(mean.estimate(in: range, of: mean.prepare(wave)).bpm)
    #expect(abs(atEnd - 93) < 1.5, "\(atEnd)")
    #expect(abs(overall - 87.5) < 1, "\(overall)")
  }

  @Test func silenceIsNotAnsweredFromMemory() throws {
    var wave = ramp(toneAmplitude: 0)
    for index in wave.indices(in: TimeRange(start: 30, end: 60)) { wave.samples[index] = 0.5 }
    let detector = ViterbiDetector(parameters: .init())
    let prepared = detector.prepare(channels(wave))
    #expect(detector.estimate(in: TimeRange(start: 40, end: 60), of: prepared) == .abstained(.flatSignal))
    #expect(detector.estimate(in: TimeRange(start: 0, end: 6), of: prepared) == .abstained(.windowTooShort))
    #expect(detector.estimate(in: TimeRange(start: 10, end: 30), of: prepared).bpm != nil)
  }

  /// A drift below the band, ten times the pulse: its flank climbs out of the band in every spectrum, and is no rate.
  @Test func theyDoNotFollowTheFlankOfADrift() throws {
    let samples = (0..<1800).map { index in
      let t = Double(index) / 30
      return sin(2 * Double.pi * 1.6 * t) + 10 * sin(2 * Double.pi * 0.55 * t + 2 * sin(0.2 * t))
    }
    let wave = channels(Signal(samples: samples, sampleRate: 30))
    func check(_ detector: some PreparedWindowDetector) throws {
      let found = detector.estimate(in: TimeRange(start: 20, end: 50), of: detector.prepare(wave))
      #expect(abs(try #require(found.bpm) - 96) < 2, "\(type(of: detector)): \(found)")
    }
    try check(ViterbiDetector(parameters: .init()))
    try check(ViterbiOfflineDetector(parameters: .init()))
    try check(KalmanDetector(parameters: .init()))
    #expect(RateTrellis.withoutFlanks([9, 5, 2, 3, 4, 1, 6, 8]) == [2, 2, 2, 3, 4, 1, 1, 1])
    #expect(RateTrellis.withoutFlanks([1, 2, 1]) == [1, 2, 1])
    #expect(RateTrellis.withoutFlanks([4, 3, 2, 1]) == [1, 1, 1, 1])
    #expect(RateTrellis.withoutFlanks([1, 2, 3, 4]) == [1, 1, 1, 1])
  }

  /// The gain of every path through five small spectra, one by one.
  @Test func thePathIsTheBestOfAll() {
    var random = RandomStream(seed: 9, ["viterbi"])
    for _ in 0..<20 {
      let spectra = (0..<5).map { _ in (0..<7).map { _ in random.uniform() } }
      let path = ViterbiPath(spectra, stepBPM: 1, deviationBPM: 1.2)
      func gain(_ step: Int, _ bin: Int) -> Double {
        let sum = spectra[step][1...5].reduce(0, +)
        return log(0.5 * spectra[step][bin] / sum + 0.1)
      }
      for length in 1...5 {
        var best = (score: -Double.infinity, bins: [Int]())
        func extend(_ bins: [Int], _ score: Double) {
          guard bins.count < length else {
            if score > best.score { best = (score, bins) }
            return
          }
          for bin in 1...5 {
            let jump = bins.last.map { Double(bin - $0) } ?? 0
            guard abs(jump) <= 4 else { continue }
            extend(bins + [bin], score - 0.5 * jump * jump / 1.44 + gain(bins.count, bin))
          }
        }
        extend([], 0)
        #expect(path.bins(in: 0..<length) == best.bins)
      }
    }
  }

  /// A step of the filter by hand: after a first peak of variance r and drift q, the second weighs (r + q) / (2r + q).
  @Test func kalmanWeighsByVariance() throws {
    let samples = (0..<300).map { index in
      let t = Double(index) / 30
      return sin(2 * Double.pi * (t < 5 ? 1.2 * t : 1.3 * (t - 5) + 6))
    }
    var parameters = KalmanDetector.Parameters()
    parameters.windowSeconds = 5
    parameters.hopSeconds = 5
    parameters.driftBPM = 1
    parameters.measurementBPM = 4
    parameters.reading = .last
    let detector = KalmanDetector(parameters: parameters)
    let track = try #require(detector.prepare(channels(Signal(samples: samples, sampleRate: 30))))
    let (first, second) = (track.readings[0], track.readings[1])
    #expect(abs(try #require(first).bpm - 72) < 0.2)
    let expected = 72 + 6 * (16 + 5) / (2 * 16 + 5.0)
    #expect(abs(try #require(second).bpm - expected) < 0.3)
  }
}
