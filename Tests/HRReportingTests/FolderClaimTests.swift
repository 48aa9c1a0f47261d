import HRSupport
@testable import HRRunning
import Testing

@testable import HRReporting
@testable import HREvaluation

/// Files in a folder that a run may write, removes, or never touches.
@Suite struct FolderClaimTests {
  private static let same = PriorRun(finished: .init(experiment: "demo"))

  private func claim(
    _ names: [String], figures: [(name: String, isDrawn: Bool)] = [], speech: [String] = [],
    _ earlier: PriorRun = PriorRun(),
    pages: [OutputFile] = [.windows, .summary, .results, .report, .run], drawsRankings: Bool = false,
    hasPrograms: Bool = true
  ) -> FolderClaim {
    FolderClaim(
      names: names, figures: figures, speech: speech, earlier: earlier, directory: "reports/demo",
      experiment: "demo", pages: pages, drawsRankings: drawsRankings, hasPrograms: hasPrograms)
  }

  private func words(_ claim: FolderClaim, force: Bool = false) -> [String] {
    claim.objections(force: force).map(\.message)
  }

  @Test func anEmptyFolderIsFree() {
    #expect(words(claim([])).isEmpty && claim([]).replaced == nil)
    // Files that a file browser leaves.
    #expect(words(claim([".DS_Store"], figures: [(".DS_Store", false)])).isEmpty)
  }

