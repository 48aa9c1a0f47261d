import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

@Suite struct ClusterBootstrapTests {
  /// Returns pairs of clusters with means of their own, of 1 to 8 windows.
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

  private static let sets = [
    "five", "six", "outlier", "exactButOne", "onePairEach", "twelve", "thirty",
  ]

  private func oracle(_ name: String) throws -> (node: JSONNode, pairs: PairedRates, sums: ClusterSums) {
    let node = try #require(try OracleFile.json("studentized")["sets"]?[name])
    let pairs = ClusteredErrors.pairs(try #require(node["clusters"]?.elements).map(\.numbers))
    return (node, pairs, ClusterSums(of: pairs) { $0.estimateBPM })
  }

  @Test(arguments: sets)
  func standardErrorMeetsNumPy(name: String) throws {
    let (node, _, sums) = try oracle(name)
    for (key, tops) in [("bias", sums.sums), ("mae", sums.absolutes)] {
      let quotient = try #require(ClusterQuotient(tops, counts: sums.counts))
      expectClose(quotient.figure, try #require(node[key]?["figure"]?.number), 1e-12, key)
      expectClose(quotient.standardError, try #require(node[key]?["standardError"]?.number), 1e-12, key)
    }
  }

  /// A resample's additive sums give the result of its clusters written out.
  @Test func drawnSumsMeetTheirClusters() throws {
    let (_, _, sums) = try oracle("six")
    let drawn = [0, 3, 3, 5, 2, 3]
    let (bias, mae, clusters) = try parts(sums)
    var total = DrawnSums()
    for index in drawn { total.add(clusters[index]) }
    let counts = drawn.map { sums.counts[$0] }
    let ofBias = try #require(ClusterQuotient(drawn.map { sums.sums[$0] }, counts: counts))
    let ofMAE = try #require(ClusterQuotient(drawn.map { sums.absolutes[$0] }, counts: counts))
    expectClose(bias.figure + total.bias / total.count, ofBias.figure, 1e-13)
    expectClose(mae.figure + total.mae / total.count, ofMAE.figure, 1e-13)
    expectClose(total.biasStandardError(6), ofBias.standardError, 1e-13)
    expectClose(total.maeStandardError(6), ofMAE.standardError, 1e-13)
  }

  private func parts(
    _ sums: ClusterSums
  ) throws -> (bias: ClusterQuotient, mae: ClusterQuotient, clusters: [DrawnSums]) {
    let bias = try #require(ClusterQuotient(sums.sums, counts: sums.counts))
    let mae = try #require(ClusterQuotient(sums.absolutes, counts: sums.counts))
    return (
      bias, mae, DrawnSums.clusters(counts: sums.counts, bias: bias.residuals, mae: mae.residuals)
    )
  }

  /// All k^k resamples of k clusters, without randomness.
  @Test(arguments: ["five", "six", "outlier", "exactButOne", "onePairEach"])
  func allResamplesMeetNumPy(name: String) throws {
    let (node, _, sums) = try oracle(name)
    let (bias, mae, clusters) = try parts(sums)
    let most = try #require(StudentDistribution.quantile(0.975, degreesOfFreedom: 2))
    var all = [DrawnSums()]
    for _ in clusters {
      all = all.flatMap { started in
        clusters.map { next in
          var sum = started
          sum.add(next)
          return sum
        }
      }
    }
    #expect(node["resamples"]?.number == Double(all.count))
    let number = clusters.count
    let ofBias = all.map {
      ClusterBootstrap.score(
        bias.change($0.bias / $0.count), standardError: $0.biasStandardError(number), most: most)
    }
    let ofMAE = all.map {
      ClusterBootstrap.score(
        mae.change($0.mae / $0.count), ofLogarithm: mae.figure, standardError: $0.maeStandardError(number),
        most: most)
    }
    for (key, interval) in [
      ("bias", ClusterBootstrap.studentized(bias, scores: ofBias.sorted(), tail: 0.025)),
      ("mae", ClusterBootstrap.studentized(ofLogarithm: mae, scores: ofMAE.sorted(), tail: 0.025)),
    ] {
      let found = try #require(interval)
      let expected = try #require(node[key]?["interval"]?.numbers)
      expectClose(found.low, expected[0], 1e-9, "\(name) \(key)")
      expectClose(found.high, expected[1], 1e-9, "\(name) \(key)")
    }
  }

  /// With random draws, intervals are close to those of all resamples (few clusters) or of 200 000 others; the
  /// tolerance is a part of the interval's width.
  @Test(arguments: sets)
  func approachesNumPy(name: String) throws {
    let (node, pairs, _) = try oracle(name)
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 5, resamples: 20_000))
    for (key, interval) in [("bias", found.biasBPM), ("mae", found.maeBPM)] {
      let expected = try #require(node[key]?["interval"]?.numbers)
      let tolerance = 0.04 * (expected[1] - expected[0])
      #expect(abs(interval.low - expected[0]) < tolerance, "\(key)")
      #expect(abs(interval.high - expected[1]) < tolerance, "\(key)")
    }
  }

  @Test func correctedApproachesSciPy() throws {
    let set = try #require(try OracleFile.json("statistics")["bootstrap"])
    let pairs = ClusteredErrors.pairs(try #require(set["clusters"]?.elements).map(\.numbers))
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 5, resamples: 40_000))
    for (key, interval) in [("biasBCa", found.biasBCaBPM), ("maeBCa", found.maeBCaBPM)] {
      let expected = try #require(set[key]?.numbers)
      #expect(abs(try #require(interval).low - expected[0]) < 0.06, "\(key)")
      #expect(abs(try #require(interval).high - expected[1]) < 0.06, "\(key)")
    }
  }

