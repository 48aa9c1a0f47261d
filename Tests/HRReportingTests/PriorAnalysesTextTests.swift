import Testing

@testable import HRReporting
@testable import HRRunning

@Suite struct PriorAnalysesTextTests {
  private static func prior(
    _ lines: Int, _ analyses: Int = 0, detectors: Int = 0, others: Int = 0, damaged: Int = 0,
    excluded: [String] = [], ledger: String? = "it", problem: String? = nil
  ) -> PriorAnalyses {
    PriorAnalyses(
      ledger: ledger, problem: problem, lines: lines, analyses: analyses, detectors: detectors,
      otherDetectors: others, damagedLines: damaged, excludedJudged: excluded)
  }

  private static func text(_ prior: PriorAnalyses) -> String {
    PriorAnalysesText(prior: prior).sentences.joined(separator: " ")
  }

  @Test func neverSaysThatThereWasNothing() {
    #expect(
      Self.text(Self.prior(0))
        == "The ledger (it) records no earlier analysis of these recordings; there may have been some."
    )
    #expect(Self.text(Self.prior(0, ledger: nil)).contains("not known: HREVAL_LEDGER was off"))
    #expect(
      Self.text(Self.prior(0, problem: "no right"))
        == "Prior analyses of these recordings are not known: the ledger (it) cannot be read: no right."
    )
    #expect(Self.text(Self.prior(0, damaged: 1)).hasSuffix("1 line of the ledger could not be read."))
  }

  @Test func saysWhatWasAnalysed() {
    #expect(
      Self.text(Self.prior(13, 12, detectors: 38, others: 36)).hasPrefix(
        "The ledger (it) has 13 earlier lines on recordings of this run: 12 other analyses, with 38 different detectors; 36 of them are not in this run."
      ))
    let same = Self.text(Self.prior(1, detectors: 2))
    #expect(
      same.contains("all of this same analysis, with 2 different detectors; all of them are in this run too"))
    #expect(!same.contains("chosen by its figures"))
    #expect(
      Self.text(Self.prior(1, excluded: ["mine/a"])).contains(
        "Earlier lines of the ledger judged 1 recording that this run excludes: mine/a."))
  }

  private static func after(_ circumstances: RunCircumstances, _ labels: [String] = ["mine"]) -> String {
    CircumstancesText(circumstances: circumstances).after(labels)
  }

  @Test func aVerdictSaysWhatWasBeforeItAndWhatItsProgramsCouldRead() {
    #expect(Self.after(.init()) == "" && Self.after(.init(priorAnalyses: Self.prior(3))) == "")
    #expect(
      Self.after(.init(priorAnalyses: Self.prior(1, 1))) == ", after 1 other analysis of these recordings")
    let outside = RunCircumstances(
      priorAnalyses: Self.prior(2, 2), programs: .init(isSandboxed: false, detectors: ["mine", "yours"]))
    #expect(
      Self.after(outside)
        == ", after 2 other analyses of these recordings; \"mine\" ran outside of the sandbox, so it could read the reference"
    )
    #expect(Self.after(outside, ["peak"]) == ", after 2 other analyses of these recordings")
    #expect(Self.after(.init(programs: .init(isSandboxed: true, detectors: ["mine"]))) == "")
  }

  @Test func verdictsOfOneRunSayIt() {
    var example = ExampleComparison(detectors: ["a", "b"], errors: [(5, 0.5, 1), (2, 0.5, 1)])
    example.baseline = "a"
    let page = ComparisonPage(
      example.comparison,
      circumstances: .init(priorAnalyses: Self.prior(13, 12, detectors: 38, others: 36)))
    let after = ", after 12 other analyses of these recordings."
    #expect(page.markdown.contains("**better** by ") && page.markdown.contains(after))
    #expect(page.markdown.contains("## Prior analyses\n\nThe ledger (it) has 13 earlier lines on"))
    #expect(page.verdicts.allSatisfy { $0.hasSuffix(after) }, "\(page.verdicts)")
    let terminal = page.terminal(.init(.lines, colour: false))
    #expect(terminal.contains("13 earlier lines"))
    #expect(terminal.contains("The verdicts above come after 12 other analyses of these recordings."))
  }

  @Test func registrationSaysWhatDiffersAndThatItProvesNothing() {
    func text(_ count: Int, _ differences: [String]) -> String? {
      CircumstancesText(
        circumstances: .init(registration: .init(time: "2026-01-02", count: count, differences: differences))
      ).registration
    }
    #expect(text(1, [])?.hasPrefix("This is the run that was registered on 2026-01-02.") == true)
    #expect(text(1, [])?.contains("proves nothing to others by itself") == true)
    #expect(
      text(3, ["the experiment (seed)"])?.hasPrefix(
        "This is not the run that was registered on 2026-01-02; what differs: the experiment (seed). The experiment was registered 3 times."
      ) == true)
    #expect(CircumstancesText(circumstances: .init()).registration == nil)
  }
}
