import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Times since the beginning, and units of times.
@Suite struct ElapsedTests {
  struct Oracle: Decodable, Sendable {
    struct Row: Decodable, Sendable {
      let text: String
      let nanoseconds: Int64?
    }

    let texts: [Row]
  }

  @Test func textsAreReadAsByPandas() throws {
    let oracle: Oracle = try OracleFile.decode("elapsed")
    #expect(oracle.texts.count > 400)
    for row in oracle.texts {
      let found = MomentForm(iso: .elapsed).moment(in: row.text)
      #expect(found?.nanoseconds == row.nanoseconds, "\(row.text)")
      #expect(found?.isZoned != true)
    }
  }

  /// Minutes and seconds, which pandas does not read; quotes and blanks around; digits beyond nanoseconds.
  @Test(
    arguments: [
      ("0:00.000", 0), ("00:12.345", 12_345_000_000), ("75:12,5", 4_512_500_000_000),
      (" 0:01.5 ", 1_500_000_000),
      ("'0:01.5'", 1_500_000_000), ("-0:01.5", -1_500_000_000), ("1:02:03.0000000009", 3_723_000_000_000),
      ("999999999:00", 0),
    ] as [(String, Int64)])
  func minutesAndSeconds(_ text: String, _ nanoseconds: Int64) {
    let found = MomentForm(iso: .elapsed).moment(in: text)?.nanoseconds
    #expect(found == (text.hasPrefix("999") ? nil : nanoseconds))
  }

  /// More days than any recording has, for which nanoseconds have no room.
  @Test(arguments: [
    ("99999 days", true), ("-99999 days", true), ("100000 days", false), ("1133313day", false),
  ])
  func daysAreFew(text: String, isRead: Bool) {
    #expect((MomentForm(iso: .elapsed).moment(in: text) != nil) == isRead)
  }

  @Test func samplesAndBeatsHaveElapsedTimes() throws {
    let loaded = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["*_b.csv"], "time": { "column": "t", "unit": "elapsed" } },
        { "name": "b", "path": "{recording}_b.csv" } ],
      "channels": { "ppg": "p" }, "reference": [ { "beats": { "file": "b", "column": "t", "unit": "elapsed" } } ]
      """,
      [
        ("r.csv", "t,p\n0:59.500,1\n1:00.000,2\n1:00.500,3\n1:01.000,5\n"),
        ("r_b.csv", "t\n0 days 00:00:59.75\n0 days 00:01:00.5\n"),
      ])
    let recording = try loaded.load()
    #expect(
      recording.channels[.ppg] == .irregular(TimeSeries(times: [59.5, 60, 60.5, 61], values: [1, 2, 3, 5])))
    #expect(recording.reference == .beats([59.75, 60.5]) && recording.zeroMoment == nil)
  }

  @Test func whatIsWrongWithThem() throws {
    func problems(_ time: String, _ rows: String) throws -> [String] {
      let loaded = try LoadedFolder(
        #""files": [ { "path": "{recording}.csv", "time": { "column": "t", \#(time) } } ], "channels": { "ppg": "p" }"#,
        [("r.csv", "t,p\n" + rows)])
      return try loaded.problems()
    }
    #expect(
      try problems(#""unit": "elapsed""#, "0:00,1\nnoon,2\n")
        == ["expected an elapsed time as 1:02:03.25 or 2:03.25 in column \"t\", found \"noon\" @3"])
    #expect(
      try problems(#""unit": "elapsed""#, "0:02,1\n0:01,2\n") == ["time goes backwards, from 2 to 1 @3"])
  }

  @Test(arguments: [
    ("ns", ["838432586543515816", "838432586551208123"], 838_432_586.543_515_816),
    ("min", ["0.5", "0.75"], 30), ("h", ["0.5", "0.75"], 1800), ("d", ["0.5", "0.75"], 43200),
  ])
  func unitsOfTimes(_ unit: String, _ times: [String], _ first: Double) throws {
    let loaded = try LoadedFolder(
      #""files": [ { "path": "{recording}.csv", "time": { "column": "t", "unit": "\#(unit)" } } ], "channels": { "ppg": "p" }"#,
      [("r.csv", "t,p\n\(times[0]),1\n\(times[1]),2\n")])
    let range = try #require(try loaded.load().channels.timeRange)
    #expect(abs(range.start - first) < 2e-7, "\(range)")
  }
}
