import HRDiagnostics
import Testing

@testable import HRStatistics

/// Against mpmath and SciPy.
@Suite struct ExactLimitTests {
  private func rows(_ key: String) throws -> [[Double]] {
    let rows = try #require(try OracleFile.named("exact")[key]?.elements).map(\.numbers)
    #expect(!rows.isEmpty)
    return rows
  }

  private func expectRelative(
    _ value: Double?, _ expected: Double, _ row: [Double], _ tolerance: Double = 1e-10
  ) throws {
    let value = try #require(value)
    #expect(abs(value - expected) <= tolerance * abs(expected), "\(row): \(value)")
  }

  @Test func noncentralStudent() throws {
    for row in try rows("noncentralCDF") {
      let value = NoncentralStudent.cdf(row[0], degreesOfFreedom: row[1], noncentrality: row[2])
      // Terms below 1e-40 are left out; so far out digits are lost.
      if row[3] > 1e-25 { try expectRelative(value, row[3], row) } else { expectClose(value, 0, 1e-25) }
    }
    for row in try rows("noncentralQuantile") {
      try expectRelative(
        NoncentralStudent.quantile(row[0], degreesOfFreedom: row[1], noncentrality: row[2]), row[3], row, 1e-9
      )
    }
  }

  @Test(arguments: [1.0, 2.5, 30, 4000])
  func withoutNoncentralityItIsStudent(freedom: Double) throws {
    for p in [1e-6, 0.025, 0.3, 0.9, 0.9999] {
      let expected = try #require(StudentDistribution.quantile(p, degreesOfFreedom: freedom))
      let found = NoncentralStudent.quantile(p, degreesOfFreedom: freedom, noncentrality: 0)
      try expectRelative(found, expected, [p, freedom])
    }
  }

  @Test func fDistribution() throws {
    for row in try rows("fCDF") { try expectRelative(FDistribution.cdf(row[0], row[1], row[2]), row[3], row) }
    for row in try rows("fQuantile") {
      try expectRelative(FDistribution.quantile(row[0], row[1], row[2]), row[3], row)
    }
    #expect(FDistribution.cdf(-1, 2, 3) == 0)
    #expect(FDistribution.cdf(1, 0, 3) == nil)
    #expect(FDistribution.quantile(1, 2, 3) == nil)
    #expect(FDistribution.quantile(0.5, 2, .infinity) == nil)
  }

  @Test func factors() throws {
    for row in try rows("individual") {
      let factors = try #require(CarkeetLimits.individualFactors(pairs: Int(row[0])))
      try expectRelative(factors.low, row[1], row, 1e-9)
      try expectRelative(factors.high, row[2], row, 1e-9)
    }
    for row in try rows("pairwise") {
      for (confidence, expected) in [(0.025, row[1]), (0.975, row[2])] {
        try expectRelative(
          CarkeetLimits.twoSidedFactor(pairs: Int(row[0]), confidence: confidence), expected, row, 1e-9)
      }
    }
  }

  /// Both pairs of factors to four digits, as known before this program.
  @Test(arguments: [
    (10, 1.1632, 3.8009, 1.3915, 3.7706), (20, 1.3565, 3.0140, 1.5175, 2.9445),
    (30, 1.4503, 2.7566, 1.5808, 2.6854), (50, 1.5507, 2.5355, 1.6505, 2.4703),
    (100, 1.6591, 2.3419, 1.7283, 2.2896),
  ])
  func knownFactors(pairs: Int, low: Double, high: Double, inner: Double, outer: Double) throws {
    let individual = try #require(CarkeetLimits.individualFactors(pairs: pairs))
    #expect(abs(individual.low - low) < 6e-5 && abs(individual.high - high) < 6e-5)
    #expect(abs(try #require(CarkeetLimits.twoSidedFactor(pairs: pairs, confidence: 0.025)) - inner) < 6e-5)
    #expect(abs(try #require(CarkeetLimits.twoSidedFactor(pairs: pairs, confidence: 0.975)) - outer) < 6e-5)
  }

  @Test func onlyWithOnePairPerCluster() throws {
    let reference = [60.0, 70, 80, 90, 100]
    let estimate = [61.0, 69, 83, 90, 104]
    let single = PairedRates(referenceBPM: reference, estimateBPM: estimate, cluster: [4, 3, 2, 1, 0])
    let limits = try #require(CarkeetLimits(single))
    let simple = try #require(BlandAltman(single))
    expectClose(
      limits.upperLimitIntervalBPM.high, simple.biasBPM + limits.individualFactors.high * simple.sdBPM, 1e-14)
    expectClose(
      limits.lowerLimitPairwiseBPM.high, simple.biasBPM - limits.pairwiseFactors.low * simple.sdBPM, 1e-14)
    #expect(limits.lowerLimitIntervalBPM.low < simple.limitsBPM.low)
    #expect(
      CarkeetLimits(PairedRates(referenceBPM: reference, estimateBPM: estimate, cluster: [0, 0, 1, 2, 3]))
        == nil)
    #expect(CarkeetLimits(PairedRates(referenceBPM: [70], estimateBPM: [71], cluster: [0])) == nil)
    #expect(CarkeetLimits.individualFactors(pairs: 1) == nil)
    #expect(CarkeetLimits.twoSidedFactor(pairs: 9, confidence: 1) == nil)
  }
}
