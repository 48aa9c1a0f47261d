import Testing

@testable import HRReporting
@testable import HRRunning

@Suite struct TriesTextTests {
  private static func tries(
    _ comparisons: Int, _ detectors: Int, others: Int, damaged: Int = 0, ledger: String? = "it",
    problem: String? = nil
  ) -> PriorEvaluations {
    PriorEvaluations(
      ledger: ledger, problem: problem, comparisons: comparisons, detectors: detectors,
      otherDetectors: others,
      damagedLines: damaged)
  }

  private static func text(_ tries: PriorEvaluations) -> String {
    TriesText(tries: tries).sentences.joined(separator: " ")
  }

  @Test func neverSaysThatThereWasNothing() {
    #expect(
      Self.text(Self.tries(0, 0, others: 0))
        == "The ledger (it) records no earlier comparison on these recordings; there may have been some."
    )
    #expect(Self.text(Self.tries(0, 0, others: 0, ledger: nil)).contains("not known: HREVAL_LEDGER was off"))
    #expect(
      Self.text(Self.tries(0, 0, others: 0, problem: "no right"))
        == "Prior analyses of these recordings are not known: the ledger (it) cannot be read: no right."
    )
    #expect(
      Self.text(Self.tries(0, 0, others: 0, damaged: 1)).hasSuffix("1 line of the ledger could not be read."))
  }

  @Test func saysWhatWasTried() {
    #expect(
      Self.text(Self.tries(2, 38, others: 36)).hasPrefix(
        "The ledger (it) records 2 earlier comparisons with 38 different detectors on recordings of this run; 36 of them are not in this run."
      ))
    let same = Self.text(Self.tries(1, 2, others: 0))
    #expect(same.hasPrefix("The ledger (it) records 1 earlier comparison with 2 different detectors on"))
    #expect(
      same.contains("all of them are in this run too") && !same.contains("chosen by its earlier figures"))
    #expect(TriesText.after(Self.tries(1, 2, others: 0)) == "" && TriesText.after(nil) == "")
    #expect(
      TriesText.after(Self.tries(1, 2, others: 1))
        == ", after 1 other detector was tried on recordings of this run")
  }

  @Test func verdictsOfOneRunSayIt() {
    var example = ExampleComparison(detectors: ["a", "b"], errors: [(5, 0.5, 1), (2, 0.5, 1)])
    example.baseline = "a"
    let page = ComparisonPage(example.comparison, tries: Self.tries(2, 38, others: 36))
    let after = ", after 36 other detectors were tried on recordings of this run."
    #expect(page.markdown.contains("**better** by ") && page.markdown.contains(after))
    #expect(page.markdown.contains("## Prior analyses\n\nThe ledger (it) records 2 earlier comparisons with"))
    #expect(page.verdicts.allSatisfy { $0.hasSuffix(after) }, "\(page.verdicts)")
    #expect(page.terminal(.init(.lines, colour: false)).contains("2 earlier comparisons"))
  }
}
