import HRSignals
import Testing

@testable import HRDetectors

@Suite struct FusionOracleTests {
  /// The search through the maxima finds the same sequence as an exhaustive one.
  @Test func beatPathIsTheBestOfAllRows() throws {
    for row in try FusionOracle.load().rows {
      let periods = [Double](repeating: row.period, count: row.wave.count)
      var search = BeatPath(periods: periods, trust: row.wave.trust)
      search.strictness = row.strictness
      search.leastLikeness = row.leastLikeness
      let found = search.path(on: row.wave.likeness)
      #expect(found.beats == row.beats, "\(row)")
      #expect(abs(found.score - row.score) < 1e-9, "\(row)")
    }
  }

  @Test func rivalsAreTheHighestMaximaBetweenBeats() throws {
    for row in try FusionOracle.load().rivals {
      let found = BeatRivals(between: row.beats, on: row.wave.likeness, trust: row.wave.trust)
      #expect(abs(found.height - row.height) < 1e-9, "\(row)")
    }
  }

  @Test func confidenceIsTheLogisticRule() throws {
    for row in try FusionOracle.load().confidences {
      let found = FusionConfidence(
        noise: row.signs[0], spread: row.signs[1], rival: row.signs[2], beats: row.signs[3]
      ).probability
      #expect(abs(found - row.probability) < 1e-9)
    }
  }
}
