import HRSupport
import HRTestSupport
import Testing

@testable import HRRecordings

/// Lists of beats and RR intervals as devices and apps export them.
@Suite struct BeatFileTests {
  /// Intervals in whole milliseconds, 30 of them.
  static let intervals = (0..<30).map { 800 + ($0 * 37) % 90 }
  /// Ends of them in whole milliseconds.
  static let ends = intervals.indices.map { intervals[...$0].reduce(0, +) }
  static let beats = ([0] + ends).map { Double($0) / 1000 }

  static func rows(_ row: (_ end: Int, _ interval: Int) -> String) -> String {
    zip(ends, intervals).map { row($0, $1) + "\n" }.joined()
  }

  static func date(_ milliseconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = String(String(1000 + milliseconds % 1000).dropFirst())
    return "2026-03-02T09:\(two(milliseconds / 60_000)):\(two(milliseconds / 1000 % 60)).\(rest)Z"
  }

  private func read(_ text: String, as name: String = "watch.csv") throws -> BeatFile? {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try BeatFile(contentsOf: try folder.write(name, text))
    }
  }

  private func expect(_ file: BeatFile?, _ clock: BeatFile.Clock, from start: Double = 0) throws {
    let file = try #require(file)
    #expect(file.clock == clock)
    #expect(file.beats.count == 31)
    for (found, expected) in zip(file.beats, Self.beats) {
      #expect(abs(found - start - expected) < 1e-6, "\(found) for \(start + expected)")
    }
  }

  @Test(arguments: ["rr_ms", "rr", "RR [ms]", "IBI", "interval", "RR-interval [ms]"])
  func intervalsWithoutTimes(_ name: String) throws {
    let file = try read("\(name)\n" + Self.rows { "\($1)" })
    try expect(file, .none)
    #expect(file?.why.contains("(ms)") == true && file?.why.contains("0 s") == true, "\(file?.why ?? "")")
  }

  @Test func unitsBySizeAndListsWithoutHeader() throws {
    try expect(try read("rr\n" + Self.rows { "\(Double($1) / 1000)" }), .none)
    try expect(try read(Self.rows { "\($1)" }, as: "watch.txt"), .none)
    try expect(try read(Self.rows { "\(Double($1) / 1000)" }), .none)
    try expect(try read(Self.intervals.map(String.init).joined(separator: " "), as: "rr.txt"), .none)
  }

  @Test func timesBesideIntervals() throws {
    try expect(try read("time,rr\n" + Self.rows { "\(Double($0) / 1000),\($1)" }), .seconds)
    try expect(try read("elapsed_ms;ibi\n" + Self.rows { "\($0);\($1)" }), .seconds)
    let unix = 1_700_000_000_000
    try expect(
      try read("timestamp,rr_ms\n" + Self.rows { "\($0 + unix),\($1)" }), .seconds,
      from: Double(unix) / 1000)
  }

  /// Dates count from the first of them, at which the first interval ended.
  @Test func datesBesideIntervals() throws {
    let file = try read("Phone timestamp;RR-interval [ms]\n" + Self.rows { "\(Self.date($0));\($1)" })
    let first = Double(Self.ends[0]) / 1000
    try expect(
      file,
      .moments(zeroSeconds: 1_772_442_000 + first, isZoned: true, isTimeOfDay: false), from: -first)
  }

  @Test func timesOfBeats() throws {
    try expect(try read("beat_s\n" + Self.beats.map { "\($0)\n" }.joined()), .seconds)
    try expect(try read(Self.beats.map { "\(Int($0 * 1000 + 0.5))\n" }.joined()), .seconds)
  }

  /// Times at which a phone received intervals are no beats: these are sums, begun anew after a gap.
  @Test func receivedIntervals() throws {
    func row(_ index: Int, late: Int) -> String {
      "\(Self.ends[index] + 60 * (index % 3) + late),\(Self.intervals[index])\n"
    }
    try expect(try read("time_ms,rr\n" + Self.intervals.indices.map { row($0, late: 0) }.joined()), .seconds)
    // Two to a packet: the time is that of the second.
    let packets = Self.intervals.indices.map { "\(Self.ends[$0 | 1]),\(Self.intervals[$0])\n" }.joined()
    try expect(try read("time_ms,rr\n" + packets), .seconds)
    let gap = try #require(
      try read("time_ms,rr\n" + Self.intervals.indices.map { row($0, late: $0 < 15 ? 0 : 9000) }.joined()))
    #expect(gap.beats.count == 32)
    #expect(abs(gap.beats[16] - Self.beats[15] - 9) < 1e-6 && abs(gap.beats[31] - Self.beats[30] - 9) < 1e-6)
  }

  @Test func whatIsNoSuchList() throws {
    #expect(try read("time,hr\n" + Self.rows { "\($0 / 1000),\(60000 / $1)" }) == nil)
    #expect(try read("words\nonly\n") == nil)
  }

  @Test func everyWrongIntervalHasItsLine() throws {
    let text = "rr_ms\n" + Self.intervals.enumerated().map { $0 % 10 == 3 ? "0\n" : "\($1)\n" }.joined()
    do {
      _ = try read(text)
      Issue.record("zeros are accepted")
    } catch let problems as Diagnostics {
      #expect(problems.list.map { $0.place?.line } == [5, 15, 25])
      #expect(problems.first.message.contains("must be positive, found 0"))
    }
  }
}
