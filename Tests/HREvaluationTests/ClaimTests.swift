import HRRunTestSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Verdicts of a run on published sentences.
@Suite struct ClaimTests {
  private typealias Place = HandMadeRun.Place

  private func condition(
    _ metric: ClaimMetric, _ demand: Claim.Demand, detector: String = "a", scenario: String = "clean",
    by stratum: String? = nil
  ) -> Claim.Condition {
    Claim.Condition(
      row: .init(detector: detector, scenario: scenario), metric: metric, demand: demand, stratum: stratum)
  }

  private func verdict(_ run: HandMadeRun, _ conditions: Claim.Condition...) throws -> ClaimVerdict {
    var run = run
    run.claims = [Claim(claim: "It works.", source: "a test", conditions: conditions)]
    return try #require(run.evaluation.claims.first)
  }

  /// Errors of 2 to 4 bpm, in every recording.
  private var small: HandMadeRun {
    var run = HandMadeRun()
    run.error = { 3 + HandMadeRun.noise($0) }
    return run
  }

  @Test func theWholeIntervalDecides() throws {
    let run = small
    #expect(try verdict(run, condition(.maeBPM, .atMost(3.5))).word == .holds)
    #expect(try verdict(run, condition(.maeBPM, .atMost(2.5))).word == .doesNotHold)
    #expect(try verdict(run, condition(.maeBPM, .atMost(3))).word == .cannotBeTold)
    #expect(try verdict(run, condition(.biasBPM, .atLeast(2.5))).word == .holds)
    #expect(try verdict(run, condition(.biasBPM, .atLeast(3.5))).word == .doesNotHold)
  }

  @Test func theFigureIsTheTables() throws {
    let run = small
    let row = try #require(run.evaluation.rows.first)
    let figure = try #require(try verdict(run, condition(.maeBPM, .atMost(9))).figures.first)
    #expect(abs((figure.value ?? .nan) - (row.score.errors?.maeBPM ?? .nan)) < 1e-12)
    #expect(figure.interval == row.score.bootstrap?.maeBPM)
    #expect(figure.windows == 72 && figure.clusters == 12 && figure.otherWindows == nil)
  }

  @Test func fewSubjectsTellNothing() throws {
    var run = HandMadeRun(recordings: 4)
    run.error = { _ in 0.1 }
    let verdict = try verdict(run, condition(.maeBPM, .atMost(5)))
    #expect(verdict.word == .cannotBeTold)
    #expect(verdict.figures.first?.interval == nil)
  }

  @Test func silenceTestsNothing() throws {
    var run = HandMadeRun()
    run.error = { _ in nil }
    let share = try verdict(run, condition(.withinBPMShare, .atLeast(0)))
    #expect(share.word == .notTested && share.figures.first?.own?.coverage == 0)
    #expect(share.figures.first?.other == nil)
    #expect(try verdict(run, condition(.coverage, .atMost(0.3))).word == .holds)
  }

  @Test func oneConditionIsEnoughAgainstIt() throws {
    let run = small
    let good = condition(.maeBPM, .atMost(3.8))
    let bad = condition(.maeBPM, .atMost(2.2))
    let open = condition(.maeBPM, .atMost(3))
    #expect(try verdict(run, good, bad).word == .doesNotHold)
    #expect(try verdict(run, good, open).word == .cannotBeTold)
    #expect(try verdict(run, open, bad).word == .doesNotHold)
    // Each interval is wider, so that both hold at once.
    let pair = try verdict(run, good, good)
    #expect(pair.word == .holds && pair.level == 0.975)
    let alone = try #require(try verdict(run, good).figures.first?.interval)
    let together = try #require(pair.figures.first?.interval)
    #expect(together.low < alone.low && together.high > alone.high)
  }

  /// Good at rest and bad on the walk: pooled, the claim would seem to hold.
  @Test func everyGroupMustHoldByItself() throws {
    var run = HandMadeRun()
    let activities = run.activities
    run.error = { activities[$0.recording] == "walk" ? 6.5 : 0.5 }
    #expect(try verdict(run, condition(.maeBPM, .atMost(6))).word != .doesNotHold)
    let verdict = try verdict(run, condition(.maeBPM, .atMost(6), by: "activity"))
    #expect(verdict.word == .doesNotHold)
    #expect(verdict.figures.map(\.group) == ["rest", "walk"])
    #expect(verdict.figures.map(\.word) == [.holds, .doesNotHold])
  }

