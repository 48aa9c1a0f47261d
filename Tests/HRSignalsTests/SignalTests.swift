import Testing

@testable import HRSignals
@testable import HRNumerics

@Suite struct SignalTests {
  private let ramp = Signal(samples: (0..<10).map(Double.init), sampleRate: 10, startTime: 5)

  @Test func timesFollowFromRateAndStart() {
    #expect(ramp.duration == 1 && ramp.endTime == 6 && ramp.count == 10)
    #expect(ramp.time(at: 3) == 5.3)
    #expect(Signal(samples: [], sampleRate: 4, startTime: 2).endTime == 2)
  }

  @Test func startBelongsAndEndDoesNot() {
    #expect(ramp.indices(in: TimeRange(start: 5.2, end: 5.5)) == 2..<5)
    #expect(ramp.indices(in: TimeRange(start: 5.21, end: 5.51)) == 3..<6)
    #expect(ramp.indices(in: TimeRange(start: 5.2, end: 5.2)) == 2..<2)
    #expect(ramp.indices(in: TimeRange(start: 5.5, end: 5.2)) == 5..<5)
  }

  @Test func halfAMicrosecondMovesNoSample() {
    for shift in [-9e-7, 0, 9e-7] {
      #expect(ramp.indices(in: TimeRange(start: 5.2 + shift, end: 5.5 + shift)) == 2..<5)
    }
    #expect(ramp.indices(in: TimeRange(start: 5.2 + 2e-6, end: 5.5 + 2e-6)) == 3..<6)
    // k / 30 is rarely exact; each second must still hold 30 samples.
    let camera = Signal(samples: Array(repeating: 0, count: 90_000), sampleRate: 30, startTime: 0.1)
    for second in stride(from: 0, to: 2990, by: 13) {
      let start = 0.1 + Double(second)
      #expect(
        camera.indices(in: TimeRange(start: start, end: start + 1)) == (30 * second)..<(30 * second + 30))
    }
  }

  @Test func rangesAreClampedToTheSamples() {
    #expect(ramp.indices(in: TimeRange(start: -100, end: 100)) == 0..<10)
    #expect(ramp.indices(in: TimeRange(start: -100, end: 4)) == 0..<0)
    #expect(ramp.indices(in: TimeRange(start: 7, end: 8)) == 10..<10)
    #expect(ramp.indices(in: TimeRange(start: -1e300, end: 1e300)) == 0..<10)
  }

  @Test func cutsKeepTheClock() {
    let cut = ramp.cut(to: TimeRange(start: 5.25, end: 5.6))
    #expect(cut.samples == [3, 4, 5] && cut.startTime == 5.3 && cut.sampleRate == 10)
    #expect(ramp.cut(to: TimeRange(start: 9, end: 10)).samples == [])
  }
}

@Suite struct TimeSeriesTests {
  private let series = TimeSeries(times: [1, 1.5, 2.5, 4], values: [10, 20, 40, 70])

  @Test func windowEdgesHaveAMicrosecondOfSlack() {
    for shift in [-9e-7, 0, 9e-7] {
      #expect(series.indices(in: TimeRange(start: 1.5 + shift, end: 4 + shift)) == 1..<3)
    }
    #expect(series.indices(in: TimeRange(start: 1.5 + 2e-6, end: 4 + 2e-6)) == 2..<4)
    #expect(series.indices(in: TimeRange(start: 4, end: 1)) == 3..<3)
    #expect(
      series.cut(to: TimeRange(start: 1.2, end: 3)) == TimeSeries(times: [1.5, 2.5], values: [20, 40]))
    #expect(series.cut(to: TimeRange(start: 5, end: 6)).count == 0)
  }

  @Test func medianIntervalIsThatOfNeighbours() {
    #expect(series.medianInterval == 1)
    #expect(TimeSeries(times: [0, 1, 4], values: [0, 0, 0]).medianInterval == 2)
    #expect(TimeSeries(times: [3], values: [0]).medianInterval == nil)
  }

  @Test func resamplingInterpolatesByTime() {
    let even = series.resampled(to: 2)
    #expect(even?.samples == [10, 20, 30, 40, 50, 60, 70])
    #expect(even?.startTime == 1 && even?.sampleRate == 2)
    #expect(series.resampled(to: 0.4)?.samples == [10, 60])
    #expect(TimeSeries(times: [1], values: [1]).resampled(to: 2) == nil)
    // The last time is reached although 0.3 · 10 rounds to below 3.
    #expect(TimeSeries(times: [0.1, 0.4], values: [0, 3]).resampled(to: 10)?.count == 4)
  }

  @Test func lowerBoundTakesTheFirstOfEquals() {
    #expect([1.0, 2, 2, 3].firstIndex(notBefore: 2) == 1)
    #expect([1.0, 2, 2, 3].firstIndex(notBefore: 2.5) == 3)
    #expect([1.0, 2, 2, 3].firstIndex(notBefore: 4) == 4)
    #expect([Double]().firstIndex(notBefore: 0) == 0)
  }

  @Test func medianAveragesTheMiddleTwo() {
    #expect(median([3, 1, 2]) == 2)
    #expect(median([4, 1, 2, 3]) == 2.5)
    #expect(median([]) == nil)
  }
}

@Suite struct TimeRangeTests {
  @Test func onlyFullWindows() {
    let range = TimeRange(start: 10, end: 31)
    #expect(range.windows(windowSeconds: 10, hopSeconds: 5).map(\.start) == [10, 15, 20])
    #expect(range.windows(windowSeconds: 21, hopSeconds: 5) == [range])
    #expect(range.windows(windowSeconds: 21.1, hopSeconds: 5) == [])
    #expect(range.windows(windowSeconds: 1, hopSeconds: 10).map(\.end) == [11, 21, 31])
  }

  @Test func roundingLosesNoWindow() {
    // 0.1 + 0.2 rounds above 0.3.
    #expect(TimeRange(start: 0, end: 0.3).windows(windowSeconds: 0.1 + 0.2, hopSeconds: 1).count == 1)
    #expect(TimeRange(start: 0, end: 2.1).windows(windowSeconds: 0.1, hopSeconds: 0.1).count == 21)
    #expect(TimeRange(start: 0, end: 10 - 5e-7).windows(windowSeconds: 10, hopSeconds: 1).count == 1)
    #expect(TimeRange(start: 0, end: 10 - 5e-6).windows(windowSeconds: 10, hopSeconds: 1).count == 0)
  }
}
