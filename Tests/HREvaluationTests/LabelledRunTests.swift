import HRRunTestSupport
import HRSupport
import HRSignals
import HRStatistics
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Windows that are grouped by labels of what happens in them.
@Suite struct LabelledRunTests {
  /// In the first half of every recording the label is "lying", in the second "standing"; in the last recording
  /// always "lying".
  private var run: HandMadeRun {
    var run = HandMadeRun()
    run.strata = ["posture"]
    run.posture = { recording, window in recording < 11 && window >= 3 ? "standing" : "lying" }
    run.error = { $0.recording < 11 && $0.window >= 3 ? 4 : 1 }
    return run
  }

  @Test func eachGroupHasItsWindowsAlone() throws {
    let strata = run.evaluation.strata
    #expect(strata.map(\.name) == ["posture", "posture"] && strata.map(\.value) == ["lying", "standing"])
    let (lying, standing) = (strata[0].rows[0], strata[1].rows[0])
    #expect(lying.tally.windows == 11 * 3 + 6 && standing.tally.windows == 11 * 3)
    #expect(lying.tally.recordings == 12 && standing.tally.recordings == 11)
    #expect(lying.tally.subjects == 12 && standing.tally.subjects == 11)
    #expect(lying.perRecording.count == 12 && standing.perRecording.count == 11)
    #expect(abs((lying.score.errors?.maeBPM ?? 0) - 1) < 1e-12)
    #expect(abs((standing.score.errors?.maeBPM ?? 0) - 4) < 1e-12)
  }

  @Test func recordingsWithoutLabelsStandApart() {
    var run = run
    run.failed = [3]
    let strata = run.evaluation.strata
    #expect(strata.map(\.value) == ["(not stated)", "lying", "standing"])
    #expect(strata[0].rows[0].tally.failedRecordings == 1 && strata[0].rows[0].tally.windows == 0)
    #expect(strata[1].rows[0].tally.failedRecordings == 0)
  }

  @Test func labelsSurviveTheBytes() throws {
    for result in run.results.prefix(2) + run.results.suffix(1) {
      #expect(try UnitResult(bytes: result.bytes) == result)
    }
    let bytes = run.results[0].bytes
    for length in stride(from: 0, to: bytes.count, by: 3) {
      #expect(throws: ByteReader.Damaged.self) { try UnitResult(bytes: bytes.prefix(length)) }
    }
    // Without labels the bytes are fewer.
    var plain = run
    plain.posture = nil
    #expect(plain.results[0].bytes.count < bytes.count)
  }

  /// Better while lying, worse while standing: the whole is held, but the group is not.
  @Test func theGateJudgesGroupsOfWindows() throws {
    let before = run.evaluation
    var later = run
    later.error = { $0.recording < 11 && $0.window >= 3 ? 6 : -1.0 / 64 }
    let gate = try Gate(later.evaluation, against: Baseline(before), file: "baseline.json")
    let row = try #require(gate.rows.first)
    #expect(row.worst?.label == "posture: standing")
    #expect(abs((row.worst?.difference.deltaBPM ?? 0) - 2) < 1e-6)
    #expect(row.decision == .regressed)
    // Equal errors in all windows: no group differs.
    let same = try Gate(run.evaluation, against: Baseline(before), file: "baseline.json")
    #expect(same.rows.allSatisfy { $0.decision == .held })
  }

  @Test func claimsHoldInEachGroup() throws {
    func verdict(_ most: Double) throws -> ClaimVerdict {
      var run = run
      run.claims = [
        Claim(
          claim: "It works.", source: "a test",
          conditions: [
            .init(
              row: .init(detector: "a", scenario: "clean"), metric: .maeBPM, demand: .atMost(most),
              stratum: "posture")
          ])
      ]
      return try #require(run.evaluation.claims.first)
    }
    let held = try verdict(5)
    #expect(held.word == .holds)
    #expect(held.figures.map(\.windows) == [39, 33] && held.figures.map(\.clusters) == [12, 11])
    #expect(try verdict(3).word == .doesNotHold)
  }

  // MARK: From files

  private static let descriptor = """
    {"schemaVersion": 1, "name": "marked",
     "files": [{"path": "{recording}.csv", "except": ["*_beats.csv", "*_marks.csv"], "time": "time_s"},
               {"name": "beats", "path": "{recording}_beats.csv"},
               {"name": "marks", "path": "{recording}_marks.csv"}],
     "channels": {"ppg": "ppg"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}],
     "labels": [{"name": "posture", "spans": {"file": "marks", "start": "a", "end": "b", "label": "w"}},
                {"name": "noise", "spans": {"file": "marks", "start": "c", "end": "d"}, "notJudged": true}]}
    """

  private func tables(_ more: String) throws -> [WindowTable] {
    try ResolverStudy.with { study in
      try study.write(Self.descriptor, "datasets/marked/dataset.json")
      let rows = (0..<600).map { "\(Double($0) / 25),\($0 % 20 < 4 ? 1 : 0)" }
      try study.write("time_s,ppg\n" + rows.joined(separator: "\n") + "\n", "datasets/marked/m.csv")
      let beats = (0..<30).map { "\(0.8 * Double($0))" }.joined(separator: "\n")
      try study.write("beat_s\n\(beats)\n", "datasets/marked/m_beats.csv")
      try study.write("a,b,c,d,w\n0,11,12,12.5,lying\n", "datasets/marked/m_marks.csv")
      let experiment = try study.experiment(ResolverStudy.text(datasets: #"["marked"]"#, more: more))
      var runner = UnitRunner(experiment)
      return try experiment.units.map { unit in
        guard case .windows(let table) = runner.result(of: unit).outcome else {
          throw Diagnostics("unit \(unit.index) failed")
        }
        return table
      }
    }
  }

  @Test func windowsHaveWhatTheExperimentGroupsBy() throws {
    let table = try #require(try tables(#", "strata": ["posture"]"#).first)
    #expect(table.ranges.map(\.start) == [0, 5, 10])
    #expect(table.labels.map(\.name) == ["posture"])
    #expect((0..<3).map { table.labels[0][$0] } == ["lying", "(mixed)", "(mixed)"])
    #expect(table.references[0].bpm != nil)
    #expect(Array(table.references.dropFirst()) == [.none("notJudged"), .none("notJudged")])
    let ungrouped = try #require(try tables("").first)
    #expect(ungrouped.labels.isEmpty && ungrouped.references == table.references)
  }

  /// A scenario that moves the beats moves the stretch too, and the original stretch is not judged either.
  @Test func notJudgedMovesWithTheBeats() throws {
    let step = #"{"scenario": "rateStep", "parameters": {"atShare": 0.1, "toBPM": 115}}"#
    let table = try #require(try tables(#", "scenarios": [\#(step)]"#).first)
    // At 115 instead of 75 beats per minute, the stretch from 12 to 12.5 s is also at about 8.5 s.
    #expect(table.references[0] == .none("notJudged"))
  }
}
