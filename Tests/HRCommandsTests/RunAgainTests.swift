import Foundation
import HRTestSupport
import Testing

/// Many variants are evaluated, and the best of them is run again alone: the page must state that.
extension FoolingTests.WinnerRunAgain {
  private func run(
    _ labels: [String], as name: String, in study: SteadyStudy, ledger: String? = nil, more: [String] = [],
    keys: String = "", code: Int32 = 0
  ) throws -> Program.Ending {
    try study.run(
      labels.map(SteadyStudy.recorded), as: name, ledger: ledger, more: more, keys: keys, code: code)
  }

  @Test func theWinnerRunAgainSaysWhatWasTried() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    let variants = (0..<37).map { "v\($0)" }
    let first = try run(["usual"] + variants.prefix(19), as: "first", in: study)
    #expect(first.out.contains("there may have been some."), "\(first.out)")
    _ = try run(["usual"] + variants.dropFirst(19), as: "second", in: study)
    let again = try run(["usual", "v\(SteadyStudy.best)"], as: "again", in: study)

    let known =
      "has 2 earlier lines on recordings of this run: 2 other analyses, with 38 different detectors; 36 of them are not in this run."
    let after = "after 2 other analyses of these recordings."
    let page = try study.text("again/report.md")
    #expect(again.out.contains(known) && again.out.contains("better by 0.56 bpm"), "\(again.out)")
    #expect(again.out.contains(after))
    let sentence = try #require(page.split(separator: "\n").first { $0.hasPrefix("- v20 against usual") })
    #expect(sentence.contains("better by 0.56 bpm") && sentence.hasSuffix(after), "\(sentence)")
    #expect(try study.lines == 3)

    // The page made again, and a comparison, state the same; no run is noted twice.
    let path = study.path + "/again"
    let report = try Program.run(["report", path], environment: ["HREVAL_LEDGER": "off"])
    #expect(report.out.contains(known))
    #expect(try study.text("again/report.md") == page)
    _ = try run(["usual", "v20"], as: "again", in: study, more: ["--resume"])
    #expect(try study.text("again/report.md") == page)
    #expect(try study.lines == 3)
    let compared = try Program.run(["compare", path])
    #expect(compared.out.contains(known), "\(compared.out)")
    #expect(try study.text("again/comparison.md").contains(after))

    // Results do not depend on prior analyses.
    let results = try study.text("again/results.json")
    let off = try run(["usual", "v20"], as: "again", in: study, ledger: "off", more: ["--force"])
    #expect(off.out.contains("HREVAL_LEDGER was off") && !off.out.contains("other analyses"))
    #expect(try study.text("again/results.json") == results)
  }

  @Test func theTestPartIsOpenedByFinalAlone() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    // Any attempt to open them fails.
    for name in ["r6", "r7"] { try study.folder.write("data/\(name).csv", "torn") }
    let keys = #", "split": {"test": ["r6", "r7"]}"#
    func split(_ more: [String] = [], code: Int32 = 0) throws -> Program.Ending {
      try run(
        ["usual", "v1"], as: "part", in: study, more: more, keys: keys,
        code: code)
    }
    let development = try split()
    #expect(development.out.contains("This is the development part, 6 recordings; the test part has 2"))
    #expect(
      development.out.contains("The ledger records no earlier run on recordings of the test part;"))
    let checked = try Program.run(["check", study.path + "/part.json"])
    #expect(checked.code == 0 && checked.out.contains("6 for development, 2 for the test (not opened;"))

    try FileManager.default.removeItem(atPath: study.path + "/data")
    try study.write()
    let opened = try split(["--final", "--output", study.path + "/final"])
    #expect(opened.out.contains("This is the test part, 2 recordings; the development part has 6"))
    let again = try split(["--force"])
    #expect(
      again.out.contains("The ledger records 1 earlier run on recordings of the test part."))
    let compared = try Program.run(["compare", study.path + "/part", study.path + "/final"])
    #expect(
      compared.code == 2 && compared.err.contains("they are of other parts of a split"), "\(compared.err)")
    let resumed = try split(["--final", "--resume"], code: 2)
    #expect(resumed.err.contains("the part of the split"), "\(resumed.err)")
  }

  /// The test part that was opened under other names is no new one: its files are known.
  @Test func theTestPartIsKnownByItsFilesWhateverItIsCalled() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    let files = FileManager.default
    try files.createDirectory(atPath: study.path + "/copy", withIntermediateDirectories: true)
    for name in ["r6", "r7"] {
      try files.copyItem(
        atPath: study.path + "/data/\(name).csv", toPath: study.path + "/copy/person_\(name).csv")
    }
    let descriptor = try study.text("data/dataset.json").replacing("\"steady\"", with: "\"renamed\"")
    try study.folder.write("copy/dataset.json", descriptor)
    _ = try study.run(
      [#"{"label": "usual", "detector": "peak"}"#], as: "looked", dataset: #""copy/dataset.json""#)
    let final = try run(
      ["usual", "v1"], as: "final", in: study, more: ["--final"], keys: #", "split": {"test": ["r6", "r7"]}"#)
    #expect(
      final.out.contains("The ledger records 1 earlier run on recordings of the test part."), "\(final.out)")
  }

  @Test func aLedgerThatCannotBeWrittenIsSaidAndStopsNothing() throws {
    let study = try SteadyStudy()
    defer { withExtendedLifetime(study.folder) {} }
    let file = try study.folder.write("file", "no folder")
    let ending = try run(["usual", "v1"], as: "trial", in: study, ledger: file + "/ledger.jsonl")
    #expect(ending.err.contains("this run is not noted in the ledger (the file that HREVAL_LEDGER names): "))
    #expect(ending.out.contains("report: "))
  }
}
