import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Detectors' words on windows: as a rule, as a table, and the time of the first reading.
@Suite struct DetectorWordTests {
  private func results(_ text: String, in study: ResolverStudy) throws -> (
    plan: RunPlan, results: [UnitResult]
  ) {
    let experiment = try study.experiment(text)
    var runner = UnitRunner(experiment)
    return (experiment.plan, experiment.units.map { runner.result(of: $0) })
  }

  private func columns(_ text: String, in study: ResolverStudy) throws -> [EstimateColumn] {
    let (_, results) = try results(text, in: study)
    guard case .windows(let table) = try #require(results.first).outcome else {
      throw Diagnostics("the unit failed")
    }
    return table.estimates.compactMap(\.self)
  }

  /// The study's wave of ±1.3 is poor on the guide's scale for 8-bit codes, and its rate is steady.
  @Test func aRuleOnTheDetectorsOwnWordRefusesTheRest() throws {
    try ResolverStudy.with { study in
      let columns = try columns(
        ResolverStudy.text(
          detectors: """
            ["peak.swasthicare",
             {"label": "poor", "detector": "peak.swasthicare", "acceptWhen": [{"word": "quality", "anyOf": ["fair", "poor"]}]},
             {"label": "good", "detector": "peak.swasthicare", "acceptWhen": [{"word": "quality", "anyOf": ["good", "excellent"]}]},
             {"label": "still", "detector": "peak.swasthicare", "acceptWhen": [{"word": "motion", "anyOf": ["none"]}]},
             {"label": "sure", "detector": "peak.swasthicare", "acceptWhen": [{"word": "confidence", "anyOf": ["high"]}]}]
            """), in: study)
      #expect(columns[0].cells.contains { $0.hasValue })
      for column in [columns[1], columns[3]] {
        #expect(column.cells == columns[0].cells)
      }
      #expect(!columns[2].cells.contains { $0.hasValue })
      for (bare, refused) in zip(columns[0].cells, columns[2].cells) where bare.hasValue {
        #expect(columns[2].outcome(of: refused) == .abstained(.lowQuality))
        #expect(refused.said(.quality) == "poor", "what was said stays")
      }
      for (bare, sure) in zip(columns[0].cells, columns[4].cells) {
        #expect(sure.hasValue == (bare.hasValue && (bare.confidence ?? 0) >= 0.8))
      }
    }
  }

  @Test func rowsByWordShareTheWindowsOut() throws {
    try ResolverStudy.with { study in
      let (plan, results) = try results(
        ResolverStudy.text(
          detectors: #"["fft", "peak.swasthicare"]"#, more: #", "words": ["quality", "confidence"]"#),
        in: study)
      let evaluation = Evaluation(plan: plan, results: results)
      #expect(
        evaluation.words.map { "\($0.name) \($0.value)" } == [
          "quality poor", "quality fair", "quality good", "quality excellent", "confidence veryLow",
          "confidence low", "confidence moderate", "confidence high",
        ])
      // fft says no words.
      #expect(evaluation.words.allSatisfy { $0.rows.map(\.detector) == [1] })
      let whole = try #require(evaluation.rows.last)
      for kind in ["quality", "confidence"] {
        let rows = evaluation.words.filter { $0.name == kind }.flatMap(\.rows)
        #expect(rows.reduce(0) { $0 + $1.tally.windows } == whole.tally.windows)
        #expect(rows.reduce(0) { $0 + $1.tally.estimates } == whole.tally.estimates)
      }
      #expect(evaluation.words[0].rows[0].tally == whole.tally)
      #expect(evaluation.words[1].rows[0].score.errors == nil)
    }
  }

  /// The detector counts 25 frames a second as 30: it has its 150 frames at 5.96 s. Without a first reading of its
  /// own, a detector's is at the first window's end.
  @Test func theFirstReadingComesInsideTheFirstWindow() throws {
    try ResolverStudy.with { study in
      let (plan, results) = try results(
        ResolverStudy.text(detectors: #"["peak.swasthicare", "fft"]"#), in: study)
      for result in results { #expect(try UnitResult(bytes: result.bytes) == result) }
      let rows = Evaluation(plan: plan, results: results).rows
      let seconds = rows.map { $0.diagnosis?.anatomy?.timeToFirstReadingSeconds }
      #expect(abs((seconds[0] ?? .nan) - 149.0 / 25) < 1e-9)
      #expect(seconds[1] == 10)
    }
  }

  @Test(arguments: [
    (
      #"[{"detector": "fft", "acceptWhen": [{"word": "quality", "anyOf": ["good"]}]}]"#, "",
      "fft says no word of quality", "peak.swasthicare"
    ),
    (
      #"[{"detector": "peak.swasthicare", "acceptWhen": [{"word": "quality", "anyOf": ["goood"]}]}]"#, "",
      "\"goood\" is no word of quality", "poor, fair, good, excellent"
    ),
    (
      #"[{"detector": "peak.swasthicare", "acceptWhen": [{"word": "motion", "anyOf": ["none", "excessive"]}]}]"#,
      "", "this rule accepts everything", ""
    ),
    (#"["fft"]"#, #", "words": ["motion"]"#, "no detector of this experiment says a word of motion", "peak"),
    (
      #"["peak.swasthicare"]"#, #", "words": ["motion", "motion"]"#, "\"motion\" is listed twice", ""
    ),
    (
      #"[{"detector": "peak.swasthicare", "confidenceFrom": "skewness"}]"#, #", "words": ["confidence"]"#,
      "no detector of this experiment says a word of confidence", ""
    ),
  ])
  func saysWhatIsWrong(_ detectors: String, _ more: String, _ words: String, _ hint: String) throws {
    try ResolverStudy.with { study in
      let problems = try study.problems(ResolverStudy.text(detectors: detectors, more: more))
      #expect(problems.contains { $0.message.contains(words) }, "\(problems.map(\.message))")
      if !hint.isEmpty { #expect(problems.contains { $0.hint?.contains(hint) ?? false }) }
    }
  }
}
