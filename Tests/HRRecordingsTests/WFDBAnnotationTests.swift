import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

@Suite struct WFDBAnnotationTests {
  /// Pairs of bytes: a code and a number.
  private static func bytes(_ words: [(Int, Int)]) -> [UInt8] {
    words.flatMap { word -> [UInt8] in
      let bits = word.0 << 10 | word.1
      return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    }
  }

  private static let beats = bytes([(1, 100), (5, 50), (28, 10), (1, 90), (14, 0), (0, 0)])

  private func files(
    _ beats: String, bytes: [UInt8] = beats, header: String? = "r 1 100 400\nr.dat 16\n",
    more: String = "", kind: String = "beats"
  ) throws -> LoadedFolder {
    let loaded = try LoadedFolder(
      #""files": [ { "name": "w", "path": "{recording}.atr"\#(more) } ], "reference": [ { "\#(kind)": \#(beats) } ]"#,
      header.map { [("r.hea", $0)] } ?? [])
    try loaded.folder.write("r.atr", bytes: bytes)
    return loaded
  }

  @Test func beatsOfAllKindsOrOfSome() throws {
    #expect(try files("{}").load().reference == .beats([1, 1.5, 2.5]))
    #expect(try files(#"{ "annotations": ["V"] }"#).load().reference == .beats([1.5]))
    #expect(try files(#""N""#).load().reference == .beats([1, 2.5]))
    let absent = try #require(throws: Diagnostics.self) {
      try files(#"{ "annotations": ["S", "A"] }"#).load()
    }
    #expect(absent.first.message == #"no annotation is "S" or "A""#)
    #expect(absent.first.hint == #"known here: "N", "V", "+", "~""#)
    let none = try #require(throws: Diagnostics.self) { try files("{}", bytes: Self.bytes([(28, 4)])).load() }
    #expect(none.first.message == "no annotation is a beat")
  }

