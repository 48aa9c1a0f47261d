import Foundation
import HRTestSupport
import Testing

/// Many variants are evaluated, and the best of them is run again alone: the page must state that.
extension FoolingTests.WinnerRunAgain {
  private static let recordings = 8
  private static let best = 20

  /// Writes eight recordings, and the output of a baseline and 37 variants of it. By luck one of these has a smaller
  /// error in each recording.
  private func record(_ folder: TemporaryFolder) throws {
    try folder.write(
      "data/dataset.json",
      """
      {"schemaVersion": 1, "name": "steady", "files": [{"path": "{recording}.csv", "time": "t"}],
       "channels": {"ppg": "wave"}, "reference": [{"rateSeries": {"column": "bpm"}}]}
      """)
    for number in 0..<Self.recordings {
      let rate = 60 + 2 * number
      let samples = (0..<220).map { "\(Double($0) / 10),\($0 % 7),\(rate)\n" }
      try folder.write("data/r\(number).csv", "t,wave,bpm\n" + samples.joined())
      func write(_ label: String, _ error: Double) throws {
        let readings = (0..<2).map { "\(10 * $0 + 9),\(Double(rate) + error)\n" }
        try folder.write("out/\(label)/r\(number).csv", "time,value\n" + readings.joined())
      }
      try write("usual", 5)
      for variant in 0..<37 {
        let luck = variant == Self.best ? -1 - number : (variant * 7 + number * 11) % 13 - 6
        try write("v\(variant)", 5 + Double(luck) / 8)
      }
    }
  }

  private func run(
    _ labels: [String], as name: String, in folder: TemporaryFolder, ledger: String, more: [String] = [],
    keys: String = "", code: Int32 = 0
  ) throws -> Program.Ending {
    let detectors = labels.map { #"{"label": "\#($0)", "recorded": "out/\#($0)/{recording}.csv"}"# }
    let path = try folder.write(
      "\(name).json",
      """
      {"schemaVersion": 1, "name": "\(name)", "seed": 3, "datasets": ["data/dataset.json"],
       "windows": {"windowSeconds": 10, "hopSeconds": 10}, "baseline": "usual",
       "detectors": [\(detectors.joined(separator: ", "))]\(keys)}
      """)
    let ending = try Program.run(
      ["run", path, "--jobs", "1"]
        + (more.contains("--output") ? [] : ["--output", folder.path + "/" + name]) + more,
      environment: ["HREVAL_LEDGER": ledger])
    try #require(ending.code == code, "\(ending.err)")
    return ending
  }

  private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test func theWinnerRunAgainSaysWhatWasTried() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try record(folder)
    let ledger = folder.path + "/kept/ledger.jsonl"
    let variants = (0..<37).map { "v\($0)" }
    let first = try run(["usual"] + variants.prefix(19), as: "first", in: folder, ledger: ledger)
    #expect(first.out.contains("there may have been some."), "\(first.out)")
    _ = try run(["usual"] + variants.dropFirst(19), as: "second", in: folder, ledger: ledger)
    let again = try run(["usual", "v\(Self.best)"], as: "again", in: folder, ledger: ledger)

    let known =
      "records 2 earlier comparisons with 38 different detectors on recordings of this run; 36 of them are not in this run."
    let after = "after 36 other detectors were tried on recordings of this run."
    let page = try text("again/report.md", in: folder)
    #expect(again.out.contains(known) && again.out.contains("better by 0.56 bpm"), "\(again.out)")
    #expect(again.out.contains(after))
    let sentence = try #require(page.split(separator: "\n").first { $0.hasPrefix("- v20 against usual") })
    #expect(sentence.contains("better by 0.56 bpm") && sentence.hasSuffix(after), "\(sentence)")
    #expect(try text("kept/ledger.jsonl", in: folder).split(separator: "\n").count == 3)

    // The page made again, and a comparison, state the same; no run is noted twice.
    let path = folder.path + "/again"
    let report = try Program.run(["report", path], environment: ["HREVAL_LEDGER": "off"])
    #expect(report.out.contains(known))
    #expect(try text("again/report.md", in: folder) == page)
    _ = try run(["usual", "v20"], as: "again", in: folder, ledger: ledger, more: ["--resume"])
    #expect(try text("again/report.md", in: folder) == page)
    #expect(try text("kept/ledger.jsonl", in: folder).split(separator: "\n").count == 3)
    let compared = try Program.run(["compare", path])
    #expect(compared.out.contains(known), "\(compared.out)")
    #expect(try text("again/comparison.md", in: folder).contains(after))

    // Results do not depend on prior analyses.
    let results = try text("again/results.json", in: folder)
    let off = try run(["usual", "v20"], as: "again", in: folder, ledger: "off", more: ["--force"])
    #expect(off.out.contains("HREVAL_LEDGER was off") && !off.out.contains("other detectors were tried"))
    #expect(try text("again/results.json", in: folder) == results)
  }

  @Test func theTestPartIsOpenedByFinalAlone() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try record(folder)
    // Any attempt to open them fails.
    for name in ["r6", "r7"] { try folder.write("data/\(name).csv", "torn") }
    let keys = #", "split": {"test": ["r6", "r7"]}"#
    func split(_ more: [String] = [], code: Int32 = 0) throws -> Program.Ending {
      try run(
        ["usual", "v1"], as: "part", in: folder, ledger: folder.path + "/l", more: more, keys: keys,
        code: code)
    }
    let development = try split()
    #expect(development.out.contains("This is the development part, 6 recordings; the test part has 2"))
    #expect(
      development.out.contains("The ledger records no earlier run on recordings of the test part;"))
    let checked = try Program.run(["check", folder.path + "/part.json"])
    #expect(checked.code == 0 && checked.out.contains("6 for development, 2 for the test (not opened;"))

    try FileManager.default.removeItem(atPath: folder.path + "/data")
    try record(folder)
    let opened = try split(["--final", "--output", folder.path + "/final"])
    #expect(opened.out.contains("This is the test part, 2 recordings; the development part has 6"))
    let again = try split(["--force"])
    #expect(
      again.out.contains("The ledger records 1 earlier run on recordings of the test part."))
    let compared = try Program.run(["compare", folder.path + "/part", folder.path + "/final"])
    #expect(
      compared.code == 2 && compared.err.contains("they are of other parts of a split"), "\(compared.err)")
    let resumed = try split(["--final", "--resume"], code: 2)
    #expect(resumed.err.contains("the part of the split"), "\(resumed.err)")
  }

  @Test func aLedgerThatCannotBeWrittenIsSaidAndStopsNothing() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try record(folder)
    let file = try folder.write("file", "no folder")
    let ending = try run(["usual", "v1"], as: "trial", in: folder, ledger: file + "/ledger.jsonl")
    #expect(ending.err.contains("this run is not noted in the ledger (the file that HREVAL_LEDGER names): "))
    #expect(ending.out.contains("report: "))
  }
}
