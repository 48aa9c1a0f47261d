import HRSupport
import Testing

@testable import HRRecordings
@testable import HRSignals

@Suite struct DescriptorTests {
  private func problems(_ text: String) throws -> [Diagnostic] {
    let document = try JSONDocument(text, file: "dataset.json")
    do {
      _ = try DatasetDescriptor(document)
      return []
    } catch {
      return error.list
    }
  }

  /// Returns a valid descriptor with some members added or replaced.
  private func descriptor(files: String? = nil, channels: String? = nil, more: String = "") -> String {
    """
    { "schemaVersion": 1, "name": "d",
      "files": \(files ?? #"[ { "path": "{recording}.csv", "sampleRate": 30 } ]"#),
      "channels": \(channels ?? #"{ "ppg": "PPG" }"#)\(more.isEmpty ? "" : ", " + more) }
    """
  }

  @Test func everyProblemIsReportedAtOnceWithItsPlace() throws {
    let text = """
      {
        "schemaVersion": 2,
        "nmae": "wrong",
        "files": [
          { "path": "{recording}.csv", "sampleRate": 0, "csv": { "delimiter": ";;", "decimalMrak": "," } },
          { "path": "{recording}_beats.txt", "name": "beats" },
          { "path": "{subject}.csv", "name": "other" }
        ],
        "channels": { "ppg": "PPG", "ggreen": "G", "ecg": { "file": "nowhere", "column": 3 } },
        "reference": [ { "beat": {} }, { "beats": { "file": "other", "column": "t", "unit": "sec" } } ]
      }
      """
    let problems = try problems(text)
    let found = problems.map { "\($0.place?.line ?? 0): \($0.message)" }
    #expect(
      found == [
        "1: the data set lacks the key \"name\"",
        "2: \"schemaVersion\" is 2; it must be 1",
        "3: unknown key \"nmae\" in the data set",
        "5: \"sampleRate\" is 0, outside its range 1e-06 to 10000000",
        "5: \"delimiter\" takes one character, or \"blanks\"",
        "5: unknown key \"decimalMrak\" in \"csv\"",
        "6: the ending of \"{recording}_beats.txt\" does not say how to read it",
        "7: the first file's path does not have {subject}",
        "9: unknown key \"ggreen\" in \"channels\"",
        "10: a reference needs one of the keys \"beats\", \"beatSamples\", \"beatFlags\", \"rrIntervals\", \"rateSeries\", \"windowRates\", \"ecg\", \"breaths\", \"respiration\", \"breathSamples\"",
        "10: unknown unit \"sec\"",
      ])
    #expect(problems.allSatisfy { $0.place?.file == "dataset.json" && $0.place?.path != nil })
    #expect(problems[2].hint == "did you mean \"name\"?")
  }

  @Test(
    arguments: [
      (#"[ "{recording}.dat" ]"#, #"the ending of "{recording}.dat" does not say how to read it"#),
      (#"[ { "path": "a{recording.csv" } ]"#, #""{" is never closed in "a{recording.csv""#),
      (
        #"[ { "path": "/data/{recording}.csv" } ]"#,
        #"the path "/data/{recording}.csv" must be relative to the data set's root"#
      ),
      (
        #"[ { "path": "ppg.csv", "sampleRate": 30 } ]"#,
        "nothing in the first file's path names its recordings"
      ),
      (
        #"[ { "path": "{hand}/{n}.csv", "sampleRate": 30 } ]"#,
        "nothing in the first file's path names its recordings"
      ),
      (#"[ { "path": "{recording}.csv" } ]"#, "nothing says when these samples were taken"),
      (
        #"[ { "path": "{recording}.csv", "time": { "column": "t", "uniform": true } } ]"#,
        #""uniform" times need a "sampleRate" as well"#
      ),
      (
        #"[ { "path": "{recording}.csv", "time": "t", "startTime": 5 } ]"#,
        #""time" says when samples were taken, so "startTime" has nothing to say"#
      ),
      (
        #"[ { "path": "{recording}.csv", "sampleRate": { "attribute": "fs" } } ]"#,
        "only an HDF5 or a MAT file holds this; write a number"
      ),
      (
        #"[ { "path": "{recording}.h5", "sampleRate": 1, "csv": {} } ]"#,
        #""csv" describes tables, but this file is read as hdf5"#
      ),
      (
        #"[ { "path": "{recording}.csv", "sampleRate": 1 }, "{recording}_b.csv" ]"#,
        #"this file needs a "name" that other keys can call it by"#
      ),
      (
        #"[ { "path": "{recording}.csv", "sampleRate": 1, "name": "a" }, { "path": "{recording}_b.csv", "name": "a" } ]"#,
        #"two files are called "a""#
      ),
      (
        #"[ { "path": "{recording}.csv", "sampleRate": 1, "csv": { "decimalMark": "," } } ]"#,
        "the decimal mark cannot also be the delimiter"
      ),
      (
        #"[ { "path": "{recording}.csv", "sampleRate": 1, "csv": { "header": false } } ]"#,
        #"the file "main" has no header, so its columns have no names"#
      ),
      ("[]", #""files" needs at least 1 entry"#),
    ] as [(String, String)])
  func filesThatCannotBe(_ files: String, _ message: String) throws {
    #expect(try problems(descriptor(files: files)).map(\.message) == [message])
  }

  @Test(
    arguments: [
      (
        #"{ "ppg": { "object": "/ppg" } }"#,
        [
          #"a CSV file has columns, so "object" names nothing in it"#
        ]
      ),
      (#"{ "ppg": {} }"#, [#""column" is needed: a name, or an index from 0"#]),
      (#"{ "ppg": { "column": "a", "scael": 2 } }"#, [#"unknown key "scael" in channel "ppg""#]),
      (#"{ "ppg": { "file": "man", "column": "a" } }"#, [#"there is no file "man""#]),
      (#"{ "ppg": true }"#, ["expected a text or a whole number or an object, found true"]),
    ] as [(String, [String])])
  func channelsThatCannotBe(_ channels: String, _ messages: [String]) throws {
    #expect(try problems(descriptor(channels: channels)).map(\.message) == messages)
  }

  @Test(
    arguments: [
      (#"{ "ppg": 3 }"#, "an HDF5 file has objects, not numbered columns"),
      (#"{ "ppg": {} }"#, #""object" is needed: the path of an HDF5 object"#),
      (#"{ "ppg": { "object": "/a", "column": "x", "row": 1 } }"#, #""row" and "column" exclude each other"#),
      (#"{ "ppg": { "object": "/a", "column": 1, "row": 1 } }"#, #""row" and "column" exclude each other"#),
    ] as [(String, String)])
  func objectsThatCannotBe(_ channels: String, _ message: String) throws {
    let files = #"[ { "path": "{recording}.h5", "sampleRate": 30 } ]"#
    #expect(try problems(descriptor(files: files, channels: channels)).map(\.message) == [message])
  }

  @Test func arraysOfMATFilesHaveNoNamedColumns() throws {
    let files = #"[ { "path": "{recording}.mat", "sampleRate": 30 } ]"#
    let channels = #"{ "ppg": { "object": "a", "column": "x" } }"#
    #expect(
      try problems(descriptor(files: files, channels: channels)).map(\.message) == [
        "a MAT array's columns have no names"
      ])
  }

  @Test func membersOfRecordsAreNamed() throws {
    for (column, part) in [
      ("ppg", ObjectPart.member("ppg", nil)), ("block[1]", .member("block", 1)), ("[0]", .member("", 0)),
      ("a[-1]", .member("a[-1]", nil)), ("a[]", .member("a[]", nil)), ("a[1] ", .member("a[1] ", nil)),
      ("a[b][2]", .member("a[b]", 2)),
    ] {
      #expect(ObjectPart.member(spoken: column) == part)
      if case .member(let name, let entry) = part { #expect(ObjectPart.spoken(name, entry) == column) }
    }
  }

  @Test(
    arguments: [
      (#""reference": [ { "ecg": {} } ]"#, #"an ECG reference needs the channel "ecg""#),
      (#""reference": [ { "beats": "a" }, { "beats": "b" } ]"#, #"two references are called "beats""#),
      (
        #""reference": [ { "rateSeries": { "column": "a", "columns": ["b"] } } ]"#,
        #""column" and "columns" exclude each other"#
      ),
      (#""subject": "{hand}""#, "the first file's path does not have {hand}"),
      (
        #""subject": { "attribute": "subject" }"#,
        #"only HDF5 files have attributes, and "main" is read as csv"#
      ),
      (#""metadata": [ { "name": "m", "value": "{x}" } ]"#, "the first file's path does not have {x}"),
      (
        #""metadata": [ { "name": "m" } ]"#,
        #"a metadata entry needs one of the keys "value", "attribute", "table", "values", "object""#
      ),
      (
        #""metadata": [ { "name": "dataset", "value": "{recording}" } ]"#,
        #"a metadata entry is called "dataset""#
      ),
      (#""fetch": [ { "url": "u", "path": "p", "sha256": "12" } ]"#, "a SHA-256 has 64 hexadecimal digits"),
      (
        #""fetch": [ { "url": "u", "path": "../p", "sha256": "\#(String(repeating: "0", count: 64))" } ]"#,
        #""path" must stay below the data set's root"#
      ),
      (#""recording": "{subject}""#, "the first file's path does not have {subject}"),
    ] as [(String, String)])
  func otherContradictions(_ more: String, _ message: String) throws {
    #expect(try problems(descriptor(more: more)).map(\.message) == [message])
  }

  @Test func anEmptyObjectAndAList() throws {
    #expect(try problems("{}").count == 3)
    #expect(try problems("[]").map(\.message) == ["expected an object ({ … }), found a list"])
    #expect(
      try problems(#"{ "schemaVersion": 1, "name": "d", "files": ["{recording}.csv"] }"#).map(\.message) == [
        "the data set has neither channels nor a reference"
      ])
  }

  @Test func keysReachTheirPlaces() throws {
    let text = """
      { "schemaVersion": 1, "name": "d", "title": "T", "citation": "C", "license": "MIT", "homePage": "H",
        "folder": "f", "recording": "{s}-{hand}", "subject": "{s}",
        "fetch": [ { "url": "u", "path": "p", "sha256": "\(String(repeating: "A", count: 64))" } ],
        "files": [
          { "path": "{hand}/{s}.tsv", "csv": { "decimalMark": ",", "skipLines": 2, "commentPrefix": "#", "header": true,
            "missing": ["NA"], "stopAt": "End" }, "time": { "column": "t", "unit": "ms" }, "repeatedTimes": "keepFirst" },
          { "name": "gt", "path": "gt/{s}.csv", "sampleRate": 1 } ],
        "channels": { "red": 2, "ppg": { "column": "P", "scale": 2, "offset": -1, "missing": [-1], "fillGapSeconds": 0.5,
          "sampleRate": 50, "startTime": 3 } },
        "reference": [ { "name": "r", "rateSeries": { "file": "gt", "columns": ["a", 4], "combine": "mean" },
          "offsetSeconds": -5 } ] }
      """
    let read = try DatasetDescriptor(JSONDocument(text, file: "f"))
    #expect(read.folder == "f" && read.fetch.first?.sha256 == String(repeating: "a", count: 64))
    let format = try #require(read.files.first?.format)
    #expect(format.delimiter == UInt8(ascii: "\t") && format.decimalMark == UInt8(ascii: ","))
    #expect(
      format.skipLines == 2 && format.commentPrefix == "#" && format.missing == ["NA"]
        && format.stopAt == "End")
    #expect(read.channelKinds == [.ppg, .red])
    let ppg = read.channels[0]
    #expect(ppg.location == DataLocation(file: 0, cell: .column(.named("P"))))
    #expect(
      ppg.timing.sampleRate == .given(50) && ppg.timing.startTime == .given(3) && ppg.timing.stamps == nil)
    #expect(
      ppg.timing.repeatedTimes == .keepFirst && ppg.scale == 2 && ppg.offset == -1
        && ppg.fillGapSeconds == 0.5)
    let red = read.channels[1]
    #expect(
      red.location.cell == .column(.at(2)) && red.timing.stamps?.unit == .ms && red.timing.sampleRate == nil)
    guard case .rateSeries(let locations, .mean, _, let timing) = read.references[0].source else {
      Issue.record("not a rate series")
      return
    }
    #expect(
      locations.map(\.cell) == [.column(.named("a")), .column(.at(4))] && locations.map(\.file) == [1, 1])
    #expect(timing.sampleRate == .given(1) && read.references[0].offsetSeconds == -5)
    #expect(read.references[0].kind == .rateSeries && read.references[0].clocks == .shared)
    let separate = text.replacing("\"offsetSeconds\": -5", with: "\"clocks\": \"separate\"")
    let apart = try DatasetDescriptor(JSONDocument(separate, file: "f")).references[0]
    #expect(apart.clocks == .separate && apart.offsetSeconds == 0)
    let wrong = try #require(throws: Diagnostics.self) {
      try DatasetDescriptor(JSONDocument(separate.replacing("separate", with: "own"), file: "f"))
    }
    #expect(wrong.list.count == 1 && wrong.list[0].place?.path == "$.reference[0].clocks")
  }

  @Test func theSchemaNamesEveryKey() {
    let schema = DatasetDescriptor.shape.schema(title: "t", identifier: "i").rendered(indented: false)
    for key in [
      "clocks", "fillGapSeconds", "rrIntervals", "keyColumn", "repeatedTimes", "firstIndex", "accelerometerZ",
      "sha256",
    ] {
      #expect(schema.contains("\"\(key)\""), "\(key)")
    }
  }
}
