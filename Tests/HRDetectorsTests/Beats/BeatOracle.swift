import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Short pulse waves, and the beats that independent programs find in them (`Oracles/beat_detectors_oracle.py`).
struct BeatOracle: Decodable, Sendable {
  struct Wave: Decodable, Sendable, CustomTestStringConvertible {
    struct HeartPy: Decodable, Sendable {
      let peaks: [Int]
      let kept: [Bool]
      let bpm: Double
    }

    let name: String
    let sampleRate: Double
    let samples: [Double]
    let erma, neurokit, neurokitCharlton, msptd, ampd, msptdfast, msptdfast2, biosppy, kavsaoglu: [Int]
    let heartpy: HeartPy?
    let heartpyUnfiltered: HeartPy?

    var testDescription: String { name }

    var signal: Signal { Signal(samples: samples, sampleRate: sampleRate, startTime: 3) }

    /// Beats as sample numbers.
    func indices(_ beats: [Double]) -> [Int] { beats.map { Int((($0 - 3) * sampleRate).rounded()) } }

    func indices(_ detector: some BeatDetector) -> [Int] { indices(detector.beats(in: signal)) }
  }

  let waves: [Wave]

  static let waves = (try? OracleFile.decode("beat_detectors", as: BeatOracle.self))?.waves ?? []
}
