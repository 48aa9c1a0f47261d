import HRStatistics
import HRSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Errors at the delay that a detector states, and all other figures, which do not depend on it.
@Suite struct StatedDelayTests {
  /// Windows of 20 s every 5 s; both detectors are 5 s behind the window's middle, one of them says so.
  private static func run(stated: Double? = 15) -> HandMadeRun {
    var run = HandMadeRun()
    (run.windowSeconds, run.hopSeconds, run.windows) = (20, 5, 24)
    run.detectors = [HandMadeRun.detector("a", delaySeconds: stated), HandMadeRun.detector("b")]
    run.reference = { 60 + 2 * Double($0) + rate($1) }
    run.error = { rate($0.window - 1) - rate($0.window) }
    return run
  }

  private static func rate(_ window: Int) -> Double {
    let turns = Double(window) / 9
    return 30 * abs(turns - turns.rounded())
  }

  @Test func errorsAtTheDelayAreBesideThePlainOnes() throws {
    let rows = Self.run().evaluation.rows
    let errors = try #require(rows[0].diagnosis?.atDelay)
    // Of every recording the first window has no reference 5 s before it.
    #expect(errors.count == 12 * 23 && errors.shiftSeconds == 5)
    #expect(errors.delayedMAEBPM < 1e-9 && errors.plainMAEBPM > 2)
    #expect(rows[1].diagnosis != nil && rows[1].diagnosis?.atDelay == nil)
  }

  /// `results.json` with a stated delay is that without one, but for the statement and the errors at it.
  @Test func nothingElseIsShifted() throws {
    func text(stated: Double?) -> String { Self.run(stated: stated).evaluation.stored.json.rendered() }
    let (stated, silent) = (text(stated: 15), text(stated: nil))
    let plain = stated.replacing(#/"atDelay": \{[^}]*\},\s*/#, with: "")
      .replacing(#/,\s*"delaySeconds": 15(\.0)?/#, with: "")
    #expect(plain == silent && stated != silent)
    let results = try #require(try JSONDocument(stated, file: "results.json").root["results"]?.elements)
    #expect(results[0]["atDelay"]?["windows"]?.integer == 276)
    #expect(results[0]["atDelay"]?["shiftSeconds"]?.number == 5)
    #expect(results[1]["atDelay"] == nil)
  }

  @Test func ofSeveralTriesThereIsNone() {
    let run = Self.run()
    var plan = run.plan
    plan.tries = 3
    let series = ScenarioWindows(
      run.results.compactMap { result in
        if case .windows(let table) = result.outcome { (cluster: result.unit, table: table) } else { nil }
      })
    #expect(RowDiagnosis(series, detector: 0, plan: run.plan).atDelay != nil)
    #expect(RowDiagnosis(series, detector: 0, plan: plan).atDelay == nil)
  }
}