  @Test func scoresAreBounded() {
    #expect(ClusterBootstrap.score(0, standardError: 0, most: 4) == 0)
    #expect(ClusterBootstrap.score(0, standardError: 2, most: 4) == 0)
    #expect(ClusterBootstrap.score(1, standardError: 0, most: 4) == 4)
    #expect(ClusterBootstrap.score(-1, standardError: 0, most: 4) == -4)
    #expect(ClusterBootstrap.score(3, standardError: 2, most: 4) == 1.5)
    #expect(ClusterBootstrap.score(-9, standardError: 2, most: 4) == -4)
  }

  /// A quotient of one cluster has no standard error.
  @Test func oneClusterHasNoQuotient() {
    #expect(ClusterQuotient([3], counts: [2]) == nil)
    #expect(ClusterQuotient([], counts: []) == nil)
  }

  @Test func scoresOfTheLogarithmAreBounded() {
    func score(_ change: Double, _ standardError: Double) -> Double {
      ClusterBootstrap.score(change, ofLogarithm: 2, standardError: standardError, most: 4)
    }
    #expect(score(0, 0) == 0 && score(0, 2) == 0)
    expectClose(score(2, 2), 2 * Double.log(2), 1e-14)
    expectClose(score(-1, 1), -Double.log(2), 1e-14)
    #expect(score(1, 0) == 4 && score(-1, 0) == -4)
    // A resample without any error, exactly or but for rounding, regardless of its own spread.
    #expect(score(-2, 1) == -4 && score(-2 + 1e-12, 1) == -4)
    #expect(score(-2 + 1e-6, 1e-9) == -4)
  }

