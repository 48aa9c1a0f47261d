import Testing

@testable import HRStatistics

@Suite struct ErrorSpreadTests {
  /// numpy.percentile([-7, -2, -1, 0, 0.5, 3, 4, 30], [5, 25, 50, 75, 95]) of NumPy 2.4.6: -5.25, -1.25, 0.25, 3.25, 20.9.
  @Test func quantilesAreNumPys() throws {
    let errors = [3, -7, 0, 30, -2, 4, -1, 0.5]
    let pairs = PairedRates(
      referenceBPM: errors.map { _ in 64 }, estimateBPM: errors.map { 64 + $0 },
      cluster: errors.map { _ in 0 })
    let spread = try #require(Score(pairs, windowCount: 8, seed: 1).spread)
    #expect(
      abs(spread.ninetyPercentBPM.low + 5.25) < 1e-12 && abs(spread.ninetyPercentBPM.high - 20.9) < 1e-12)
    #expect(spread.halfBPM == Interval(low: -1.25, high: 3.25) && spread.medianBPM == 0.25)
  }

  @Test func noPairsHaveNone() {
    let none = PairedRates(referenceBPM: [], estimateBPM: [], cluster: [])
    #expect(Score(none, windowCount: 0, seed: 1).spread == nil)
  }
}
