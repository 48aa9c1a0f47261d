import HRSupport
import Testing

@testable import HRRunning
@testable import HREvaluation

/// Runs in which a detector has rows in some scenarios only.
@Suite struct RaggedRunTests {
  /// Four detectors in two scenarios; `d` in the first only.
  private var run: HandMadeRun {
    var run = HandMadeRun()
    run.scenarios = [HandMadeRun.clean, HandMadeRun.scenario("dark", ["dark@1"], repeats: 2)]
    run.detectors =
      ["a", "b", "c"].map { HandMadeRun.detector($0) } + [
        HandMadeRun.detector("d", scenarios: ["clean"])
      ]
    run.error = { place in Double(place.detector) + HandMadeRun.noise(place) }
    return run
  }

  @Test func rowsAreOfWhoTakesPart() {
    let rows = run.evaluation.rows.map { [$0.scenario, $0.detector] }
    #expect(rows == [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2]])
  }

  @Test func comparisonsAreMadeWhereBothHaveRows() {
    let usual = run.comparison()
    #expect(
      usual.contrasts.map { "\($0.candidate) \($0.scenario)" }
        == ["b clean", "c clean", "d clean", "b dark", "c dark"])
    #expect(usual.familySize == 5)
    #expect(usual.unpaired.isEmpty)
    #expect(usual.rankings.map(\.detectors) == [["a", "b", "c", "d"], ["a", "b", "c"]])
    #expect(usual.rankings.allSatisfy { $0.leftOut.isEmpty })
    let held = run.comparison(baseline: 3)
    #expect(held.contrasts.map(\.scenario) == ["clean", "clean", "clean"])
    #expect(held.unpaired == ["a", "b", "c"].map { "\($0) is not compared in dark: d has no rows there" })
    #expect(held.familySize == 3)
  }

  @Test func whatIsDeclaredCanBeMade() {
    var run = run
    run.detectors = [
      HandMadeRun.detector("a", scenarios: ["dark"]), HandMadeRun.detector("d", scenarios: ["clean"]),
    ]
    run.baseline = "a"
    #expect(!run.plan.declaresComparison)
    #expect(run.evaluation.declaredComparison == nil)
  }

  @Test func runsAreComparedWhereBothHaveRows() throws {
    var wide = run
    wide.detectors[3] = HandMadeRun.detector("d")
    let match = try RunMatch(baseline: wide.run("wide"), candidate: run.run("narrow"))
    let comparison = Comparison(match, margin: Margin(declaredBPM: 0.5))
    #expect(comparison.contrasts.count == 7)
    #expect(comparison.unpaired == ["detector \"d\" has rows in \"dark\" only in wide"])
    var (left, right) = (run, run)
    left.detectors = [HandMadeRun.detector("d", scenarios: ["clean"])]
    right.detectors = [HandMadeRun.detector("d", scenarios: ["dark"])]
    let problems = #expect(throws: Diagnostics.self) {
      try RunMatch(baseline: left.run("left"), candidate: right.run("right"))
    }
    #expect(
      problems?.list.map(\.message) == [
        "left and right cannot be compared: no detector has rows in the same scenario of both"
      ])
  }

  @Test func theGateHoldsTheRowsThereAre() throws {
    let evaluation = run.evaluation
    let baseline = Baseline(evaluation)
    #expect(baseline.rows.count == 7)
    #expect(try Gate(evaluation, against: baseline, file: "b.json").decision == .held)
    try Gate.check(run.plan, against: baseline, file: "b.json")
    var wide = run
    wide.detectors[3] = HandMadeRun.detector("d")
    let wider = wide.evaluation
    let gate = try Gate(wider, against: baseline, file: "b.json")
    #expect(gate.notes.contains("d, dark: not in the baseline, so not judged"))
    let problems = #expect(throws: Diagnostics.self) {
      try Gate(evaluation, against: Baseline(wider), file: "b.json")
    }
    #expect(
      problems?.list.first?.message.hasSuffix("the run has no detector \"d\" in scenario \"dark\"") == true)
  }
}
