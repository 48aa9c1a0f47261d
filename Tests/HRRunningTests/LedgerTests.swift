import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRRunning

@Suite struct LedgerTests {
  private static func entry(_ recordings: [String], _ detectors: [String]) -> LedgerEntry {
    LedgerEntry(
      time: "2026-01-02T03:04:05Z", experiment: "an \"odd\"\nname", experimentSHA256: "e",
      datasets: ["mine"], recordings: recordings, names: recordings.map(LedgerEntry.mark(ofName:)),
      detectors: detectors, part: .all)
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

  @Test func triesOnAnyOfTheSameRecordingsCount() throws {
    try withTemporaryFolder { folder in
      let ledger = Ledger(path: folder + "/ledger.jsonl", name: "it")
      for entry in [
        Self.entry(["r1", "r2"], ["a", "b"]), Self.entry(["r9"], ["z"]), Self.entry(["r2"], ["b", "c"]),
      ] { try ledger.append(entry) }
      let tries = PriorEvaluations(asking: ledger, of: Self.entry(["r2", "r3"], ["c", "d"]))
      #expect(tries.comparisons == 2 && tries.detectors == 3 && tries.otherDetectors == 2)
      #expect(tries.ledger == "it" && tries.problem == nil)
      let new = PriorEvaluations(asking: ledger, of: Self.entry(["r5"], ["a"]))
      #expect(new.comparisons == 0 && new.detectors == 0)
      #expect(PriorEvaluations(asking: nil, of: Self.entry(["r2"], ["a"])).ledger == nil)
      let unreadable = PriorEvaluations(
        asking: Ledger(path: folder, name: "a folder"), of: Self.entry([], []))
      #expect(unreadable.problem != nil && unreadable.comparisons == 0)
    }
  }

  @Test func aDetectorIsWhatMakesItNotWhatItIsCalled() {
    func mark(_ label: String, _ value: String, baseline: String? = nil) -> String {
      let note = RunPlan.DetectorNote(
        label: label, extractors: ["ppg@1"], filters: [],
        detector: .init(definition: "fft@1", parameters: [.init(name: "low", value: value, number: nil)]),
        baseline: baseline)
      let plan = RunPlan(
        hreval: "0", name: "n", description: nil, seed: 1, mode: .continuous, windowSeconds: 10,
        hopSeconds: 5,
        withinBPM: 5, withinPercent: nil, metrics: [], strata: [], formats: [], datasets: [], recordings: [],
        scenarios: [], detectors: [note])
      return plan.detectorMark(0)
    }
    #expect(mark("a", "1") == mark("b", "1", baseline: "c"))
    #expect(mark("a", "1") != mark("a", "2"))
    let files = ["x", "y"]
    #expect(
      LedgerEntry.mark(ofRecording: "r", files: files) != LedgerEntry.mark(ofRecording: "s", files: files))
    #expect(LedgerEntry.mark(ofRecording: "r", files: files).count == 16)
  }
}
