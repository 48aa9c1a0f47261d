import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Dates and times in texts of MAT files.
@Suite(.readsMAT) struct MATMomentTests {
  private struct Oracle: Decodable {
    struct File: Decodable {
      let name: String
      let base64: String
      let series: [Series]
    }
    struct Series: Decodable {
      let path: String
      let microseconds: [Int64]
    }
    let files: [File]
    let rows: MomentFormTests.Oracle.Stamps
  }

  private static func oracle() throws -> Oracle { try OracleFile.decode("mat_datetime") }

  /// Returns cells of moments in ISO 8601.
  private func cells(_ path: String, _ part: ObjectPart = .whole, date: String? = nil) -> MomentCells {
    MomentCells(
      main: .init(place: .object(path, part), form: MomentForm(iso: date == nil ? .both : .time)),
      date: date.map { .init(place: .object($0, .whole), form: MomentForm(iso: .date)) }, zoneMinutes: nil,
      passesMidnight: false)
  }

  private func read(
    _ bytes: [UInt8], _ wanted: [MomentCells], optional: Bool = false,
    limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> FileContents {
    let folder = try TemporaryFolder()
    var request = FileRequest()
    for cells in wanted { request.add(.moments(cells), optional: optional) }
    return try MATReading.contents(
      for: request, at: try folder.write("r.mat", bytes: bytes), budget: ReadingBudget(ReadingLimits(limits)))
  }

  private func problems(
    _ bytes: [UInt8], _ cells: MomentCells, limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> [String] {
    do {
      _ = try read(bytes, [cells], limits: limits)
      return []
    } catch let error as Diagnostics {
      return error.list.map { $0.message + ($0.place?.path.map { " @\($0)" } ?? "") }
    }
  }

  /// Returns a file with cells that hold one text each.
  private func file(
    _ cells: [(name: String, texts: [String])], rows: Int? = nil,
    besides variables: [(name: String, value: MATWriter.Value)] = []
  ) throws -> [UInt8] {
    try MATWriter.bytes(of: variables)
      + cells.flatMap { try MATCells.variable($0.name, $0.texts.map(MATWriter.Value.text), rows: rows) }
  }

  @Test func whatSciPyAndPythonRead() throws {
    for file in try Self.oracle().files {
      let bytes = [UInt8](try #require(Data(base64Encoded: file.base64)))
      let contents = try read(bytes, file.series.map { cells($0.path) })
      #expect(
        contents.moments.map(\.moments.nanoseconds) == file.series.map { $0.microseconds.map { $0 * 1000 } },
        "\(file.name)")
      #expect(contents.moments.allSatisfy { !$0.moments.isZoned })
    }
  }

  @Test(.enabled(if: RealData.has("heartpy"), "HeartPy's examples are not here; set HREVAL_DATA"))
  func heartPysStamps() throws {
    let rows = try Self.oracle().rows
    let set = try RealData.dataset("heartpy-mat-datetime")
    guard case .irregular(let series)? = try set.load(set.recordings[0]).channels[.ppg] else {
      Issue.record("expected irregular samples")
      return
    }
    #expect(series.count == rows.count && rows.places.map { series.times[$0] } == rows.seconds)
    #expect(abs(series.times.reduce(0, +) - rows.sum) < 1e-6)
  }

  @Test func partsOfAMatrixOfCellsAndDatesApart() throws {
    let file = try file(
      [
        ("m", ["x", "y", "2020-01-01 00:00", "2020-01-01 00:01"]), ("day", ["2020-01-01", "2020-01-02"]),
        ("clock", ["10:00", " 10:00:00.5 "]),
      ], rows: 2)
    let contents = try read(file, [cells("m", .column(1)), cells("clock", date: "day")])
    let (first, second) = (contents.moments[0].moments, contents.moments[1].moments)
    #expect(first.seconds(from: first.nanoseconds[0]) == [0, 60])
    #expect(second.nanoseconds[0] - first.nanoseconds[0] == 10 * 3600 * Moments.perSecond)
    #expect(second.seconds(from: second.nanoseconds[0]) == [0, 86400.5])
    #expect(try read(file, [cells("absent")], optional: true).moments.isEmpty)
    #expect(
      try problems(file, cells("m", .row(1))) == [
        "expected a date and time as 2016-11-24 13:58:58.081 in m{2,1}, found \"y\" @m{2,1}"
      ])
    #expect(try problems(file, cells("m")) == ["m is 2×2 cells, not a single series @m"])
    #expect(try problems(file, cells("m", .column(2))) == ["m is 2×2 cells and has no column 2 @m"])
    #expect(
      try problems(file, cells("clock", date: "m{1}")) == ["there are 2 times of day and 1 dates @clock"])
  }

  private static let expected = "expected a date and time as 2016-11-24 13:58:58.081 in"