  @Test func aRunOfTheSameExperimentIsReplacedAndWhatGoesWithItIsNamed() {
    let run = [
      "report.md", "results.json", "run.json", "summary.csv", "units.store", "windows.csv", "figures/",
    ]
    #expect(words(claim(run, Self.same)).isEmpty)
    #expect(
      claim(run, Self.same).replaced
        == "reports/demo: replaces the run that is there when this one is done")
    let more = run + ["comparison.csv", "comparison.md", "gate.md", "junit.xml", "qualities.csv"]
    let figures = [("ranking-clean.svg", true), ("agreement-clean.svg", true)]
    let all = claim(more, figures: figures, Self.same)
    #expect(words(all).isEmpty)
    #expect(
      all.replaced == "reports/demo: replaces the run that is there when this one is done, and with it go "
        + "qualities.csv, comparison.md, comparison.csv, gate.md, junit.xml and a figure")
    let gated = claim(
      more, figures: figures, Self.same, pages: [.qualities, .report] + GatePage.pages, drawsRankings: true)
    #expect(
      gated.replaced
        == "reports/demo: replaces the run that is there when this one is done, and with it go "
        + "summary.csv, windows.csv, results.json, run.json, comparison.md and comparison.csv")
    #expect(
      claim(run, figures: figures, Self.same, pages: [.run]).replaced?.hasSuffix(
        "report.md, summary.csv, windows.csv, results.json and 2 figures") == true)
    // Figures of a comparison and pictures of figures are not drawn anew by any run.
    let drawn = claim(
      run, figures: [("error-clean.svg", true), ("error-clean.pdf", true), ("comparison-clean.svg", true)],
      Self.same)
    #expect(drawn.replaced?.hasSuffix("and with it go 2 figures") == true)
  }

  @Test func anotherExperimentsRunIsRefused() throws {
    let other = claim(["run.json"], PriorRun(finished: .init(experiment: "other")))
    #expect(words(other) == ["the folder holds a run of another experiment, \"other\""])
    #expect(
      other.objections(force: false).first?.hint
        == "--output names another folder, --force replaces that run")
    #expect(words(other, force: true).isEmpty)
    #expect(
      other.replaced == "reports/demo: replaces the run of \"other\" that is there when this one is done")
    let unread = claim(["run.json"], PriorRun(finished: .init(experiment: nil)))
    #expect(words(unread) == ["the folder holds a run, and its files do not tell of which experiment"])
  }

  @Test func anInterruptedRunIsRefused() throws {
    let mine = claim(
      ["units.partial"],
      PriorRun(interrupted: .init(experiment: "demo", progress: "3 of 8 units are finished")))
    #expect(
      words(mine) == [
        "the folder holds an interrupted run of \"demo\" (3 of 8 units are finished), or one that is still going on"
      ])
    #expect(
      mine.objections(force: false).first?.hint?.hasPrefix("--resume goes on with it, --output") == true)
    #expect(words(mine, force: true).isEmpty)
    #expect(
      mine.replaced == "reports/demo: drops the interrupted run of \"demo\" (3 of 8 units are finished)")
    let other = claim(["units.partial"], PriorRun(interrupted: .init(experiment: nil)))
    #expect(other.objections(force: false).first?.hint?.contains("--resume") == false)
  }

  @Test func filesThatAreNotARunsAreRefusedAndKept() {
    let beside = claim(["notes.txt", "old/", "run.json", "history.md"], Self.same)
    #expect(words(beside) == ["the folder holds files that are not a run's: notes.txt, old/ and history.md"])
    #expect(words(beside, force: true).isEmpty)
    #expect(beside.replaced?.hasSuffix("; leaves notes.txt, old/ and history.md as they are") == true)
    let many = claim((1...11).map { "s\($0).h5" })
    #expect(
      words(many) == [
        "the folder holds files that are not a run's: s1.h5, s2.h5, s3.h5, s4.h5, s5.h5, s6.h5, s7.h5, s8.h5 and 3 more"
      ])
    #expect(many.replaced?.hasPrefix("reports/demo: leaves s1.h5, ") == true)
    #expect(claim(["a.txt"]).replaced == "reports/demo: leaves a.txt as it is")
  }

  /// A name alone does not make a run: these files would be written over.
  @Test func filesOfSuchNamesAreNeverWrittenOver() {
    let mine = claim(["report.md", "summary.csv", "notes.txt"])
    let danger = "the folder holds files that are not a run's but bear such names: report.md and summary.csv"
    #expect(words(mine) == [danger, "the folder holds files that are not a run's: notes.txt"])
    #expect(words(mine, force: true) == [danger])
    let figures = claim(
      ["run.json", "figures/"],
      figures: [
        ("agreement-clean.svg", false), ("lag-clean.svg", true),
        ("map.svg", true),
      ],
      Self.same)
    #expect(
      words(figures, force: true) == [
        "the folder holds files that are not a run's but bear such names: figures/agreement-clean.svg"
      ])
    #expect(words(figures).last == "the folder holds files that are not a run's: figures/map.svg")
  }

  /// The files of the programs' standard error belong to the run, by the names that hreval gives. Other files beside
  /// them do not.
  @Test func whatProgramsSaidIsTheRuns() {
    let names = ["run.json", "results.json", "stderr/"]
    #expect(words(claim(names, speech: ["1-doubler.txt", "12-a_b-c.txt"], Self.same)).isEmpty)
    let without = claim(names, speech: ["1-doubler.txt"], Self.same, hasPrograms: false)
    #expect(without.replaced?.hasSuffix(", and with it go what programs said in stderr/") == true)
    // A run that ended before it had any result leaves them alone.
    #expect(words(claim(["stderr/"], speech: ["1-doubler.txt"])).isEmpty)
    let foreign = ["notes.txt", "1-doubler.log", "-doubler.txt", "01-a.txt", "1-a b.txt", "1-old.txt/"]
    for name in foreign {
      let mixed = claim(names, speech: ["1-doubler.txt", name], Self.same)
      #expect(words(mixed) == ["the folder holds files that are not a run's: stderr/\(name)"], "\(name)")
      #expect(words(mixed, force: true).isEmpty)
    }
    #expect(
      words(claim(["run.json", "stderr"], Self.same)) == [
        "the folder holds files that are not a run's: stderr"
      ])
    for name in ["doubler", "Zähler/..", String(repeating: "x", count: 200), ""] {
      #expect(ErrorOutputFiles.owns(ErrorOutputFiles.name(3, name)), "\(name)")
    }
  }

  @Test func everythingThatSpeaksAgainstItIsSaidAtOnce() {
    let claim = claim(
      ["run.json", "units.partial", "notes.txt"],
      PriorRun(finished: .init(experiment: "other"), interrupted: .init(experiment: "demo")))
    #expect(words(claim).count == 3)
    #expect(
      claim.replaced
        == "reports/demo: drops the interrupted run of \"demo\"; replaces the run of \"other\" that is there when this one is done; leaves notes.txt as it is"
    )
  }

  /// A file that is not declared would outlive its run.
  @Test func everyFileOfARunIsDeclared() {
    let files =
      RunFiles.all(ExampleEvaluation.evaluation, provenance: ExampleEvaluation.provenance)
      + ComparisonPage(ExampleComparison.verdicts.comparison).files
    for file in files {
      let isFigure = file.path.hasPrefix("figures/")
      #expect(
        isFigure
          ? OwnedFiles.isFigureOfRun(String(file.path.dropFirst(8))) && OwnedFiles.isFigure(file.text)
          : OwnedFiles.isOfRun(file.path), "\(file.path)")
      if let page = OutputFile(rawValue: file.path),
        [.comparison, .comparisonTable, .comparisonPage].contains(page)
      {
        #expect(page.isMade(file.text))
      }
    }
    #expect(OwnedFiles.isOfRun(SignalStore.name))
    #expect(!OwnedFiles.isFigure("<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"))
    #expect(!OutputFile.history.isMade("# History of our house\n") && !OutputFile.report.isMade("# Report\n"))
    #expect(!OutputFile.historyPage.isMade("<h1>History of our house</h1>\n"))
  }
}
