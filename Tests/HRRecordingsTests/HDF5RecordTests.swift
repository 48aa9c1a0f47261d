import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Members of records, and texts that say dates and times, in HDF5 files.
@Suite struct HDF5RecordTests {
  private struct Oracle: Decodable {
    struct Column: Decodable {
      let path: String
      let column: String
      let values: [Double?]
    }
    struct Series: Decodable {
      let path: String
      let microseconds: [Int64]
    }
    let base64: String
    let early: String
    let columns: [Column]
    let moments: [Series]

    func bytes(_ text: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: text))) }
  }

  private static func oracle() throws -> Oracle { try OracleFile.decode("hdf5_records") }

  private func file(in folder: TemporaryFolder) throws -> String {
    let oracle = try Self.oracle()
    return try folder.write("r.h5", bytes: oracle.bytes(oracle.base64))
  }

  private func read(
    _ path: String, _ cells: [DataCell], optional: Bool = false, limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> FileContents {
    var request = FileRequest()
    for cell in cells { request.add(cell, optional: optional) }
    var reading = try HierarchyReading(path, budget: ReadingBudget(ReadingLimits(limits)))
    return try reading.contents(for: request)
  }

  private func problems(
    _ path: String, _ cell: DataCell, limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> [Diagnostic] {
    do {
      _ = try read(path, [cell], limits: limits)
      return []
    } catch let error as Diagnostics {
      return error.list
    }
  }

  private func member(_ path: String, _ column: String) -> DataCell {
    .object(path, .member(spoken: column))
  }

  private func moments(_ path: String, _ part: ObjectPart = .whole, date: String? = nil) -> DataCell {
    .moments(
      MomentCells(
        main: .init(place: .object(path, part), form: MomentForm(iso: date == nil ? .both : .time)),
        date: date.map { .init(place: .object($0, .whole), form: MomentForm(iso: .date)) }, zoneMinutes: nil,
        passesMidnight: false))
  }

  @Test func membersAreWhatH5pyReads() throws {
    let folder = try TemporaryFolder()
    let path = try file(in: folder)
    let columns = try Self.oracle().columns
    let cells = columns.map { member($0.path, $0.column) }
    let contents = try read(path, cells)
    for (column, cell) in zip(columns, cells) {
      let values = try #require(contents.columns[cell])
      #expect(values.map { $0.isNaN ? nil : $0 } == column.values, "\(column.path) \(column.column)")
      #expect((contents.neverWritten[cell] ?? 0) == column.values.count { $0 == nil })
      // Alone and beside others, a member has the same numbers.
      #expect(try read(path, [cell]).columns[cell]?.map(\.bitPattern) == values.map(\.bitPattern))
    }
  }

  @Test(
    arguments: [
      (
        "/plain", "pgp", #"there is no member "pgp": the records have "t", "ppg", "k""#,
        #"did you mean "ppg"?"#
      ),
      (
        "/block", "note", #"the member "note" holds texts, expected numbers"#, nil
      ),
      (
        "/block", "deep",
        #"the member "deep" holds compound values (records with several members), expected numbers"#,
        "members of members are not read"
      ),
      (
        "/block", "values_block_0", #"the member "values_block_0" is an array of 2 numbers"#,
        #"say which entry, counted from 0: "column": "values_block_0[0]""#
      ),
      (
        "/block", "values_block_0[2]",
        #"the member "values_block_0" is an array of 2 numbers and has no entry 2"#,
        "entries count from 0"
      ),
      (
        "/block", "grid[0]",
        #"the member "grid[0]" is an array that is not read: expected one dimension with an entry or more"#,
        nil
      ),
      (
        "/plain", "ppg[0]", #"the member "ppg" is a single number and has no entries"#, #""column": "ppg""#
      ),
      (
        "/matrix", "ppg", "/matrix is 2×3 records, not a single series",
        "members are read of records in one dimension"
      ),
      (
        "/_i_block/sorted", "ppg", "expected records with named members, found numbers",
        "columns of numbers have no names, and count from 0"
      ),
    ] as [(String, String, String, String?)])
  func membersThatCannotBe(_ object: String, _ column: String, _ message: String, _ hint: String?) throws {
    let folder = try TemporaryFolder()
    let found = try problems(file(in: folder), member(object, column))
    #expect(found.map(\.message) == [message] && found.first?.hint == hint)
    #expect(found.first?.place?.path == object)
  }

  @Test func recordsWithoutAMember() throws {
    let folder = try TemporaryFolder()
    let path = try file(in: folder)
    let found = try problems(path, .object("/block", .whole))
    #expect(
      found.map(\.message) == ["expected numbers, found compound values (records with several members)"])
    #expect(found.first?.hint == #"say which member: "column": "index""#)
    #expect(try read(path, [member("/plain", "absent")], optional: true).columns.isEmpty)
    #expect(
      try problems(path, member("/plain", "ppg"), limits: [.values: 29]).map(\.message) == [
        "it has 30 numbers, and at most 29 numbers are read"
      ])
  }

  /// In the older format nothing guards the places that a file gives its members.
  @Test(arguments: [
    (12, "a member of 4 bytes from byte 12 of records of 14 bytes"), (7, "members that lie over each other"),
    (255, "a member of 4 bytes from byte 255 of records of 14 bytes"),
  ])
  func membersOutOfPlace(_ offset: UInt8, _ words: String) throws {
    let folder = try TemporaryFolder()
    let oracle = try Self.oracle()
    var bytes = try oracle.bytes(oracle.early)
    let name = Array("ppg".utf8) + [UInt8](repeating: 0, count: 5) + [8, 0, 0, 0]
    let places = bytes.indices.dropLast(name.count).filter { Array(bytes[$0..<($0 + name.count)]) == name }
    let place = try #require(places.first)
    #expect(places.count == 1)
    let cell = member("/plain", "ppg")
    #expect(try problems(folder.write("sound.h5", bytes: bytes), cell).isEmpty)
    bytes[place + 8] = offset
    let found = try problems(folder.write("damaged.h5", bytes: bytes), cell)
    // The library itself may refuse it.
    let isRefused =
      found.map(\.message) == ["the records are laid out as they cannot be: \(words)"]
      || found.first?.message.hasPrefix("the HDF5 library cannot read this") == true
    #expect(isRefused, "\(found.map(\.message))")
    #expect(found.first?.hint?.contains("damaged") == true)
  }

  @Test func textsSayMoments() throws {
    let folder = try TemporaryFolder()
    let path = try file(in: folder)
    let series = try Self.oracle().moments
    let contents = try read(path, series.map { moments($0.path) } + [moments("/clock", date: "/day")])
    let expected = series.map { $0.microseconds.map { $0 * 1000 } }
    #expect(contents.moments.map(\.moments.nanoseconds) == expected + [try #require(expected.first)])
    #expect(contents.moments.allSatisfy { !$0.moments.isZoned })
    #expect(try read(path, [moments("/absent")], optional: true).moments.isEmpty)
  }

  private static let expected = "expected a date and time as 2016-11-24 13:58:58.081 in"

  @Test func whatIsWrongIsSaidWithItsPlace() throws {
    let folder = try TemporaryFolder()
    let path = try file(in: folder)
    let wrong = try problems(path, moments("/wrong"))
    #expect(
      wrong.map(\.message) == [
        "\(Self.expected) /wrong[1], found \"10:00\"", "\(Self.expected) /wrong[2], found an empty text",
        "\(Self.expected) /wrong[3], found \"noon\"",
        "the time in /wrong[4] names its time zone, and those before it do not",
      ])
    #expect(wrong.map(\.place?.path) == (1...4).map { "/wrong[\($0)]" })
    let many = try problems(path, moments("/labels")).map(\.message)
    #expect(many.count == 21 && many.last == "and 5 more problems like these")
    #expect(
      try problems(path, moments("/hollow")).map(\.message) == [
        "15 of 20 values were never written to the file"
      ])
    #expect(
      try problems(path, moments("/wrong"), limits: [.textBytes: 10]).map(\.message).first
        == "the text has 16 bytes, and at most 10 bytes are read")
    for (object, part, message, hint) in [
      (
        "/plain", ObjectPart.whole,
        "expected texts that say dates and times, found compound values (records with several members)",
        "store them as a data set of texts"
      ),
      (
        "/_i_block/sorted", .whole, "expected texts that say dates and times, found numbers",
        #"numbers take "unit": "s""#
      ),
      (
        "/block", .member("note", nil), "texts in members of records are not read as dates and times",
        "store them as a data set of texts"
      ),
      (
        "/fixed", .column(0), "only whole data sets of texts are read as dates and times", "leave out"
      ),
    ] {
      let found = try problems(path, moments(object, part))
      #expect(found.map(\.message) == [message])
      #expect(found.first?.hint?.contains(hint) == true, "\(found.first?.hint ?? "no hint")")
    }
    // Numbers were expected: the texts themselves determine the hint.
    let numbers = try problems(path, .object("/fixed", .whole))
    #expect(numbers.map(\.message) == ["expected numbers, found texts"])
    #expect(numbers.first?.hint?.contains(#""unit": "dateTime""#) == true)
  }

  @Test func throughADescriptor() throws {
    let oracle = try Self.oracle()
    let loaded = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.h5" } ],
      "channels": {
        "ppg": { "object": "/plain", "column": "ppg", "time": { "object": "/fixed", "unit": "dateTime" } },
        "ecg": {
          "object": "/block", "column": "values_block_0[1]",
          "time": { "object": "/clock", "unit": "timeOfDay", "date": "/day" }
        }
      }
      """, [])
    try loaded.folder.write("r.h5", bytes: oracle.bytes(oracle.base64))
    let recording = try loaded.load(withReference: false, measurand: nil)
    #expect(recording.zeroMoment == "2016-11-24 13:58:58.001")
    for (kind, path, column) in [
      (ChannelKind.ppg, "/plain", "ppg"), (.ecg, "/block", "values_block_0[1]"),
    ] {
      guard case .irregular(let series)? = recording.channels[kind] else {
        Issue.record("expected irregular samples")
        return
      }
      let values = oracle.columns.first { $0.path == path && $0.column == column }?.values
      #expect(series.values.map(Optional.some) == values)
      #expect(series.times == (0..<30).map { Double($0) / 10 })
    }
  }

  @Test func anOutlineNamesMembersAndMoments() throws {
    let folder = try TemporaryFolder()
    let path = try file(in: folder)
    let outline = try FileOutline.read(path, root: folder.path)
    func series(_ place: SeriesOutline.Place) throws -> SeriesOutline {
      try #require(outline.series.first { $0.place == place })
    }
    let time = try series(.object("/block", .member("values_block_0", 0)))
    let ppg = try series(.object("/block", .member("values_block_0", 1)))
    #expect(time.name == "time" && time.hints == ["ppg"] && time.summary?.ascendsStrictly == true)
    #expect(ppg.name == "ppg" && ppg.hints == ["time"] && ppg.count == 30)
    #expect(try series(.object("/plain", .member("k", nil))).name == "k")
    let stamps = try series(.object("/variable", .whole))
    #expect(stamps.form == .dateTimes && stamps.count == 30 && stamps.beginsAt == 1_479_995_938.001)
    #expect(stamps.summary?.last == 2.9)
    #expect(try series(.object("/clock", .whole)).form == .timesOfDay)
    #expect(!outline.series.contains { $0.place == .object("/_i_block/sorted", .whole) })
    for note in [
      #"the member "note" of /block holds texts and is not read"#,
      #"/labels holds texts, such as "sitting", which are not read"#,
      "/matrix holds records in 2 dimensions, which are not read",
    ] {
      #expect(outline.notes.contains(note), "\(outline.notes)")
    }
  }
}
