import HRRunTestSupport
import HRSupport
import Testing

@testable import HRRunning

/// The definitions of a window's reference, from files to cells.
@Suite struct ReferenceRunTests {
  /// References of the first recording's windows: 10 s long, every 5 s, over 24 s.
  private func references(_ reference: String, _ table: String) throws -> [WindowTable.ReferenceCell] {
    try ResolverStudy.with { study in
      try study.write(
        """
        {"schemaVersion": 1, "name": "study",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "truth", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg"}, "reference": [\(reference)]}
        """, "datasets/study/dataset.json")
      try study.write(table, "datasets/study/r1_beats.csv")
      let experiment = try study.experiment(ResolverStudy.text(), limit: 1)
      var runner = UnitRunner(experiment)
      guard case .windows(let windows) = runner.result(of: experiment.units[0]).outcome else {
        throw Diagnostics("the unit failed")
      }
      return Array(windows.references)
    }
  }

  @Test func aSeriesGivesTheMeanOfTheSamplesInside() throws {
    let found = try references(
      #"{"rateSeries": {"file": "truth", "column": "bpm", "time": "t"}}"#,
      "t,bpm\n0,60\n5,64\n9.9,68\n10,100\n14,50\n")
    // The sample at 10 s is outside [0, 10) and inside [5, 15) and [10, 20).
    #expect(found == [.bpm(64), .bpm(70.5), .bpm(75)])
  }

  @Test func anOffsetMovesTheSeries() throws {
    let found = try references(
      #"{"offsetSeconds": -5, "rateSeries": {"file": "truth", "column": "bpm", "time": "t"}}"#,
      "t,bpm\n5,60\n15,80\n24,90\n")
    #expect(found == [.bpm(60), .bpm(80), .bpm(85)])
  }

  @Test func beatsNeedEnoughIntervalsInside() throws {
    // One beat per second up to 12 s, then none until 23 s: the second window is covered for 7 s, the third for 2.
    let beats = (0...12).map { "\($0)" } + ["23"]
    let found = try references(
      #"{"beats": {"file": "truth", "column": "beat_s"}}"#, "beat_s\n" + beats.joined(separator: "\n") + "\n")
    #expect(found == [.bpm(60), .none("tooFewIntervals"), .none("tooFewIntervals")])
  }

  @Test func ratesGivenPerWindowAreMatchedByTime() throws {
    let found = try references(
      #"{"windowRates": {"file": "truth", "start": "from", "end": "to", "bpm": "bpm"}}"#,
      "from,to,bpm\n10,20,77\n0,10.0004,61\n5,12,70\n")
    #expect(found == [.bpm(61), .none("notGiven"), .bpm(77)])
  }
}
