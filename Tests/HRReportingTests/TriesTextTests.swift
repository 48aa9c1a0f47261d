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
        == "No earlier comparison on these recordings is recorded in the ledger (it); that does not mean that there was none."
    )
    #expect(Self.text(Self.tries(0, 0, others: 0, ledger: nil)).contains("not known: HREVAL_LEDGER was off"))
    #expect(
      Self.text(Self.tries(0, 0, others: 0, problem: "no right"))
        == "What was tried earlier on these recordings is not known: the ledger (it) cannot be read: no right."
    )
    #expect(Self.text(Self.tries(0, 0, others: 0, damaged: 1)).hasSuffix("1 line of it could not be read."))
  }

  @Test func saysWhatWasTried() {
    #expect(
      Self.text(Self.tries(2, 38, others: 36)).hasPrefix(
        "2 earlier comparisons recorded here (38 different detectors tried on recordings of this run, 36 of them not in this run)"
      ))
    let same = Self.text(Self.tries(1, 2, others: 0))
    #expect(same.hasPrefix("1 earlier comparison recorded here (2 different detectors tried"))
    #expect(same.contains("all of them in this run too") && !same.contains("picking"))
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
    #expect(page.markdown.contains("## Earlier tries\n\n2 earlier comparisons recorded here"))
    #expect(page.verdicts.allSatisfy { $0.hasSuffix(after) }, "\(page.verdicts)")
    #expect(page.terminal(.init(.lines, colour: false)).contains("2 earlier comparisons"))
  }
}
