import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Against SciPy, mpmath and R.
@Suite struct StudentizedRangeTests {
  @Test func studentizedRange() throws {
    let document = try OracleFile.json("ranks")
    let tails = try #require(document["rangeTail"]?.elements).map(\.numbers)
    #expect(tails.count == 40)
    for row in tails {
      expectRelative(StudentizedRange.tail(row[0], groups: Int(row[1])), row[2], 1e-12)
      expectClose(StudentizedRange.cdf(row[0], groups: Int(row[1])), 1 - row[2], 1e-14)
    }
    let quantiles = try #require(document["rangeQuantile"]?.elements).map(\.numbers)
    #expect(quantiles.count == 12)
    for row in quantiles {
      expectRelative(StudentizedRange.quantile(row[0], groups: Int(row[1])), row[2], 1e-12)
    }
    // R integrates to about nine digits.
    let byR = try #require(try OracleFile.json("ranks_r")["rangeCDF"]?.elements)
    let bySciPy = try #require(document["rangeCDF"]?.elements)
    #expect(byR.count == 20 && bySciPy.count == 20)
    for row in (byR + bySciPy).map(\.numbers) {
      expectClose(StudentizedRange.cdf(row[0], groups: Int(row[1])), row[2], 1e-9)
    }
  }

  /// The range of two is |a − b|, normal with variance 2.
  @Test func rangeOfTwo() {
    for q in [0.3, 1, 2.7, 6] {
      expectRelative(
        StudentizedRange.tail(q, groups: 2), 2 * NormalDistribution.cdf(-q / 2.0.squareRoot()), 1e-13)
    }
  }

  @Test func outsideTheDomain() {
    #expect(StudentizedRange.cdf(1, groups: 1) == nil && StudentizedRange.tail(1, groups: 1) == nil)
    #expect(StudentizedRange.quantile(0.95, groups: 1) == nil)
    #expect(StudentizedRange.quantile(0, groups: 3) == nil && StudentizedRange.quantile(1, groups: 3) == nil)
    #expect(StudentizedRange.cdf(0, groups: 3) == 0 && StudentizedRange.tail(-1, groups: 3) == 1)
  }
}
