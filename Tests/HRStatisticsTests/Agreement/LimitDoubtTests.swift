import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Tests and figures for which limits have no intervals, and intervals of correlations, against SciPy
/// (Oracles/make_doubts.py).
@Suite struct LimitDoubtTests {
  @Test func testsMeetSciPy() throws {
    let rows = try #require(try OracleFile.json("doubts")["tests"]?.elements)
    #expect(rows.count == 6)
    for row in rows {
      let values = row["values"]?.numbers ?? []
      let skew = try #require(SkewnessTest(values))
      let far = try #require(FarthestTest(values))
      expectClose(skew.skewness, row["skewness"]?.number, 1e-12)
      expectClose(skew.p, row["skewP"]?.number, 1e-9)
      expectClose(far.distance, row["distance"]?.number, 1e-12)
      expectClose(far.p, row["distanceP"]?.number, 1e-9)
    }
  }

  @Test func fewOrEqualValuesHaveNoTest() {
    #expect(SkewnessTest([1, 2, 3, 4, 5, 6, 9]) == nil)
    #expect(SkewnessTest([Double](repeating: 2, count: 9)) == nil)
    #expect(FarthestTest([1, 2]) == nil)
    #expect(FarthestTest([2, 2, 2, 2]) == nil)
  }

  /// A value as far out as any can be.
  @Test func oneOfEqualValuesIsFar() throws {
    let far = try #require(FarthestTest([1, 1, 1, 1, 1, 5]))
    expectClose(far.distance, 5 / 6.0.squareRoot(), 1e-12)
    #expect(far.p < 1e-6)
  }

  private func reasons(_ clusters: [[Double]]) -> [LimitDoubts.Reason] {
    let pairs = ClusteredErrors.pairs(clusters)
    return LimitDoubts(pairs, sums: ClusterSums(of: pairs)).reasons
  }

  @Test func eachReasonByItself() {
    // Twelve clusters of twelve windows alike: means −5 … 6, deviations that sum to 0.
    let within = [-2.0, 2, -1, 1, -2, 2, -1, 1, -2, 2, -1, 1]
    func clusters(_ change: (Int, [Double]) -> [Double]) -> [[Double]] {
      (0..<12).map { place in change(place, within).map { $0 + Double(place - 5) } }
    }
    #expect(reasons(clusters { $1 }) == [])
    #expect(
      reasons(clusters { place, own in place == 11 ? own.map { $0 + 40 } : own }) == [
        .skewedClusters, .farCluster,
      ])
    // One window of each far out, to one side and the other.
    #expect(
      reasons(clusters { place, own in own.indices.map { own[$0] + ($0 == 0 ? -20 : $0 == 1 ? 20 : 0) } })
        == [.heavyTails])
    #expect(
      reasons(clusters { place, own in own.map { place.isMultiple(of: 2) ? $0 : 4 * $0 } }) == [
        .unequalSpread
      ])
    // Four clusters have no intervals anyway.
    #expect(reasons([[0, 90], [0, 1], [2, 3], [1, 2]]) == [])
  }

  /// A constant offset, and clusters whose means are equal but for rounding, are nothing to doubt.
  @Test func roundingIsNoReason() {
    let reference = (0..<96).map { 60 + Double($0 * 7 % 50) / 3 }
    func reasons(_ error: (Int) -> Double) -> [LimitDoubts.Reason] {
      let pairs = PairedRates(
        referenceBPM: reference, estimateBPM: reference.indices.map { reference[$0] + error($0) },
        cluster: reference.indices.map { $0 / 12 })
      return LimitDoubts(pairs, sums: ClusterSums(of: pairs)).reasons
    }
    #expect(reasons { _ in 5.1 } == [])
    #expect(reasons { $0.isMultiple(of: 2) ? 0.1 : 0.3 } == [])
    #expect(reasons { 0.1 * Double($0 / 12) } == [])
  }

  @Test func spreadMeetsNumPy() throws {
    let node = try #require(try OracleFile.json("doubts")["spread"])
    let clusters = try #require(node["clusters"]?.elements).map(\.numbers)
    let pairs = ClusteredErrors.pairs(clusters)
    let found = LimitDoubts(pairs, sums: ClusterSums(of: pairs))
    expectClose(found.kurtosis, node["kurtosis"]?.number, 1e-12)
    expectClose(found.spreadVariance, node["spread"]?.number, 1e-12)
  }

  @Test func correlationsMeetNumPy() throws {
    for node in try #require(try OracleFile.json("doubts")["correlations"]?.elements) {
      let references = try #require(node["reference"]?.elements).map(\.numbers)
      let estimates = try #require(node["estimate"]?.elements).map(\.numbers)
      let pairs = PairedRates(
        referenceBPM: references.flatMap(\.self), estimateBPM: estimates.flatMap(\.self),
        cluster: references.enumerated().flatMap { index, own in own.map { _ in index } })
      let found = try #require(CorrelationIntervals(pairs, comoments: pairs.comoments))
      let (low, high) = (node["low"]?.numbers ?? [], node["high"]?.numbers ?? [])
      for (index, interval) in [found.pearson, found.ccc, found.agreement, found.consistency].enumerated() {
        expectClose(try #require(interval).low, low[index], 1e-9)
        expectClose(try #require(interval).high, high[index], 1e-9)
      }
    }
  }

  @Test func correlationsThatDoNotExistHaveNoInterval() throws {
    // Without the last cluster the reference does not vary.
    let pairs = PairedRates(
      referenceBPM: [70, 70, 70, 70, 80], estimateBPM: [71, 72, 69, 70, 81], cluster: [0, 1, 2, 3, 4])
    let found = try #require(CorrelationIntervals(pairs, comoments: pairs.comoments))
    #expect(found.pearson == nil && found.ccc == nil && found.consistency != nil)
    let few = PairedRates(referenceBPM: [70, 75, 80], estimateBPM: [71, 72, 90], cluster: [0, 1, 2])
    #expect(CorrelationIntervals(few, comoments: few.comoments) == nil)
  }

  @Test func aSubjectReadWrongThroughoutIsGross() throws {
    func gross(_ clusters: [[Double]]) throws -> GrossClusters {
      try #require(GrossClusters(ClusterSums(of: ClusteredErrors.pairs(clusters)), tolerance: Tolerance()))
    }
    let found = try gross([[1, -1], [2, 2], [41, 39], [1, 3], [2, -2]])
    #expect(found.count == 1 && found.largestMAEBPM == 40 && found.medianMAEBPM == 2)
    // Not more than six times the middle one, or not more than twice the tolerance.
    #expect(try gross([[8, -8], [8, 8], [48, 48], [8, 8], [8, -8]]).count == 0)
    #expect(try gross([[1, -1], [1, 1], [10, 10], [1, 1], [1, -1]]).count == 0)
  }
}
