import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning

@Suite struct LedgerTests {
  private static func entry(
    _ recordings: [String], _ detectors: [String], analysis: String? = nil, experiment: String = "e",
    contents: [String] = [], part: LedgerEntry.Part = .all
  ) -> LedgerEntry {
    LedgerEntry(
      time: "2026-01-02T03:04:05Z", experiment: "an \"odd\"\nname", experimentSHA256: experiment,
      datasets: ["mine"], recordings: recordings, names: recordings.map(LedgerEntry.mark(ofName:)),
      detectors: detectors, part: part, analysis: analysis, contents: contents)
  }

  private static func plan(
    detectors: [RunPlan.DetectorNote] = [], excluded: [String] = [], split: RunPlan.SplitNote? = nil
  ) -> RunPlan {
    var plan = RunPlan(
      hreval: "0", name: "n", description: nil, seed: 1, mode: .continuous, windowSeconds: 10, hopSeconds: 5,
      withinBPM: 5, withinPercent: nil, metrics: [], strata: [], formats: [],
      datasets: [
        .init(name: "mine", reference: "r", kind: "beats", offsetSeconds: 0, descriptorSHA256: "d")
      ], recordings: [], scenarios: [], detectors: detectors)
    plan.excluded = excluded.map { .init(dataset: 0, id: $0, reason: .exclude) }
    plan.split = split
    return plan
  }

  private static func detector(_ label: String, _ value: String, baseline: String? = nil)
    -> RunPlan.DetectorNote
  {
    RunPlan.DetectorNote(
      label: label, extractors: ["ppg@1"], filters: [],
      detector: .init(definition: "fft@1", parameters: [.init(name: "low", value: value, number: nil)]),
      baseline: baseline)
  }

  @Test func whereItLies() {
    func place(_ stated: String?, _ data: String?) -> String? {
      Ledger.place(stated: stated, dataDirectory: data, beside: "/here")?.path
    }
    #expect(place(nil, nil) == "/here/.hreval/ledger.jsonl")
    #expect(place("", "") == "/here/.hreval/ledger.jsonl")
    #expect(place(nil, "/data") == "/data/.hreval/ledger.jsonl")
    #expect(place("/mine", "/data") == "/mine")
    #expect(place("off", "/data") == nil)
  }

