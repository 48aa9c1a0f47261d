import HRSupport
import HRSignals
import Testing

@testable import HRRecordings
@testable import HRNumerics

@Suite struct ReferenceLoadingTests {
  /// A signal of 5 s, and `truth.csv` or `truth.txt` with the reference.
  private func files(_ reference: String, _ truth: String, isPlain: Bool = false) throws -> LoadedFolder {
    let ending = isPlain ? "txt" : "csv"
    return try LoadedFolder(
      """
      "files": [ { "path": "{recording}.csv", "except": ["*_truth.csv"], "sampleRate": 1 },
        { "name": "truth", "path": "{recording}_truth.\(ending)", "reader": "\(isPlain ? "numbers" : "csv")"
          \(isPlain ? "" : ", \"csv\": { \"missing\": [\"\", \"x\"] }") } ],
      "channels": { "ppg": "p" }, "reference": [ \(reference) ]
      """, [("r.csv", "p\n1\n2\n3\n4\n5\n"), ("r_truth.\(ending)", truth)])
  }

  @Test func beats() throws {
    let loaded = try files(
      #"{ "beats": { "file": "truth", "column": "t", "unit": "ms" }, "offsetSeconds": -0.5 }"#,
      "t\n1000\n1750\n")
    #expect(try loaded.load().reference == .beats([0.5, 1.25]))
    #expect(try loaded.load(withReference: false).reference == .none)
    #expect(try loaded.load(needing: []).reference == .beats([0.5, 1.25]))
  }

  @Test(arguments: [(0, [0.5, 1.5]), (1, [0.25, 1.25])])
  func beatSamples(_ first: Int, _ times: [Double]) throws {
    let loaded = try files(
      #"{ "beatSamples": { "file": "truth", "column": 0, "firstIndex": \#(first), "sampleRate": 4 } }"#,
      "n\n2\n6\n")
    #expect(try loaded.load().reference == .beats(times))
    let breaths = try files(
      #"{ "breathSamples": { "file": "truth", "column": "b", "firstIndex": \#(first), "sampleRate": 4 } }"#,
      "a,b\n1,2\n3,6\n7,x\n9,x\n")
    // Its column is shorter than the other.
    let set = try breaths.dataset(reference: "breathSamples", measurand: .breathingRate)
    #expect(set.referenceMeasurand == .breathingRate && !set.referenceHasBeats)
    #expect(try set.load(set.recordings[0]).reference == .breaths(times))
  }

  @Test(arguments: [
    ("2\nx\n6\n", "a breath's time is missing or not finite @3"),
    ("6\n2\n", "breaths must ascend: 2 after 6 at line 3 @3"),
    ("x\nx\n", "the reference \"breathSamples\" is empty"),
  ])
  func whatIsWrongWithNumbersOfBreaths(_ numbers: String, _ message: String) throws {
    let loaded = try files(
      #"{ "breathSamples": { "file": "truth", "column": 0, "firstIndex": 0, "sampleRate": 4 } }"#,
      "n\n" + numbers)
    #expect(try loaded.problems(measurand: .breathingRate) == [message])
  }

  @Test func rrIntervals() throws {
    let loaded = try files(
      #"{ "name": "strap", "rrIntervals": { "file": "truth", "unit": "ms" }, "offsetSeconds": -1.5 }"#,
      "800 900 1000",
      isPlain: true)
    #expect(try loaded.load().reference == .beats([0, 800, 1700, 2700].map { $0 / 1000 - 1.5 }))
    #expect(try loaded.load(reference: "strap").reference == loaded.load().reference)
  }

  @Test func rateSeriesCombinesColumnsAndLeavesOutRowsWithoutARate() throws {
    let series =
      #""file": "truth", "columns": ["a", "b", "c"], "missing": [0], "sampleRate": 0.5, "startTime": 1"#
    let truth = "a,b,c\n60,70,0\n0,0,x\n50,0,0\n60,61,90\n"
    let median = try files(#"{ "rateSeries": { \#(series) }, "offsetSeconds": -1 }"#, truth)
    #expect(try median.load().reference == .rateSeries(TimeSeries(times: [0, 4, 6], values: [65, 50, 61])))
    let mean = try files(#"{ "rateSeries": { \#(series), "combine": "mean" } }"#, truth)
    #expect(
      try mean.load().reference == .rateSeries(TimeSeries(times: [1, 5, 7], values: [65, 50, 211.0 / 3])))
  }

  @Test func rateSeriesWithTimesOfItsOwn() throws {
    let loaded = try files(
      #"{ "rateSeries": { "file": "truth", "column": "bpm", "time": { "column": "t", "unit": "ms" } } }"#,
      "t,bpm\n0,60\n1100,61\n")
    #expect(try loaded.load().reference == .rateSeries(TimeSeries(times: [0, 1.1], values: [60, 61])))
  }

  @Test func windowRates() throws {
    let loaded = try files(
      #"{ "windowRates": { "file": "truth", "start": "from", "end": "to", "bpm": 2 } }"#,
      "from,to,bpm\n0,2,60\n1,3,x\n2,4,62\n")
    #expect(
      try loaded.load().reference
        == .windowRates([
          .init(range: TimeRange(start: 0, end: 2), bpm: 60),
          .init(range: TimeRange(start: 2, end: 4), bpm: 62),
        ]))
  }

