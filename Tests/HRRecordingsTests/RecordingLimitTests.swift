import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// Times and rates that would fill the memory are refused before anything is made of them.
@Suite struct RecordingLimitTests {
  private static let unit = "the unit of the times looks wrong"

  /// Returns the problems of a recording of one channel with the times beside it.
  private func problems(times: [Double], unit: String = "s") throws -> [Diagnostic] {
    let rows = times.map { "\(shortest($0)),1\n" }.joined()
    let files = try LoadedFolder(
      "\"files\": [ { \"path\": \"{recording}.csv\", \"time\": { \"column\": \"t\", \"unit\": \"\(unit)\" } } ], \"channels\": { \"ppg\": \"p\" }",
      [("r.csv", "t,p\n" + rows)])
    do {
      _ = try files.load()
      return []
    } catch let error as Diagnostics {
      return error.list
    }
  }

  @Test func microsecondsReadAsSeconds() throws {
    let times = (0..<480).map { Double($0) * 1e6 }
    let found = try problems(times: times)
    #expect(
      found.map(\.message) == [
        "from first to last there are 5544 days, more than the 31 of a recording: \(Self.unit)"
      ])
    #expect(found.first?.hint == "\"unit\" takes s, ms, us, ns, min, h, d")
    #expect(try problems(times: times, unit: "us") == [])
  }

  @Test func aMonthIsNotTooLong() throws {
    let day = 86_400.0
    #expect(try problems(times: (0...30).map { Double($0) * day }) == [])
    #expect(try problems(times: [0, day, 31 * day + 1]).count == 1)
  }

  @Test(arguments: [1e300, -9.223_372_036_854_776e18, 1.7e12])
  func timesFarFromZero(start: Double) throws {
    #expect(
      try problems(times: [start]).map(\.message) == [
        "the times reach \(shortest(start)) s, further than 9000000000 s from 0: \(Self.unit)"
      ])
  }

  /// The lowest whole number of 64 bits, which means "not a time" in tables of nanoseconds.
  @Test func notATime() throws {
    let found = try problems(times: [-9.223_372_036_854_776e18, 0, 1])
    #expect(found.map(\.message.isEmpty) == [false])
  }

  @Test func aGapInFineSamples() throws {
    let fine = (0..<50).map { Double($0) / 1000 }
    let found = try problems(times: fine + fine.map { $0 + 2_592_000 })
    #expect(
      found.map(\.message) == [
        "100 samples, mostly 0.001 s apart, are spread over 2592000.049 s: evenly spaced they would be more than 8388608"
      ])
    #expect(found.first?.hint?.contains("gap") == true)
    #expect(try problems(times: [0, 1e-9, 2e-9, 30]).first?.message.hasSuffix(Self.unit) == true)
  }

  /// The even grid has at most 2^23 samples, or 32 times the existing ones; larger grids are charged to the
  /// recording's memory.
  @Test func threeFarTimes() throws {
    let near = (0..<500).map { Double($0) / 25 }
    let found = try problems(times: near + [20.000001, 2_000_000, 2_000_000.000001])
    #expect(found.map { $0.message.contains("evenly spaced they would be more than 8388608") } == [true])
    #expect(try problems(times: near + [300_000]).isEmpty)
    #expect(RecordingLimits.gridFactor == 32 && RecordingLimits.freeGrid == 1 << 23)
    let times = TimeSeries(times: near + [300_000], values: near + [0])
    let series = Series(values: times.values, cell: .everything, file: FileContents(path: "r.csv"))
    let budget = ReadingBudget(ReadingLimits([.recordingBytes: 50_000_000]))
    #expect(throws: Diagnostics.self) { try RecordingLimits.check(grid: times, series, budget) }
    try RecordingLimits.check(grid: times, series, ReadingBudget())
  }

  private func ratedProblems(_ rate: String, start: String = "0", channels: String = #""ppg": "p""#) throws
    -> [String]
  {
    let files = try LoadedFolder(
      "\"files\": [ { \"path\": \"{recording}.csv\", \"sampleRate\": \(rate), \"startTime\": \(start) } ], \"channels\": { \(channels) }",
      [("r.csv", "p\n1\n2\n3\n")])
    return try files.problems()
  }

  @Test func ratesAndStartTimes() throws {
    #expect(try ratedProblems("1e-4") == [])
    #expect(
      try ratedProblems("1e-6").map { $0.hasSuffix("the sample rate or the start time looks wrong") } == [
        true
      ])
    #expect(try ratedProblems("50", start: "1e300").first?.hasPrefix("the times reach 1e+300 s") == true)
  }

  /// Rates in the file have the same range as those of the descriptor.
  @Test(arguments: [1e-12, 1e-308, 1e12, 1e308])
  func attributesBeyondAnyRate(rate: Double) throws {
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.h5", "sampleRate": { "attribute": "fs" } } ], "channels": { "ppg": "/ppg" }"#,
      [])
    do {
      let writer = try HDF5Writer(files.folder.path + "/r.h5")
      try writer.write([1, 2, 3], to: "/ppg")
      try writer.attribute("fs", rate, of: "/ppg")
      try writer.finish()
    }
    let problems = try files.problems()
    #expect(
      problems == ["the sample rate is \(shortest(rate)) Hz; it must lie from 1e-06 to 10000000 Hz"])
  }

  /// Each channel is short, but together they span years.
  @Test func channelsFarApart() throws {
    let files = try LoadedFolder(
      #""files": [ { "name": "a", "path": "{recording}.csv", "except": ["*_b.csv"], "sampleRate": 10 }, { "name": "b", "path": "{recording}_b.csv", "sampleRate": 10, "startTime": 1e8 } ], "channels": { "ppg": "p", "ecg": { "file": "b", "column": "p" } }"#,
      [("r.csv", "p\n1\n2\n"), ("r_b.csv", "p\n1\n2\n")])
    let problems = try files.problems()
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasSuffix("its channels do not begin at about the same time") == true, "\(problems)")
  }

  @Test(arguments: [
    (#"{ "beats": { "file": "b", "column": "t" } }"#, "t\n1\n2\n1e9\n"),
    (#"{ "rrIntervals": { "file": "b", "column": "t" } }"#, "t\n800\n810\n1e9\n"),
    (
      #"{ "rateSeries": { "file": "b", "column": "v", "time": { "file": "b", "column": "t" } } }"#,
      "t,v\n0,60\n1,60\n1e9,60\n"
    ),
    (
      #"{ "windowRates": { "start": { "file": "b", "column": "t" }, "end": { "file": "b", "column": "e" }, "bpm": { "file": "b", "column": "v" } } }"#,
      "t,e,v\n0,10,60\n1e9,1.1e9,60\n"
    ),
  ])
  func references(reference: String, table: String) throws {
    let named = reference.replacing("{ \"", with: "{ \"name\": \"x\", \"", maxReplacements: 1)
    let files = try LoadedFolder(
      #""files": [ { "path": "{recording}.csv", "except": ["*_b.csv"], "sampleRate": 10 }, { "name": "b", "path": "{recording}_b.csv" } ], "channels": { "ppg": "p" }, "reference": [ "#
        + named + " ]",
      [("r.csv", "p\n1\n2\n"), ("r_b.csv", table)])
    let problems = try files.problems(reference: "x")
    #expect(problems.map { $0.hasSuffix(Self.unit) } == [true], "\(problems)")
  }
}
