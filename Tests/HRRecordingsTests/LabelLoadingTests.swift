import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// Labelled stretches from all kinds of files.
@Suite struct LabelLoadingTests {
  private static let signal = (0..<20).map { "\($0)\n" }.joined()

  /// A signal of 20 s at 1 Hz, and `marks.csv`.
  private func files(_ labels: String, _ marks: String, csv: String = "") throws -> LoadedFolder {
    try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["*_marks.csv"], "sampleRate": 1 },
        { "name": "marks", "path": "{recording}_marks.csv", "sampleRate": 0.5\(csv) } ],
      "channels": { "ppg": "p" }, "labels": [ \(labels) ]
      """, [("r.csv", "p\n" + Self.signal), ("r_marks.csv", marks)])
  }

  private func load(_ files: LoadedFolder, labels: [String]? = nil) throws -> Recording {
    let set = try files.dataset()
    return try set.load(try #require(set.recordings.first), reference: false, labels: labels)
  }

  private func stretches(_ recording: Recording, at index: Int = 0) -> [String] {
    recording.labels[index].stretches.map { "\($0.label) \($0.range.start)-\($0.range.end)" }
  }

  private func messages(_ files: LoadedFolder) -> [String] {
    do {
      _ = try load(files)
      return []
    } catch let error as Diagnostics {
      return error.list.map { $0.message + ($0.place?.line.map { " @\($0)" } ?? "") }
    } catch {
      return ["\(error)"]
    }
  }

  // MARK: Spans

  @Test func spansHaveEndsOrDurations() throws {
    let ends = try files(
      #"{ "name": "act", "spans": { "file": "marks", "start": "a", "end": "b", "unit": "ms", "label": "w" }, "offsetSeconds": 1 }"#,
      "a,b,w\n2000,4500, walk \n0,2000,\"sit, down\"\n")
    #expect(try stretches(load(ends)) == ["sit, down 1.0-3.0", "walk 3.0-5.5"])
    let durations = try files(
      #"{ "name": "noise", "spans": { "file": "marks", "start": 0, "duration": 1 } }"#, "a,b\n2,3\n")
    #expect(try stretches(load(durations)) == ["noise 2.0-5.0"])
    #expect(try load(durations, labels: []).labels.isEmpty)
    #expect(try load(durations, labels: ["noise"]).labels.count == 1)
  }

  @Test func spansMayHaveDatesAndTimes() throws {
    let loaded = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["*_marks.csv"], "time": { "column": "t", "unit": "dateTime" } },
        { "name": "marks", "path": "{recording}_marks.csv" } ],
      "channels": { "ppg": "p" },
      "labels": [ { "name": "act", "spans": { "file": "marks", "start": "a", "duration": "b", "unit": "dateTime" } } ]
      """,
      [
        ("r.csv", "t,p\n2020-01-02T00:00:00,1\n2020-01-02T00:00:01,2\n2020-01-02T00:00:02,3\n"),
        ("r_marks.csv", "a,b\n2020-01-02T00:00:00.5,1\n"),
      ])
    #expect(try stretches(load(loaded)) == ["act 0.5-1.5"])
  }

  @Test func wordsRenameAndLeaveOut() throws {
    let loaded = try files(
      #"{ "name": "act", "spans": { "file": "marks", "start": "a", "end": "b", "label": "w" }, "words": { "1": "sit", "0": "" } }"#,
      "a,b,w\n0,2,1\n2,4,0\n4,6,walk\n")
    #expect(try stretches(load(loaded)) == ["sit 0.0-2.0", "walk 4.0-6.0"])
  }

  @Test func aListMayBeEmptyAndASignalMayNot() throws {
    let list =
      #"{ "name": "noise", "spans": { "file": "marks", "start": "a", "end": "b" }, "notJudged": true }"#
    #expect(try load(files(list, "a,b\n")).labels.first?.stretches.isEmpty == true)
    let codes = #"{ "name": "act", "codes": { "file": "marks", "column": "a" } }"#
    #expect(messages(try files(codes, "a\n")) == ["the table has a header but no data rows"])
  }

  @Test func whatIsNotJudgedIsReadWithTheReference() throws {
    let files = try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["*_marks.csv"], "sampleRate": 1 },
        { "name": "marks", "path": "{recording}_marks.csv" } ],
      "channels": { "ppg": "p" }, "reference": [ { "rateSeries": "p" } ],
      "labels": [ { "name": "all", "spans": { "file": "marks", "start": "a", "end": "b" }, "notJudged": true },
        { "name": "some", "spans": { "file": "marks", "start": "a", "end": "b", "label": "w" }, "notJudged": ["x"] },
        { "name": "none", "spans": { "file": "marks", "start": "a", "end": "b", "label": "w" } } ]
      """,
      [
        ("r.csv", "p\n" + Self.signal.replacing("0\n", with: "60\n")),
        ("r_marks.csv", "a,b,w\n4,5,x\n1,2,y\n"),
      ])
    let set = try files.dataset()
    let entry = try #require(set.recordings.first)
    let judged = try set.load(entry)
    #expect(judged.labels.isEmpty)
    #expect(judged.notJudged.map(\.start) == [1, 4, 4])
    #expect(try set.load(entry, reference: false).notJudged.isEmpty)
  }

  // MARK: Codes

  @Test func runsOfEqualCodesAreStretches() throws {
    let loaded = try files(
      #"{ "name": "act", "codes": { "file": "marks", "column": "c", "missing": [9] }, "words": { "1": "sit" } }"#,
      "c\n1\n1\n2.5\nx\n9\n1\n", csv: #", "csv": { "missing": ["x"] }"#)
    #expect(try stretches(load(loaded)) == ["sit 0.0-4.0", "2.5 4.0-6.0", "sit 10.0-12.0"])
    let timed = try files(
      #"{ "name": "act", "codes": { "file": "marks", "column": "c", "time": "t" } }"#, "t,c\n1,1\n3,1\n5,2\n")
    #expect(try stretches(load(timed)) == ["1 1.0-5.0", "2 5.0-7.0"])
  }

  // MARK: Annotations

  private func annotated(_ body: String, _ notes: [String]) throws -> LoadedFolder {
    var file = EDFBytes(signals: [.init(samples: [[0, 1], [2, 3], [4, 5]])], reserved: "EDF+C")
    file.onsets = ["+0", "+1", "+2"]
    file.annotationSamples = 40
    file.notes = notes
    let loaded = try LoadedFolder(
      #""files": [ "{recording}.edf" ], "channels": { "ppg": 0 }, "labels": [ { "name": "act", "annotations": \#(body) } ]"#,
      [])
    try loaded.folder.write("r.edf", bytes: file.bytes)
    return loaded
  }

  @Test func annotationsLastAsTheySayOrUntilTheNext() throws {
    let notes = ["+0.5^1|walk|_", "+1.75^0.25|sit|run|_", "+0|start|_"]
    #expect(
      try stretches(load(annotated("{}", notes))) == [
        "start 0.0-0.0", "walk 0.5-1.5", "sit 1.75-2.0", "run 1.75-2.0",
      ])
    #expect(
      try stretches(load(annotated(#"{ "texts": ["walk", "start"], "until": "next" }"#, notes))) == [
        "start 0.0-0.5", "walk 0.5-3.0",
      ])
    #expect(
      messages(try annotated(#"{ "texts": ["start"] }"#, notes)) == [
        "labels \"act\": no annotation of 1 has a duration"
      ])
    #expect(messages(try annotated("{}", ["+0.5^-1|walk|_", "", ""]))[0].contains("cannot be read"))
  }

  // MARK: Invalid labels

  @Test(arguments: [
    (
      #""spans": { "file": "marks", "start": "a", "end": "b" }"#, "a,b\n0,1\n5,4\n",
      "the stretch at line 3 goes from 5 to 4 s; it must end after its start @3"
    ),
    (
      #""spans": { "file": "marks", "start": "a", "end": "b" }"#, "a,b\n1000,2000\n",
      "labels \"act\": they lie from 1000 to 2000 s, and the recording from 0 to 20 s"
    ),
  ])
  func labelsThatCannotBe(_ source: String, _ marks: String, _ message: String) throws {
    #expect(messages(try files(#"{ "name": "act", \#(source) }"#, marks)) == [message])
  }

  @Test func labelsThatAreMissing() throws {
    let labels = #"{ "name": "act", "spans": { "file": "marks", "start": "a", "end": "b" } }"#
    let there = try files(labels, "a,b\n0,1\n")
    try there.folder.write("q.csv", "p\n1\n2\n")
    let set = try there.dataset()
    let entry = try #require(set.recordings.first { $0.id == "q" })
    #expect(throws: Diagnostics.self) { try set.load(entry, labels: nil) }
    let optional = try files(labels.replacing("\"act\",", with: "\"act\", \"optional\": true,"), "a,b\n0,1\n")
    try optional.folder.write("q.csv", "p\n1\n2\n")
    let other = try optional.dataset()
    let lacking = try #require(other.recordings.first { $0.id == "q" })
    #expect(try other.load(lacking, labels: nil).labels.isEmpty)
  }

  @Test func whatADescriptorMayNotSay() throws {
    let problems = try #require(throws: Diagnostics.self) {
      try LoadedFolder(
        """
        "files": [ { "path": "{recording}.csv", "sampleRate": 1 } ], "channels": { "ppg": "p" },
        "metadata": [ { "name": "hand", "value": "left" } ],
        "labels": [
          { "name": "dataset", "spans": { "start": "a", "end": "b" } },
          { "name": "hand", "spans": { "start": "a", "end": "b", "duration": "c" } },
          { "name": "hand", "spans": { "start": "a" } },
          { "name": "note", "annotations": {} },
          { "name": "code", "codes": "c" }, { "name": "code", "codes": "c" } ]
        """, []
      ).dataset()
    }
    #expect(
      problems.list.map(\.message) == [
        #"two label lists are called "code""#,
        #"labels are called "dataset""#,
        #""end" and "duration" exclude each other"#,
        "nothing says where these stretches end",
        "a CSV file has no annotations",
      ])
  }
}
