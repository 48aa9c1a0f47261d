import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Against SciPy, to 1e-12 relative.
@Suite struct DistributionTests {
  private func rows(_ key: String) throws -> [[Double]] {
    let rows = try #require(try OracleFile.json("statistics")[key]?.elements).map(\.numbers)
    #expect(!rows.isEmpty)
    return rows
  }

  @Test func normal() throws {
    for row in try rows("normalQuantile") {
      expectRelative(NormalDistribution.quantile(row[0]), row[1], 1e-12, "\(row)")
    }
    for row in try rows("normalCDF") {
      expectRelative(NormalDistribution.cdf(row[0]), row[1], 1e-12, "\(row)")
    }
    expectClose(NormalDistribution.quantile(0.975), limitFactor, 1e-15)
  }

  @Test func chiSquare() throws {
    for row in try rows("chiSquareQuantile") {
      expectRelative(
        ChiSquareDistribution.quantile(row[0], degreesOfFreedom: row[1]), row[2], 1e-12, "\(row)")
    }
    for row in try rows("chiSquareCDF") {
      expectRelative(GammaTails(shape: row[1] / 2, x: row[0] / 2).lower, row[2], 1e-12, "\(row)")
    }
  }

  @Test func student() throws {
    for row in try rows("studentQuantile") {
      expectRelative(StudentDistribution.quantile(row[0], degreesOfFreedom: row[1]), row[2], 1e-12, "\(row)")
    }
    for row in try rows("studentCDF") {
      expectRelative(StudentDistribution.cdf(row[0], degreesOfFreedom: row[1]), row[2], 1e-12, "\(row)")
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
    #expect(StudentDistribution.cdf(0.5, degreesOfFreedom: .infinity) == nil)
    #expect(StudentDistribution.quantile(0.9, degreesOfFreedom: .infinity) == nil)
    #expect(ChiSquareDistribution.quantile(0.5, degreesOfFreedom: .infinity) == nil)
  }
}

/// Against mpmath and SciPy.
@Suite struct ExactDistributionTests {
  private func rows(_ key: String) throws -> [[Double]] {
    let rows = try #require(try OracleFile.json("exact")[key]?.elements).map(\.numbers)
    #expect(!rows.isEmpty)
    return rows
  }

  @Test func noncentralStudent() throws {
    for row in try rows("noncentralCDF") {
      let value = NoncentralStudent.Tails(row[0], .init(row[1]), row[2]).lower
      // Terms below 1e-40 are left out, so digits are lost far in the tail.
      if row[3] > 1e-25 {
        expectRelative(value, row[3], 1e-10, "\(row)")
      } else {
        expectClose(value, 0, 1e-25)
      }
    }
    for row in try rows("noncentralQuantile") {
      expectRelative(
        NoncentralStudent.quantile(row[0], degreesOfFreedom: row[1], noncentrality: row[2]), row[3], 1e-9,
        "\(row)")
    }
  }

  @Test(arguments: [1.0, 2.5, 30, 4000])
  func withoutNoncentralityItIsStudent(freedom: Double) throws {
    for p in [1e-6, 0.025, 0.3, 0.9, 0.9999] {
      let expected = try #require(StudentDistribution.quantile(p, degreesOfFreedom: freedom))
      let found = NoncentralStudent.quantile(p, degreesOfFreedom: freedom, noncentrality: 0)
      expectRelative(found, expected, 1e-10, "\(p), \(freedom)")
    }
  }

  @Test func fDistribution() throws {
    for row in try rows("fCDF") {
      expectRelative(BetaTails(ofF: row[0], row[1], row[2]).lower, row[3], 1e-10, "\(row)")
    }
    for row in try rows("fTail") {
      expectRelative(FDistribution.tail(row[0], row[1], row[2]), row[3], 1e-10, "\(row)")
    }
    for row in try rows("fQuantile") {
      expectRelative(FDistribution.quantile(row[0], row[1], row[2]), row[3], 1e-10, "\(row)")
    }
    #expect(FDistribution.tail(-1, 2, 3) == 1)
    #expect(FDistribution.tail(1, 2, .infinity) == nil)
    #expect(FDistribution.tail(1, 0, 3) == nil)
    #expect(FDistribution.quantile(1, 2, 3) == nil)
    #expect(FDistribution.quantile(0.5, 2, .infinity) == nil)
  }
}
