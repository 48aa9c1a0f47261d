import Foundation
import Testing

@testable import HRSignals

extension RPeakMethod {
  /// Highest rate tested: above it, intervals approach the method's refractory time (0.3 s for the two that compare
  /// averages).
  fileprivate var fastestBPM: Double { self == .elgendi || self == .neurokit ? 180 : 190 }
}

@Suite struct RPeaksTests {
  @Test(arguments: RPeakMethod.allCases, [100.0, 125, 250, 1000])
  func findsTheBeatsOfASyntheticECG(_ method: RPeakMethod, sampleRate: Double) {
    // Unit and polarity differ from rate to rate.
    let gains = [50.0: 1.0, 60: -1, 75: 200, 90: 1, 110: -1, 130: 200, 150: 1, 180: -1, 190: 200]
    for (bpm, gain) in gains.sorted(by: { $0.key < $1.key }) where bpm <= method.fastestBPM {
      let ecg = SyntheticECG(bpm: bpm, sampleRate: sampleRate, seconds: 20, startTime: 100)
      var signal = ecg.signal
      signal.samples = signal.samples.map { gain * $0 }
      let found = method.beats(signal)
      let agreement = BeatAgreement(reference: ecg.beats, found: found, within: 0.05)
      let name: Comment = "\(bpm) bpm × \(gain): \(ecg.beats.count) beats, \(found.count) found"
      #expect(agreement.sensitivity >= 0.99, name)
      #expect(agreement.predictivity >= 0.99, name)
    }
  }

  @Test(arguments: RPeakMethod.allCases)
  func placesCleanBeatsOnTheSample(_ method: RPeakMethod) {
    let ecg = SyntheticECG(bpm: 70, sampleRate: 250, seconds: 30, noise: 0, wander: 0)
    let found = method.beats(ecg.signal)
    #expect(found.count == ecg.beats.count)
    for (reference, time) in zip(ecg.beats, found) { #expect(abs(time - reference) <= 0.004) }
  }

  @Test(arguments: RPeakMethod.allCases)
  func polarityAndUnitDoNotMatter(_ method: RPeakMethod) {
    let upright = SyntheticECG(bpm: 80, sampleRate: 200, seconds: 20).signal
    let inverted = Signal(samples: upright.samples.map { -8 * $0 }, sampleRate: 200)
    #expect(method.beats(upright) == method.beats(inverted))
  }

  @Test(arguments: RPeakMethod.allCases)
  func anArtefactDoesNotDeafenTheSearch(_ method: RPeakMethod) {
    var ecg = SyntheticECG(bpm: 72, sampleRate: 250).signal
    for i in 5000..<5010 { ecg.samples[i] += 40 }
    let reference = SyntheticECG(bpm: 72, sampleRate: 250).beats
    let agreement = BeatAgreement(reference: reference, found: method.beats(ecg), within: 0.05)
    #expect(agreement.sensitivity >= 0.95)
    #expect(agreement.predictivity >= 0.95)
  }

  @Test(arguments: RPeakMethod.allCases)
  func aPauseStaysEmptyAndWeakBeatsAreSearchedBack(_ method: RPeakMethod) {
    let whole = SyntheticECG(bpm: 60, sampleRate: 250, noise: 0.01, wander: 0)
    var ecg = whole.signal
    // Contact is lost from 20 to 32 s, and one beat shrinks to 45 %.
    for i in 5000..<8000 { ecg.samples[i] = 0.01 * ecg.samples[i] }
    let weak = whole.beats[45]
    for i in Int((weak - 0.1) * 250)..<Int((weak + 0.1) * 250) { ecg.samples[i] *= 0.45 }
    let found = method.beats(ecg)
    #expect(found.allSatisfy { $0 < 20.05 || $0 > 31.95 })
    #expect(found.contains { abs($0 - weak) < 0.05 })
    let reference = whole.beats.filter { $0 < 20 || $0 > 32 }
    #expect(BeatAgreement(reference: reference, found: found, within: 0.05).sensitivity >= 0.97)
  }

  @Test(arguments: RPeakMethod.allCases)
  func nothingComesOfNothing(_ method: RPeakMethod) {
    func beats(_ samples: [Double], _ sampleRate: Double = 250) -> [Double] {
      method.beats(Signal(samples: samples, sampleRate: sampleRate))
    }
    #expect(beats([]) == [])
    #expect(beats([1]) == [])
    #expect(beats([1, 2, 1]) == [])
    #expect(beats(Array(repeating: 1e6, count: 5000)) == [])
    #expect(beats(Array(repeating: .nan, count: 5000)) == [])
    #expect(beats((0..<200).map { Double($0 % 7) }, 10) == [])
    #expect(beats([3], 1) == [])
  }

  @Test(arguments: RPeakMethod.allCases)
  func missingSamplesAreBridged(_ method: RPeakMethod) {
    let ecg = SyntheticECG(bpm: 66, sampleRate: 250, seconds: 30)
    var holed = ecg.signal
    for i in stride(from: 3, to: holed.count, by: 40) { holed.samples[i] = .nan }
    let agreement = BeatAgreement(reference: ecg.beats, found: method.beats(holed), within: 0.05)
    #expect(agreement.sensitivity >= 0.97 && agreement.predictivity >= 0.97)
  }
}