  @Test func givesBackWhatWasNoted() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/.hreval/ledger.jsonl", name: "it")
      #expect(try ledger.read() == Ledger.Content())
      let entries = [Self.entry(["r1", "r2"], ["a"]), Self.entry([], ["a", "b"])]
      for entry in entries { try ledger.append(entry) }
      #expect(try ledger.read().entries == entries)
      #expect(entries[0].line.contains("\n") == false)
    }
  }

  @Test func aDamagedLineIsCountedAndHarmsNoOther() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      let entry = Self.entry(["r1"], ["a"])
      // The second was cut off; the bytes of the third are no text.
      let bytes =
        Data(entry.line.utf8) + Data("\n{\"time\": 3}\n".utf8) + Data([0xff, 0x0a]) + Data("{\"tim".utf8)
      try bytes.write(to: URL(fileURLWithPath: ledger.path))
      try ledger.append(entry)
      let content = try ledger.read()
      #expect(content.entries == [entry, entry] && content.damagedLines == 3)
    }
  }

  /// A line longer than any entry is counted and not stored, wherever it ends.
  @Test func aLineWithoutAnEndIsCountedOnce() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      let entry = Self.entry(["r1"], ["a"])
      let long = Data(repeating: UInt8(ascii: "x"), count: Ledger.mostLineBytes + 1)
      let line = Data((entry.line + "\n").utf8)
      try (line + long + Data("\n\n".utf8) + line + long).write(to: URL(fileURLWithPath: ledger.path))
      let content = try ledger.read()
      #expect(content.entries == [entry, entry] && content.damagedLines == 2)
      // A line that is just short enough is read.
      let name = String(repeating: "x", count: Ledger.mostLineBytes - entry.line.utf8.count - 10)
      try Data(entry.line.replacing("\"mine\"", with: "\"mine\(name)\"").utf8)
        .write(to: URL(fileURLWithPath: ledger.path))
      #expect(try ledger.read().entries.count == 1)
    }
  }

  @Test func entriesOfRunsThatEndAtOnceDoNotMix() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let ledger = Ledger(path: folder.path + "/.hreval/ledger.jsonl", name: "it")
    let marks = (0..<2000).map { "recording \($0)" }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask { try? ledger.append(Self.entry(marks, ["d\(number)"])) }
      }
    }
    let content = try ledger.read()
    #expect(content.entries.count == 16 && content.damagedLines == 0)
    #expect(Set(content.entries.flatMap(\.detectors)).count == 16)
  }

  @Test func whatIsNoFileIsRefusedAndNotWaitedFor() throws {
    try withTemporaryFolder { folder in
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      for path in [folder, folder + "/pipe"] {
        let ledger = Ledger(path: path, name: "it")
        #expect(throws: Diagnostics.self) { try ledger.read() }
        #expect(throws: Diagnostics.self) { try ledger.append(Self.entry([], [])) }
      }
    }
  }

  @Test func analysesOfAnyOfTheSameRecordingsCount() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      for entry in [
        Self.entry(["r1", "r2"], ["a", "b"], analysis: "one"), Self.entry(["r9"], ["z"], analysis: "far"),
        Self.entry(["r2"], ["b", "c"], analysis: "two"), Self.entry(["r2"], ["b", "c"], analysis: "two"),
        Self.entry(["r3"], ["c", "d"], analysis: "own"),
      ] { try ledger.append(entry) }
      func prior(_ entry: LedgerEntry, parts: [String] = []) -> PriorAnalyses {
        PriorAnalyses(asking: ledger, of: entry, plan: Self.plan(), parts: parts)
      }
      let mine = Self.entry(["r2", "r3"], ["c", "d"], analysis: "own")
      #expect(prior(mine).lines == 4 && prior(mine).analyses == 2 && prior(mine).isNoted)
      #expect(prior(mine).detectors == 4 && prior(mine).otherDetectors == 2)
      #expect(prior(mine).ledger == "it" && prior(mine).problem == nil)
      #expect(prior(mine, parts: ["one"]).analyses == 1)
      let new = prior(Self.entry(["r5"], ["a"], analysis: "new"))
      #expect(new.lines == 0 && new.analyses == 0 && new.detectors == 0 && !new.isNoted)
      #expect(PriorAnalyses(asking: nil, of: mine, plan: Self.plan()).ledger == nil)
      let unreadable = PriorAnalyses(
        asking: Ledger(path: folder, name: "a folder"), of: mine, plan: Self.plan())
      #expect(unreadable.problem != nil && unreadable.lines == 0)
    }
  }

  /// A line of an older build does not tell its analysis: its experiment stands for it.
  @Test func linesOfOlderBuildsCountByTheirExperiment() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      for experiment in ["e", "f", "g"] {
        try ledger.append(Self.entry(["r"], ["a"], experiment: experiment))
      }
      let prior = PriorAnalyses(
        asking: ledger, of: Self.entry(["r"], ["a"], analysis: "own"), plan: Self.plan())
      #expect(prior.lines == 3 && prior.analyses == 2)
    }
  }

  /// A recording that has its files for itself is known by them, whatever it and its data set are called.
  @Test func aRenamedRecordingIsKnown() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      try ledger.append(Self.entry(["old name"], ["a"], analysis: "one", contents: ["c"]))
      let test = RunPlan.SplitNote(
        part: .test, rule: "", developmentRecordings: 1, testRecordings: ["mine/new"])
      let prior = PriorAnalyses(
        asking: ledger,
        of: Self.entry(["new name"], ["a"], analysis: "own", contents: ["c"], part: .test),
        plan: Self.plan(split: test))
      #expect(prior.lines == 1 && prior.analyses == 1 && prior.testOpenings == 1)
      #expect(LedgerEntry.mark(ofFiles: ["x", "y"]) == LedgerEntry.mark(ofFiles: ["y", "x"]))
      #expect(LedgerEntry.mark(ofFiles: ["x"]) != LedgerEntry.mark(ofFiles: ["x", "y"]))
    }
  }

  @Test func saysWhichExcludedRecordingsWereJudgedBefore() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      try ledger.append(Self.entry(["mine/a", "mine/b"], ["a"], analysis: "one"))
      let prior = PriorAnalyses(
        asking: ledger, of: Self.entry(["mine/a"], ["a"], analysis: "own"),
        plan: Self.plan(excluded: ["b", "c"]))
      #expect(prior.excludedJudged == ["mine/b"])
    }
  }

  @Test func aDetectorIsWhatMakesItNotWhatItIsCalled() {
    func mark(_ label: String, _ value: String, baseline: String? = nil) -> String {
      Self.plan(detectors: [Self.detector(label, value, baseline: baseline)]).detectorMark(0)
    }
    #expect(mark("a", "1") == mark("b", "1", baseline: "c"))
    #expect(mark("a", "1") != mark("a", "2"))
    let files = ["x", "y"]
    #expect(
      LedgerEntry.mark(ofRecording: "r", files: files) != LedgerEntry.mark(ofRecording: "s", files: files))
    #expect(LedgerEntry.mark(ofRecording: "r", files: files).count == 16)
  }

  /// Whatever is chosen and changes figures or verdicts makes another analysis.
  @Test func anAnalysisIsWhatWasChosen() {
    let plain = Self.plan(detectors: [Self.detector("a", "1"), Self.detector("b", "2", baseline: "a")])
    func mark(_ change: (inout RunPlan) -> Void) -> String {
      var plan = plain
      change(&plan)
      return plan.analysisMark
    }
    let same: [(inout RunPlan) -> Void] = [
      { $0.name = "other" }, { $0.description = "d" }, { $0.question = "q" }, { $0.hreval = "9" },
      { $0.formats = [.csv] }, { $0.metrics = ["mae"] },
      { $0.detectors = [Self.detector("y", "2", baseline: "x"), Self.detector("x", "1")] },
    ]
    for change in same { #expect(mark(change) == plain.analysisMark) }
    let others: [(inout RunPlan) -> Void] = [
      { $0.seed = 2 }, { $0.windowSeconds = 20 }, { $0.hopSeconds = 1 }, { $0.withinBPM = 3 },
      { $0.withinPercent = 10 }, { $0.marginBPM = 2 }, { $0.acceptableDifferenceBPM = 5 },
      { $0.minimumSampleShare = 0.5 }, { $0.baseline = "b" }, { $0.strata = ["skin"] },
      { $0.datasets[0].offsetSeconds = 1 }, { $0.excluded = [.init(dataset: 0, id: "r", reason: .exclude)] },
      { $0.recordings = [.init(dataset: 0, id: "r", subject: nil)] },
      { $0.detectors[1] = Self.detector("b", "3", baseline: "a") },
      {
        $0.scenarios = [
          .init(
            label: "n", family: 0, familyLabel: "n", swept: [],
            steps: [.init(definition: "whiteNoise@1", parameters: [])], repeats: 1)
        ]
      },
    ]
    let marks = others.map(mark)
    #expect(Set(marks + [plain.analysisMark]).count == marks.count + 1)
  }
}
