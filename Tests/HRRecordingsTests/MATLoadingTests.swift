import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

extension Trait where Self == ConditionTrait {
  /// Skips if this build has no libmatio; the gate searches for the words.
  static var readsMAT: Self {
    .enabled(
      if: OptionalFormat.mat.isRead, "this build reads no MAT files (./setup.sh install --formats mat)")
  }
}

@Suite(.readsMAT) struct MATLoadingTests {
  struct File: Decodable, Sendable {
    struct Array: Decodable {
      let path: String
      let dimensions: [Int]
      let values: [Double]
    }
    struct Text: Decodable {
      let path: String
      let text: String
    }
    let name: String
    let base64: String
    let arrays: [Array]
    let texts: [Text]

    func bytes() throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }
  }

  private struct Oracle: Decodable { let files: [File] }

  private static func files() throws -> [File] {
    let oracle: Oracle = try OracleFile.decode("mat")
    return oracle.files
  }

  private func contents(_ bytes: [UInt8], _ request: FileRequest) throws -> FileContents {
    let folder = try TemporaryFolder()
    return try MATReading.contents(
      for: request, at: try folder.write("r.mat", bytes: bytes), budget: ReadingBudget())
  }

  @Test func readsWhatSciPyReads() throws {
    let files = try Self.files()
    #expect(files.map(\.name) == ["plain", "packed", "version4", "big5", "big4"])
    for file in files {
      var request = FileRequest()
      // Every array by its columns and rows, vectors also as a whole.
      var expected: [DataCell: [Double]] = [:]
      for array in file.arrays where array.dimensions.count == 2 {
        let (rows, columns) = (array.dimensions[0], array.dimensions[1])
        if min(rows, columns) == 1 { expected[.object(array.path, .whole)] = array.values }
        for column in 0..<columns {
          expected[.object(array.path, .column(column))] = Swift.Array(
            array.values[(column * rows)..<((column + 1) * rows)])
        }
        for row in 0..<rows {
          expected[.object(array.path, .row(row))] = (0..<columns).map { array.values[$0 * rows + row] }
        }
        if rows * columns == 1 { request.add(NumberSource.object(file: 0, array.path)) }
      }
      for cell in expected.keys { request.add(cell, optional: false) }
      for text in file.texts { request.add(FileRequest.Attribute(object: text.path, name: nil)) }
      let read = try contents(file.bytes(), request)
      #expect(read.columns == expected, "\(file.name)")
      for array in file.arrays where array.values.count == 1 {
        #expect(read.numbers[.object(file: 0, array.path)] == array.values[0])
      }
      for text in file.texts {
        #expect(read.texts[FileRequest.Attribute(object: text.path, name: nil)] == text.text, "\(file.name)")
      }
    }
  }

  // MARK: Invalid paths

  @Test(
    arguments: [
      ("sgi", #"the file has no variable sgi"#, #"did you mean "sig"?"#),
      ("sig", "sig is 3×25, not a single series", #"say which "column" or "row" of it, counted from 0"#),
      ("cube", "cube is 2×2×2, not a single series", "only arrays of two dimensions have columns and rows"),
      ("data.ppg.v", "data is 1×2 structs", "say which: data(1).ppg"),
      ("data(3).ppg.v", "data is 1×2 structs: there is no data(3)", "indices count from 1"),
      ("data(1).pgp.v", "data has no field pgp", #"did you mean "ppg"?"#),
      ("data(1)", "data(1) is a struct, and no series of numbers", "it has ppg, name"),
      ("data{1}.ppg.v", "data is 1×2 structs, and has no data{1}", "structs take parentheses: data(1)"),
      ("subject(1).ecg", "subject is 1×3 cells, and has no subject(1)", "cells take braces: subject{1}"),
      ("subject{4}.ecg", "subject is 1×3 cells: there is no subject{4}", "indices count from 1"),
      ("subject{3}.ecg", "expected numbers, found 1×2 cells", "say which: subject{3}.ecg{1}"),
      ("subject{1}", "expected numbers, found a struct", "it has subject{1}.ecg"),
      ("whole.v", "whole is 25×1 numbers, and has no field v", nil),
      (
        "whole(3)", "whole is 25×1 numbers, and has no whole(3)",
        #"numbers take "column" or "row", counted from 0"#
      ),
      (
        "z", "expected numbers, found 1×2 complex numbers",
        "save their real part, or their magnitude: x = abs(x)"
      ),
      ("sparse", "expected numbers, found a sparse matrix", "save it whole: x = full(x)"),
      ("note", "expected numbers, found a text", nil),
      (
        "/data/ppg", #""/data/ppg" is no path into a MAT file"#,
        "paths with / are those of version 7.3, which is HDF5; in this file: ppg.v, subject{3}.ecg, data(2).v"
      ),
      (
        "data(0).v", #""data(0).v" is no path into a MAT file"#,
        "write names of variables and fields, and indices from 1: ppg.v, subject{3}.ecg, data(2).v"
      ),
      ("f*", "2 variables fit f*: fs, flags", "write the name so that only one fits"),
    ] as [(String, String, String?)])
  func whatCannotBeRead(_ path: String, _ message: String, _ hint: String?) throws {
    for file in try Self.files().prefix(2) {
      var request = FileRequest()
      request.add(.object(path, .whole), optional: false)
      let error = try #require(throws: Diagnostics.self) { try contents(file.bytes(), request) }
      #expect(error.list.map(\.message) == [message])
      #expect(error.first.hint == hint)
    }
  }

  @Test func patternsAndWhatIsOptional() throws {
    let file = try Self.files()[1]
    var request = FileRequest()
    request.add(.object("wh*", .whole), optional: false)
    request.add(.object("dat*(1).pp*.v", .whole), optional: false)
    for path in ["absent", "data(9).ppg.v", "data(1).q", "subject{9}.ecg"] {
      request.add(.object(path, .whole), optional: true)
    }
    let read = try contents(file.bytes(), request)
    #expect(read.columns.count == 2 && read.columns[.object("wh*", .whole)]?.count == 25)
    var attribute = FileRequest()
    attribute.add(FileRequest.Attribute(object: "fs", name: "unit"))
    let error = try #require(throws: Diagnostics.self) { try contents(file.bytes(), attribute) }
    #expect(error.list.map(\.message) == ["a MAT file before version 7.3 has no attributes"])
  }

  // MARK: Through descriptors

  @Test func whatHrevalWritesItsDescriptorReads() throws {
    let folder = try TemporaryFolder()
    let written = Recording(
      id: "r", subject: "p1 ♥", metadata: [.init(name: "activity", value: "rest")],
      channels: Channels([
        .ppg: .uniform(Signal(samples: [1, -2.5, 1e-9], sampleRate: 62.5, startTime: 0.25)),
        .red: .irregular(TimeSeries(times: [0, 0.04, 0.07], values: [9, 8, 7])),
      ]), reference: .beats([0.25, 0.28]), breaths: [0.26])
    #expect(try RecordingWriter.writeMAT(written, toDirectory: folder.path) == "r.mat")
    let set = try Dataset.load(path: RealData.descriptorPath("hreval-mat"), root: folder.path)
    let back = try set.load(try #require(set.recordings.first))
    #expect(back.channels == written.channels && back.reference == written.reference)
    #expect(back.subject == written.subject && back.metadata == written.metadata)
    #expect(
      try MATWriter.bytes(of: written) == [UInt8](Data(contentsOf: URL(filePath: folder.path + "/r.mat"))))
  }

  /// The layout of the IEEE Signal Processing Cup 2015: rows of a matrix, labels per window in a second file.
  @Test func labelsPerWindowBesideAMatrixOfSignals() throws {
    let folder = try TemporaryFolder()
    let seconds = 12
    let samples = (0..<(125 * seconds)).map(Double.init)
    func write(_ name: String, _ rows: Int, _ label: String, _ labels: [Double]) throws {
      let sig = samples.flatMap { time in (0..<rows).map { time + Double($0) / 8 } }
      try folder.write(
        "\(name).mat",
        bytes: MATWriter.bytes(of: [("sig", .numbers(sig, rows: rows, columns: samples.count))]))
      try folder.write(
        "\(label).mat",
        bytes: MATWriter.bytes(of: [("BPM0", .numbers(labels, rows: labels.count, columns: 1))]))
    }
    try write("DATA_01_TYPE01", 6, "DATA_01_TYPE01_BPMtrace", [74.5, 80, 90])
    try write("TEST_S02_T01", 5, "True_S02_T01", [60, 61, 62])
    for (name, id, subject, row) in [
      ("ieee-spc-2015", "DATA_01_TYPE01", "01", 1.0), ("ieee-spc-2015-test", "TEST_S02_T01", "02", 0),
    ] {
      let set = try Dataset.load(path: RealData.descriptorPath(name), root: folder.path)
      #expect(set.recordings.map(\.id) == [id])
      let recording = try set.load(set.recordings[0])
      guard case .uniform(let ppg)? = recording.channels[.ppg],
        case .windowRates(let rates) = recording.reference
      else {
        Issue.record("expected an even channel and rates of windows")
        return
      }
      #expect(recording.subject == subject && ppg.sampleRate == 125)
      #expect(ppg.samples == samples.map { $0 + row / 8 })
      #expect(rates.count == 3 && rates[2].range == TimeRange(start: 4, end: 12))
    }
    // One label too many belongs to another recording.
    try write("DATA_01_TYPE01", 6, "DATA_01_TYPE01_BPMtrace", [74.5, 80, 90, 91])
    let set = try Dataset.load(path: RealData.descriptorPath("ieee-spc-2015"), root: folder.path)
    #expect(throws: Diagnostics.self) { try set.load(set.recordings[0]) }
  }

  @Test(.enabled(if: RealData.has("heartpy"), "HeartPy's examples are not here; set HREVAL_DATA"))
  func heartPysFiles() throws {
    let set = try RealData.dataset("heartpy-mat")
    let recording = try set.load(try #require(set.recordings.first))
    // Count, sum and value as SciPy 1.17 reads them.
    let values = try #require(recording.channels[.ppg]).values
    #expect(values.count == 15000 && values.reduce(0, +) == 7_244_339 && values[0] == 515)
    // The CSV twins have the same times and values.
    for (mat, csv) in [("heartpy-mat", "heartpy-data2"), ("heartpy-mat-datetime", "heartpy-datetime")] {
      let (set, twin) = (try RealData.dataset(mat), try RealData.dataset(csv))
      let (read, other) = (try set.load(set.recordings[0]), try twin.load(twin.recordings[0]))
      #expect(read.channels == other.channels && read.zeroMoment == other.zeroMoment)
      #expect(read.metadata.map(\.value) == (mat == "heartpy-mat" ? [] : ["2016-11-24 13:58:58.081000"]))
    }
  }
}

/// Tests that need no libmatio.
@Suite struct MATPathTests {
  @Test func paths() {
    #expect(MATPath("fs") == MATPath(" fs") || MATPath(" fs") == nil)
    #expect(MATPath("ppg.v")?.variable == "ppg" && MATPath("ppg.v")?.steps == [.name("v")])
    #expect(MATPath("subject{3}.ecg")?.steps == [.cell([3]), .name("ecg")])
    #expect(MATPath("data(2, 1).ppg.v")?.steps == [.element([2, 1]), .name("ppg"), .name("v")])
    #expect(MATPath("x{1}{2}")?.steps == [.cell([1]), .cell([2])])
  }

  @Test(arguments: [
    "", ".a", "a.", "a..b", "{1}", "a{}", "a{0}", "a{x}", "a{1", "a(1}", "a b", "/a", "a{1}b", "a{-1}",
  ])
  func whatIsNoPath(_ text: String) {
    #expect(MATPath(text) == nil)
  }

  @Test func version73IsReadAsHDF5() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("r.mat", bytes: FixtureFiles.capnoBase)
    var request = FileRequest()
    request.add(.object("/labels/ecg/peak/x", .whole), optional: false)
    let read = try MATReading.contents(for: request, at: path, budget: ReadingBudget())
    #expect(read.columns[.object("/labels/ecg/peak/x", .whole)] == [11, 51, 91, 131, 171])
  }

  @Test(arguments: ["", "time,ppg\n0,1\n", "MATLAB 5.0 MAT-file"])
  func whatIsNoMATFile(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("r.mat", bytes: Array(text.utf8))
    let error = try #require(throws: Diagnostics.self) {
      try MATReading.contents(for: FileRequest(), at: path, budget: ReadingBudget())
    }
    #expect(
      error.list.map(\.message) == [
        "this is no MAT file: it begins neither as one of version 4 to 7, nor as HDF5 does (version 7.3)"
      ])
  }

  @Test(.enabled(if: !OptionalFormat.mat.isRead, "this build reads MAT files"))
  func aBuildWithoutSaysHowToGetIt() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("r.mat", bytes: MATWriter.bytes(of: [("x", .text("a"))]))
    let error = try #require(throws: Diagnostics.self) {
      try MATReading.contents(for: FileRequest(), at: path, budget: ReadingBudget())
    }
    #expect(error.list.map(\.message) == ["this build of hreval reads no MAT files"])
    #expect(error.first.hint?.hasPrefix("./setup.sh install --formats mat ") == true)
  }
}
