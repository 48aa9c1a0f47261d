import HRPluginTesting
import HRPlugins
import HRSignals
import Foundation
import Testing

@testable import HRDetectors
@testable import HRNumerics

@Suite struct CombinedDetectorTests {
  private let detector = CombinedDetector(parameters: .init())

  private func outcome(_ peak: Estimate, _ spectrum: Estimate) -> Estimate.Outcome {
    detector.estimate(from: [peak, spectrum]).outcome
  }

  @Test func agreementGivesTheMean() {
    #expect(outcome(.bpm(70, confidence: 0.1), .bpm(75, confidence: 0.2)) == .bpm(72.5))
  }

  @Test func disagreementGoesToTheSurer() {
    #expect(outcome(.bpm(70, confidence: 0.7), .bpm(80, confidence: 0.9)) == .bpm(80))
    #expect(outcome(.bpm(70, confidence: 0.9), .bpm(80, confidence: 0.9)) == .bpm(70))
    #expect(outcome(.bpm(70, confidence: 0.5), .bpm(80, confidence: 0.5)) == .abstained(.disagreement))
  }

  @Test func oneAnswerAloneMustBeSure() {
    #expect(outcome(.abstained(.tooFewBeats), .bpm(80, confidence: 0.9)) == .bpm(80))
    #expect(outcome(.bpm(80, confidence: 0.9), .abstained(.bandEdge)) == .bpm(80))
    #expect(outcome(.abstained(.tooFewBeats), .bpm(80, confidence: 0.3)) == .abstained(.lowQuality))
    #expect(outcome(.bpm(80, confidence: 0.3), .abstained(.bandEdge)) == .abstained(.lowQuality))
    #expect(outcome(.abstained(.flatSignal), .abstained(.bandEdge)) == .abstained(.flatSignal))
  }

  @Test func componentsAreTheDetectorsOfTheSameName() {
    #expect(detector.components.map(\.identity.definition) == ["peak@2", "fft@1"])
    let alone = DetectorIdentity(definition: "peak@2", parameters: PeakDetector.Parameters().values)
    #expect(detector.components.first?.identity == alone)
  }
}

@Suite struct FFTDetectorTests {
  private func estimate(_ signal: Signal) -> Estimate {
    FFTDetector(parameters: .init()).estimate(
      in: Window(TimeRange(start: 0, end: signal.endTime), of: Channels([.ppg: .uniform(signal)])))
  }

  private func sine(_ hertz: Double, seconds: Double = 20) -> Signal {
    Signal(
      samples: (0..<Int(30 * seconds)).map { sin(2 * Double.pi * hertz * Double($0) / 30) },
      sampleRate: 30)
  }

  @Test func findsASineBetweenBins() throws {
    for hertz in [0.91, 1.234, 2.777] {
      let found = estimate(sine(hertz))
      let bpm = try #require(found.bpm)
      let confidence = try #require(found.confidence)
      #expect(abs(bpm - 60 * hertz) < 0.05)
      #expect(confidence > 0.95)
    }
  }

  /// Drift below the band is not a slow heart.
  @Test func refusesTheFlankOfSomethingOutsideTheBand() {
    #expect(estimate(sine(0.66)).outcome == .abstained(.bandEdge))
    #expect(estimate(sine(3.55)).outcome == .abstained(.bandEdge))
  }

  /// Far outside, only the window's side lobes reach into the band; noise or a pulse under it must still be found.
  @Test(arguments: [0.1, 0.31, 0.5, 0.6, 3.7, 4.1, 5, 6.3]) func refusesTheSideLobesOfATone(_ hertz: Double)
    throws
  {
    for seconds in [10.0, 20, 30] {
      #expect(estimate(sine(hertz, seconds: seconds)).outcome == .abstained(.bandEdge))
    }
    var both = sine(hertz, seconds: 30)
    for index in both.samples.indices {
      both.samples[index] += 0.1 * sin(2 * Double.pi * 1.5 * Double(index) / 30)
    }
    let bpm = try #require(estimate(both).bpm)
    #expect(abs(bpm - 90) < 0.2)
  }

  @Test func aWindowOfLessThanTwoPeriodsIsTooShort() {
    #expect(estimate(sine(1.2, seconds: 2.5)).outcome == .abstained(.windowTooShort))
  }

  @Test func noiseIsLessSureThanAPulse() throws {
    let noise = RoughSignal.make(count: 600, sampleRate: 30)
    let quiet = Signal(samples: noise.samples.map { min($0, 2e4) }, sampleRate: 30)
    if let confidence = estimate(quiet).confidence { #expect(confidence < 0.6) }
    let pulse = try #require(estimate(PulseTrain(bpm: 72, sampleRate: 30).signal).confidence)
    #expect(pulse > 0.9)
  }
}

@Suite struct PeakDetectorTests {
  private func estimate(_ signal: Signal) -> Estimate {
    PeakDetector(parameters: .init()).estimate(
      in: Window(TimeRange(start: 0, end: signal.endTime), of: Channels([.ppg: .uniform(signal)])))
  }

  @Test func aFlatWindowAfterAPulseIsFlat() {
    let pulse = PulseTrain(bpm: 70, sampleRate: 30, seconds: 20).signal.samples
    let channels = Channels([
      .ppg: .uniform(Signal(samples: pulse + Array(repeating: 0, count: 600), sampleRate: 30))
    ])
    let detector = PeakDetector(parameters: .init())
    let flat = detector.estimate(
      in: TimeRange(start: 20.1, end: 40), of: detector.prepare(channels))
    #expect(flat.outcome == .abstained(.flatSignal))
  }

  @Test func twoBeatsAreTooFew() {
    let signal = PulseTrain(bpm: 60, sampleRate: 30, seconds: 1.5).signal
    #expect(estimate(signal).outcome == .abstained(.tooFewBeats))
  }

  /// The echo of the pulse is 0.29 s later at 72 bpm and nearly as high: still one beat per pulse.
  @Test func anEchoIsNotABeat() throws {
    let samples = (0..<900).map { index -> Double in
      let phase = (Double(index) / 30 * 1.2).truncatingRemainder(dividingBy: 1)
      let bump = { (centre: Double) in
        exp(-0.5 * ((phase - centre) / 0.08) * ((phase - centre) / 0.08))
      }
      return bump(0.25) + 0.8 * bump(0.6)
    }
    let bpm = try #require(estimate(Signal(samples: samples, sampleRate: 30)).bpm)
    #expect(abs(bpm - 72) < 1)
  }

  @Test func anUnevenPulseIsLessSure() throws {
    var time = 0.0
    var random = RandomStream(seed: 5, ["uneven"])
    var beats: [Double] = []
    while time < 30 {
      beats.append(time)
      time += random.uniform(in: 0.5...1.2)
    }
    let samples = (0..<900).map { index in
      beats.reduce(0) {
        let distance = (Double(index) / 30 - $1) / 0.08
        return $0 + exp(-0.5 * distance * distance)
      }
    }
    let uneven = try #require(estimate(Signal(samples: samples, sampleRate: 30)).confidence)
    let even = try #require(estimate(PulseTrain(bpm: 72, sampleRate: 30).signal).confidence)
    #expect(even > 0.97)
    #expect(uneven < 0.85)
  }
}
