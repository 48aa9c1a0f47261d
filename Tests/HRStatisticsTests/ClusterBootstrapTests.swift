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
    "five", "six", "outlier", "exactButOne", "onePairEach", "twelve", "twelveEqual", "thirty",
  ]

  private func oracle(_ name: String) throws -> (node: JSONNode, pairs: PairedRates) {
    let node = try #require(try OracleFile.json("studentized")["sets"]?[name])
    return (node, ClusteredErrors.pairs(try #require(node["clusters"]?.elements).map(\.numbers)))
  }

  /// Errors, absolute errors and squares as the bootstrap takes them.
  private func means(_ pairs: PairedRates) throws -> [(key: String, means: ClusterMeans)] {
    func means(_ value: (Double) -> Double) throws -> ClusterMeans {
      let sums = ClusterSums(of: pairs) { value($0.errorBPM) }
      return try #require(ClusterMeans(sums.sums, counts: sums.counts))
    }
    return [
      ("bias", try means { $0 }), ("mae", try means { abs($0) }), ("square", try means { $0 * $0 }),
    ]
  }

  @Test(arguments: sets)
  func standardErrorMeetsNumPy(name: String) throws {
    let (node, pairs) = try oracle(name)
    for (key, means) in try means(pairs) {
      expectClose(means.figure, try #require(node[key]?["figure"]?.number), 1e-12, key)
      expectClose(means.standardError, try #require(node[key]?["standardError"]?.number), 1e-12, key)
    }
  }

  /// All k^k resamples of k clusters, without randomness.
  @Test(arguments: ["five", "six", "outlier", "exactButOne", "onePairEach"])
  func allResamplesMeetNumPy(name: String) throws {
    let (node, pairs) = try oracle(name)
    let k = pairs.clusterCount
    let scale = try #require(ClusterBootstrap.Scale(clusters: k, level: 0.95))
    var all: [[Int]] = [[]]
    for _ in 0..<k { all = all.flatMap { started in (0..<k).map { started + [$0] } } }
    #expect(node["resamples"]?.number == Double(all.count))
    for (key, means) in try means(pairs) {
      let scores = all.map {
        key == "bias" ? scale.score(means, $0) : scale.score(ofLogarithm: means, $0)
      }.sorted()
      let found = try #require(
        key == "bias"
          ? scale.interval(means, scores: scores) : scale.interval(ofLogarithm: means, scores: scores))
      let expected = try #require(node[key]?["interval"]?.numbers)
      expectClose(found.low, expected[0], 1e-9, "\(name) \(key)")
      expectClose(found.high, expected[1], 1e-9, "\(name) \(key)")
    }
  }

  /// With random draws, intervals are close to those of all resamples (few clusters) or of 200 000 others; the
  /// tolerance is a part of the interval's width.
  @Test(arguments: sets)
  func approachesNumPy(name: String) throws {
    let (node, pairs) = try oracle(name)
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 5, resamples: 20_000))
    let root = try #require(found.rmseBPM)
    let square = Interval(low: root.low * root.low, high: root.high * root.high)
    var intervals = [("bias", found.biasBPM), ("mae", found.maeBPM)]
    // The end of the square hangs on single scores where few clusters give few different ones.
    if pairs.clusterCount >= 12 { intervals.append(("square", square)) }
    for (key, interval) in intervals {
      let expected = try #require(node[key]?["interval"]?.numbers)
      let tolerance = 0.04 * (expected[1] - expected[0])
      #expect(abs(interval.low - expected[0]) < tolerance, "\(key)")
      #expect(abs(interval.high - expected[1]) < tolerance, "\(key)")
    }
  }

  @Test func scoresAreBounded() throws {
    let scale = try #require(ClusterBootstrap.Scale(clusters: 6, level: 0.95))
    let most = scale.most
    expectClose(most, 4.302652729749464, 1e-12)
    #expect(scale.score(0, standardError: 0) == 0 && scale.score(0, standardError: 2) == 0)
    #expect(scale.score(1, standardError: 0) == most && scale.score(-1, standardError: 0) == -most)
    #expect(scale.score(3, standardError: 2) == 1.5 && scale.score(-9, standardError: 2) == -most)
    func score(_ change: Double, _ standardError: Double) -> Double {
      scale.score(change, ofLogarithm: 2, standardError: standardError)
    }
    #expect(score(0, 0) == 0 && score(0, 2) == 0)
    expectClose(score(2, 2), 2 * Double.log(2), 1e-14)
    expectClose(score(-1, 1), -Double.log(2), 1e-14)
    #expect(score(1, 0) == most && score(-1, 0) == -most)
    // A resample without any error, exactly or but for rounding, regardless of its own spread.
    #expect(score(-2, 1) == -most && score(-2 + 1e-12, 1) == -most)
    #expect(score(-2 + 1e-6, 1e-9) == -most)
  }

  /// A mean of one cluster has no standard error.
  @Test func oneClusterHasNoMean() {
    #expect(ClusterMeans([3], counts: [2]) == nil)
    #expect(ClusterMeans([], counts: []) == nil)
  }

  /// If one cluster has half of the windows, its own deviation says little of how far off it can be; the spread of
  /// all clusters does.
  @Test func aLargeClusterDoesNotHideItsOwnDeviation() throws {
    let groups =
      [[Double](repeating: 1, count: 30)] + [4.0, -3, 2, -2, 1].map { [Double](repeating: $0, count: 6) }
    let means = try #require(
      ClusterMeans(groups.map { $0.reduce(0, +) }, counts: groups.map { Double($0.count) }))
    // √(Σw² s²) with w = ½, ⅒ …: 0.3, and the variance 6.7 of the means 1, 4, −3, 2, −2, 1.
    expectClose(means.standardError, (0.3 * 6.7).squareRoot(), 1e-12)
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
      (try #require(first.rmseBPM), try #require(second.rmseBPM)),
    ] {
      expectClose(one.low, other.low, 1e-12)
      expectClose(one.high, other.high, 1e-12)
    }
    // With equal sizes every resample of all clusters has the mean of all, in whatever order.
    let means = try #require(ClusterMeans([0.1, 1.1, 0.3, -0.6, 0.8], counts: [1, 1, 1, 1, 1], of: 0.4))
    for start in 0..<5 {
      #expect(means.resampled((0..<5).map { (2 * $0 + start) % 5 }).change == 0)
    }
    #expect(means.resampled([0, 0, 0, 0, 1]).change != 0)
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
    #expect(exact.rmseBPM == Interval(low: 0, high: 0))
  }

  @Test func errorsThatNeverVaryHaveOnePoint() throws {
    let reference = (0..<12).map { 60 + Double($0) }
    let pairs = PairedRates(
      referenceBPM: reference, estimateBPM: reference.map { $0 + 2 }, cluster: (0..<12).map { $0 / 2 })
    let found = try #require(ClusterBootstrap.intervals(pairs, seed: 1))
    #expect(found.biasBPM == Interval(low: 2, high: 2))
    #expect(found.maeBPM == Interval(low: 2, high: 2))
    #expect(found.rmseBPM == Interval(low: 2, high: 2))
  }

  /// No end is further out than an error can be: here estimates are 40 to 200 bpm, references 60 to 100.
  @Test func endsAreBounded() throws {
    let errors = [[0.1, 0.2], [0.1], [0.3], [0.1], [30, 60, 90]]
    let reference = [60.0, 70, 80, 90, 70, 60, 70, 100]
    let pairs = PairedRates(
      referenceBPM: reference, estimateBPM: zip(reference, errors.flatMap { $0 }).map(+),
      cluster: [0, 0, 1, 2, 3, 4, 4, 4])
    let reach = pairs.largestErrorBPM(within: 40...200)
    #expect(reach == 140)
    #expect(pairs.largestErrorBPM(within: 70...71) == 90)
    let free = try #require(ClusterBootstrap.intervals(pairs, seed: 1))
    let bound = try #require(ClusterBootstrap.intervals(pairs, reach: reach, seed: 1))
    #expect(free.maeBPM.high > 140 && bound.maeBPM.high == 140)
    #expect(bound.maeBPM.low == free.maeBPM.low)
    #expect(try #require(free.mapePercent).high > 100 * 140 / 60.0)
    expectClose(try #require(bound.mapePercent).high, 100 * 140 / 60.0, 1e-12)
    #expect(try #require(bound.rmseBPM).high == 140 && abs(bound.biasBPM.low) <= 140)
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
  }
}
