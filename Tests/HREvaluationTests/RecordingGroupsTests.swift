import HRRunTestSupport
import HRSupport
import Testing

@testable import HRRunning
@testable import HREvaluation
@testable import HRStatistics

/// Metadata and labels by which recordings are grouped.
@Suite struct RecordingGroupsTests {
  private func problems(_ strata: String, datasets: String = #"["study"]"#) throws -> [Diagnostic] {
    try ResolverStudy.with { study in
      try study.write(Self.descriptor("study", metadata: ["sex", "skinTone"]), "datasets/study/dataset.json")
      try study.write(Self.descriptor("blind", metadata: ["sex", "hand"]), "datasets/blind/dataset.json")
      return try study.problems(ResolverStudy.text(datasets: datasets, more: #", "strata": \#(strata)"#))
    }
  }

  private static func descriptor(_ name: String, metadata: [String]) -> String {
    let entries = metadata.map { #"{"name": "\#($0)", "values": {"r1": "a"}, "key": "{recording}"}"# }
    return """
      {"schemaVersion": 1, "name": "\(name)",
       "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                 {"name": "beats", "path": "{recording}_beats.csv"}],
       "channels": {"ppg": "ppg"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}],
       "metadata": [\(entries.joined(separator: ", "))]}
      """
  }

  @Test func aNameThatNoDataSetKnowsIsAnError() throws {
    let found = try problems(#"["sexx", "skinTone", "shoeSize"]"#)
    #expect(
      found.map(\.message) == [
        #"no data set of this experiment has metadata or labels called "sexx""#,
        #"no data set of this experiment has metadata or labels called "shoeSize""#,
      ])
    #expect(found.map(\.place?.path) == ["$.strata[0]", "$.strata[2]"])
    #expect(
      found.map(\.hint) == [
        #"did you mean "sex"?"#, #"known here: "sex", "skinTone", "dataset""#,
      ])
  }

  @Test func aNameStandsOnce() throws {
    #expect(try problems(#"["sex", "sex"]"#).map(\.message) == [#"the stratum "sex" is listed twice"#])
  }

  @Test func oneDataSetOfSeveralMayKnowIt() throws {
    #expect(try problems(#"["hand", "dataset", "skinTone"]"#, datasets: #"["study", "blind"]"#).isEmpty)
    #expect(try problems(#"["dataset"]"#).isEmpty)
  }

  /// The names of a data set that does not exist are not known: only its own problem is reported.
  @Test func aMissingDataSetIsTheOnlyProblem() throws {
    let found = try problems(#"["sexx"]"#, datasets: #"["study", "stduy"]"#)
    #expect(found.count == 1 && !found[0].message.contains("sexx"), "\(found.map(\.message))")
  }

  // MARK: Groups

  @Test func severalDataSetsAreGroupsUnasked() {
    var run = HandMadeRun()
    run.strata = []
    #expect(run.evaluation.strata.isEmpty)
    run.otherDataset = "e"
    // Five bpm off on the second data set, right on the first.
    run.error = { $0.recording < 6 ? 0 : 5 }
    let groups = run.evaluation.strata
    #expect(groups.map(\.name) == ["dataset", "dataset"] && groups.map(\.value) == ["d", "e"])
    #expect(groups.map { $0.rows[0].perRecording[0].maeBPM } == [0, 5])
    run.strata = ["activity"]
    #expect(run.plan.groupings == ["dataset", "activity"])
    run.strata = ["activity", "dataset"]
    #expect(run.plan.groupings == ["activity", "dataset"])
  }

  @Test func oneDataSetIsAGroupWhereAsked() {
    var run = HandMadeRun()
    run.strata = ["dataset"]
    #expect(run.evaluation.strata.map(\.value) == ["d"])
  }

  /// Worse on one data set, better on the other: held as a whole, but not by the gate.
  @Test func theGateJudgesEachDataSet() throws {
    var run = HandMadeRun()
    run.strata = []
    run.otherDataset = "e"
    run.error = { $0.recording < 6 ? 4 : 1 }
    let before = run.evaluation
    run.error = { $0.recording < 6 ? 2 : 3 }
    let gate = try Gate(run.evaluation, against: Baseline(before), file: "baseline.json")
    let row = try #require(gate.rows.first)
    #expect(row.overall?.decision != .regressed)
    #expect(row.worst?.label == "dataset: e")
    #expect(row.decision == .regressed)
  }
}
