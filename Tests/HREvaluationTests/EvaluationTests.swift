import HRRunTestSupport
import HRStatistics
import Testing

@testable import HRRunning
@testable import HREvaluation

@Suite struct EvaluationTests {
  private let evaluation = Evaluation(
    plan: Example.plan,
    results: Example.plan.units.map {
      Example.result(unit: $0.index, activity: $0.recording == 1 ? "walk" : "rest")
    }.reversed())

  @Test func unitsKeepRecordingsTogether() {
    let units = Example.plan.units
    #expect(units.map(\.index) == Array(0..<9))
    #expect(units.map(\.recording) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
    #expect(units.prefix(3).map(\.scenario) == [0, 1, 1])
    #expect(units.prefix(3).map(\.repetition) == [0, 0, 1])
  }

  @Test func countsWindowsReferencesAndEstimates() throws {
    let row = evaluation.rows[0]
    #expect(row.tally.recordings == 3)
    #expect(row.tally.subjects == 2)
    #expect(row.tally.windows == 9)
    #expect(row.tally.referenceWindows == 6)
    #expect(row.tally.estimates == 3)
    #expect(row.tally.coverage == 0.5)
    #expect(
      row.tally.reasons == [
        .init(outcome: .abstained(.flatSignal), windows: 3),
        .init(outcome: .noReference("tooFewIntervals"), windows: 3),
      ])
    #expect(evaluation.rows[2].tally.windows == 18)
  }

  @Test func errorsAreEstimateMinusReference() throws {
    #expect(evaluation.pairs(of: evaluation.rows[0]).rates.errorsBPM == [2, 2, 2])
    #expect(evaluation.pairs(of: evaluation.rows[1]).rates.errorsBPM == [0, 0, 0, 0, 0, 0])
    #expect(evaluation.rows[0].perRecording.map(\.maeBPM) == [2, 2, 2])
    #expect(evaluation.rows[0].perRecording.map(\.recording) == [0, 1, 2])
  }

  @Test func strataSplitTheRecordings() {
    #expect(evaluation.strata.map(\.value) == ["rest", "walk"])
    #expect(evaluation.strata.map { $0.rows[0].tally.recordings } == [2, 1])
  }

  @Test func failedRecordingsAreCountedNotDropped() {
    let failed = UnitResult(unit: 0, facts: .unknown, outcome: .failed("torn"))
    let evaluation = Evaluation(plan: Example.plan, results: [failed, Example.result(unit: 3)])
    #expect(evaluation.rows[0].tally.failedRecordings == 1)
    #expect(evaluation.rows[0].tally.recordings == 1)
    #expect(evaluation.recordings[0].failure == "torn")
    #expect(evaluation.hasFailures)
    #expect(!self.evaluation.hasFailures)
  }

  @Test func orderOfArrivalChangesNothing() {
    let forward = Evaluation(
      plan: Example.plan, results: Example.plan.units.map { Example.result(unit: $0.index) })
    let backward = Evaluation(
      plan: Example.plan, results: Example.plan.units.reversed().map { Example.result(unit: $0.index) })
    #expect(forward.rows.map(\.score) == backward.rows.map(\.score))
    #expect(forward.rows.map(\.tally) == backward.rows.map(\.tally))
  }
}
