import HRTestSupport
import Foundation

/// `Oracles/flagship.json` and the numbers it was made from.
struct FlagshipOracle: Decodable {
  struct Ridge: Decodable {
    static let frames = 26

    let first, second: Int
    let height, noise: Double
    let seed: Int
    /// Weights of the frames, from the first again after the last.
    let weights: [Double]
    /// Rate, weight and width.
    let prior: [Double]?
    let window: [Int]?
    /// Spans of the window that are trusted less: first, one past the last, trust.
    let trust: [[Double]]
    let bins: [Int]
    /// Evidence summed along the path.
    let evidence: Double
  }

  struct Belief: Decodable {
    let first, climb, height, noise: Double
    let seed: Int
    let frames: [Int]
    let way: [Double]
    let share, deviationHz: Double
  }

  struct Spectrum: Decodable {
    let pulses, axes: Int
    /// Rate, as a place among the rates, and its share of the belief; the rest is even.
    let belief: [Double]
    let evidence: [Double]
    let kept: Double
  }

  struct Impulses: Decodable {
    let rate, every, wide: Int
    let size, noise, bpm: Double
    let seed: Int
    /// Indices of the frames that are removed; `values` are their replacements.
    let removed: [Int]
    let values: [Double]

    var count: Int { 16 * rate }

    var frames: [Double] {
      let noise = FlagshipOracle.noise(count, seed: seed)
      return (0..<count).map { index in
        let phase = 2 * Double.pi * bpm / 60 * Double(index) / Double(rate)
        let place = index < every / 2 ? wide : (index - every / 2) % every
        // Three go to and fro.
        let key = place >= wide ? 0 : wide == 3 && place == 1 ? -2 * size : 2 * size
        return 180 + cos(phase) + 0.4 * cos(2 * phase - 0.9) + 2 * self.noise * noise[index] + key
      }
    }
  }

  struct Gains: Decodable {
    let order: Int
    let kind: String
    let edges: [Double]
    let rate: Double
    let hertz, gains: [Double]
  }

  struct Confidence: Decodable {
    /// Share, lasting share, deviation, evidence, what is kept.
    let signs: [Double]
    let probability: Double
  }

  let ridges: [Ridge]
  let beliefs: [Belief]
  let spectra: [Spectrum]
  let impulses: [Impulses]
  let gains: [Gains]
  let wristConfidences: [Confidence]

  static func load() throws -> FlagshipOracle { try OracleFile.decode("flagship") }

  /// Park and Miller's minimal generator, minus a half.
  static func noise(_ count: Int, seed: Int) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
      state = state * 16807 % 2_147_483_647
      return Double(state) / 2_147_483_647 - 0.5
    }
  }

  /// Two pulse waves of a frame of 8 s at 12.5 samples a second, and three axes.
  static var wristChannels: (pulses: [[Double]], axes: [[Double]]) {
    let times = (0..<100).map { Double($0) / 12.5 }
    let pulse = times.map { cos(2 * .pi * 1.7 * $0) + 0.3 * cos(2 * .pi * 3.4 * $0 - 1) }
    let steps = times.map { cos(2 * .pi * 1.3 * $0 + 0.4) + 0.6 * cos(2 * .pi * 2.6 * $0) }
    func column(_ seed: Int, _ size: Double, _ value: (Int) -> Double) -> [Double] {
      noise(100, seed: seed).enumerated().map { value($0.offset) + size * $0.element }
    }
    return (
      [column(31, 0.2) { pulse[$0] + 1.5 * steps[$0] }, column(32, 0.3) { 0.6 * pulse[$0] - steps[$0] }],
      [column(33, 0.05) { 0.2 * steps[$0] }, steps.map { 9.81 + 0.05 * $0 }, column(34, 3) { _ in 0 }]
    )
  }
}
