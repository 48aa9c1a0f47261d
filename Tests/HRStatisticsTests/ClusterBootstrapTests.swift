import HRDiagnostics
import Testing

@testable import HRStatistics

@Suite struct ClusterBootstrapTests {
  /// Clusters with means of their own, of 1 to 8 windows.
  private func pairs(clusters: Int, seed: UInt64, bias: Double = 2) -> PairedRates {
    var stream = TestNumbers(seed: seed)
    var (reference, estimate, cluster): ([Double], [Double], [Int]) = ([], [], [])
    for index in 0..<clusters {
      let own = bias + 3 * stream.normal()
      for _ in 0...stream.index(below: 8) {
        let rate = 75 + 10 * stream.normal()
        reference.append(rate)
        estimate.append(rate + own + stream.normal())
        cluster.append(index)
      }
    }
    return PairedRates(referenceBPM: reference, estimateBPM: estimate, cluster: cluster)
  }

  @Test func fewerThanFiveClustersHaveNoInterval() {
    #expect(ClusterBootstrap.intervals(pairs(clusters: 4, seed: 1), seed: 1) == nil)
    #expect(ClusterBootstrap.intervals(pairs(clusters: 5, seed: 1), seed: 1) != nil)
  }

  @Test func sameSeedSameInterval() {
    let pairs = pairs(clusters: 12, seed: 3)
    #expect(ClusterBootstrap.intervals(pairs, seed: 9) == ClusterBootstrap.intervals(pairs, seed: 9))
    #expect(ClusterBootstrap.intervals(pairs, seed: 9) != ClusterBootstrap.intervals(pairs, seed: 10))
  }

  /// Many resamples approach SciPy's `bootstrap` of the same quotient; both are random, hence the tolerance.
  @Test func approachesSciPy() throws {
    let set = try #require(try OracleFile.statistics()["bootstrap"])
    let sums = try #require(set["clusters"]?.elements).map(\.numbers)
    let pairs = PairedRates(
      referenceBPM: sums.flatMap { $0.map { _ in 70 } }, estimateBPM: sums.flatMap { $0.map { 70 + $0 } },
      cluster: sums.enumerated().flatMap { index, errors in errors.map { _ in index } })
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 5, resamples: 40_000))
    let expanded = try OracleFile.named("intervals")
    let intervals = [
      (expanded["biasExpanded"], found.biasBPM), (expanded["maeExpanded"], found.maeBPM),
      (set["biasBCa"], found.biasBCaBPM), (set["maeBCa"], found.maeBCaBPM),
    ]
    for (key, (node, interval)) in intervals.enumerated() {
      let expected = try #require(node?.numbers)
      #expect(abs(try #require(interval).low - expected[0]) < 0.06, "\(key)")
      #expect(abs(try #require(interval).high - expected[1]) < 0.06, "\(key)")
    }
  }

  @Test func tailsMeetSciPy() throws {
    let rows = try #require(try OracleFile.named("intervals")["tails"]?.elements).map(\.numbers)
    #expect(rows.count == 28)
    for row in rows {
      let tail = try #require(ClusterBootstrap.tail(clusters: Int(row[0]), level: row[1]))
      #expect(abs(tail - row[2]) <= 1e-12 * row[2], "\(row): \(tail)")
      #expect(tail < (1 - row[1]) / 2)
    }
    #expect(ClusterBootstrap.tail(clusters: 1, level: 0.95) == nil)
    #expect(ClusterBootstrap.tail(clusters: 9, level: 0) == nil)
    #expect(ClusterBootstrap.tail(clusters: 9, level: 1) == nil)
  }

  /// Given the same resamples, the correction is SciPy's own to rounding.
  @Test func correctionMeetsSciPy() throws {
    let set = try #require(try OracleFile.statistics()["bootstrap"])
    let clusters = try #require(set["clusters"]?.elements).map(\.numbers)
    let resamples = try #require(set["resamples"]?.numbers).sorted()
    let interval = try #require(
      ClusterBootstrap.corrected(
        resamples, sums: clusters.map { $0.reduce(0, +) }, counts: clusters.map { Double($0.count) },
        tail: 0.025))
    let expected = try #require(set["correctedOfResamples"]?.numbers)
    expectClose(interval.low, expected[0], 1e-12)
    expectClose(interval.high, expected[1], 1e-12)
  }

  @Test func errorsThatNeverVaryHaveNoCorrectedInterval() throws {
    let reference = (0..<12).map { 60 + Double($0) }
    let pairs = PairedRates(
      referenceBPM: reference, estimateBPM: reference.map { $0 + 2 }, cluster: (0..<12).map { $0 / 2 })
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 1))
    #expect(found.biasBPM == Interval(low: 2, high: 2))
    #expect(found.biasBCaBPM == nil)
  }

  /// 95 per cent intervals over 20 clusters hold the true bias in about 95 of 100 studies.
  @Test func coverage() {
    let held = (0..<200).count { study in
      let found = ClusterBootstrap.intervals(
        pairs(clusters: 20, seed: UInt64(study) &* 1_000_003), seed: 1, resamples: 200)
      return found.map { $0.biasBPM.low <= 2 && 2 <= $0.biasBPM.high } ?? false
    }
    #expect((170...199).contains(held), "\(held) of 200")
  }
}
