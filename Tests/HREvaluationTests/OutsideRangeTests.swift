import HRPlugins
import HRSignals
import Testing

@testable import HREvaluation
@testable import HRRunning

@Suite struct OutsideRangeTests {
  /// Lost coverage to the tables and to the gate: a window with a reference and no estimate.
  @Test func outsideIsLostCoverage() throws {
    var run = HandMadeRun()
    run.detectors = [
      RunPlan.DetectorNote(
        label: "a", extractors: [], filters: [], detector: .init(definition: "a@1", parameters: []))
    ]
    func evaluation(_ rates: [Double]) -> Evaluation {
      let limits = RateLimits(declared: 40...200, measurand: .heartRate)
      let ranges = rates.indices.map { TimeRange(start: 10 * Double($0), end: 10 * Double($0) + 10) }
      let results = run.plan.units.map { unit in
        UnitResult(
          unit: unit.index, facts: .unknown,
          outcome: .windows(
            WindowTable(
              ranges: ranges, references: rates.map { _ in .bpm(70) },
              estimates: [EstimateColumn(rates.map { .bpm($0) }, within: limits)])))
      }
      return Evaluation(plan: run.plan, results: results)
    }
    let whole = evaluation([70, 71, 72, 73])
    let lost = evaluation([70, 71, 680, 222])
    let row = try #require(lost.rows.first)
    #expect(row.tally.coverage == 0.5)
    #expect(row.tally.reasons.first?.outcome == .outsideRange)
    #expect(lost.hasFailures)
    let gate = try Gate(lost, against: Baseline(whole), file: "baseline.json")
    #expect(gate.decision != .held)
    #expect(gate.rows[0].reasons.contains { $0.hasPrefix("coverage fell from 100 to 50 %") })
  }
}
