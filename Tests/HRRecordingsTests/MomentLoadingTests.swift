import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct MomentLoadingTests {
  private static let day = "2020-03-04"

  /// Recording `r` whose samples have the times in `cells`.
  private func folder(
    _ time: String, _ cells: [String], channels: String = #""ppg": "v""#, more: [(String, String)] = [],
    reference: String = ""
  ) throws -> LoadedFolder {
    try LoadedFolder(
      #""files": [ { "path": "{recording}.csv", "except": ["*_*.csv"], "csv": { "delimiter": ";" }, "time": "#
        + time + #" }, { "name": "beats", "path": "{recording}_beats.csv" } ], "channels": { "#
        + channels + " }" + reference,
      [("r.csv", "t;v;d\n" + cells.enumerated().map { "\($1);\($0);\(Self.day)\n" }.joined())] + more)
  }

  private func times(_ time: String, _ cells: [String]) throws -> [Double] {
    guard case .irregular(let series)? = try folder(time, cells).load().channels[.ppg] else { return [] }
    return series.times
  }

  @Test(arguments: [
    (
      #"{ "column": "t", "unit": "dateTime" }"#, ["2020-03-04T10:00:00Z", "2020-03-04T11:00:00.000001+01:00"]
    ),
    (
      #"{ "column": "t", "format": "MM/DD/YYYY hh:mm:ss.S AM" }"#,
      ["03/04/2020 10:00:00 AM", "3/4/2020 10:00:00.000001 AM"]
    ),
    (#"{ "column": "t", "date": "d" }"#, ["10:00:00", "10:00:00.000001"]),
    (
      #"{ "column": "t", "date": "d", "format": "hh:mm:ss,S", "zone": "+05:30" }"#,
      ["10:00:00", "10:00:00,000001"]
    ),
    (#"{ "column": "t", "unit": "timeOfDay" }"#, ["23:59:59.5", "23:59:59.500001"]),
    (
      #"{ "column": 0, "unit": "timeOfDay", "passesMidnight": true }"#,
      ["23:59:59.9999995", "0:00:00.0000005"]
    ),
  ])
  func microsecondsSurvive(_ time: String, _ cells: [String]) throws {
    #expect(try times(time, cells) == [0, 1e-6])
  }

  @Test func filesOfARecordingAreOnOneClock() throws {
    let files = try folder(
      #"{ "column": "t", "unit": "dateTime" }"#,
      ["2020-03-04 10:00:00", "2020-03-04 10:00:01", "2020-03-04 10:00:02"],
      more: [("r_beats.csv", "when\n04.03.2020 10:00:00.5\n04.03.2020 10:00:01.25\n")],
      reference:
        #", "reference": [ { "beats": { "file": "beats", "column": "when", "format": "DD.MM.YYYY hh:mm:ss.S" } } ]"#
    )
    let recording = try files.load()
    #expect(recording.reference == .beats([0.5, 1.25]) && recording.zeroMoment == "2020-03-04 10:00:00")
    // The origin does not depend on the data that are read.
    #expect(try files.load(needing: []).reference == .beats([0.5, 1.25]))
  }

  @Test func aReferenceMayPassMidnightToo() throws {
    let files = try folder(
      #"{ "column": "t", "unit": "timeOfDay", "passesMidnight": true }"#,
      ["23:59:59", "00:00:00", "00:00:01"],
      more: [("r_beats.csv", "when\n00:00:00.25\n00:00:00.75\n")],
      reference:
        #", "reference": [ { "beats": { "file": "beats", "column": "when", "unit": "timeOfDay", "passesMidnight": true } } ]"#
    )
    #expect(try files.load().reference == .beats([1.25, 1.75]))
  }

  @Test func windowsMayHaveDates() throws {
    let files = try folder(
      #"{ "column": "t", "unit": "dateTime" }"#, (0..<10).map { "2020-03-04 10:00:0\($0)" },
      more: [("r_beats.csv", "a,b,hr\n2020-03-04 10:00:01,2020-03-04 10:00:09,70\n")],
      reference:
        #", "reference": [ { "windowRates": { "file": "beats", "start": "a", "end": "b", "bpm": "hr", "unit": "dateTime" } } ]"#
    )
    #expect(try files.load().reference == .windowRates([.init(range: TimeRange(start: 1, end: 9), bpm: 70)]))
  }

  @Test(
    arguments: [
      (
        ["10:00"],
        ["expected a date and time as 2016-11-24 13:58:58.081 in column \"t\", found \"10:00\" @2"],
        "timeOfDay"
      ),
      (
        ["03/04/2020 10:00:00"],
        [
          "expected a date and time as 2016-11-24 13:58:58.081 in column \"t\", found \"03/04/2020 10:00:00\" @2"
        ], "\"format\": \"DD/MM/YYYY hh:mm:ss.S\" or \"MM/DD/YYYY hh:mm:ss.S\""
      ),
      (
        ["24.12.2020 10:00"],
        [
          "expected a date and time as 2016-11-24 13:58:58.081 in column \"t\", found \"24.12.2020 10:00\" @2"
        ], "say how it is written: \"format\": \"DD.MM.YYYY hh:mm\""
      ),
      (
        ["2020-03-04 10:00:00", "1583316001"],
        ["expected a date and time as 2016-11-24 13:58:58.081 in column \"t\", found \"1583316001\" @3"],
        "this is a number"
      ),
      (
        ["2020-03-04 10:00", "", "2020-03-04 10:01"],
        ["expected a date and time as 2016-11-24 13:58:58.081 in column \"t\", found an empty cell @3"],
        "missing"
      ),
      (
        ["2020-03-04 10:00:00Z", "2020-03-04 10:00:01"],
        ["the time in column \"t\" names no time zone, and those before it do @3"], "none does"
      ),
      (
        ["2020-03-04 10:00:01", "2020-03-04 10:00:00"],
        ["time goes backwards, from 2020-03-04 10:00:01 to 2020-03-04 10:00:00 @3"], nil
      ),
      (
        ["2020-03-04 10:00", "2021-03-04 10:00"],
        ["from first to last there are 365 days, more than the 31 of a recording: a date looks wrong"], nil
      ),
    ] as [([String], [String], String?)])
  func whatIsWrongIsSaidWithItsLine(_ cells: [String], _ messages: [String], _ hint: String?) throws {
    let files = try folder(#"{ "column": "t", "unit": "dateTime" }"#, cells)
    #expect(try files.problems() == messages)
    do { _ = try files.load() } catch let error as Diagnostics {
      if let hint { #expect(error.first.hint?.contains(hint) == true, "\(error.first.hint ?? "none")") }
    }
  }

  @Test func timesOfDayGoBackOnlyWhereMidnightIsDeclaredAndOnce() throws {
    let back = try folder(#"{ "column": "t", "unit": "timeOfDay" }"#, ["23:59", "00:00"])
    #expect(try back.problems() == ["time goes backwards, from 23:59:00 to 00:00:00 @3"])
    let twice = try folder(
      #"{ "column": "t", "unit": "timeOfDay", "passesMidnight": true }"#,
      ["23:59", "00:00", "23:59", "00:00"])
    #expect(try twice.problems() == ["the times of day pass midnight a second time @5"])
  }

  @Test func zonesOfAllFilesAreNamedOrOfNone() throws {
    let files = try folder(
      #"{ "column": "t", "unit": "dateTime" }"#, ["2020-03-04 10:00:00Z", "2020-03-04 10:00:09Z"],
      more: [("r_beats.csv", "when\n2020-03-04 10:00:00.5\n")],
      reference: #", "reference": [ { "beats": { "file": "beats", "column": "when", "unit": "dateTime" } } ]"#
    )
    let said = try files.problems()
    #expect(said.count == 1 && said[0].hasPrefix("these times name no zone, and those in "))
    let zoned = try folder(#"{ "column": "t", "unit": "dateTime", "zone": "Z" }"#, ["2020-03-04 10:00:00Z"])
    #expect(try zoned.problems() == ["the times name their own zones, so \"zone\" has nothing to say"])
  }

  @Test func aNumberThatIsADateSaysHowItIsDeclared() throws {
    let files = try folder(#"{ "column": "t", "unit": "ms" }"#, ["2020-03-04 10:00:00"])
    do { _ = try files.load() } catch let error as Diagnostics {
      #expect(error.first.hint?.contains("\"unit\": \"dateTime\"") == true)
    }
  }

  private func complaints(_ body: String) -> [String] {
    do {
      _ = try DatasetDescriptor(
        JSONDocument("{ \"schemaVersion\": 1, \"name\": \"d\", \(body) }", file: "dataset.json"))
      return []
    } catch { return error.list.map(\.message) }
  }

  @Test(arguments: [
    (#"{ "column": "t", "unit": "ms", "format": "hh:mm" }"#, "\"unit\" says that these are numbers"),
    (#"{ "column": "t", "format": "DD.MM.YYYY" }"#, "is the form of a date"),
    (#"{ "column": "t", "unit": "timeOfDay", "format": "DD.MM.YYYY hh:mm" }"#, "expected a time of day"),
    (#"{ "column": "t", "format": "YY" }"#, "stands for nothing"),
    (#"{ "column": "t", "zone": "Z" }"#, "nothing says that these are dates"),
    (#"{ "column": "t", "unit": "dateTime", "zone": "CET" }"#, "names no time zone"),
    (#"{ "column": "t", "unit": "dateTime", "passesMidnight": true }"#, "without dates"),
    (#"{ "column": "t", "unit": "timeOfDay", "zone": "Z" }"#, "for dates and times"),
    (#"{ "column": "t", "unit": "dateTime", "dateFormat": "YYYY" }"#, "\"dateFormat\" needs \"date\""),
  ])
  func descriptorsThatContradictThemselves(_ time: String, _ said: String) {
    let found = complaints(
      #""files": [ { "path": "{recording}.csv", "time": "# + time + #" } ], "channels": { "ppg": "v" }"#)
    #expect(found.count == 1 && found.first?.contains(said) == true, "\(found)")
  }

  @Test(arguments: [
    (
      #""channels": { "ppg": { "column": "v", "sampleRate": 50 } }, "reference": [ { "beats": { "column": "t", "unit": "dateTime" } } ]"#,
      "nothing says when 0 s was"
    ),
    (
      #""channels": { "ppg": { "column": "v", "time": { "column": "t", "unit": "dateTime" } }, "ecg": { "column": "e", "sampleRate": 50 } }"#,
      "nothing says when \"ecg\" begins"
    ),
    (
      #""channels": { "ppg": { "column": "v", "time": { "column": "t", "unit": "dateTime" } }, "ecg": { "column": "e", "time": { "column": "u", "unit": "timeOfDay" } } }"#,
      "nothing says on which day"
    ),
  ])
  func clocksThatCannotBeBroughtTogether(_ body: String, _ said: String) {
    let found = complaints(#""files": [ "{recording}.csv" ], "# + body)
    #expect(found.count == 1 && found.first?.contains(said) == true, "\(found)")
  }

  @Test(.enabled(if: RealData.has("heartpy"), "the HeartPy data is not here; set HREVAL_DATA"))
  func heartpyAsPythonReadsIt() throws {
    let rows = try OracleFile.decode("datetime", as: MomentFormTests.Oracle.self).rows
    let set = try RealData.dataset("heartpy-datetime")
    let recording = try set.load(try #require(set.recordings.first))
    guard case .irregular(let series)? = recording.channels[.ppg] else {
      Issue.record("expected irregular samples")
      return
    }
    #expect(recording.zeroMoment == "2016-11-24 13:58:58.081")
    #expect(series.count == rows.count && rows.places.map { series.times[$0] } == rows.seconds)
    #expect(abs(series.times.reduce(0, +) - rows.sum) < 1e-6)
  }

  @Test(arguments: [("UTF-16LE", [0, 1]), ("UTF-16BE", [1, 0])]) func textsOfTwoBytesALetterSaySo(
    _ name: String, _ places: [Int]
  ) throws {
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = []
    for byte in "t,v\n0,1\n".utf8 {
      let pair = [byte, 0]
      bytes += [pair[places[0]], pair[places[1]]]
    }
    let path = folder.path + "/a.csv"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect { try CSVTable.header(path, format: CSVFormat()) } throws: { error in
      let first = (error as? Diagnostics)?.first
      return first?.message.contains(name) == true && first?.hint?.contains("iconv -f \(name)") == true
    }
  }

  @Test func aHeaderInLatin1SaysSo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.csv"
    try Data(
      Array("Temp\u{E9}rature,v\n".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + "1,2\n".utf8)
    )
    .write(to: URL(fileURLWithPath: path))
    #expect { try CSVTable.read(path, format: CSVFormat(), columns: [.named("Temp\u{E9}rature")]) } throws: {
      error in
      (error as? Diagnostics)?.first.hint?.contains("iconv -f WINDOWS-1252") == true
    }
    #expect(try CSVTable.read(path, format: CSVFormat(), columns: [.named("v")]).columns == [[2]])
  }
}
