import HRSignals
import Testing

/// Time with samples, by counts that are easy to see.
@Suite struct SampledTimeTests {
  private func gaps(_ times: [Double], filled: Double = 0, without: Set<Int> = []) -> [TimeRange] {
    SampledTime.gaps(count: times.count, interval: 0.1, filled: filled, time: { times[$0] }) {
      !without.contains($0)
    }
  }

  private static let tenHertz = (0..<100).map { Double($0) / 10 }

  @Test func gapsAreLongerThanThreeIntervalsAndAQuarterSecond() {
    #expect(gaps([0, 0.1, 0.4, 0.5]).isEmpty)
    #expect(gaps([0, 0.1, 0.45, 0.5]) == [TimeRange(start: 0.2, end: 0.45)])
    #expect(gaps([0, 0.1, 0.45, 0.5], filled: 0.5).isEmpty)
    // No more than a second is ever taken as filled.
    #expect(gaps([0, 0.1, 1.2, 1.3], filled: 3600) == [TimeRange(start: 0.2, end: 1.2)])
    #expect(gaps([]).isEmpty && gaps([3]).isEmpty)
  }

  @Test func missingSamplesAreGapsAtBothEndsToo() {
    #expect(gaps(Self.tenHertz, without: Set(0..<10)) == [TimeRange(start: 0, end: 1)])
    #expect(gaps(Self.tenHertz, without: Set(90..<100)) == [TimeRange(start: 9, end: 10)])
    #expect(gaps(Self.tenHertz, without: Set(40..<60)) == [TimeRange(start: 4, end: 6)])
    #expect(gaps(Self.tenHertz, without: [40, 41]).isEmpty)
  }

  @Test func theShareIsThatOfTheChannelWithTheLeast() {
    let whole = TimeRange(start: 0, end: 20)
    let sampled = SampledTime([
      (whole, [TimeRange(start: 4, end: 6)]), (TimeRange(start: 2, end: 20), [TimeRange(start: 12, end: 20)]),
    ])
    #expect(sampled.share(of: TimeRange(start: 3, end: 13)) == 0.8)
    #expect(sampled.share(of: TimeRange(start: 0, end: 10)) == 0.8)
    #expect(sampled.share(of: TimeRange(start: 12, end: 20)) == 0)
    #expect(SampledTime([]).share(of: whole) == 1)
    // Gaps that overlap count once.
    let twice = SampledTime([(whole, [TimeRange(start: 4, end: 8), TimeRange(start: 6, end: 9)])])
    #expect(twice.share(of: TimeRange(start: 0, end: 10)) == 0.5)
  }
}