  /// Four clusters without any error and one with: resamples of the four have no error and no standard error. The
  /// interval stays finite and above 0.
  @Test func oneClusterWithAllErrors() throws {
    let pairs = ClusteredErrors.pairs([[0, 0], [0, 0], [0, 0], [0, 0], [4, 6]])
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 3))
    let most = try #require(StudentDistribution.quantile(0.975, degreesOfFreedom: 2))
    #expect(found.maeBPM.low > 0 && found.maeBPM.low < 1)
    // Figure and standard error are both 1.
    expectClose(found.maeBPM.high, Double.exp(most), 1e-10)
    #expect(found.biasBPM.low < 0)
    expectClose(found.biasBPM.high, 1 + most, 1e-12)
  }

  /// Errors times −2 reverse the bias's interval and double both; only rounding differs.
  @Test func scaleAndSign() throws {
    let pairs = pairs(clusters: 9, seed: 4)
    let held = try #require(pairs.held)
    let turned = PairedRates(
      referenceBPM: held.referenceBPM,
      estimateBPM: zip(held.referenceBPM, pairs.errorsBPM).map { $0 - 2 * $1 },
      cluster: held.cluster.map { Int($0) })
    let first = try #require(ClusterBootstrap.intervals(pairs, seed: 8))
    let second = try #require(ClusterBootstrap.intervals(turned, seed: 8))
    expectClose(second.biasBPM.low, -2 * first.biasBPM.high, 1e-9)
    expectClose(second.biasBPM.high, -2 * first.biasBPM.low, 1e-9)
    expectClose(second.maeBPM.low, 2 * first.maeBPM.low, 1e-9)
    expectClose(second.maeBPM.high, 2 * first.maeBPM.high, 1e-9)
  }

  /// Given the same resamples, the correction is SciPy's own to rounding.
  @Test func correctionMeetsSciPy() throws {
    let set = try #require(try OracleFile.json("statistics")["bootstrap"])
    let clusters = try #require(set["clusters"]?.elements).map(\.numbers)
    let resamples = try #require(set["resamples"]?.numbers).sorted()
    let counts = clusters.map { Double($0.count) }
    let quotient = try #require(ClusterQuotient(clusters.map { $0.reduce(0, +) }, counts: counts))
    let interval = try #require(
      ClusterBootstrap.corrected(
        resamples.map { quotient.change($0 - quotient.figure) }, of: quotient, counts: counts, tail: 0.025))
    let expected = try #require(set["correctedOfResamples"]?.numbers)
    expectClose(interval.low, expected[0], 1e-12)
    expectClose(interval.high, expected[1], 1e-12)
  }

  /// The order of summation decides nothing: with five clusters one resample in 26 has all of them once, and has the
  /// figure but for rounding.
  @Test func roundingDecidesNothing() throws {
    let groups: [[Double]] = [
      [0.1, 0.7, -0.2], [1.1], [0.3, -0.4, 0.9, 0.2], [-0.6, 0.1], [0.8, 0.3, 0.3],
    ]
    let first = try #require(ClusterBootstrap.intervals(ClusteredErrors.pairs(groups), seed: 2))
    let reversed = groups.map { Array($0.reversed()) }
    let second = try #require(ClusterBootstrap.intervals(ClusteredErrors.pairs(reversed), seed: 2))
    for (one, other) in [
      (first.biasBPM, second.biasBPM), (first.maeBPM, second.maeBPM),
      (try #require(first.biasBCaBPM), try #require(second.biasBCaBPM)),
      (try #require(first.maeBCaBPM), try #require(second.maeBCaBPM)),
    ] {
      expectClose(one.low, other.low, 1e-12)
      expectClose(one.high, other.high, 1e-12)
    }
    let sums = ClusterSums(of: ClusteredErrors.pairs(groups))
    let quotient = try #require(ClusterQuotient(sums.sums, counts: sums.counts, of: 0.4))
    let clusters = DrawnSums.clusters(
      counts: sums.counts, bias: quotient.residuals, mae: quotient.residuals)
    for start in 0..<5 {
      var drawn = DrawnSums()
      for index in 0..<5 { drawn.add(clusters[(2 * index + start) % 5]) }
      #expect(quotient.change(drawn.bias / drawn.count) == 0)
    }
    // A resample with a real difference keeps it.
    #expect(quotient.change(1e-6) == 1e-6)
  }

  /// Above 0 even with few and very different clusters; 0 at both ends where no window has an error.
  @Test func theIntervalOfTheMAEReachesZeroOnlyWithoutErrors() throws {
    var stream = TestNumbers(seed: 4)
    for study in 0..<40 {
      let groups = (0..<(5 + study % 4)).map { _ in
        let size = Double.exp(2 * stream.normal())
        return (0...stream.index(below: 9)).map { _ in size * stream.normal() }
      }
      let pairs = ClusteredErrors.pairs(groups)
      let found = try #require(ClusterBootstrap.intervals(pairs, seed: 1)).maeBPM
      let mae = try #require(ErrorMetrics(pairs)).maeBPM
      #expect(found.low > 0 && found.low < mae && found.high > mae && found.high.isFinite)
    }
    let exact = try #require(
      ClusterBootstrap.intervals(ClusteredErrors.pairs(Array(repeating: [0, 0], count: 6)), seed: 1))
    #expect(exact.maeBPM == Interval(low: 0, high: 0) && exact.biasBPM == Interval(low: 0, high: 0))
    #expect(exact.maeBCaBPM == nil)
  }

  @Test func errorsThatNeverVaryHaveNoCorrectedInterval() throws {
    let reference = (0..<12).map { 60 + Double($0) }
    let pairs = PairedRates(
      referenceBPM: reference, estimateBPM: reference.map { $0 + 2 }, cluster: (0..<12).map { $0 / 2 })
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 1))
    #expect(found.biasBPM == Interval(low: 2, high: 2))
    #expect(found.maeBPM == Interval(low: 2, high: 2))
    #expect(found.biasBCaBPM == nil)
  }

  /// Errors that differ only by rounding, clusters of unequal size.
  @Test func errorsThatHardlyVary() throws {
    let reference = (0..<30).map { 60 + Double($0) / 7 }
    let pairs = PairedRates(
      referenceBPM: reference, estimateBPM: reference.map { $0 - 2.1 },
      cluster: (0..<30).map { min($0 / 3, 6) })
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 1))
    for (interval, figure) in [(found.biasBPM, -2.1), (found.maeBPM, 2.1)] {
      expectClose(interval.low, figure, 1e-12)
      expectClose(interval.high, figure, 1e-12)
    }
    #expect(found.biasBCaBPM == nil && found.maeBCaBPM == nil)
  }
}
