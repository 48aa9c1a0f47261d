import HRRunTestSupport
import HRSupport
import Testing

@testable import HRRunning
@testable import HREvaluation
@testable import HRStatistics

/// The key "baseline" of an experiment and of a detector.
@Suite struct BaselineKeyTests {
  private func problem(_ detectors: String, more: String = "") throws -> Diagnostic {
    try ResolverStudy.with(seconds: 2) { study in
      let found = try study.problems(ResolverStudy.text(detectors: detectors, more: more))
      #expect(found.count == 1, "\(found.map(\.message))")
      return try #require(found.first)
    }
  }

  @Test func anUnknownLabelIsRefusedWithASuggestion() throws {
    let problem = try problem(#"["fft", "peak"]"#, more: #", "baseline": "peek""#)
    #expect(problem.message == "the baseline \"peek\" is no detector of this experiment")
    #expect(problem.hint == "did you mean \"peak\"?")
    #expect(problem.place?.path == "$.baseline" && problem.place?.line == 2)
    #expect(problem.place?.excerpt?.contains("\"peek\"") == true)
  }

  @Test func aDetectorsBaselineIsCheckedToo() throws {
    let unknown = try problem(#"["fft", {"label": "mine", "detector": "peak", "baseline": "ftt"}]"#)
    #expect(unknown.message == "the baseline \"ftt\" is no detector of this experiment")
    #expect(unknown.hint == "did you mean \"fft\"?" && unknown.place?.path == "$.detectors[1].baseline")
    // The label counts, not the detector's name.
    let name = try problem(#"["fft", {"label": "mine", "detector": "peak"}]"#, more: #", "baseline": "peak""#)
    #expect(name.hint == "known here: \"fft\", \"mine\"")
  }

  @Test func nobodyIsItsOwnBaseline() throws {
    let own = try problem(#"["fft", {"label": "mine", "detector": "peak", "baseline": "mine"}]"#)
    #expect(own.message == "detector \"mine\" is named as its own baseline")
    #expect(own.place?.path == "$.detectors[1].baseline" && own.place?.line == 2)
  }

  @Test func aDetectorThatCannotBeResolvedIsStillNamedByItsLabel() throws {
    // One problem, not a second one about the baseline.
    let wrong = try problem(
      #"[{"label": "mine", "detector": "peek"}, "fft"]"#, more: #", "baseline": "mine""#)
    #expect(wrong.message.contains("peek"))
  }

  @Test func aBaselineThatIsTheOnlyDetectorDeclaresNoComparison() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let plan = try study.experiment(
        ResolverStudy.text(detectors: #"["fft"]"#, more: #", "baseline": "fft""#)
      ).plan
      #expect(!plan.declaresComparison && plan.baselines().isEmpty)
      #expect(Evaluation(plan: plan, results: []).declaredComparison == nil)
    }
  }

  @Test func goodOnesReachThePlan() throws {
    try ResolverStudy.with(seconds: 2) { study in
      let plan = try study.experiment(
        ResolverStudy.text(
          detectors: #"["fft", {"label": "mine", "detector": "peak", "baseline": "fft"}, "peak"]"#,
          more: #", "baseline": "mine""#)
      ).plan
      #expect(plan.baseline == "mine" && plan.detectors.map(\.baseline) == [nil, "fft", nil])
      #expect(plan.declaresComparison)
      #expect(plan.baselines().map { [$0.candidate, $0.baseline] } == [[0, 1], [1, 0], [2, 1]])
    }
  }
}
