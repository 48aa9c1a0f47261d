import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Against baycomp; both are random, hence tolerances of four standard errors.
@Suite struct BayesianSignedRankTests {
  @Test func posterior() throws {
    let rows = try #require(try OracleFile.json("difference")["posterior"]?.elements)
    #expect(rows.count == 7)
    for row in rows {
      let margin = try #require(row["marginBPM"]?.number)
      let found = try #require(
        BayesianSignedRank(clusterDeltasBPM: row["values"]?.numbers ?? [], marginBPM: margin, seed: 1))
      let shares = try #require(row["shares"]?.numbers)
      let probabilities = [found.betterProbability, found.equivalentProbability, found.worseProbability]
      for (value, expected) in zip(probabilities, shares) {
        let error = (expected * (1 - expected) * (1 / 20_000.0 + 1 / 200_000)).squareRoot()
        #expect(abs(value - expected) <= 4 * error + 1e-4, "\(probabilities), expected \(shares)")
      }
      expectClose(probabilities.reduce(0, +), 1, 1e-12)
    }
  }

  /// One difference above the margin is worse where the prior's squared weight is below ½; that weight is Beta(½, 1).
  @Test func oneCluster() throws {
    let found = try #require(BayesianSignedRank(clusterDeltasBPM: [5], marginBPM: 1, seed: 2))
    #expect(abs(found.worseProbability - 0.5.squareRoot().squareRoot()) < 0.0105)
    #expect(found.betterProbability == 0)
  }

  /// Reversed signs exchange better and worse, but for sampling.
  @Test func signs() throws {
    let deltas = [-0.4, -0.9, 0.3, -0.2, -0.6, 0.1]
    let found = try #require(BayesianSignedRank(clusterDeltasBPM: deltas, marginBPM: 0.1, seed: 2))
    let turned = try #require(
      BayesianSignedRank(clusterDeltasBPM: deltas.map { -$0 }, marginBPM: 0.1, seed: 2))
    #expect(found.betterProbability > 0.7)
    #expect(abs(found.betterProbability - turned.worseProbability) < 0.02)
  }

  @Test func cases() throws {
    #expect(BayesianSignedRank(clusterDeltasBPM: [], marginBPM: 1, seed: 1) == nil)
    let none = try #require(BayesianSignedRank(clusterDeltasBPM: [0, 0, 0], marginBPM: 0, seed: 1))
    #expect(none.equivalentProbability == 1)
    // The ends of the margin belong to it.
    let edge = try #require(BayesianSignedRank(clusterDeltasBPM: [0.5, 0.5, -0.5], marginBPM: 0.5, seed: 1))
    #expect(edge.equivalentProbability == 1)
    #expect(
      BayesianSignedRank(clusterDeltasBPM: [1, 2], marginBPM: 1, seed: 1)
        == BayesianSignedRank(clusterDeltasBPM: [1, 2], marginBPM: 1, seed: 1))
  }
}
