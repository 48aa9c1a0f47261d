import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Limits of agreement compared with a difference of 5 that was declared acceptable before the run.
@Suite struct AcceptableAgreementTests {
  private func verdict(
    _ lower: (Double, Double), _ upper: (Double, Double), doubts: [LimitDoubts.Reason] = []
  ) -> AcceptableAgreement {
    let ends = AgreementLimits.Ends(
      lower: Interval(low: lower.0, high: lower.1), upper: Interval(low: upper.0, high: upper.1))
    return AcceptableAgreement(
      AgreementLimits(areSimple: false, limits: Interval(low: -3, high: 3), ends: ends, doubts: doubts),
      within: 5)
  }

  /// Intervals of data that are too skewed for them can refute, and show nothing.
  @Test func doubtedIntervalsShowNothing() {
    #expect(verdict((-4.9, -2), (1, 4.5), doubts: [.heavyTails]) == .unknown(.doubts))
    #expect(verdict((-6, -2), (1, 2), doubts: [.farCluster]) == .unknown(.doubts))
    #expect(verdict((-9, -5.1), (1, 2), doubts: [.unequalSpread]) == .refuted)
    let limits = AgreementLimits(
      areSimple: false, limits: Interval(low: -3, high: 3),
      ends: .init(lower: Interval(low: -4, high: -2), upper: Interval(low: 2, high: 4)),
      doubts: [.skewedClusters])
    #expect(limits.lower == nil && limits.upper == nil && limits.doubts == [.skewedClusters])
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
    let bare = AgreementLimits(
      areSimple: false, limits: Interval(low: -3, high: 3), ends: nil, doubts: [.heavyTails])
    #expect(AcceptableAgreement(bare, within: 5) == .unknown(.noIntervals))
    #expect(bare.doubts.isEmpty, "too few clusters is the reason")
    #expect(AcceptableAgreement(nil, within: 5) == .unknown(.noLimits))
    #expect(AcceptableAgreement(nil, within: 5).word == .unknown)
  }
}
