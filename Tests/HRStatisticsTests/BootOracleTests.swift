import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// R's boot, whose studentized and BCa intervals are the textbook's; made by Oracles/make_boot.R from the sets of
/// studentized.json. Its studentized interval of the MAE is not on the scale of the logarithm; NumPy computes that
/// one.
@Suite struct BootOracleTests {
  /// Both draw at random; the tolerance is a part of the interval's width.
  @Test(arguments: ["twelve", "thirty"])
  func intervalsComeCloseToThoseOfR(name: String) throws {
    let clusters = try #require(try OracleFile.json("studentized")["sets"]?[name]?["clusters"]?.elements)
    let expected = try #require(try OracleFile.json("boot")["sets"]?[name])
    let pairs = ClusteredErrors.pairs(clusters.map(\.numbers))
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 3, resamples: 40_000))
    let intervals = [
      ("bias", "studentized", found.biasBPM),
      ("bias", "bca", try #require(found.biasBCaBPM)), ("mae", "bca", try #require(found.maeBCaBPM)),
    ]
    for (figure, kind, interval) in intervals {
      let ends = try #require(expected[figure]?[kind]?.numbers)
      let tolerance = 0.03 * (ends[1] - ends[0])
      #expect(
        abs(interval.low - ends[0]) < tolerance, "\(name) \(figure) \(kind): \(interval.low), R \(ends[0])")
      #expect(
        abs(interval.high - ends[1]) < tolerance, "\(name) \(figure) \(kind): \(interval.high), R \(ends[1])")
    }
  }
}
