import HRTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// One recording `r` of small CSV files, loaded through a descriptor.
struct LoadedFolder {
  let folder: TemporaryFolder
  /// The members after name and schema version.
  let descriptor: String

  init(_ descriptor: String, _ files: [(String, String)]) throws {
    folder = try TemporaryFolder()
    self.descriptor = descriptor
    for (name, text) in files { try folder.write(name, text) }
  }

  func dataset(reference: String? = nil, measurand: Measurand? = .heartRate) throws -> Dataset {
    let text = "{ \"schemaVersion\": 1, \"name\": \"d\", \(descriptor) }"
    return try Dataset(
      descriptor: DatasetDescriptor(JSONDocument(text, file: "dataset.json")), descriptorPath: "dataset.json",
      root: folder.path, reference: reference, measurand: measurand)
  }

  func load(
    _ id: String = "r", needing kinds: Set<ChannelKind>? = nil, reference: String? = nil,
    withReference: Bool = true, measurand: Measurand? = .heartRate
  ) throws -> Recording {
    let set = try dataset(reference: reference, measurand: measurand)
    let entry = try #require(set.recordings.first { $0.id == id })
    return try set.load(entry, needing: kinds, reference: withReference)
  }

  /// Returns the problems of the recording, in one line each.
  func problems(
    needing kinds: Set<ChannelKind>? = nil, reference: String? = nil, measurand: Measurand? = .heartRate
  ) throws -> [String] {
    do {
      _ = try load(needing: kinds, reference: reference, measurand: measurand)
      return []
    } catch let error as Diagnostics {
      return error.list.map { $0.message + ($0.place?.line.map { " @\($0)" } ?? "") }
    }
  }
}

@Suite struct ChannelLoadingTests {
  private let rated = #""files": [ { "path": "{recording}.csv", "sampleRate": 10, "startTime": 2 } ]"#
  private let timed = #""files": [ { "path": "{recording}.csv", "time": { "column": "t", "unit": "ms" } } ]"#

