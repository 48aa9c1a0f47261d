import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct BaselineFileTests {
  private static var run: HandMadeRun {
    var run = HandMadeRun(recordings: 3)
    run.name = "a \"quoted\" name, ü"
    run.error = { $0.detector == 1 && $0.recording == 2 ? nil : HandMadeRun.noise($0) / 3 }
    return run
  }

  private func read(_ text: String) throws -> Baseline {
    try withTemporaryFolder { folder in
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/base.json"))
      return try BaselineFile.read(folder + "/base.json")
    }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var run = Self.run
    for window in [10, nil] as [Double?] {
      run.windowSeconds = window
      let baseline = Baseline(
        run.evaluation, marginBPM: 0.25, coveragePoints: 2.5, successPoints: 0.5, grossPoints: 1.5)
      #expect(try read(BaselineFile.text(baseline)) == baseline)
    }
    var failed = Self.run
    failed.failed = [0]
    #expect(try read(BaselineFile.text(Baseline(failed.evaluation))) == Baseline(failed.evaluation))
  }

  @Test(arguments: ["1eb7bb18c0de", nil])
  func theOriginIsReadAgain(_ commit: String?) throws {
    var baseline = Baseline(Self.run.evaluation)
    baseline.origin = .init(
      made: "2026-11-20T02:00:00Z", commit: commit, hasUncommittedChanges: commit != nil)
    let text = BaselineFile.text(baseline)
    #expect(try read(text) == baseline)
    let wrong = try #require(throws: Diagnostics.self) {
      try read(text.replacing("2026-11-20T02:00:00Z", with: "yesterday"))
    }.list
    #expect(wrong.map(\.message) == ["\"yesterday\" is no time"])
    #expect(wrong.first?.place?.line != nil && wrong.first?.hint == "written like 2026-01-02T03:04:05Z")
  }

  /// Builds before this one stored no origin and no detectors.
  @Test func anOlderBaselineIsReadAndNamesDetectorsAlone() throws {
    let text = BaselineFile.text(Baseline(Self.run.evaluation))
    let parts = text.components(separatedBy: "  \"detectors\": [")
    try #require(parts.count == 2)
    let end = try #require(parts[1].range(of: "\n  ],\n"))
    let older = try read(parts[0] + parts[1][end.upperBound...])
    #expect(older.detectors.isEmpty && older.origin == nil && older.rows.count == 2)
    var now = Self.run
    now.detectors[0] = HandMadeRun.detector("a", version: 2)
    let changes = try Gate(now.evaluation, against: older, file: "base.json").changes
    #expect(changes.sentences == ["detector a: a@1 → a@2"] && !changes.knowsParameters)
  }

  @Test func theMeasurandIsReadAgain() throws {
    var breathing = Self.run
    breathing.measurand = .breathingRate
    #expect(try read(BaselineFile.text(Baseline(breathing.evaluation))).measurand == .breathingRate)
  }

  @Test(arguments: [1, 2, 3, 5])
  func anotherVersionIsRefused(_ version: Int) throws {
    let text = BaselineFile.text(Baseline(Self.run.evaluation))
      .replacing("\"version\": 4", with: "\"version\": \(version)")
      .replacing("\"id\": \"r3\"", with: "\"id\": 3")
    let problem = try #require(throws: Diagnostics.self) { try read(text) }.list
    #expect(problem.map(\.message) == ["the baseline is of version \(version); this hreval reads version 4"])
    #expect(problem.first?.hint == "write the baseline again: hreval baseline RUN")
    #expect(problem.first?.place?.line != nil)
  }

  @Test func theBaselineOfTheRepositoryIsRead() throws {
    let path = ProjectFolder.root.appendingPathComponent("experiments/nightly.baseline.json").path
    #expect(try !BaselineFile.read(path).rows.isEmpty)
  }

  @Test func figuresAreThoseOfTheRun() throws {
    let baseline = Baseline(Self.run.evaluation)
    #expect(baseline.marginBPM == 0.5 && baseline.coveragePoints == 1 && baseline.mode == .continuous)
    #expect(
      baseline.recordings.map(\.id) == ["r1", "r2", "r3"] && baseline.recordings.map(\.windows) == [6, 6, 6])
    #expect(baseline.recordings.map(\.sha256) == [["sum1"], ["sum2"], ["sum3"]])
    #expect(baseline.rows.map(\.definition) == ["a@1", "b@1"])
    #expect(baseline.rows[1].figures.map(\.estimates) == [6, 6, 0])
    let silent = WindowNumbers([Double?](repeating: nil, count: 6))
    #expect(
      baseline.rows[1].figures[2] == .init(referenceWindows: 6, estimates: 0, maeBPM: nil, errors: silent))
    #expect(baseline.scenarios.map(\.label) == ["clean"] && baseline.scenarios[0].noise == nil)
    #expect(baseline.scenarios[0].references[1].values == [62, 63, 64, 65, 66, 67])
    let mean = baseline.rows[0].figures[0].errors.values.compactMap { $0.map(abs) }.reduce(0, +) / 6
    #expect(abs(Double(mean) - (baseline.rows[0].figures[0].maeBPM ?? 0)) < 1e-6)
  }

  @Test func oneFigurePerRecordingWhateverTheRepeats() {
    var run = Self.run
    run.scenarios = [HandMadeRun.scenario("noise", ["whiteNoise@1"], repeats: 3)]
    #expect(Baseline(run.evaluation).rows[0].figures.map(\.referenceWindows) == [18, 18, 18])
    #expect(Baseline(run.evaluation).recordings.map(\.windows) == [6, 6, 6])
    #expect(Baseline(run.evaluation).rows[0].figures.map(\.errors.values.count) == [18, 18, 18])
    #expect(Baseline(run.evaluation).scenarios[0].references.map(\.values.count) == [18, 18, 18])
    #expect(Baseline(run.evaluation).scenarios[0].noise == "noise")
  }

  /// A change to the text of a valid file, and the resulting message.
  private static let damages: [(old: String, new: String, message: String)] = [
    ("\"hreval-baseline\"", "\"hreval-results\"", "this is no baseline of hreval; its format is"),
    ("\"heartRate\"", "\"pulse\"", "unknown measurand \"pulse\""),
    ("\"continuous\"", "\"sometimes\"", "unknown mode \"sometimes\""),
    ("\"marginBPM\": 0.5", "\"marginBPM\": -1", "\"marginBPM\" is -1, outside its range 0 to 100"),
    ("\"marginBPM\": 0.5", "\"marginBPM\": \"half\"", "expected a number from 0 to 100"),
    ("\"coveragePoints\": 1", "\"coveragePoint\": 1", "unknown key \"coveragePoint\" in the baseline"),
    (
      "\"successPoints\": 1", "\"successPoints\": 101", "\"successPoints\" is 101, outside its range 0 to 100"
    ),
    ("\"grossPoints\": 1", "\"grossPoints\": null", "expected a number from 0 to 100"),
    ("\"coveragePoints\": 1,", "", "the baseline lacks the key \"coveragePoints\""),
    ("\"windowSeconds\": 10", "\"windowSeconds\": \"ten\"", "expected a number"),
    ("\"id\": \"r2\"", "\"id\": \"r1\"", "the recording d/r1 stands twice"),
    ("\"detector\": \"b\"", "\"detector\": \"a\"", "the row a, clean stands twice"),
    ("[6, 6, 0]", "[6, 6]", "estimates has 2 entries for 3 recordings"),
    ("[6, 6, 0]", "[6, 7, 0]", "7 estimates in 6 windows with a reference"),
    ("[6, 6, 0]", "[6, 6, 1]", "1 estimate without an error"),
    ("[6, 6, 0]", "[6, 0, 0]", "an error without an estimate"),
    ("[6, 6, 0]", "[6, 6, -1]", "outside its range 0 to"),
    ("[6, 6, 0]", "[6, 6, 0.5]", "expected a whole number"),
    ("[6, 6, 0]", "[6, 6, 1e300]", "expected a whole number"),
    ("null]", "-0.5]", "outside its range 0 to"),
    ("null]", "1e300]", "outside its range 0 to"),
    ("null]", "\"none\"]", "expected a number"),
    ("AADA", "AAD?", "expected base64 of four bytes per window"),
    ("AADAfw", "AACAfw", "expected base64 of four bytes per window"),
    ("AMB/AADAfwAAwH8AAMB/", "AMB/AADAfwAAwH8AAMBA", "1 errors of windows for 0 estimates"),
    ("\"errors\": [\"", "\"errors\": [\"\", \"", "errors has 4 entries for 3 recordings"),
    ("\"references\": [\"", "\"references\": [\"\", \"", "references has 4 entries for 3 recordings"),
    (
      "\"references\": [\"", "\"references\": [\"AAAAAAAAAAAAAAAA",
      "errors of 6 windows, but references of 9"
    ),
    ("\"errors\": [", "\"error\": [", "unknown key \"error\""),
    ("\"scenarios\": [", "\"scenes\": [", "the baseline lacks the key \"scenarios\""),
    ("\"findings\": {", "\"finding\": {", "the baseline lacks the key \"findings\""),
    ("\"scenario\": \"clean\"", "\"scenario\": \"dark\"", "the scenario \"dark\" has no references"),
    ("\"rows\": [", "\"rows\": {", "not valid JSON"),
    ("\"d\": []", "\"d\": [\"tooGood\"]", "unknown"),
  ]

  @Test func everyDamageHasItsSentence() throws {
    let text = BaselineFile.text(Baseline(Self.run.evaluation))
    for (old, new, message) in Self.damages {
      let parts = text.components(separatedBy: old)
      try #require(parts.count > 1, "\(old) is not in the text")
      // The last occurrence is replaced, so that the text before it stays valid.
      let damaged = parts.dropLast().joined(separator: old) + new + (parts.last ?? "")
      do {
        _ = try read(damaged)
        Issue.record("\(new) was read")
      } catch let error as Diagnostics {
        #expect(
          error.list.contains { $0.message.contains(message) }, "\(message) in \(error.list.map(\.message))")
        #expect(error.list.allSatisfy { $0.place?.line != nil })
      }
    }
  }

  @Test func allProblemsComeAtOnce() throws {
    let text = BaselineFile.text(Baseline(Self.run.evaluation))
      .replacing("\"seed\": ", with: "\"seed\": -").replacing("\"id\": \"r3\"", with: "\"id\": 3")
    let error = try #require(throws: Diagnostics.self) { try read(text) }
    #expect(error.list.count == 2)
  }

  @Test(arguments: ["recordings", "rows"])
  func aBaselineOfNothingIsRefused(_ key: String) throws {
    let whole = Baseline(Self.run.evaluation)
    let empty = Baseline(
      hreval: whole.hreval, origin: nil, experiment: whole.experiment, seed: whole.seed, marginBPM: 0.5,
      coveragePoints: 1,
      measurand: whole.measurand, mode: whole.mode, windowSeconds: whole.windowSeconds,
      hopSeconds: whole.hopSeconds, windows: whole.windows, datasets: whole.datasets,
      recordings: key == "recordings" ? [] : whole.recordings, scenarios: whole.scenarios,
      rows: key == "rows" ? [] : whole.rows, detectors: whole.detectors, findings: whole.findings)
    let error = try #require(throws: Diagnostics.self) { try read(BaselineFile.text(empty)) }
    #expect(error.list.first?.message == "the baseline has no \(key)")
  }

  @Test func aFileThatIsNotThereOrEmpty() throws {
    let missing = try #require(throws: Diagnostics.self) { try BaselineFile.read("/nowhere/base.json") }
    #expect(missing.list.first?.summary.contains("/nowhere/base.json") == true)
    #expect(throws: Diagnostics.self) { try read("") }
    #expect(throws: Diagnostics.self) { try read("[]") }
  }
}