  private static func regular(_ keys: String = "") -> String {
    #"{ "windowRates": { "file": "truth", "bpm": "bpm", "windowSeconds": 2, "hopSeconds": 1\#(keys) } }"#
  }

  @Test func ratesOfWindowsWithoutTimes() throws {
    let loaded = try files(Self.regular(), "bpm\n60\nx\n62\n63.5\n")
    let windows = [(0, 60), (2, 62), (3, 63.5)].map { (start: Double, bpm: Double) in
      Reference.WindowRate(range: TimeRange(start: start, end: start + 2), bpm: bpm)
    }
    #expect(try loaded.load().reference == .windowRates(windows))
    // Without channels there is no recording's length to compare their number with.
    #expect(try loaded.load(needing: []).reference == .windowRates(windows))
    let later = try files(
      String(Self.regular(#", "firstSeconds": 1.5, "missing": [0]"#).dropLast(1))
        + #", "offsetSeconds": -1 }"#,
      "bpm\n0\n80\n")
    #expect(
      try later.load().reference == .windowRates([.init(range: TimeRange(start: 1.5, end: 3.5), bpm: 80)]))
    let short = try files(Self.regular(#", "endsEarly": true"#), "bpm\n60\n61\n")
    #expect(
      try short.load().reference
        == .windowRates([
          .init(range: TimeRange(start: 0, end: 2), bpm: 60),
          .init(range: TimeRange(start: 1, end: 3), bpm: 61),
        ]))
  }

  @Test(
    arguments: [
      (
        "", "60\n61\n62\n63\n64\n",
        "there are 5 rates for windows of 2 s every 1 s from 0 s on, but 4 such windows fit into the recording, which ends at 5 s"
      ),
      (
        #", "endsEarly": true"#, "60\n61\n62\n63\n64\n",
        "there are 5 rates for windows of 2 s every 1 s from 0 s on, but 4 such windows fit into the recording, which ends at 5 s"
      ),
      (
        "", "60\n61\n62\n",
        "there are 3 rates for windows of 2 s every 1 s from 0 s on, but 4 such windows fit into the recording, which ends at 5 s"
      ),
      (
        #", "firstSeconds": 3"#, "60\n61\n",
        "there are 2 rates for windows of 2 s every 1 s from 3 s on, but 1 such window fits into the recording, which ends at 5 s"
      ),
      ("", "60\n0\n62\n63\n", "a rate must be positive, found 0 at line 3 @3"),
      ("", "x\nx\nx\nx\n", "the reference \"windowRates\" has no rate in any row"),
    ])
  func whatIsWrongWithRatesOfWindows(_ keys: String, _ rates: String, _ message: String) throws {
    #expect(try files(Self.regular(keys), "bpm\n" + rates).problems() == [message])
  }

  @Test func aTenthOfAHopMayBeLostToRounding() {
    let windows = RegularWindows(windowSeconds: 8, hopSeconds: 2, firstSeconds: 0, endsEarly: false)
    #expect(windows.counts(endingBy: 436).exact == 215)
    #expect(windows.counts(endingBy: 436).allowed == 215...215)
    #expect(windows.counts(endingBy: 435.9).exact == 214)
    #expect(windows.counts(endingBy: 435.9).allowed == 214...215)
    #expect(windows.counts(endingBy: 437.9).allowed == 215...216)
    #expect(windows.counts(endingBy: 3).allowed == 0...0)
  }

  @Test(
    arguments: [
      (#""bpm": "b""#, ["nothing says where these windows lie"]),
      (#""bpm": "b", "start": "s""#, ["\"start\" needs \"end\" as well"]),
      (#""bpm": "b", "end": "s""#, ["\"end\" needs \"start\" as well"]),
      (#""bpm": "b", "windowSeconds": 8"#, ["windows without \"start\" and \"end\" need \"hopSeconds\""]),
      (
        #""bpm": "b", "firstSeconds": 8"#,
        [
          "windows without \"start\" and \"end\" need \"windowSeconds\"",
          "windows without \"start\" and \"end\" need \"hopSeconds\"",
        ]
      ),
      (
        #""bpm": "b", "start": "s", "end": "e", "windowSeconds": 8, "hopSeconds": 2"#,
        [
          "\"start\" and \"windowSeconds\" exclude each other: either windows have times of their own, or they follow each other evenly"
        ]
      ),
      (
        #""bpm": "b", "windowSeconds": 0, "hopSeconds": -2"#,
        [
          "\"windowSeconds\" is 0, outside its range 0.001 to 86400",
          "\"hopSeconds\" is -2, outside its range 0.001 to 86400",
        ]
      ),
      (
        #""bpm": "b", "windowSeconds": 8, "hopSeconds": 2, "unit": "ms""#,
        ["\"unit\" is that of \"start\" and \"end\"; \"windowSeconds\" is in seconds"]
      ),
    ] as [(String, [String])])
  func whereWindowsLieMustBeSaidOnce(_ keys: String, _ messages: [String]) throws {
    let text =
      #"{ "schemaVersion": 1, "name": "d", "files": [ "{recording}.csv" ], "reference": [ { "windowRates": { \#(keys) } } ] }"#
    let problems = try #require(throws: Diagnostics.self) {
      try DatasetDescriptor(JSONDocument(text, file: "dataset.json"))
    }
    #expect(problems.list.map(\.message) == messages)
  }

  @Test(
    arguments: [
      ("beats", "t\n1\n1\n", ["beats must ascend: 1 after 1 at line 3 @3"]),
      ("beats", "t\n2\n1\n", ["beats must ascend: 1 after 2 at line 3 @3"]),
      ("beats", "t\n1\nx\n", ["a beat's time is missing or not finite @3"]),
      ("beats", "t\n", ["the table has a header but no data rows"]),
      ("rrIntervals", "t\n0.8\n0\n", ["an RR interval must be positive, found 0 at entry 1 @3"]),
      ("rrIntervals", "t\n-0.8\n", ["an RR interval must be positive, found -0.8 at entry 0 @2"]),
      ("rateSeries", "t\n60\n0\n", ["a rate must be positive, found 0 at line 3 @3"]),
      ("rateSeries", "t\nx\n", ["the reference \"rateSeries\" has no rate in any row"]),
      (
        "beats", "t\n800\n1600\n",
        ["the reference (800 to 1600 s) does not overlap the recording (0 to 5 s)"]
      ),
    ] as [(String, String, [String])])
  func whatFailsARecording(_ kind: String, _ truth: String, _ messages: [String]) throws {
    let rate = kind == "rateSeries" ? #", "sampleRate": 1"# : ""
    let loaded = try files(#"{ "\#(kind)": { "file": "truth", "column": "t"\#(rate) } }"#, truth)
    #expect(try loaded.problems() == messages)
  }

  @Test func windowsMustEndAfterTheirStart() throws {
    let loaded = try files(
      #"{ "windowRates": { "file": "truth", "start": "from", "end": "to", "bpm": "bpm" } }"#,
      "from,to,bpm\n2,2,60\n")
    #expect(try loaded.problems() == ["a window must end after its start (line 2) @2"])
  }

  @Test func aMissingReferenceFileFailsOnlyWhoNeedsIt() throws {
    let loaded = try files(#"{ "beats": { "file": "truth", "column": "t" } }"#, "t\n1\n2\n")
    try loaded.folder.write("q.csv", "p\n1\n")
    let problems = try #require(throws: Diagnostics.self) { try loaded.load("q") }
    #expect(problems.list.map(\.message) == ["the file \"truth\" is missing: q_truth.csv"])
    #expect(try loaded.load("q", withReference: false).channels.kinds == [.ppg])
  }

  @Test func problemsOfAllFilesComeTogether() throws {
    let loaded = try files(#"{ "beats": { "file": "truth", "column": "t" } }"#, "t\n2\nnoon\n")
    try loaded.folder.write("r.csv", "p\n")
    #expect(
      try loaded.problems() == [
        "the table has a header but no data rows", "expected a number in column \"t\", found \"noon\" @3",
      ])
  }

  @Test func anEmptyListOfIntervals() throws {
    let loaded = try files(#"{ "rrIntervals": { "file": "truth" } }"#, "\n", isPlain: true)
    #expect(try loaded.problems() == ["the reference \"rrIntervals\" is empty"])
  }
}