  @Test func breathsAreChosenByTheirText() throws {
    let notes =
      Self.bytes([(22, 100), (63, 4)]) + Array("ann1".utf8) + Self.bytes([(22, 50), (63, 3)])
      + Array("you".utf8) + [0] + Self.bytes([(22, 150), (63, 4)]) + Array("ann1".utf8)
    let path = try TemporaryFolder.untilTheEnd().write("r.tst", bytes: notes)
    var request = FileRequest()
    request.add(.annotations(["ann1"]), optional: false)
    let contents = try WFDBAnnotationReading(
      path, stated: 100, scope: ReadingScope([]), budget: ReadingBudget()
    )
    .contents(for: request)
    #expect(contents.columns[.annotations(["ann1"])] == [1, 3])
    let reading = try WFDBAnnotations(notes, "r.atr")
    #expect(
      reading.list.map(\.note) == ["ann1", "you", "ann1"] && reading.list.map(\.time) == [100, 150, 300])
  }

  @Test func whoSaysHowLongATickIs() throws {
    #expect(try files("{}", more: #", "sampleRate": 50"#).load().reference == .beats([1, 1.5, 2.5]))
    #expect(try files("{}", header: nil, more: #", "sampleRate": 50"#).load().reference == .beats([2, 3, 5]))
    #expect(
      try files("{}", header: nil).problems() == [
        "nothing says how long a tick of these annotations is: the file has no time resolution, and there is no r.hea"
      ])
    let text = "## time resolution: 200"
    let own = Self.bytes([(22, 0), (63, text.utf8.count)]) + Array(text.utf8) + [0] + Self.beats
    #expect(try files("{}", bytes: own).load().reference == .beats([0.5, 0.75, 1.25]))
  }

  @Test func rhythmsAreLabels() throws {
    let notes =
      Self.bytes([(28, 0), (63, 2)]) + Array("(N".utf8) + Self.bytes([(1, 100), (28, 50), (63, 5)])
      + Array("(AFIB".utf8) + [0] + Self.bytes([(1, 100), (14, 50), (1, 60)])
    let loaded = try LoadedFolder(
      #"""
      "files": [ { "name": "record", "path": "{recording}.hea" }, { "name": "w", "path": "{recording}.atr" } ],
      "channels": { "ecg": 0 },
      "labels": [ { "name": "rhythm", "annotations": { "file": "w", "texts": ["(N", "(AFIB"], "until": "next" } },
        { "name": "quality", "annotations": { "file": "w", "texts": ["~"], "until": "next" } } ]
      """#, [("r.hea", "r 1 100 400\nr.dat 80\n")])
    try loaded.folder.write("r.dat", bytes: [UInt8](repeating: 100, count: 400))
    try loaded.folder.write("r.atr", bytes: notes)
    let set = try loaded.dataset()
    let labels = try set.load(try #require(set.recordings.first), labels: nil).labels
    #expect(labels.map(\.name) == ["rhythm", "quality"])
    #expect(labels[0].stretches.map(\.label) == ["(N", "(AFIB"])
    #expect(labels[0].stretches[0].range == TimeRange(start: 0, end: 1.5))
    #expect(labels[0].stretches[1].range.start == 1.5 && labels[1].stretches[0].range.start == 3)
  }

  @Test func theHeaderIsAmongTheFiles() throws {
    let loaded = try files("{}")
    let set = try loaded.dataset()
    #expect(set.files(of: set.recordings[0]).map { $0.split(separator: "/").last } == ["r.atr", "r.hea"])
  }

  @Test func longStepsAndOwnTypes() throws {
    let definitions = ["## annotation type definitions", "42 Z a type", "## end of definitions"]
    var bytes: [UInt8] = []
    for text in definitions {
      bytes += Self.bytes([(22, 0), (63, text.utf8.count)]) + Array(text.utf8)
      if text.utf8.count % 2 == 1 { bytes.append(0) }
    }
    bytes += Self.bytes([(59, 0)]) + [1, 0, 2, 0] + Self.bytes([(42, 3)])
    bytes += Self.bytes([(59, 0)]) + [0xFF, 0xFF, 0xFE, 0xFF] + Self.bytes([(48, 0), (0, 0), (1, 1)])
    let read = try WFDBAnnotations(bytes, "r.atr").list
    #expect(read.map(\.symbol) == ["Z", "[48]"] && read.map(\.time) == [65536 + 2 + 3, 65536 + 3])
  }

  @Test(arguments: [
    ([], "the file is empty"), ([7], "the file has 1 byte: annotations have two or more"),
    ([1, 4, 9], "the file ends inside an annotation"),
    (bytes([(59, 0)]) + [1, 0], "the file ends inside an annotation"),
    (bytes([(1, 5), (63, 9)]) + [65, 65], "the file ends inside an annotation"),
    (
      bytes([(61, 5), (1, 1)]),
      "byte 0 holds a supplement (61) to an annotation, and there is none before it"
    ),
  ])
  func filesThatCannotBeRead(_ bytes: [UInt8], _ message: String) throws {
    let error = #expect(throws: Diagnostics.self) { try WFDBAnnotations(bytes, "r.atr") }
    #expect(error?.list.map(\.message) == [message])
  }

  @Test(arguments: [
    (
      #""rrIntervals": { "file": "w" }"#,
      #"a WFDB annotation file has times of events and no samples: only "beats" and "breaths" are read from it"#
    ),
    (#""breaths": { "file": "w" }"#, "nothing says which annotations are breaths"),
    (
      #""beats": { "file": "w", "signal": 0 }"#,
      #"a WFDB annotation file has annotations, so "signal" names nothing in it"#
    ),
    (#""beats": 3"#, "a WFDB annotation file has no numbered columns"),
  ])
  func whatADescriptorMayNotSay(_ reference: String, _ message: String) throws {
    let loaded = try LoadedFolder(
      #""files": [ { "name": "w", "path": "{recording}.atr" } ], "reference": [ { \#(reference) } ]"#, [])
    let problems = try #require(throws: Diagnostics.self) { try loaded.dataset() }
    #expect(problems.list.map(\.message) == [message])
  }
}
