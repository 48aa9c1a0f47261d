import HRTestSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HRReporting
@testable import HREvaluation

@Suite struct ComparisonPageTests {
  private static let comparison = ExampleComparison.verdicts.comparison

  /// Returns a comparison with the same detectors one night later. The first has become worse, and one has been
  /// replaced.
  private static func runs() throws -> Comparison {
    var later = ExampleComparison.verdicts
    later.more = 1
    later.detectors[4] = "new"
    later.errors[1].bpm = 0.5
    return Comparison(
      try RunMatch(baseline: ExampleComparison.verdicts.run("night 1"), candidate: later.run("night 2")),
      margin: Margin(declaredBPM: 0.5))
  }

  @Test func theExampleHasEveryVerdictThatManySubjectsCanHave() {
    let verdicts = Self.comparison.contrasts.map { $0.judgement?.verdict }
    #expect(Set(verdicts) == [.better, .worse, .equivalent, .undecided, nil], "\(verdicts)")
  }

  @Test func markdownOfOneRun() throws {
    try expectGolden(ComparisonPage(Self.comparison).markdown, "comparison.md")
  }

  @Test func markdownOfTwoRuns() throws {
    try expectGolden(ComparisonPage(Self.runs()).markdown, "comparison-runs.md")
  }

  @Test(arguments: [(140, false), (100, true), (60, false)])
  func terminal(_ width: Int, _ colour: Bool) throws {
    let text = ComparisonPage(Self.comparison).terminal(.init(.width(width), colour: colour))
    try expectGolden(text + "\n", "comparison-\(width)\(colour ? "-colour" : "").txt")
  }

  @Test func csv() throws {
    let text = ComparisonCSV(comparison: Self.comparison).text
    try expectGolden(text, "comparison.csv")
    let rows = text.split(separator: "\n")
    #expect(rows.count == 9)
  }

  @Test func threeSubjectsAreTooFewAndThatIsSaid() {
    var few = ExampleComparison.verdicts
    few.recordings = 3
    let page = ComparisonPage(few.comparison)
    #expect(page.markdown.contains("but 3 subjects are too few for a verdict, which needs at least 5."))
    #expect(page.terminal(.init(.width(120), colour: false)).contains("too few subjects"))
    #expect(!page.files.contains { $0.path.hasPrefix("figures/ranking") })
    #expect(ComparisonCSV(comparison: few.comparison).text.contains(",tooFewClusters\n"))
    few.recordings = 1
    #expect(
      ComparisonPage(few.comparison).markdown.contains(
        "but 1 subject is too few for a verdict, which needs at least 5."))
  }

  /// Six subjects give no p below 2/64; after correction for the six rows that can be tested none below 0.19.
  @Test func thatNothingCanBeShownIsSaid() {
    var few = ExampleComparison.verdicts
    few.recordings = 6
    let words =
      "With so few subjects no p can fall below 0.19 after correction for 6 comparisons, so none can be better or worse. That needs 8 subjects, or fewer comparisons (fewer detectors or scenarios)."
    let page = ComparisonPage(few.comparison)
    #expect(page.markdown.contains(words))
    #expect(page.terminal(.init(.lines, colour: false)).contains(words))
    let many = ComparisonPage(Self.comparison)
    #expect(
      !many.markdown.contains("no p can fall")
        && !many.terminal(.init(.width(120), colour: false)).contains("no p"))
  }

  @Test func filesAreTheTableThePageAndFigures() throws {
    let files = ComparisonPage(Self.comparison).files
    #expect(
      files.map(\.path) == [
        "comparison.csv", "figures/comparison-clean.svg", "figures/comparison-white-0-db.svg",
        "figures/ranking-clean.svg", "figures/ranking-white-0-db.svg", "comparison.md",
        "comparison.html",
      ])
    let page = ComparisonPage(Self.comparison).markdown
    for file in files where file.path.hasSuffix(".svg") {
      #expect(page.contains("](\(file.path))"))
      #expect(XMLReading(file.text).problem == nil)
    }
  }

  // MARK: Ranking figure

  private static let long = ExampleComparison.many(12) {
    "a detector with a rather long name, number \($0 + 1)"
  }.comparison.rankings.first
  private static let three = ExampleComparison.many(3) { ["fft", "peak", "hue"][$0] }.comparison.rankings
    .first

  @Test(arguments: ["ranking-3.svg", "ranking-12.svg"])
  func rankingFigure(_ name: String) throws {
    let ranking = try #require(name == "ranking-3.svg" ? Self.three : Self.long)
    let svg = RankingFigure(ranking: ranking).svg
    try expectGolden(svg, name)
    #expect(XMLReading(svg).problem == nil)
  }

  @Test func everyDetectorIsInTheFigureWithItsRank() throws {
    let ranking = try #require(Self.long)
    let svg = RankingFigure(ranking: ranking).svg
    for rank in ranking.friedman.averageRanks { #expect(svg.contains(fixed(rank, decimals: 2))) }
    // The tooltip has the whole name if a name is cut short.
    for name in ranking.detectors { #expect(svg.contains("<title>\(name)"), "\(name)") }
  }

  @Test func rankingsAreSaidInWords() throws {
    let line = RankingText(ranking: try #require(Self.comparison.rankings.first)).line
    #expect(
      line.hasPrefix(
        "Ranking, clean, over the 108 windows and 12 subjects that all of these answered, smallest mean rank first: \"peak, *wide*\" (1.00), "
      ), "\(line)")
    #expect(line.contains("(6, Holm's correction): \"fft\", \"fft | narrow\"."), "\(line)")
    #expect(
      line.hasSuffix(
        "Not ranked, because a detector must answer 80 % of the windows in 80 % of the subjects: \"silent\" (answers 0.0 % of the windows, in 0 of 12 subjects)."
      ), "\(line)")
  }

  @Test func whatTheSharperTestTellsApartIsSaid() throws {
    func line(_ errors: [Double], spread: Double, recordings: Int) throws -> String {
      var example = ExampleComparison(detectors: ["a", "b", "c"], errors: errors.map { ($0, spread, 1) })
      example.recordings = recordings
      return RankingText(ranking: try #require(example.comparison.rankings.first)).line
    }
    let apart = try line([2, 4, 6], spread: 0.5, recordings: 12)
    #expect(
      apart.contains(
        "Signed-rank tests of each pair on common windows (3, Holm's correction) distinguish all of them."
      ), "\(apart)")
    let alike = try line([2, 2, 2], spread: 0.5, recordings: 6)
    #expect(alike.contains("no evidence that they differ at all"), "\(alike)")
    #expect(alike.contains("distinguish no pair."), "\(alike)")
  }
}

