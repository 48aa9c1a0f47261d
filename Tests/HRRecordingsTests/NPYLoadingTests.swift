import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct NPYLoadingTests {
  private struct Oracle: Decodable {
    struct File: Decodable {
      struct Series: Decodable {
        let all: Int?
        let row: Int?
        let column: Column?
        let values: [Double?]
      }
      let name: String
      let base64: String
      let series: [Series]
    }
    struct Refused: Decodable {
      let name: String
      let base64: String
    }
    let files: [File]
    let refused: [Refused]
  }

  private enum Column: Decodable {
    case index(Int)
    case name(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let index = try? container.decode(Int.self) {
        self = .index(index)
      } else {
        self = .name(try container.decode(String.self))
      }
    }
  }

  private func read(
    _ bytes: [UInt8], _ cells: [DataCell], optional: Bool = false, limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> FileContents {
    let folder = try TemporaryFolder()
    let path = try folder.write("r.npy", bytes: bytes)
    var request = FileRequest()
    for cell in cells { request.add(cell, optional: optional) }
    return try NPYReading(path, budget: ReadingBudget(ReadingLimits(limits))).contents(for: request)
  }

  private func problem(
    _ bytes: [UInt8], _ cell: DataCell = .everything, limits: [ReadingLimits.Name: Int] = [:]
  ) throws -> Diagnostic {
    try #require(throws: Diagnostics.self) { try read(bytes, [cell], limits: limits) }.first
  }

  /// Returns an array of bytes with a given header.
  private func array(_ header: String, _ values: [UInt8] = [], version: UInt8 = 1) -> [UInt8] {
    let length = header.utf8.count + 1
    let digits = (0..<(version == 1 ? 2 : 4)).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    return NPYHeader.magic + [version, 0] + digits + Array("\(header)\n".utf8) + values
  }

  @Test func readsWhatNumPyReads() throws {
    let oracle: Oracle = try OracleFile.decode("npy")
    #expect(oracle.files.count == 38)
    for file in oracle.files {
      let bytes = [UInt8](try #require(Data(base64Encoded: file.base64)))
      for series in file.series {
        let cell: DataCell =
          switch (series.row, series.column) {
          case (let row?, _): .row(.at(row))
          case (nil, .index(let index)?): .column(.at(index))
          case (nil, .name(let name)?): .column(.named(name))
          case (nil, nil): .everything
          }
        let values = try #require(try read(bytes, [cell]).columns[cell])
        #expect(values.map { $0.isFinite ? $0 : nil } == series.values, "\(file.name) \(cell)")
      }
    }
  }

  @Test(
    arguments: [
      ("complex", "expected numbers, found complex numbers in the array"),
      ("texts", "expected numbers, found texts in the array"),
      ("dates", "expected numbers, found dates in the array"),
      ("long", "expected numbers, found floats of 16 bytes in the array"),
      ("cube", "the array is 2×2×2, not a single series"),
      ("objects", "the array holds Python objects"),
      ("archive", "this is an archive of NumPy arrays (a ZIP file), not an NPY file"),
    ])
  func whatNumPyWritesAndNobodyCanRead(_ name: String, _ message: String) throws {
    let oracle: Oracle = try OracleFile.decode("npy")
    let file = try #require(oracle.refused.first { $0.name == name })
    let found = try problem([UInt8](try #require(Data(base64Encoded: file.base64))))
    #expect(found.message == message && found.hint?.isEmpty != true)
  }

  // MARK: Selection of series

  @Test func seriesThatAreNotThere() throws {
    let oracle: Oracle = try OracleFile.decode("npy")
    func bytes(_ name: String) throws -> [UInt8] {
      let file = try #require(oracle.files.first { $0.name == name })
      return [UInt8](try #require(Data(base64Encoded: file.base64)))
    }
    let fields = try bytes("fields")
    #expect(try problem(fields).message == "the array has named fields")
    #expect(try problem(fields).hint == #"write which: "time", "ppg", "on", "acc""#)
    let near = try problem(fields, .column(.named("pgp")))
    #expect(near.message == #"the array has no field "pgp""# && near.hint == #"did you mean "ppg"?"#)
    #expect(
      try problem(fields, .column(.named("acc"))).message
        == #"the field "acc" holds an array of 2 in every row"#
    )
    #expect(try problem(fields, .column(.at(0))).message == "the array has named fields")
    let matrix = try bytes("fortran")
    #expect(try problem(matrix).message == "the array is 3×4, not a single series")
    #expect(
      try problem(matrix, .column(.at(4))).message == "the array is 3×4 (rows × columns) and has no column 4")
    #expect(try problem(matrix, .row(.at(3))).message == "the array is 3×4 (rows × columns) and has no row 3")
    #expect(try problem(matrix, .column(.named("a"))).message == "the array is 3×4 and has no named fields")
    let vector = try bytes("<f8")
    #expect(try problem(vector, .row(.at(0))).message == "the array is 6 and has no rows")
    #expect(try read(vector, [.column(.at(0))]).columns[.column(.at(0))]?.count == 6)
    #expect(
      try read(fields, [.column(.named("q"))], optional: true).columns.isEmpty
        && read(matrix, [.column(.at(9))], optional: true).columns.isEmpty)
  }

  // MARK: Headers

  @Test(
    arguments: [
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }",
        "the header claims 16 bytes of values (2 of 8), and 8 follow it"
      ),
      (
        "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }",
        "the header claims 2 bytes of values (2 of 1), and 8 follow it"
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }",
        "the header claims 8000000000000 bytes of values (1000000000000 of 8), and 8 follow it"
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 1000000000000), }",
        "the header claims 1000000000000×1000000000000 elements of 8 bytes, which no file can hold"
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "the header cannot be read: a number is too large"
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }",
        "the header cannot be read: expected a text, a number, True, False, a list, a tuple or a dictionary"
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': 8}",
        #""shape" is 8, expected a tuple of whole numbers"#
      ),
      (
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}",
        #""fortran_order" is 0, expected True or False"#
      ),
      ("{'descr': '<q8', 'fortran_order': False, 'shape': (1,)}", #"the type "<q8" is not known"#),
      (
        "{'descr': [], 'fortran_order': False, 'shape': (1,)}",
        #"the fields in "descr" cannot be read: a list of 0"#
      ),
      (
        "{'descr': [('a',)], 'fortran_order': False, 'shape': (1,)}",
        #"the fields in "descr" cannot be read: a list of 1"#
      ),
      (
        "{'descr': 7, 'fortran_order': False, 'shape': (1,)}",
        #""descr" is 7, expected a type or a list of fields"#
      ),
      ("{'fortran_order': False, 'shape': (1,)}", #"the header has no "descr""#),
      (
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}",
        #"the header has "descr" twice"#
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'x': 1}",
        "the header has a key that no NPY file has: 'x'"
      ),
      (
        "{'descr': '<f8' 'fortran_order': False, 'shape': (1,)}",
        "the header cannot be read: expected a comma"
      ),
      (
        "{'descr' '<f8', 'fortran_order': False, 'shape': (1,)}",
        "the header cannot be read: expected a colon"
      ),
      (
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)",
        "the header cannot be read: it ends too early"
      ),
      ("{'descr': '<f8", "the header cannot be read: a text has no end"),
      ("{'descr': '\\q'}", "the header cannot be read: an escape in a text cannot be read"),
      ("{} {}", "the header cannot be read: something follows the header's dictionary"),
      ("[1]", "the header is no dictionary"),
      (String(repeating: "[", count: 30), "the header cannot be read: it is nested too deep"),
    ])
  func headersThatCannotBe(_ header: String, _ message: String) throws {
    let found = try problem(array(header, [UInt8](repeating: 0, count: 8)))
    #expect(found.message == message && found.place?.path?.hasPrefix("header byte") == true)
  }

  @Test func whatIsNoSuchFile() throws {
    #expect(try problem([]).message == "the file is empty")
    let other = try problem(Array("time,ppg\n0,1\n".utf8))
    #expect(other.message == "this is no NPY file: these begin with byte 147 and \"NUMPY\"")
    #expect(try problem([0x80, 4, 0x95, 0]).message == "this is a pickle of Python, not an NPY file")
    #expect(try problem(NPYHeader.magic + [1]).message == "the file has 7 bytes, fewer than a header")
    #expect(
      try problem(array("{}", version: 4)).message == "the file is NPY 4.0, and 1.0, 2.0 and 3.0 are known")
    #expect(
      try problem(NPYHeader.magic + [1, 0, 255, 255, 0x7B, 0x7D]).message
        == "the header says that it has 65535 bytes, and the file has 12")
  }

  @Test func manyNumbersAreHeldAgainstTheLimits() throws {
    let bytes = NPYWriter.bytes(nil, [[1, 2, 3]])
    #expect(
      try problem(bytes, limits: [.values: 2]).message == "it has 3 numbers, and at most 2 numbers are read")
    #expect(try read(bytes, [.everything]).columns[.everything] == [1, 2, 3])
  }

  // MARK: Through descriptors

  @Test func whatHrevalWritesItsDescriptorReads() throws {
    let folder = try TemporaryFolder()
    let written = Recording(
      id: "r",
      channels: Channels([
        .ppg: .irregular(TimeSeries(times: [0, 0.5, 0.75], values: [1, -2.5, 1e-9])),
        .red: .irregular(TimeSeries(times: [0, 0.04], values: [9, 8])),
        .green: .irregular(TimeSeries(times: [0, 0.04], values: [7, 6])),
      ]), reference: .beats([0.25, 0.5]), breaths: [0.26])
    let names = try RecordingWriter.writeNPY(written, toDirectory: folder.path)
    #expect(names == ["r_ppg.npy", "r_camera.npy", "r_beats.npy", "r_breaths.npy"])
    #expect(names.allSatisfy(RecordingWriter.npyNames(of: "r").contains))
    let set = try Dataset.load(path: RealData.descriptorPath("hreval-npy"), root: folder.path)
    let back = try set.load(try #require(set.recordings.first), needing: [.ppg, .red, .green])
    #expect(back.channels == written.channels && back.reference == written.reference)
  }

  @Test func columnsRowsAndWholeFiles() throws {
    let loaded = try LoadedFolder(
      """
      "files": [ { "name": "m", "path": "{recording}.npy", "sampleRate": 4 }, { "name": "rr", "path": "{recording}_rr.npy" } ],
      "channels": { "ppg": { "row": 1 }, "red": { "column": 0 }, "green": 1 },
      "reference": [ { "rrIntervals": { "file": "rr", "unit": "ms" } } ]
      """, [])
    try loaded.folder.write(
      "r.npy", bytes: array("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 2)}", [1, 2, 3, 255]))
    try loaded.folder.write("r_rr.npy", bytes: NPYWriter.bytes(nil, [[100, 200]]))
    let recording = try loaded.load()
    #expect(recording.channels[.ppg]?.values == [2, -1] && recording.channels[.red]?.values == [1, 2])
    #expect(recording.channels[.green]?.values == [3, -1])
  }

  @Test(
    arguments: [
      (
        "x.npy", #"{ "object": "/a" }"#,
        #"an NPY file has fields, columns or rows, so "object" names nothing in it"#
      ),
      ("x.npy", #"{ "row": 0, "column": 1 }"#, #""row" and "column" exclude each other"#),
      ("x.npz", "0", #""{recording}.npz" is an archive of NumPy arrays (a ZIP file), which no reader takes"#),
      ("x.pkl", "0", #""{recording}.pkl" is a pickle of Python, which no reader takes"#),
    ])
  func whatADescriptorMayNotSay(_ name: String, _ channel: String, _ message: String) throws {
    let loaded = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.\(name.suffix(3))", "sampleRate": 4 } ], "channels": { "ppg": \(channel) }
      """, [])
    let problems = try #require(throws: Diagnostics.self) { try loaded.dataset() }
    #expect(problems.list.map(\.message) == [message] && problems.first.hint?.isEmpty != true)
  }
}
