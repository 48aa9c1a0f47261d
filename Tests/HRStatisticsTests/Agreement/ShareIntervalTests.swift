import HRTestSupport
import HRSupport
import HRStatistics
import Testing

/// Shares over clusters against SciPy (Oracles/make_shares.py).
@Suite struct ShareIntervalTests {
  @Test func agreesWithSciPy() throws {
    let rows = try #require(try OracleFile.json("shares")["rows"]?.elements)
    #expect(rows.count == 14)
    for row in rows {
      let level = try #require(row["level"]?.number)
      let found = try #require(
        ShareInterval(
          counted: row["counted"]?.numbers ?? [], of: row["counts"]?.numbers ?? [], level: level))
      expectClose(found.share, row["share"]?.number)
      expectClose(found.effectiveCount, row["effective"]?.number)
      expectClose(found.interval.low, row["low"]?.number, 1e-8)
      expectClose(found.interval.high, row["high"]?.number, 1e-8)
    }
  }

  @Test func fewClustersHaveNone() {
    #expect(ShareInterval(counted: [1, 2, 3, 4], of: [5, 5, 5, 5]) == nil)
    #expect(ShareInterval(counted: [1, 2, 3, 4, 0], of: [5, 5, 5, 5, 0]) == nil)
  }

  /// A thousand windows of six people that were all read right count no more than six windows.
  @Test func windowsOfOneSubjectDoNotCountAsMany() throws {
    let all = try #require(
      ShareInterval(counted: [1000, 1000, 1000, 1000, 1000, 1000], of: [1000, 1000, 1000, 1000, 1000, 1000]))
    #expect(all.effectiveCount == 6)
    #expect(all.interval.high == 1)
    #expect(abs(all.interval.low - 0.5407419) < 1e-6)
  }
}