  @Test func whatIsWrongIsSaidWithItsCell() throws {
    let bad: [MATWriter.Value] = [
      .text("2020-03-04 10:00"), .text("10:00"), .scalar(7), .text(""),
      .numbers([1, 2], rows: 1, columns: 2),
      .text("♥"), .text("2020-03-04 10:00Z"), .numbers([], rows: 0, columns: 0),
    ]
    let file = try MATWriter.bytes(of: []) + MATCells.variable("t", bad)
    #expect(
      try problems(file, cells("t")) == [
        "\(Self.expected) t{2}, found \"10:00\" @t{2}", "\(Self.expected) t{3}, found a number @t{3}",
        "\(Self.expected) t{4}, found an empty text @t{4}",
        "\(Self.expected) t{5}, found 1×2 numbers @t{5}", "\(Self.expected) t{6}, found \"♥\" @t{6}",
        "the time in t{7} names its time zone, and those before it do not @t{7}",
        "\(Self.expected) t{8}, found an empty array @t{8}",
      ])
    let many = try problems(self.file([("t", [String](repeating: "x", count: 25))]), cells("t"))
    #expect(many.count == 21 && many.last == "and 5 more problems like these")
    let rest: [(name: String, value: MATWriter.Value)] = [
      ("n", .column([1, 2])), ("s", .fields([("a", .text("b"))])), ("e", .text("")), ("l", .text("noon")),
    ]
    let others = try MATWriter.bytes(of: rest)
    #expect(
      try problems(others, cells("n")) == ["expected texts that say dates and times, found 2×1 numbers @n"])
    #expect(
      try problems(others, cells("s")) == ["expected texts that say dates and times, found a struct @s"])
    #expect(try problems(others, cells("l")) == ["\(Self.expected) l(1,:), found \"noon\" @l(1,:)"])
    #expect(
      try problems(others, cells("l", .row(0))) == [
        "expected texts that say dates and times, found 1×4 letters, of which the rows are texts @l"
      ])
    #expect(try read(others, [cells("e")]).moments.map(\.moments.nanoseconds) == [[]])
  }

  @Test func limitsHold() throws {
    let file = try file([("t", ["2020-03-04 10:00", "2020-03-04 10:01"])])
    #expect(
      try problems(file, cells("t"), limits: [.values: 1]) == [
        "it has 2 numbers, and at most 1 numbers are read @t"
      ])
    #expect(
      try problems(file, cells("t"), limits: [.textBytes: 60]).first
        == "the text has 16 letters of up to 4 bytes, and at most 60 bytes are read @t{1}")
    #expect(try problems(file, cells("t"), limits: [.members: 2]).count == 1)
  }

  @Test func throughADescriptor() throws {
    let stamps = ["04.03.2020 10:00:01", "04.03.2020 10:00:00"]
    func files(
      _ time: String, _ stamps: [String], beats: String = #"{ "object": "b", "unit": "dateTime" }"#
    ) throws -> LoadedFolder {
      let loaded = try LoadedFolder(
        #""files": [ { "path": "{recording}.mat", "time": \#(time) } ], "channels": { "ppg": "v" }, "#
          + #""reference": [ { "beats": \#(beats) } ]"#, [])
      try loaded.folder.write(
        "r.mat",
        bytes: file(
          [("t", stamps), ("b", ["2020-03-04 10:00:00.25", "2020-03-04T10:00:00.75"])],
          besides: [("v", .column(stamps.indices.map { Double($0) }))]))
      return loaded
    }
    let form = #"{ "object": "t", "format": "DD.MM.YYYY hh:mm:ss" }"#
    let recording = try files(form, stamps.reversed()).load()
    #expect(recording.reference == .beats([0.25, 0.75]) && recording.zeroMoment == "2020-03-04 10:00:00")
    let back = try #require(throws: Diagnostics.self) { try files(form, stamps).load() }
    #expect(
      back.list.map(\.message) == ["time goes backwards, from 2020-03-04 10:00:01 to 2020-03-04 10:00:00"])
    #expect(back.first.place?.path == "t{2}")
    // Numbers were expected: the texts themselves determine the hint.
    for (time, hint) in [
      (#"{ "object": "t", "unit": "ms" }"#, #""format": "DD.MM.YYYY hh:mm:ss.SSS""#),
      (#"{ "object": "t", "unit": "dateTime" }"#, #""format": "DD.MM.YYYY hh:mm:ss.S""#),
    ] {
      let error = try #require(throws: Diagnostics.self) { try files(time, stamps, beats: "\"v\"").load() }
      #expect(error.list.contains { $0.hint?.contains(hint) == true }, "\(error.list.map(\.hint))")
    }
  }
}

/// Cells of a MAT file of version 5, which hreval itself does not write.
enum MATCells {
  private static func words(_ words: [Int]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static func element(_ type: Int, _ data: [UInt8]) -> [UInt8] {
    words([type, data.count]) + data + [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
  }

  /// Returns one variable, to be appended to those of a file.
  ///
  /// - Parameters:
  ///   - values: column by column.
  ///   - rows: number of values if it is left out.
  static func variable(_ name: String, _ values: [MATWriter.Value], rows: Int? = nil) throws -> [UInt8] {
    let rows = rows ?? values.count
    // A file of one variable without a name is a header of 128 bytes and that array.
    let cells = try values.flatMap { try MATWriter.bytes(of: [("", $0)]).dropFirst(128) }
    return element(
      14,
      element(6, words([1, 0])) + element(5, words([rows, values.count / max(1, rows)]))
        + element(1, Array(name.utf8)) + cells)
  }
}
