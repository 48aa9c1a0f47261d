import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

@Suite struct PercentileLimitTests {
  private func pairs(_ errors: [Double], _ cluster: [Int]) -> PairedRates {
    PairedRates(referenceBPM: errors.map { _ in 0 }, estimateBPM: errors, cluster: cluster)
  }

  @Test(arguments: ["many", "few", "single"])
  func meetStatsmodels(name: String) throws {
    let set = try #require(try OracleFile.json("percentiles")["sets"]?[name])
    let pairs = pairs(
      try #require(set["errors"]?.numbers), try #require(set["cluster"]?.numbers).map { Int($0) })
    let found = try #require(PercentileLimitIntervals(pairs))
    for (key, interval) in [("lower", found.lowerBPM), ("upper", found.upperBPM)] {
      let expected = try #require(set[key]?.numbers)
      expectClose(interval.low, expected[0], 1e-10, "\(name) \(key)")
      expectClose(interval.high, expected[1], 1e-10, "\(name) \(key)")
    }
  }

  @Test func fewClustersHaveNone() {
    #expect(PercentileLimitIntervals(pairs([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 3, 3])) == nil)
    #expect(PercentileLimitIntervals(pairs([], [])) == nil)
  }

  /// A row has them from 20 effective clusters on.
  @Test func aRowOfFewClustersHasNone() {
    func interval(clusters: Int, windows: (Int) -> Int) -> PercentileLimitIntervals? {
      let cluster = (0..<clusters).flatMap { [Int](repeating: $0, count: windows($0)) }
      let pairs = pairs(cluster.indices.map { Double($0 % 7) }, cluster)
      return Score(pairs, windowCount: pairs.count, seed: 1).percentileLimitIntervals
    }
    #expect(interval(clusters: 20) { _ in 5 } != nil)
    #expect(interval(clusters: 19) { _ in 5 } == nil)
    #expect(interval(clusters: 30) { $0 == 0 ? 145 : 5 } == nil)
  }

  @Test func equalErrorsHaveNoWidth() {
    let found = PercentileLimitIntervals(pairs([2, 2, 2, 2, 2, 2], [0, 1, 2, 3, 4, 5]))
    #expect(found?.lowerBPM == Interval(low: 2, high: 2))
    #expect(found?.upperBPM == Interval(low: 2, high: 2))
  }

  /// There are too few errors for an estimate beyond them.
  @Test func outerEndIsTheOutermostError() throws {
    let found = try #require(PercentileLimitIntervals(pairs([5, 1, 4, 2, 9, 3], [0, 1, 2, 3, 4, 5])))
    #expect(found.lowerBPM.low == 1)
    #expect(found.upperBPM.high == 9)
  }
}
