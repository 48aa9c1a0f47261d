import Testing

@testable import HRSignals

@Suite struct BeatAgreementShareTests {
  @Test func isTheShareOfBeatsThatBothFound() {
    #expect(beatAgreement([1, 2, 3], [1, 2, 3]) == 1)
    #expect(beatAgreement([1, 2, 3], [1.1, 2.1, 3.1]) == 1)
    // Two are matched, one is only in the first list, two are only in the second.
    #expect(beatAgreement([1, 2, 3], [1, 2.4, 3, 4]) == 0.4)
    #expect(beatAgreement([1, 2.4, 3, 4], [1, 2, 3]) == 0.4)
    #expect(beatAgreement([1, 2], []) == 0)
    #expect(beatAgreement([], []) == nil)
  }

  @Test func aBeatIsMatchedOnce() {
    // 1.0 is nearest to both of the second's first two; only the nearer of them is matched.
    #expect(beatAgreement([1], [0.95, 1.1]) == 0.5)
  }

  @Test func theToleranceDecides() {
    #expect(beatAgreement([1, 2], [1.2, 2]) == 1.0 / 3)
    #expect(beatAgreement([1, 2], [1.2, 2], toleranceSeconds: 0.25) == 1)
  }
}
