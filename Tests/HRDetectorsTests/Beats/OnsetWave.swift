import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

/// The waves of `Oracles/ppgbeats_onsets.py`, made here by the same formula: a systolic and a smaller dicrotic bump per
/// beat, an uneven rate, breathing, drift, noise from a congruential generator, rounded to millionths.
struct OnsetWave {
  var sampleRate: Double
  var seconds: Double
  var bpm: Double
  var noise = 0.0
  /// Seconds in which the pulse has a twentieth of its height.
  var pause = 0.0..<0.0
  var ceiling = 9.0

  static let named: [String: OnsetWave] = [
    "even": OnsetWave(sampleRate: 125, seconds: 30, bpm: 72),
    "noisy": OnsetWave(sampleRate: 125, seconds: 30, bpm: 95, noise: 0.05),
    "paused": OnsetWave(sampleRate: 125, seconds: 30, bpm: 80, noise: 0.01, pause: 12..<16.5),
    "rough": OnsetWave(sampleRate: 125, seconds: 30, bpm: 60, noise: 0.4),
    "clipped": OnsetWave(sampleRate: 125, seconds: 30, bpm: 75, ceiling: 1.85),
    "camera": OnsetWave(sampleRate: 30, seconds: 40, bpm: 66, noise: 0.02),
    "fast": OnsetWave(sampleRate: 250, seconds: 16, bpm: 140, noise: 0.02),
  ]

  var signal: Signal {
    var state = 1
    let samples = (0..<Int(sampleRate * seconds)).map { index in
      let time = Double(index) / sampleRate
      let turns = bpm / 60 * time + 0.08 * sin(2 * Double.pi * 0.1 * time)
      let phase = turns - turns.rounded(.down)
      let bump = { (centre: Double, width: Double) in exp(-0.5 * pow((phase - centre) / width, 2)) }
      var height = 1 + 0.2 * sin(2 * Double.pi * 0.25 * time)
      if pause.contains(time) { height *= 0.05 }
      state = (1_103_515_245 * state + 12345) % (1 << 31)
      let drift = 1 + 0.3 * sin(2 * Double.pi * 0.15 * time + 1)
      let value =
        height * (bump(0.25, 0.09) + 0.45 * bump(0.6, 0.1)) + drift
        + noise * (Double(state) / Double(1 << 30) - 1)
      return (1e6 * min(value, ceiling) + 0.5).rounded(.down)
    }
    return Signal(samples: samples, sampleRate: sampleRate)
  }
}

/// Beats another program finds in one of the waves.
struct OnsetOracle: CustomTestStringConvertible {
  let detector: String
  let wave: String
  /// Sum of the samples it was shown.
  let sum: Double
  /// Indices of samples.
  let beats: [Double]

  var testDescription: String { "\(detector) in \(wave)" }

  static func rows(_ name: String) -> [OnsetOracle] {
    let rows = (try? OracleFile.json(name))?["rows"]?.elements ?? []
    return rows.compactMap { row in
      guard let detector = row["detector"]?.string, let wave = row["wave"]?.string,
        let sum = row["sum"]?.number, let beats = row["beats"]?.elements
      else { return nil }
      return OnsetOracle(detector: detector, wave: wave, sum: sum, beats: beats.compactMap(\.number))
    }
  }
}