  @Test func twoRowsAreComparedOverTheWindowsBothAnswered() throws {
    var run = HandMadeRun()
    // "b" abstains when it would be wrong: on its own windows its error is smaller than it should be.
    run.error = { place in
      let isHard = place.window < 3
      if place.detector == 0 { return isHard ? 9 : 1 }
      return isHard ? nil : 2
    }
    let b = Claim.Row(detector: "b", scenario: "clean")
    let common = try verdict(run, condition(.maeBPM, .moreThan(b, margin: 0, windows: .common)))
    #expect(common.word == .doesNotHold)
    #expect(common.figures.first?.value == -1)
    #expect(common.figures.first?.windows == 36 && common.figures.first?.otherWindows == nil)
    #expect(common.figures.first?.own?.coverage == 1 && common.figures.first?.other?.coverage == 0.5)
    #expect(common.figures.first?.other?.referenceWindows == 72)
    let own = try verdict(run, condition(.maeBPM, .moreThan(b, margin: 0, windows: .own)))
    #expect(own.word == .holds)
    #expect(own.figures.first?.value == 3)
    #expect(own.figures.first?.windows == 72 && own.figures.first?.otherWindows == 36)
  }

  @Test func aMarginIsAddedToTheOtherRow() throws {
    var run = small
    run.scenarios.append(HandMadeRun.scenario("noise", ["whiteNoise@1"]))
    run.error = { HandMadeRun.noise($0) * 0.2 + ($0.scenario == 1 ? 4 : 3) }
    let clean = Claim.Row(detector: "a", scenario: "clean")
    func demand(_ margin: Double) -> Claim.Condition {
      condition(.maeBPM, .lessThan(clean, margin: margin, windows: .own), scenario: "noise")
    }
    #expect(try verdict(run, demand(0)).word == .doesNotHold)
    #expect(try verdict(run, demand(2)).word == .holds)
    #expect(try verdict(run, demand(1)).word == .cannotBeTold)
  }

  // MARK: Groups

  @Test func oneGroupCanBeAsked() throws {
    var run = HandMadeRun()
    let activities = run.activities
    run.error = { activities[$0.recording] == "walk" ? 6.5 : 0.5 }
    var rest = condition(.maeBPM, .atMost(1), by: "activity")
    rest = Claim.Condition(
      row: .init(detector: "a", scenario: "clean", group: "rest"), metric: rest.metric, demand: rest.demand,
      stratum: rest.stratum)
    let verdict = try verdict(run, rest)
    #expect(verdict.word == .holds && verdict.figures.map(\.group) == ["rest"] && verdict.level == 0.95)
  }

  /// Each subject has a recording at rest and one on the walk.
  @Test func twoGroupsAreComparedSubjectBySubject() throws {
    var run = HandMadeRun()
    let activities = run.activities
    run.subjects = (0..<12).map { "s\($0 / 2)" }
    run.error = { (activities[$0.recording] == "walk" ? 4 : 1) + 0.1 * Double($0.recording / 2) }
    func gap(_ subjects: [String?]) throws -> ClaimVerdict.Figure? {
      run.subjects = subjects
      return try verdict(
        run,
        Claim.Condition(
          row: .init(detector: "a", scenario: "clean", group: "walk"), metric: .maeBPM,
          demand: .moreThan(
            .init(detector: "a", scenario: "clean", group: "rest"), margin: 0, windows: .own),
          stratum: "activity")
      ).figures.first
    }
    let figure = try #require(try gap(run.subjects))
    #expect(figure.word == .holds && figure.clusters == 6 && abs((figure.value ?? 0) - 3) < 1e-9)
    // Other people in the other group: nobody is in both.
    #expect(try gap((0..<12).map { "s\($0)" })?.word == .notTested)
  }

  /// The same six subjects in two data sets, in another order.
  @Test func groupsOfTwoDataSetsAreMatchedByName() throws {
    var run = HandMadeRun()
    run.otherDataset = "e"
    let places = (0..<12).map { $0 < 6 ? $0 : 11 - $0 }
    run.subjects = places.map { "s\($0)" }
    run.error = { Double(places[$0.recording]) + ($0.recording < 6 ? 1 : 3) }
    let verdict = try verdict(
      run,
      Claim.Condition(
        row: .init(detector: "a", scenario: "clean", group: "e"), metric: .maeBPM,
        demand: .moreThan(.init(detector: "a", scenario: "clean", group: "d"), margin: 0, windows: .own),
        stratum: RunPlan.datasetStratum))
    let figure = try #require(verdict.figures.first)
    #expect(figure.clusters == 6 && figure.value == 2 && figure.interval?.low == 2)
    #expect(verdict.word == .holds)
  }

