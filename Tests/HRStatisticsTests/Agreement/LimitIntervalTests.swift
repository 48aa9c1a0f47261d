import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

@Suite struct LimitIntervalTests {
  @Test(arguments: ["five", "twelve", "alike", "singles", "farFromZero", "outlier"])
  func meetNumPy(name: String) throws {
    let set = try #require(try OracleFile.json("jackknife")["sets"]?[name])
    let pairs = ClusteredErrors.pairs(try #require(set["clusters"]?.elements).map(\.numbers))
    let found = try #require(LimitIntervals(pairs))
    for (key, interval) in [("lower", found.lowerLimitBPM), ("upper", found.upperLimitBPM)] {
      let expected = try #require(set[key]?.numbers)
      expectClose(interval.low, expected[0], 1e-9, "\(name) \(key)")
      expectClose(interval.high, expected[1], 1e-9, "\(name) \(key)")
    }
  }

  @Test func fewerThanFiveClustersHaveNone() {
    let groups: [[Double]] = [[1, 2], [3, 5], [0, 1], [2, 2.5], [4, 1]]
    #expect(LimitIntervals(ClusteredErrors.pairs(Array(groups.dropLast()))) == nil)
    #expect(LimitIntervals(ClusteredErrors.pairs(groups)) != nil)
    #expect(LimitIntervals(ClusteredErrors.pairs([])) == nil)
  }

  /// Without the only cluster of two pairs the variance within is unknown.
  @Test func oneClusterWithTwoPairsHasNone() {
    #expect(LimitIntervals(ClusteredErrors.pairs([[1], [2], [0], [3], [1, 2]])) == nil)
    #expect(LimitIntervals(ClusteredErrors.pairs([[1], [2], [0], [3, 4], [1, 2]])) != nil)
  }

  @Test func errorsThatNeverVaryHaveNone() {
    #expect(LimitIntervals(ClusteredErrors.pairs(Array(repeating: [2, 2], count: 6))) == nil)
    // All variation is in one cluster; without it no spread is left.
    let groups: [[Double]] = Array(repeating: [2, 2], count: 5) + [[1, 3]]
    #expect(LimitIntervals(ClusteredErrors.pairs(groups)) == nil)
  }

  /// One far cluster makes nearly all of the variance: the outer end is at most as far as a standard deviation from
  /// three values could be, √(2/χ²) times, at any distance.
  @Test(arguments: [100, 1e4, 1e6]) func oneOutlyingCluster(distance: Double) throws {
    let pairs = ClusteredErrors.pairs([[0, 1], [1, -1], [0.5, 0], [-1, 0.3], [distance, distance + 1]])
    let found = try #require(LimitIntervals(pairs))
    let limits = try #require(RepeatedMeasuresAgreement(pairs))
    let factor = (-1 / Double.log(0.975)).squareRoot()
    // The jackknife's standard error of the bias, by the pooled means without each cluster.
    let t = try #require(StudentDistribution.quantile(0.975, degreesOfFreedom: 4))
    let parts = try #require(ClusterComponents(pairs))
    let without = parts.counts.indices.map { index in
      (parts.pooledMean * parts.total - parts.counts[index] * parts.means[index])
        / (parts.total - parts.counts[index])
    }
    let ofBias = t * (0.8 * squaredDeviations(without)).squareRoot()
    let ofSpread = limitFactor * limits.sdBPM * (factor - 1)
    expectClose(
      limits.limitsBPM.low - found.lowerLimitBPM.low, (ofBias * ofBias + ofSpread * ofSpread).squareRoot(),
      1e-9)
    expectClose(
      found.upperLimitBPM.high - limits.limitsBPM.high, (ofBias * ofBias + ofSpread * ofSpread).squareRoot(),
      1e-9)
  }

  @Test func scaleAndShift() throws {
    let groups: [[Double]] = [
      [1, 2, 4], [3, 5], [0, 1, -2, 3], [2, 2.5], [4, 1, 0.5], [-3, 1], [2, 6, 5, 4, 7],
    ]
    let plain = try #require(LimitIntervals(ClusteredErrors.pairs(groups)))
    for factor in [0.01, 3, 1e5] {
      let scaled = try #require(LimitIntervals(ClusteredErrors.pairs(groups.map { $0.map { factor * $0 } })))
      expectEqual(scaled.lowerLimitBPM, plain.lowerLimitBPM) { factor * $0 }
      expectEqual(scaled.upperLimitBPM, plain.upperLimitBPM) { factor * $0 }
    }
    for shift in [-7, 0.3, 1000] {
      let moved = try #require(LimitIntervals(ClusteredErrors.pairs(groups.map { $0.map { $0 + shift } })))
      expectEqual(moved.lowerLimitBPM, plain.lowerLimitBPM) { $0 + shift }
      expectEqual(moved.upperLimitBPM, plain.upperLimitBPM) { $0 + shift }
    }
    let turned = try #require(LimitIntervals(ClusteredErrors.pairs(groups.map { $0.map { -$0 } })))
    expectClose(turned.lowerLimitBPM.low, -plain.upperLimitBPM.high, 1e-12)
    expectClose(turned.upperLimitBPM.low, -plain.lowerLimitBPM.high, 1e-12)
  }

  private func expectEqual(_ found: Interval, _ plain: Interval, _ change: (Double) -> Double) {
    expectClose(found.low, change(plain.low), 1e-11)
    expectClose(found.high, change(plain.high), 1e-11)
  }
}
