import HRTestSupport
import Foundation
import HRSignals
import Testing

/// The course by NumPy, interval by interval: Oracles/instantaneous_heart_rate_oracle.py.
struct InstantaneousHeartRateOracle: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    let name: String
    let beats: [Double]
    let query: [Double]
    let bpm: [Double]
    let cycles: [Double]
  }

  let rows: [Row]

  static func load() throws -> InstantaneousHeartRateOracle {
    try OracleFile.decode("instantaneous_heart_rate")
  }
}

@Suite struct InstantaneousHeartRateTests {
  @Test func matchesNumPy() throws {
    let rows = try InstantaneousHeartRateOracle.load().rows
    #expect(rows.map(\.name) == ["wandering", "one gap", "gaps all over", "two beats"])
    for row in rows {
      let course = try #require(InstantaneousHeartRate(.beats(row.beats)))
      for (index, time) in row.query.enumerated() {
        #expect(abs(course.bpm(at: time) - row.bpm[index]) < 1e-9, "\(row.name) at \(time)")
        #expect(abs(course.cycles(at: time) - row.cycles[index]) < 1e-9, "\(row.name) at \(time)")
      }
    }
  }

  /// The pass over ascending times gives the same values as single calls.
  @Test func onePassGivesTheSameBits() throws {
    for row in try InstantaneousHeartRateOracle.load().rows {
      let course = try #require(InstantaneousHeartRate(.beats(row.beats)))
      // Each time twice: equal neighbours are ascending too.
      let times = row.query.flatMap { [$0, $0] }
      #expect(course.bpm(at: times) == times.map { course.bpm(at: $0) })
      #expect(course.cycles(at: times) == times.map { course.cycles(at: $0) })
    }
  }

  @Test func cyclesAreTheIntegralOfTheRateAndOnlyGrow() throws {
    for row in try InstantaneousHeartRateOracle.load().rows {
      let course = try #require(InstantaneousHeartRate(.beats(row.beats)))
      let step = 1e-3
      let start = row.query[0]
      let times = (0...20_000).map { start + step * Double($0) }
      let cycles = course.cycles(at: times)
      for (index, (now, next)) in zip(cycles, cycles.dropFirst()).enumerated() {
        #expect(now < next)
        // The rate is linear except at corners, where it changes by less than its spread over one step.
        let middle = course.bpm(at: (times[index] + times[index + 1]) / 2)
        #expect(abs(60 * (next - now) / step - middle) < 0.1)
      }
    }
  }

  /// A regular heart completes one cycle per beat, so the phase at its beats is a whole number.
  @Test func aRegularHeartIsInPhase() throws {
    let beats = (0..<50).map { 3 + 0.75 * Double($0) }
    let course = try #require(InstantaneousHeartRate(.beats(beats)))
    for (index, beat) in beats.enumerated() {
      #expect(abs(course.bpm(at: beat) - 80) < 1e-9)
      #expect(abs(course.cycles(at: beat) - Double(index)) < 1e-9)
    }
    #expect(abs(course.cycles(at: 0) + 4) < 1e-9)
    #expect(abs(course.cycles(at: beats[49] + 7.5) - 59) < 1e-9)
  }

  /// A low rate from missing beats is not that of the heart.
  @Test func gapsAreNoIntervals() throws {
    let train = (0..<20).map { 0.8 * Double($0) }
    // Four seconds: short enough that both sides are within reach.
    let beats = train + train.map { $0 + 19.2 }
    let course = try #require(InstantaneousHeartRate(.beats(beats)))
    for time in stride(from: -5.0, to: 45, by: 0.5) { #expect(abs(course.bpm(at: time) - 75) < 1e-9) }
    #expect(course.beats == beats)
    #expect(InstantaneousHeartRate(.beats([0, 10, 20])) == nil)
  }

  /// If one of two detectors missed a beat, the interval spans two beats, and has no information about the rate.
  @Test func agreeingBeatsMustFollowEachOther() throws {
    let first = (0..<30).map { Double($0) }
    let second = first.filter { ![10.0, 11, 20].contains($0) }.map { $0 + 0.02 }
    let agreeing = Reference.AgreeingBeats(first: first, second: second)
    let course = try #require(InstantaneousHeartRate(.agreeingBeats(agreeing)))
    #expect(course.beats == agreeing.matched)
    #expect(agreeing.matched.count == 27)
    for time in stride(from: -1.0, to: 31, by: 0.25) { #expect(abs(course.bpm(at: time) - 60) < 1e-9) }
  }

  @Test func seriesAndWindowsAreTakenAsTheyAre() throws {
    let series = TimeSeries(times: [0, 10, 20, 30], values: [60, .nan, 80, 0])
    let course = try #require(InstantaneousHeartRate(.rateSeries(series)))
    #expect(course.beats.isEmpty)
    #expect(course.bpm(at: -3) == 60)
    #expect(course.bpm(at: 10) == 70)
    #expect(course.bpm(at: 99) == 80)
    // 60 bpm rising to 80 over 20 s: 70 on average, then 80.
    #expect(abs(course.cycles(at: 20) - 20 * 70 / 60.0) < 1e-12)
    #expect(abs(course.cycles(at: 35) - (20 * 70 + 15 * 80) / 60.0) < 1e-12)

    let windows = [
      Reference.WindowRate(range: TimeRange(start: 8, end: 16), bpm: 90),
      Reference.WindowRate(range: TimeRange(start: 0, end: 8), bpm: 70),
    ]
    let given = try #require(InstantaneousHeartRate(.windowRates(windows)))
    #expect(given.bpm(at: 4) == 70)
    #expect(given.bpm(at: 8) == 80)
    #expect(given.bpm(at: 12) == 90)
  }

  @Test func whereThereIsNoRateThereIsNoCourse() {
    #expect(InstantaneousHeartRate(.none) == nil)
    #expect(InstantaneousHeartRate(.breaths([0, 4, 8])) == nil)
    #expect(InstantaneousHeartRate(.agreeingBreaths(first: [0, 4, 8], second: [0, 4, 8])) == nil)
    #expect(InstantaneousHeartRate(.beats([])) == nil)
    #expect(InstantaneousHeartRate(.beats([3])) == nil)
    #expect(InstantaneousHeartRate(.rateSeries(TimeSeries(times: [0, 1], values: [.nan, 0]))) == nil)
    #expect(InstantaneousHeartRate(.windowRates([])) == nil)
  }
}
