import HRTestSupport
import HRSupport
import Testing

@testable import HRStatistics

/// Against mpmath and SciPy.
@Suite struct ExactLimitTests {
  private func rows(_ key: String) throws -> [[Double]] {
    let rows = try #require(try OracleFile.json("exact")[key]?.elements).map(\.numbers)
    #expect(!rows.isEmpty)
    return rows
  }

  @Test func factors() throws {
    for row in try rows("individual") {
      let factors = try #require(CarkeetLimits.individualFactors(pairs: Int(row[0])))
      expectRelative(factors.low, row[1], 1e-9, "\(row)")
      expectRelative(factors.high, row[2], 1e-9, "\(row)")
    }
  }

  /// The factors to four digits, known independently of this program.
  @Test(arguments: [
    (10, 1.1632, 3.8009), (20, 1.3565, 3.0140), (30, 1.4503, 2.7566), (50, 1.5507, 2.5355),
    (100, 1.6591, 2.3419),
  ])
  func knownFactors(pairs: Int, low: Double, high: Double) throws {
    let individual = try #require(CarkeetLimits.individualFactors(pairs: pairs))
    #expect(abs(individual.low - low) < 6e-5 && abs(individual.high - high) < 6e-5)
  }

  @Test func onlyWithOnePairPerCluster() throws {
    let reference = [60.0, 70, 80, 90, 100]
    let estimate = [61.0, 69, 83, 90, 104]
    let single = PairedRates(referenceBPM: reference, estimateBPM: estimate, cluster: [4, 3, 2, 1, 0])
    let limits = try #require(CarkeetLimits(single))
    let simple = try #require(BlandAltman(single))
    let factors = try #require(CarkeetLimits.individualFactors(pairs: 5))
    expectClose(
      limits.upperLimitIntervalBPM.high, simple.biasBPM + factors.high * simple.sdBPM, 1e-14)
    #expect(limits.lowerLimitIntervalBPM.low < simple.limitsBPM.low)
    #expect(
      CarkeetLimits(PairedRates(referenceBPM: reference, estimateBPM: estimate, cluster: [0, 0, 1, 2, 3]))
        == nil)
    #expect(CarkeetLimits(PairedRates(referenceBPM: [70], estimateBPM: [71], cluster: [0])) == nil)
    #expect(CarkeetLimits.individualFactors(pairs: 1) == nil)
  }
}
