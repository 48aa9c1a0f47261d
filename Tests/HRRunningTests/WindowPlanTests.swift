import HRSupport
import HRSignals
import Testing

@testable import HRRunning

/// Positions of windows, and their description in words.
@Suite struct WindowPlanTests {
  private func spot(
    _ seconds: Double? = 10, from start: Double = 0, tries: Int = 1
  ) -> WindowPlan {
    WindowPlan(mode: .spot, windowSeconds: seconds, hopSeconds: 1, startSeconds: start, tries: tries)
  }

  @Test func aMeasurementStartsAfterTheWait() {
    let range = TimeRange(start: 5, end: 27)
    #expect(spot(from: 3).windows(in: range) == [TimeRange(start: 8, end: 18)])
    #expect(spot(from: 12).windows(in: range) == [TimeRange(start: 17, end: 27)])
    #expect(spot(from: 12.1).windows(in: range) == [])
    #expect(spot(nil, from: 3).windows(in: range) == [TimeRange(start: 8, end: 27)])
    #expect(spot(nil, from: 22).windows(in: range) == [])
    #expect(spot(nil, from: 30).windows(in: range) == [])
  }

  @Test func triesFollowEachOtherOrAreNotThereAtAll() {
    let range = TimeRange(start: 5, end: 40)
    let edges = [8.0, 18, 28, 38]
    let expected = zip(edges, edges.dropFirst()).map { TimeRange(start: $0, end: $1) }
    #expect(spot(from: 3, tries: 3).windows(in: range) == expected)
    #expect(spot(from: 3, tries: 3).count(in: range) == 3)
    #expect(spot(from: 3, tries: 4).windows(in: range) == [])
    #expect(spot(from: 3, tries: 4).count(in: range) == 0)
  }

  @Test func triesCanBeApart() {
    func plan(_ choose: TryChoice) -> WindowPlan {
      WindowPlan(
        mode: .spot, windowSeconds: 10, hopSeconds: 1, startSeconds: 3, tries: 3, choose: choose,
        waitSeconds: [2, 4])
    }
    let range = TimeRange(start: 5, end: 44)
    #expect(plan(.firstValid).windows(in: range).map(\.start) == [8, 20, 34])
    #expect(plan(.firstValid).windows(in: range).map(\.end) == [18, 30, 44])
    #expect(plan(.firstValid).count(in: TimeRange(start: 5, end: 43)) == 0)
    #expect(plan(.firstValid).needed == "3 tries of 10 s with 6 s of waiting from 3 s on")
    #expect(
      plan(.firstValid).described
        == "one window per recording: 10 s from 3 s on (first with a value of up to 3 tries, after 2 and 4 s of waiting)"
    )
    #expect(
      plan(.surest).described
        == "one window per recording: 10 s from 3 s on (best of 3 tries, after 2 and 4 s of waiting)")
  }

  @Test func continuousWindowsStartLaterToo() {
    let plan = WindowPlan(mode: .continuous, windowSeconds: 10, hopSeconds: 4, startSeconds: 3)
    #expect(plan.windows(in: TimeRange(start: 5, end: 27)).map(\.start) == [8, 12, 16])
    #expect(plan.count(in: TimeRange(start: 5, end: 27)) == 3)
    #expect(plan.windows(in: TimeRange(start: 5, end: 7)).isEmpty)
  }

  @Test func theyAreToldInWords() {
    #expect(spot().described == "one window per recording: its first 10 s")
    #expect(spot(from: 5).described == "one window per recording: 10 s from 5 s on")
    #expect(spot(tries: 3).described == "one window per recording: 10 s from its start (best of 3 tries)")
    #expect(spot(nil).described == "one window per recording: the whole of it")
    #expect(spot(nil, from: 2).described == "one window per recording: the whole of it from 2 s on")
    #expect(
      [spot(10), spot(20), spot(30)].described
        == "one window per recording: 10, 20 or 30 s from its start")
    #expect(
      [spot(10, tries: 2), spot(10, from: 2.5, tries: 2), spot(20, tries: 2), spot(20, from: 2.5, tries: 2)]
        .described == "one window per recording: 10 or 20 s from 0 or 2.5 s on (best of 2 tries)")
    let continuous = WindowPlan(mode: .continuous, windowSeconds: 30, hopSeconds: 5)
    #expect(continuous.described == "30 s windows every 5 s")
    let later = WindowPlan(mode: .continuous, windowSeconds: 30, hopSeconds: 5, startSeconds: 10)
    #expect(later.described == "30 s windows every 5 s, from 10 s on")
    #expect(
      [spot(), spot(from: 5), spot(tries: 3), spot(from: 5, tries: 3)].map(\.needed) == [
        "one window", "one window from 5 s on", "3 tries of 10 s", "3 tries of 10 s from 5 s on",
      ])
  }
}
