import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

@Suite struct RPeakDetectorTests {
  static let names = RPeakMethod.allCases.map { "ecg.\($0.rawValue)" }

  private func entry(_ name: String) throws -> DetectorEntry {
    try #require(Catalog<DetectorEntry>.builtIn[name])
  }

  /// R waves of 25 ms and T waves on a wandering line; the first R peak is at 0.4 s.
  private func ecg(bpm: Double, sampleRate: Double, seconds: Double = 20, gain: Double = 1) -> Signal {
    let count = Int(seconds * sampleRate)
    return Signal(
      samples: (0..<count).map { index in
        let time = Double(index) / sampleRate
        let phase = (time - 0.4) - ((time - 0.4) * bpm / 60).rounded() * 60 / bpm
        let since = phase < -0.15 ? phase + 60 / bpm : phase
        let wave = { (delay: Double, width: Double) in
          exp(-0.5 * ((since - delay) / width) * ((since - delay) / width))
        }
        return gain * (wave(0, 0.011) + 0.2 * wave(0.22, 0.04) + 0.3 * sin(2 * .pi * 0.2 * time))
      }, sampleRate: sampleRate)
  }

  @Test func everyMethodIsADetectorOfTheECG() throws {
    for name in Self.names {
      let entry = try entry(name)
      #expect(entry.inputs == [.ecg])
      #expect(entry.info.version == 1 && !entry.info.source.isEmpty)
    }
  }

  @Test(arguments: names, [125.0, 250, 500]) func countsTheBeatsOfAnECG(_ name: String, _ sampleRate: Double)
    throws
  {
    for bpm in [48.0, 75, 130] {
      let estimate = try entry(name).estimate(
        Channels([.ecg: .uniform(ecg(bpm: bpm, sampleRate: sampleRate))]))
      #expect(abs(try #require(estimate.bpm) - bpm) < 0.5, "\(name) at \(bpm) bpm, \(sampleRate) Hz")
      #expect(estimate.beats.count >= Int(18 * bpm / 60))
      for beat in estimate.beats {
        let position = (beat - 0.4) * bpm / 60
        #expect(abs(position - position.rounded()) * 60 / bpm < 0.012, "beat at \(beat)")
      }
    }
  }

  @Test(arguments: names) func readsInvertedLeadsAndAnyUnit(_ name: String) throws {
    let plain = try entry(name).estimate(Channels([.ecg: .uniform(ecg(bpm: 66, sampleRate: 250))]))
    let other = try entry(name).estimate(
      Channels([.ecg: .uniform(ecg(bpm: 66, sampleRate: 250, gain: -4096))]))
    #expect(plain.beats == other.beats)
    #expect(plain.bpm == other.bpm)
  }

  @Test(arguments: names) func abstainsWithoutAnECG(_ name: String) throws {
    let entry = try entry(name)
    let flat = Signal(samples: Array(repeating: 3, count: 2500), sampleRate: 250)
    #expect(try entry.estimate(Channels([.ecg: .uniform(flat)])).outcome == .abstained(.flatSignal))
    let short = ecg(bpm: 60, sampleRate: 250, seconds: 1)
    #expect(try entry.estimate(Channels([.ecg: .uniform(short)])).outcome == .abstained(.windowTooShort))
    let few = ecg(bpm: 40, sampleRate: 250, seconds: 3)
    #expect(try entry.estimate(Channels([.ecg: .uniform(few)])).outcome == .abstained(.tooFewBeats))
  }
}
