import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

@Suite struct ClusterLimitsTests {
  /// NumPy and SciPy, from the definitions; to 1e-9.
  @Test(arguments: ["persistent", "scales", "alternating", "short"])
  func meetsNumPy(name: String) throws {
    let set = try #require(try OracleFile.json("limits")["sets"]?[name])
    let pairs = ClusteredErrors.pairs(try #require(set["clusters"]?.elements).map(\.numbers))
    let persistence = try #require(ErrorPersistence(pairs))
    expectClose(persistence.lag1, set["lag1"]?.number, 1e-9, "lag1")
    expectClose(persistence.effectiveWindows, set["effectiveWindows"]?.number, 1e-9, "effectiveWindows")
    let limits = try #require(ClusterLimits(pairs))
    expectClose(limits.biasBPM, set["bias"]?.number, 1e-9, "bias")
    expectClose(limits.variance, set["variance"]?.number, 1e-9, "variance")
    expectClose(limits.varianceWithin, set["within"]?.number, 1e-9, "within")
    expectClose(limits.lowerLimitIntervalBPM.low, set["lower"]?.numbers.first, 1e-9, "lower")
    expectClose(limits.lowerLimitIntervalBPM.high, set["lower"]?.numbers.last, 1e-9, "lower")
    expectClose(limits.upperLimitIntervalBPM.low, set["upper"]?.numbers.first, 1e-9, "upper")
    expectClose(limits.upperLimitIntervalBPM.high, set["upper"]?.numbers.last, 1e-9, "upper")
  }

  @Test func fewClustersHaveNone() {
    let four = Array(repeating: [1.0, 2, 4], count: 4)
    #expect(ClusterLimits(ClusteredErrors.pairs(four)) == nil)
    #expect(ClusterLimits(ClusteredErrors.pairs(four + [[0, 3]])) != nil)
  }

  @Test func errorsWithoutSpreadHaveNone() {
    #expect(ErrorPersistence(ClusteredErrors.pairs([])) == nil)
    #expect(ErrorPersistence(ClusteredErrors.pairs([[3], [4], [5]])) == nil)
    #expect(ErrorPersistence(ClusteredErrors.pairs([[3, 3], [4, 4]])) == nil)
    #expect(ClusterLimits(ClusteredErrors.pairs([[1], [2], [3], [4], [5], [6]])) == nil)
    #expect(ClusterLimits(ClusteredErrors.pairs(Array(repeating: [1, 1], count: 6))) == nil)
  }

  @Test func clustersThatAgreeInEverythingHaveLimitsWithoutWidth() throws {
    let limits = try #require(
      ClusterLimits(ClusteredErrors.pairs(Array(repeating: [1, -1, 2, 0], count: 6))))
    #expect(limits.variance > 0)
    expectClose(limits.lowerLimitIntervalBPM.low, limits.lowerLimitIntervalBPM.high, 1e-12)
  }

  /// Errors that change sign from window to window do not count as more windows than there are.
  @Test func alternatingErrorsCountOnce() throws {
    let persistence = try #require(
      ErrorPersistence(ClusteredErrors.pairs([[1, -1, 1, -1, 1, -1], [2, -2, 2]])))
    #expect(persistence.lag1 < -0.5)
    #expect(persistence.effectiveWindows == 9)
  }

  @Test func effectiveCountOfTwoIsExact() {
    // Var(mean of two) = (1 + ρ)/2.
    expectClose(ErrorPersistence.effectiveCount(2, correlation: 0.5), 2 / 1.5, 1e-14)
    #expect(ErrorPersistence.effectiveCount(1, correlation: 0.9) == 1)
    #expect(ErrorPersistence.effectiveCount(50, correlation: 0) == 50)
  }

  /// By hand: of two clusters with means 2 and 0, deviations −2, 0, 2 and 3, −1, −1, −1.
  @Test func neighboursFollowEachOtherInOneRecording() throws {
    func lag1(_ place: [Int]?) -> Double? {
      let errors: [Double] = [0, 2, 4, 3, -1, -1, -1]
      let pairs = PairedRates(
        referenceBPM: errors.map { _ in 0 }, estimateBPM: errors, cluster: [0, 0, 0, 1, 1, 1, 1],
        place: place)
      return ErrorPersistence(pairs)?.lag1
    }
    // Neighbours: 0, 0; −3, 1, 1. Squares: 8 and 12.
    let whole = -1.0 / 20
    expectClose(lag1(nil), whole, 1e-14)
    expectClose(lag1([1, 2, 3, 5, 6, 7, 8]), whole, 1e-14)
    // The number after another cluster's is not its neighbour.
    expectClose(lag1([1, 2, 3, 4, 5, 6, 7]), whole, 1e-14)
    // A gap or a seam after the fourth: 0, 0, 1, 1, where five neighbours could be.
    expectClose(lag1([1, 2, 3, 5, 7, 8, 9]), 2.0 / 20 * 5 / 4, 1e-14)
    // Few neighbours cannot give more than a correlation of 1.
    expectClose(lag1([1, 3, 5, 7, 9, 11, 12]), 1.0 / 20 * 5, 1e-14)
    #expect(lag1([1, 3, 5, 7, 9, 11, 13]) == nil)
  }

  @Test func muchMissingIsNoIndependence() throws {
    // One pair of equal far errors among isolated windows: the worth of one window in each cluster of many.
    let errors: [Double] = [9, 9, 0, 0, 0, 0, 0, 0]
    let pairs = PairedRates(
      referenceBPM: errors.map { _ in 0 }, estimateBPM: errors, cluster: errors.map { _ in 0 },
      place: [0, 1, 3, 5, 7, 9, 11, 13])
    let found = try #require(ErrorPersistence(pairs))
    #expect(found.lag1 == 1 && found.effectiveWindows < 1.01)
  }

  /// Rounding of a mean is not spread.
  @Test func equalErrorsHaveNoPersistence() {
    let pairs = ClusteredErrors.pairs([Array(repeating: 0.1, count: 7), Array(repeating: 2.3, count: 9)])
    #expect(ErrorPersistence(pairs) == nil)
  }

  /// Pairs of a cluster need not be adjacent: only their order within it counts.
  @Test func interleavedClustersAreTheSame() {
    let (first, second) = ([1.0, 3, 2, 5], [0.0, -1, 1, 4])
    let mixed = PairedRates(
      referenceBPM: Array(repeating: 0, count: 8), estimateBPM: zip(first, second).flatMap { [$0, $1] },
      cluster: [0, 1, 0, 1, 0, 1, 0, 1])
    #expect(ErrorPersistence(mixed)?.lag1 == ErrorPersistence(ClusteredErrors.pairs([first, second]))?.lag1)
  }
}
