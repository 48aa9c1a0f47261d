import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

@Suite struct WaveformTests {
  /// Regular beats at 0, T, 2 T, …
  static func train(_ waveform: Waveform, interval: Double, heights: [Double]? = nil) -> PulseTrain {
    let beats = (-3...8).map { HeartBeat(time: Double($0) * interval, origin: .sinus, pulse: 1) }
    return PulseTrain(
      beats: Beats(beats), heights: heights ?? Array(repeating: 1, count: beats.count), transitSeconds: 0.2,
      waveform: waveform, shape: .typical)
  }

  @Test(arguments: [0.4, 0.75, 1, 1.5]) func neurokitLandmarks(_ interval: Double) {
    let samples = Self.train(.neurokit, interval: interval).samples(
      sampleRate: 2000, count: Int(4 * interval * 2000))
    func value(_ share: Double) -> Double { samples[Int(((0.2 + (1 + share) * interval) * 2000).rounded())] }
    // Half a sample on the steepest slope, 6 / T per second.
    let tolerance = 6 / interval / 4000 + 1e-9
    for (share, height) in [(0.0, 0.0), (0.175, 1.0), (0.4, 0.49), (0.45, 0.51), (1.0, 0.0)] {
      #expect(abs(value(share) - height) < tolerance, "at \(share): \(value(share))")
    }
    #expect(abs((samples.max() ?? 0) - 1) < 0.001)
    // The second small maximum is there.
    #expect(value(0.45) > value(0.4) && value(0.45) > value(0.5))
  }

  @Test func formsShareBeatsAndHeights() throws {
    var plan = SynthesisPlanTests.plan { $0.channels = [.ppg] }
    let bells = plan.recording(0)
    plan.waveform = .neurokit
    let neurokit = plan.recording(0)
    #expect(bells.reference == neurokit.reference && bells.metadata == neurokit.metadata)
    #expect(bells.channels != neurokit.channels)
    let heights = try [bells, neurokit].map { recording in
      let samples = try Measured.samples(recording, .ppg)
      return Measured.mean(
        try SynthesisPlanTests.beats(recording).filter { $0 < 58 }.map {
          Measured.height(samples, rate: 125, from: $0 + 0.15, seconds: 0.4)
        })
    }
    #expect(abs(heights[0] / heights[1] - 1) < 0.15, "\(heights)")
  }

  @Test func aPulseThatIsNotThereLeavesTheLineFlat() {
    let heights = (-3...8).map { $0 == 1 ? 0.0 : 1 }
    for waveform in Waveform.allCases {
      let samples = Self.train(waveform, interval: 1, heights: heights).samples(sampleRate: 100, count: 400)
      // The pulse of the beat at 1 s is between 1.2 and 2.2 s; half of it is out of the neighbours' reach.
      #expect(samples[160..<200].allSatisfy { abs($0) < 0.06 }, "\(waveform)")
      #expect(samples[230..<260].contains { $0 > 0.5 })
    }
  }
}
