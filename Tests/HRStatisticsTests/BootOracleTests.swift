import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// R's boot, whose studentized interval is the textbook's: of clusters of equal size, made by Oracles/make_boot.R from
/// a set of studentized.json.
@Suite struct BootOracleTests {
  /// Both draw at random; the tolerance is a part of the interval's width. Here the interval is at no end nearer than
  /// Student's.
  @Test func theIntervalComesCloseToThatOfR() throws {
    let set = try #require(try OracleFile.json("studentized")["sets"]?["twelveEqual"])
    let clusters = try #require(set["clusters"]?.elements).map(\.numbers)
    let expected = try #require(
      try OracleFile.json("boot")["sets"]?["twelveEqual"]?["bias"]?["studentized"]?.numbers)
    let pairs = ClusteredErrors.pairs(clusters)
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 3, resamples: 40_000)).biasBPM
    let sums = ClusterSums(of: pairs)
    let means = try #require(ClusterMeans(sums.sums, counts: sums.counts))
    let least = try #require(ClusterBootstrap.Scale(clusters: 12, level: 0.95)).least * means.standardError
    let ends = [min(expected[0], means.figure - least), max(expected[1], means.figure + least)]
    let tolerance = 0.03 * (ends[1] - ends[0])
    #expect(abs(found.low - ends[0]) < tolerance, "\(found.low), R \(ends[0])")
    #expect(abs(found.high - ends[1]) < tolerance, "\(found.high), R \(ends[1])")
  }
}
