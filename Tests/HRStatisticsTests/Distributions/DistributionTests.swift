import HRDiagnostics
import Testing

@testable import HRStatistics

/// Against SciPy, to 1e-12 relative.
@Suite struct DistributionTests {
  private func rows(_ key: String) throws -> [[Double]] {
    let rows = try #require(try OracleFile.statistics()[key]?.elements).map(\.numbers)
    #expect(!rows.isEmpty)
    return rows
  }

  private func expectRelative(_ value: Double?, _ expected: Double, _ row: [Double]) throws {
    let value = try #require(value)
    #expect(abs(value - expected) <= 1e-12 * abs(expected), "\(row): \(value)")
  }

  @Test func normal() throws {
    for row in try rows("normalQuantile") {
      try expectRelative(NormalDistribution.quantile(row[0]), row[1], row)
    }
    for row in try rows("normalCDF") { try expectRelative(NormalDistribution.cdf(row[0]), row[1], row) }
    expectClose(NormalDistribution.quantile(0.975), limitFactor, 1e-15)
  }

  @Test func chiSquare() throws {
    for row in try rows("chiSquareQuantile") {
      try expectRelative(ChiSquareDistribution.quantile(row[0], degreesOfFreedom: row[1]), row[2], row)
    }
    for row in try rows("chiSquareCDF") {
      try expectRelative(ChiSquareDistribution.cdf(row[0], degreesOfFreedom: row[1]), row[2], row)
    }
  }

  @Test func student() throws {
    for row in try rows("studentQuantile") {
      try expectRelative(StudentDistribution.quantile(row[0], degreesOfFreedom: row[1]), row[2], row)
    }
    for row in try rows("studentCDF") {
      try expectRelative(StudentDistribution.cdf(row[0], degreesOfFreedom: row[1]), row[2], row)
    }
  }

  @Test func outsideTheDomainThereIsNothing() {
    for p in [-0.1, 0, 1, 1.5, Double.nan] {
      #expect(NormalDistribution.quantile(p) == nil)
      #expect(ChiSquareDistribution.quantile(p, degreesOfFreedom: 3) == nil)
      #expect(StudentDistribution.quantile(p, degreesOfFreedom: 3) == nil)
    }
    #expect(ChiSquareDistribution.quantile(0.5, degreesOfFreedom: 0) == nil)
    #expect(StudentDistribution.cdf(0.5, degreesOfFreedom: 0) == nil)
    #expect(ChiSquareDistribution.cdf(-1, degreesOfFreedom: 2) == 0)
  }
}
