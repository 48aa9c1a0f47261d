import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Detectors that are there to be beaten must be wrong in the documented way.
@Suite struct NullDetectorTests {
  /// 60 bpm for 30 s, then 90 bpm for 30 s.
  private var step: Channels {
    let samples = (0..<1800).map { index in
      let t = Double(index) / 30
      return sin(2 * Double.pi * (t < 30 ? t : 1.5 * t))
    }
    return Channels([.ppg: .uniform(Signal(samples: samples, sampleRate: 30))])
  }

  private func rate(_ detector: some PreparedWindowDetector, _ range: TimeRange, _ channels: Channels) throws
    -> Double
  {
    try #require(detector.estimate(in: range, of: detector.prepare(channels)).bpm)
  }

  @Test func holdLastHoldsTheFirstWindow() throws {
    let held = HoldLastDetector(parameters: .init())
    #expect(abs(try rate(held, TimeRange(start: 0, end: 20), step) - 60) < 0.1)
    #expect(abs(try rate(held, TimeRange(start: 38, end: 58), step) - 60) < 0.1)
    #expect(HoldLastDetector.tracks)
    var silent = try #require(step[.ppg]?.uniform())
    for index in 0..<600 { silent.samples[index] = 0 }
    let channels = Channels([.ppg: .uniform(silent)])
    let early = held.estimate(in: TimeRange(start: 10, end: 30), of: held.prepare(channels))
    #expect(early == .abstained(.flatSignal), "the first window is flat, the second has not ended")
    let later = held.estimate(in: TimeRange(start: 20, end: 40), of: held.prepare(channels))
    #expect(later.bpm != nil)
  }

  @Test func metronomeBeatsEvenlyFromTheWindowsStart() throws {
    let metronome = MetronomeDetector(parameters: .init())
    let range = TimeRange(start: 32.3, end: 52.3)
    let estimate = metronome.estimate(in: range, of: metronome.prepare(step))
    #expect(abs(try #require(estimate.bpm) - 90) < 0.1)
    #expect(estimate.beats.first == 32.3)
    #expect(estimate.beats.count == 30 || estimate.beats.count == 31)
    for (one, next) in zip(estimate.beats, estimate.beats.dropFirst()) {
      #expect(abs(next - one - 2.0 / 3) < 1e-3)
    }
  }

  @Test func poissonBeatsAreRandomButAlwaysTheSame() throws {
    let poisson = PoissonDetector(parameters: .init())
    let prepared = poisson.prepare(step)
    var intervals: [Double] = []
    for start in 0..<10 {
      let range = TimeRange(start: Double(start), end: Double(start + 20))
      let estimate = poisson.estimate(in: range, of: prepared)
      #expect(estimate == poisson.estimate(in: range, of: prepared))
      #expect(estimate.beats.allSatisfy { $0 >= range.start && $0 < range.end })
      intervals += zip(estimate.beats.dropFirst(), estimate.beats).map { $0 - $1 }
    }
    // Exponential: the standard deviation is the mean.
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let deviation = (intervals.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(intervals.count))
      .squareRoot()
    #expect(intervals.count > 100 && abs(mean - 1) < 0.2 && abs(deviation / mean - 1) < 0.25)
    var other = PoissonDetector.Parameters()
    other.seed = 1
    let range = TimeRange(start: 0, end: 20)
    #expect(
      PoissonDetector(parameters: other).estimate(in: range, of: prepared).beats
        != poisson.estimate(in: range, of: prepared).beats)
  }

  @Test func cadenceSaysTheStepsPerMinute() throws {
    func axis(_ value: (Double) -> Double) -> Channel {
      .uniform(Signal(samples: (0..<1000).map { value(Double($0) / 50) }, sampleRate: 50))
    }
    func channels(_ swing: Double) -> Channels {
      Channels([
        .accelerometerX: axis { _ in 0.02 }, .accelerometerY: axis { _ in 0.01 },
        .accelerometerZ: axis { 1 + swing * sin(2 * Double.pi * 1.9 * $0) },
      ])
    }
    let range = TimeRange(start: 0, end: 20)
    let walking = CadenceDetector(parameters: .init()).estimate(in: Window(range, of: channels(0.3)))
    #expect(abs(try #require(walking.bpm) - 114) <= 1)
    let resting = CadenceDetector(parameters: .init()).estimate(in: Window(range, of: channels(0.01)))
    #expect(resting == .abstained(.noPeak))
  }

  @Test func doubleAndHalfAreOctavesOfTheSpectralRate() throws {
    let window = Window(TimeRange(start: 0, end: 20), of: step)
    let plain = FFTDetector(parameters: .init()).estimate(in: window)
    let bpm = try #require(plain.bpm)
    #expect(
      DoubleDetector(parameters: .init()).estimate(in: window) == .bpm(2 * bpm, confidence: plain.confidence))
    #expect(
      HalfDetector(parameters: .init()).estimate(in: window) == .bpm(bpm / 2, confidence: plain.confidence))
    let nothing = Window(TimeRange(start: 0, end: 0.5), of: step)
    #expect(
      DoubleDetector(parameters: .init()).estimate(in: nothing)
        == FFTDetector(parameters: .init()).estimate(in: nothing))
  }
}
