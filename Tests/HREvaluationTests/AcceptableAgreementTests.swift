import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Limits of agreement compared with a difference of 5 that was declared acceptable before the run.
@Suite struct AcceptableAgreementTests {
  private func verdict(_ lower: (Double, Double)?, _ upper: (Double, Double)?) -> AcceptableAgreement {
    func interval(_ ends: (Double, Double)?) -> Interval? { ends.map { Interval(low: $0.0, high: $0.1) } }
    return AcceptableAgreement(
      AgreementLimits(
        areSimple: false, limits: Interval(low: -3, high: 3), lower: interval(lower), upper: interval(upper)),
      within: 5)
  }

  @Test func theIntervalsOfTheLimitsDecide() {
    #expect(verdict((-4.9, -2), (1, 4.5)) == .shown)
    #expect(verdict((-5, -2), (1, 5)) == .shown, "an end on the bound is inside")
    #expect(verdict((-9, -5.1), (1, 2)) == .refuted)
    #expect(verdict((-2, -1), (5.1, 9)) == .refuted)
    // A detector that reads 20 too high: even its lower limit is above the acceptable range.
    #expect(verdict((18, 19), (21, 22)) == .refuted)
    #expect(verdict((-6, -2), (1, 2)) == .unclear)
    #expect(verdict((-2, -1), (4, 6)) == .unclear)
    #expect(verdict((-7, -5), (5, 7)) == .unclear, "they touch the bound")
    #expect(verdict(nil, (1, 2)) == .unknown(.noIntervals))
    #expect(AcceptableAgreement(nil, within: 5) == .unknown(.noLimits))
    #expect(AcceptableAgreement(nil, within: 5).word == .unknown)
  }
}
