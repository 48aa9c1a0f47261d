import HRTestSupport
import Foundation

/// `Oracles/fusion.json` and the likenesses it was made from.
struct FusionOracle: Decodable {
  /// A wave from which a likeness is made.
  struct Wave: Decodable {
    let count: Int
    /// Height, cycles in the whole, phase.
    let terms: [[Double]]
    let distrusted: [Int]?

    var trust: [Double] {
      (0..<count).map { index in
        guard let span = distrusted, (span[0]..<span[1]).contains(index) else { return 1 }
        return 0.1
      }
    }

    var likeness: [Double] {
      zip(0..<count, trust).map { index, trust in
        trust
          * terms.reduce(0) { sum, term in
            sum + term[0] * cos(2 * Double.pi * term[1] * Double(index) / Double(count) + term[2])
          }
      }
    }
  }

  struct Row: Decodable, CustomStringConvertible {
    let wave: Wave
    let period: Double
    let strictness: Double
    let leastLikeness: Double
    let score: Double
    let beats: [Int]

    var description: String { "\(wave.terms.count) cosines, strictness \(strictness)" }
  }

  struct Rival: Decodable {
    let wave: Wave
    let beats: [Int]
    let height: Double
  }

  struct Confidence: Decodable {
    /// Noise, spread, rival.
    let signs: [Double]
    let probability: Double
  }

  let rows: [Row]
  let rivals: [Rival]
  let confidences: [Confidence]

  static func load() throws -> FusionOracle {
    try OracleFile.decode("fusion")
  }
}