  @Test func equalIsNotLess() throws {
    var run = HandMadeRun()
    run.error = {
      3
        + HandMadeRun.noise(
          .init(detector: 0, scenario: 0, recording: $0.recording, repetition: 0, window: $0.window))
    }
    let b = Claim.Row(detector: "b", scenario: "clean")
    let verdict = try verdict(run, condition(.maeBPM, .lessThan(b, margin: 0, windows: .common)))
    #expect(verdict.figures.first?.value == 0)
    #expect(verdict.word == .doesNotHold)
  }

  // MARK: Reading

  private static let scenarios = #", "scenarios": ["clean", {"label": "noise", "scenario": "whiteNoise"}]"#

  private static func claims(_ condition: String, scenarios: String = "") -> String {
    scenarios + #", "claims": [{"claim": "c", "source": "s", "holdsWhen": [\#(condition)]}]"#
  }

  @Test func labelsLeftOutAreTheOnlyOrTheSame() throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(
        detectors: #"["fft", "peak"]"#,
        more: Self.claims(#"{"detector": "fft", "metric": "maeBPM", "lessThan": {"detector": "peak"}}"#))
      let claim = try #require(try study.experiment(text).claims.first)
      #expect(
        claim.conditions == [
          condition(
            .maeBPM, .lessThan(.init(detector: "peak", scenario: "clean"), margin: 0, windows: .common),
            detector: "fft")
        ])
    }
  }

  @Test(arguments: [Claim.Kind.quoted, .presumed, .other, nil])
  func theKindIsRead(_ kind: Claim.Kind?) throws {
    try ResolverStudy.with { study in
      let text = ResolverStudy.text(
        more: Self.claims(#"{"detector": "fft", "metric": "maeBPM", "atMost": 1}"#).replacing(
          #""source": "s""#, with: #""source": "s""# + (kind.map { #", "kind": "\#($0)""# } ?? "")))
      let claim = try #require(try study.experiment(text).claims.first)
      #expect(claim.kind == kind)
    }
  }

  @Test(arguments: [
    (#"{"detector": "fft", "metric": "maeBPM"}"#, "", "does not say how large"),
    (
      #"{"detector": "fft", "metric": "maeBPM", "atMost": 1, "atLeast": 0}"#, "", "\"atLeast\" and \"atMost\""
    ),
    (#"{"detector": "ftt", "metric": "maeBPM", "atMost": 1}"#, "", "no detector \"ftt\""),
    (
      #"{"detector": "fft", "scenario": "noice", "metric": "maeBPM", "atMost": 1}"#, scenarios,
      "no scenario \"noice\""
    ),
    (#"{"detector": "fft", "metric": "maeBPM", "atMost": 1}"#, scenarios, "names no \"scenario\""),
    (#"{"detector": "fft", "metric": "coverage", "atLeast": 95}"#, "", "it is never 95"),
    (#"{"detector": "fft", "metric": "maeBPM", "atMost": 1, "margin": 1}"#, "", "\"margin\" belongs to"),
    (#"{"detector": "fft", "metric": "maeBPM", "lessThan": {}}"#, "", "compared with itself"),
    (
      #"{"detector": "fft", "metric": "maeBPM", "atMost": 1, "group": "rest"}"#, "",
      "is a group of no stratum"
    ),
    (
      #"{"detector": "fft", "metric": "maeBPM", "atMost": 1, "by": "dataset", "group": "other"}"#, "",
      "has no data set \"other\""
    ),
    (
      #"{"detector": "fft", "metric": "maeBPM", "lessThan": {"group": "rest"}, "by": "dataset"}"#, "",
      "names a group of the other row"
    ),
    (#"{"detector": "fft", "metric": "maeBPM", "atMost": 1, "by": "skin"}"#, "", "\"skin\" is no stratum"),
    (
      #"{"detector": "fft", "scenario": "noise", "metric": "maeBPM", "lessThan": {"scenario": "clean"}, "windows": "common"}"#,
      scenarios, "never the same"
    ),
  ])
  func saysWhatIsWrong(_ condition: String, _ scenarios: String, _ words: String) throws {
    try ResolverStudy.with { study in
      let problems = try study.problems(
        ResolverStudy.text(more: Self.claims(condition, scenarios: scenarios)))
      #expect(problems.contains { $0.message.contains(words) }, "\(problems.map(\.message))")
    }
  }
}
