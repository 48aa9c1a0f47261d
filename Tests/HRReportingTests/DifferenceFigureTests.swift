import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Differences of detectors as figures, and those of any two.
@Suite struct DifferenceFigureTests {
  private static func evaluation(_ example: ExampleComparison) -> Evaluation {
    Evaluation(plan: example.plan, results: example.results)
  }

  private static var declared: ExampleComparison {
    var example = ExampleComparison.verdicts
    example.baseline = "fft"
    return example
  }

  @Test func declaredComparisonsAreRows() throws {
    let evaluation = Self.evaluation(Self.declared)
    let figure = DifferenceFigure(0, of: evaluation, DetectorStyles(evaluation))
    let plot = try #require(figure?.plot)
    #expect(plot.title == "Differences from fft: clean")
    // The smallest difference first; a detector without a common window last.
    #expect(plot.rows.map(\.name) == ["peak, *wide*", "fft | narrow", "jumpy", "silent"])
    #expect(plot.rows.map(\.text) == ["better on common windows", "equivalent", "worse", ""])
    #expect(plot.rows[3].marks == [.words("both answered no window in common")])
    let contrast = try #require(evaluation.declaredComparison?.contrasts.first)
    let difference = try #require(contrast.difference)
    let interval = try #require(difference.intervalBPM)
    #expect(
      plot.rows[0].marks == [
        .line(from: interval.low, to: interval.high), .dot(difference.deltaBPM, fill: 1),
      ])
    #expect(plot.rules.map(\.value) == [0, -0.5, 0.5])
    #expect(XMLReading(plot.svg).problem == nil)
    try expectGolden(plot.svg, "difference.svg")
  }

  /// Rows of a run's page lead to their detector; a comparison's page has no such places.
  @Test func rowsOfAComparisonLeadNowhere() throws {
    let evaluation = Self.evaluation(Self.declared)
    let comparison = try #require(evaluation.declaredComparison)
    let own = try #require(DifferenceFigure(0, of: evaluation, DetectorStyles(evaluation))?.plot)
    let other = try #require(DifferenceFigure(comparison, scenario: "clean").plot)
    #expect(own.inline.contains("href=\"#detector-1\"") && !other.inline.contains("href="))
    #expect(own.rows.map(\.text) == other.rows.map(\.text))
  }

  /// A page that has not all rows draws the others in the styles of the whole run.
  @Test func leftOutRowsChangeNoStyle() throws {
    var example = ExampleComparison.many(20) { "d\($0)" }
    example.baseline = "d13"
    let evaluation = Self.evaluation(example)
    let whole = RunDocument(evaluation)
    let styles = whole.figures.styles
    let part = whole.showing(evaluation.keeping { $0.detector > 5 })
    #expect((0..<20).allSatisfy { part.figures.styles[$0] == styles[$0] })
    let plot = try #require(part.figures[.error][0]?.figure as? RowPlot)
    #expect(plot.rows.count == 14)
    for row in plot.rows { #expect(row.style == row.detector.flatMap { styles[$0] }) }
  }

  @Test func nothingIsDrawnWithoutADeclaredComparison() {
    let evaluation = Self.evaluation(.verdicts)
    #expect(DifferenceFigure(0, of: evaluation, DetectorStyles(evaluation)) == nil)
  }

  /// The differences of two detectors by choice are those of a declared comparison of the two.
  @Test func pairsAreWhatIsDeclared() throws {
    let evaluation = Self.evaluation(Self.declared)
    for scenario in evaluation.plan.scenarios.indices {
      let pairs = evaluation.pairDifferences(scenario: scenario, of: [1, 2, 3, 4, 0])
      let label = evaluation.plan.scenarios[scenario].label
      let contrasts = try #require(evaluation.declaredComparison).contrasts.filter { $0.scenario == label }
      #expect(contrasts.count == 4)
      for contrast in contrasts {
        let candidate = evaluation.plan.detectors.firstIndex { $0.label == contrast.candidate }
        let pair = pairs.first { $0.first == candidate && $0.second == 0 }
        #expect(pair?.difference == contrast.difference)
        #expect(pair?.windows ?? 0 == contrast.tally.both)
      }
      #expect(pairs.count == 6, "each two of the four that answered")
    }
  }

  @Test func colorsAreTheSameOnTheWholePage() {
    let few = Self.evaluation(.verdicts)
    #expect((0..<5).map { DetectorStyles(few)[$0] } == [0, 1, 2, 3, 4])
    var example = ExampleComparison.many(20) { "d\($0)" }
    example.baseline = "d13"
    let many = Self.evaluation(example)
    let styles = DetectorStyles(many)
    let used = (0..<20).compactMap { styles[$0] }
    #expect(used.sorted() == Array(0..<FigureStyle.count))
    // What the others are compared with comes first, then the best of each scenario.
    #expect(styles[13] == 0)
    for scenario in many.plan.scenarios.indices {
      let leader = many.leader(ofScenario: scenario)
      #expect(leader.map { styles[$0.detector] != nil } == true)
    }
    #expect(styles.sentence(others: 12).hasSuffix("8 in all. Here 12 others are thin and grey."))
    #expect(styles.sentence(others: 0).isEmpty)
  }
}

/// Names of parameters in words.
@Suite struct ParameterWordsTests {
  @Test(arguments: [
    ("snrDecibels", "signal-to-noise ratio (dB)"), ("windowSeconds", "window (s)"),
    ("driftBPM", "drift (bpm)"),
    ("lowCutoffHz", "low cutoff (Hz)"), ("share", "share"), ("overlapShare", "overlap share"),
    ("seconds", "seconds"), ("", ""),
  ])
  func titles(name: String, title: String) { #expect(ParameterWords.title(name) == title) }
}

/// Backticks in the texts of experiments.
@Suite struct DescriptionProseTests {
  @Test func wordsBetweenBackticksAreCode() {
    #expect(Prose(description: "with `a*b` <x>").html == "with <code>a*b</code> &lt;x&gt;")
    #expect(Prose(description: "with `a` and *b*").markdown == "with `a` and \\*b\\*")
    #expect(Prose(description: "one ` alone").html == "one ` alone")
    #expect(Prose(description: "").html.isEmpty)
  }
}