@Suite struct MethodsSectionTests {
  private func text(detectors: Int, baseline: Bool) -> String {
    var example = ExampleComparison.many(detectors) { "d\($0)" }
    example.baseline = baseline ? "d0" : nil
    return MethodsSection(evaluation: example.evaluation).blocks.markdown
  }

  @Test func whatWasDeclaredAndWhatWasPickedIsSaid() {
    let one = text(detectors: 1, baseline: false)
    #expect(one.contains("2 rows (2 scenarios × 1 detector), all that this experiment asks for"), "\(one)")
    #expect(!one.contains("If you pick") && !one.contains("best") && !one.contains("**Comparisons.**"))
    #expect(one.contains("**Damage** depends on the seed (7)"))
    let three = text(detectors: 3, baseline: true)
    #expect(
      three.contains(
        "If you pick the best of the 3 detectors by these figures, its figures are, on average, better here"))
    #expect(!three.contains("shown to be best"))
    #expect(
      text(detectors: 3, baseline: false).contains(
        "No comparison is declared, so no detector is shown to be better"))
    #expect(
      three.contains(
        "**Comparisons.** 4 are declared in the experiment file and tested together"))
    #expect(three.contains("The 2 groups of recordings or windows add 12 more"))
    #expect(three.contains("Subjects: 12 per row"))
  }

  /// The samples that another program saw are not known.
  @Test(arguments: [
    (
      true,
      "For fft the estimates are recorded output of another program: hreval does not know which samples it saw."
    ),
    (
      false,
      "For fft the pulse wave is recorded output of another program: hreval does not know which samples it saw."
    ),
  ])
  func whatRanElsewhereIsSaid(_ isRecorded: Bool, _ sentence: String) {
    let plan = ExampleComparison.many(1) { _ in "fft" }.plan
    let note = RunPlan.StageNote(
      definition: isRecorded ? "recorded@2" : "recordedTrace@1",
      parameters: [.init(name: "path", value: "out/{recording}.csv", number: nil)])
    let detector = RunPlan.DetectorNote(
      label: "fft", extractors: [], filters: [],
      detector: isRecorded ? note : .init(definition: "fft@1", parameters: []),
      scenarios: ["clean"], recordedTrace: isRecorded ? nil : note)
    let whole = RunPlan(
      hreval: plan.hreval, name: plan.name, description: nil, seed: 7, mode: plan.mode, windowSeconds: 20,
      hopSeconds: 5, withinBPM: 5, withinPercent: nil, metrics: plan.metrics, strata: [], formats: [],
      datasets: plan.datasets, recordings: plan.recordings, scenarios: plan.scenarios,
      detectors: [plan.detectors[0], detector])
    let evaluation = Evaluation(plan: whole, results: [])
    let methods = MethodsSection(evaluation: evaluation).blocks.markdown
    let who = isRecorded ? "that ran here" : "that read the recordings"
    #expect(methods.contains("every detector \(who) was given the same damaged recording"), "\(methods)")
    #expect(methods.contains(sentence), "\(methods)")
    #expect(methods.contains("3 rows (2 scenarios × 2 detectors, less those that the experiment limits"))
    let setup = SetupSection(evaluation: evaluation).blocks.markdown
    #expect(
      setup.contains("\(note.definition) (path out/{recording}.csv)") && setup.contains("; in clean only"))
  }
}