  @Test func evenSamplesKeepRateStartScaleAndOffset() throws {
    let files = try LoadedFolder(
      rated + #", "channels": { "ppg": { "column": "b", "scale": 2, "offset": 1 }, "ecg": 0 }"#,
      [("r.csv", "a,b\n1,10\n2,20\n3,30\n")])
    let recording = try files.load()
    #expect(
      recording.channels[.ppg] == .uniform(Signal(samples: [21, 41, 61], sampleRate: 10, startTime: 2)))
    #expect(recording.channels[.ecg] == .uniform(Signal(samples: [1, 2, 3], sampleRate: 10, startTime: 2)))
    #expect(recording.id == "r" && recording.subject == nil && recording.reference == .none)
    #expect(try files.load(needing: [.ecg]).channels.kinds == [.ecg])
    #expect(try files.problems(needing: [.red]) == ["the data set \"d\" has no channel \"red\""])
  }

  @Test func timesStayIrregular() throws {
    let files = try LoadedFolder(
      timed + #", "channels": { "red": "R" }"#, [("r.csv", "t,R\n0,1\n39,2\n70,3\n")])
    #expect(
      try files.load().channels[.red] == .irregular(TimeSeries(times: [0, 0.039, 0.07], values: [1, 2, 3])))
  }

  @Test(
    arguments: [
      ("t,R\n0,1\n39,2\n39,3\n", ["the time 39 stands twice @4"]),
      ("t,R\n0,1\n39,2\n38,3\n", ["time goes backwards, from 39 to 38 @4"]),
      ("t,R\n0,1\nx,2\n38,3\n", ["the time is missing or not finite @3"]),
      ("t,R\n", ["the table has a header but no data rows"]),
      ("t,R\n0,x\n5,x\n9,x\n", ["channel \"red\" has no sample: all 3 are missing @2"]),
    ] as [(String, [String])])
  func whatFailsARecording(_ text: String, _ messages: [String]) throws {
    let format = #""csv": { "missing": ["x"] }"#
    let descriptor =
      timed.replacing("\"path\"", with: format + ", \"path\"") + #", "channels": { "red": "R" }"#
    #expect(try LoadedFolder(descriptor, [("r.csv", text)]).problems() == messages)
  }

  @Test func repeatedTimesMayKeepTheFirst() throws {
    let keeping = timed.replacing("\"time\"", with: #""repeatedTimes": "keepFirst", "time""#)
    let files = try LoadedFolder(
      keeping + #", "channels": { "red": "R" }"#, [("r.csv", "t,R\n0,1\n0,9\n39,2\n39,9\n39,9\n70,3\n")])
    #expect(
      try files.load().channels[.red] == .irregular(TimeSeries(times: [0, 0.039, 0.07], values: [1, 2, 3])))
    let backwards = try LoadedFolder(
      keeping + #", "channels": { "red": "R" }"#, [("r.csv", "t,R\n0,1\n39,9\n30,2\n")])
    #expect(try backwards.problems() == ["time goes backwards, from 39 to 30 @4"])
  }

  @Test func roundedTimesUseTheDeclaredRate() throws {
    let uniform =
      #""files": [ { "path": "{recording}.csv", "sampleRate": 4, "time": { "column": "t", "uniform": true } } ], "channels": { "ppg": "p" }"#
    let files = try LoadedFolder(
      uniform, [("r.csv", "t,p\n100,1\n100,2\n101,3\n101,4\n101,5\n101,6\n102,7\n102,8\n102,9\n")])
    #expect(
      try files.load().channels[.ppg]
        == .uniform(Signal(samples: [1, 2, 3, 4, 5, 6, 7, 8, 9], sampleRate: 4, startTime: 100.5)))
    let wrong = try LoadedFolder(uniform, [("r.csv", "t,p\n100,1\n102,2\n104,3\n106,4\n")])
    #expect(try wrong.problems() == ["4 samples at 4 Hz last 0.75 s, but the times span 6 s"])
    let backwards = try LoadedFolder(uniform, [("r.csv", "t,p\n100,1\n99,2\n")])
    #expect(try backwards.problems() == ["time goes backwards, from 100 to 99 @3"])
  }

  @Test func missingSamplesAreDrawnAndLongGapsAreSaid() throws {
    let filling =
      rated + #", "channels": { "ppg": { "column": "p", "missing": [-1], "fillGapSeconds": 0.3 } }"#
    let files = try LoadedFolder(filling, [("r.csv", "p\n-1\n4\n-1\n-1\n10\n-1\n-1\n")])
    let filled = try #require(try files.load().channels[.ppg])
    #expect(zip(filled.values, [4, 4, 6, 8, 10, 10, 10]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(filled.count == 7 && filled.nominalRate == 10 && filled.time(at: 0) == 2)
    #expect(try files.load().gaps.isEmpty)
    let long = try LoadedFolder(filling, [("r.csv", "p\n4\n-1\n-1\n-1\n10\n")]).load()
    #expect(long.channels[.ppg]?.values == [4, 5.5, 7, 8.5, 10])
    #expect(long.gaps == [.ppg: [TimeRange(start: 2.1, end: 2.4)]])
    let none = try LoadedFolder(filling, [("r.csv", "p\n-1\n-1\n")])
    #expect(try none.problems() == ["channel \"ppg\" has no sample: all 2 are missing @2"])
  }

  @Test func gapsInIrregularSamplesAreFilledInTime() throws {
    let files = try LoadedFolder(
      timed + #", "channels": { "red": { "column": "R", "missing": [0], "fillGapSeconds": 1 } }"#,
      [("r.csv", "t,R\n0,10\n30,0\n100,20\n")])
    #expect(
      try files.load().channels[.red] == .irregular(TimeSeries(times: [0, 0.03, 0.1], values: [10, 13, 20])))
  }

  @Test func optionalChannelsMayBeAbsent() throws {
    let files = try LoadedFolder(
      rated
        + #", "channels": { "ppg": "p", "ecg": { "column": "e", "optional": true }, "red": { "column": 7, "optional": true } }"#,
      [("r.csv", "p\n1\n")])
    #expect(try files.load().channels.kinds == [.ppg])
    #expect(
      try files.problems(needing: [.ppg, .ecg]) == ["the recording has no channel \"ecg\" (column \"e\")"])
  }

  @Test func channelsOfSeveralFilesAndAMissingCompanion() throws {
    let descriptor = """
      "files": [ { "path": "{recording}.csv", "sampleRate": 10 }, { "name": "acc", "path": "{recording}_acc.csv", "sampleRate": 5 } ],
      "channels": { "ppg": "p", "accelerometerX": { "file": "acc", "column": "x" } }
      """.replacing("{recording}.csv", with: "s_{recording}.csv")
    let files = try LoadedFolder(
      descriptor, [("s_r.csv", "p\n1\n2\n"), ("r_acc.csv", "x\n7\n"), ("s_q.csv", "p\n1\n")])
    #expect(
      try files.load().channels[.accelerometerX]
        == .uniform(Signal(samples: [7], sampleRate: 5, startTime: 0)))
    let problems = try #require(throws: Diagnostics.self) { try files.load("q") }
    #expect(problems.list.map(\.message) == ["the file \"acc\" is missing: q_acc.csv"])
    #expect(try files.load("q", needing: [.ppg]).channels.kinds == [.ppg])
  }

  @Test func coloursOfOneCameraHaveEqualLengths() throws {
    let descriptor = """
      "files": [ { "path": "{recording}.csv", "sampleRate": 10 }, { "name": "g", "path": "g/{recording}.csv", "sampleRate": 10 } ],
      "channels": { "red": "v", "green": { "file": "g", "column": "v" } }
      """
    let files = try LoadedFolder(descriptor, [("r.csv", "v\n1\n2\n"), ("g/r.csv", "v\n7\n")])
    #expect(
      try files.problems() == [
        "channels that belong together differ in their number of samples: red 2, green 1"
      ])
  }

  @Test func subjectAndMetadata() throws {
    let descriptor = """
      "recording": "{subject}-{hand}", "files": [ { "path": "{hand}_{subject}.csv", "sampleRate": 10 } ],
      "channels": { "ppg": "p" },
      "metadata": [ { "name": "hand", "value": "{hand}" },
        { "name": "age", "table": "people.csv", "keyColumn": "id", "column": "age" },
        { "name": "sex", "values": { "s1": "female" } },
        { "name": "note", "table": "people.csv", "keyColumn": "id", "column": "note", "optional": true } ]
      """
    let files = try LoadedFolder(
      descriptor, [("L_s1.csv", "p\n1\n"), ("L_s2.csv", "p\n1\n"), ("people.csv", "id,age,note\ns1,31,\n")])
    let recording = try files.load("s1-L")
    #expect(recording.subject == "s1")
    #expect(
      recording.metadata == [
        .init(name: "hand", value: "L"), .init(name: "age", value: "31"), .init(name: "sex", value: "female"),
      ])
    let problems = try #require(throws: Diagnostics.self) { try files.load("s2-L") }
    #expect(problems.list.map(\.message) == ["the recording has no \"age\"", "the recording has no \"sex\""])
  }

  @Test func digestsOfARecordingsFiles() throws {
    let files = try LoadedFolder(rated + #", "channels": { "ppg": "p" }"#, [("r.csv", "abc")])
    let set = try files.dataset()
    #expect(
      try set.digests(of: set.recordings[0]) == [
        FileDigest(
          path: files.folder.path + "/r.csv",
          sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      ])
  }
}
