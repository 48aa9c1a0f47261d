import HRRunTestSupport
import HRSupport
import HRSignals
import Testing

@testable import HRRunning

/// The breathing rate as the measurand of an experiment.
@Suite struct MeasurandTests {
  private static let breathing = #", "measurand": "breathingRate""#

  /// A study whose `beats` column is read as breaths, and whose channel is a respiration signal.
  private func withStudy<Value>(_ references: String, _ body: (ResolverStudy) throws -> Value) throws -> Value
  {
    try ResolverStudy.with(seconds: 60) { study in
      try study.write(
        """
        {"schemaVersion": 1, "name": "study",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"ppg": "ppg", "respiration": "x"},
         "reference": [{"beats": {"file": "beats", "column": "beat_s"}}, \(references)]}
        """, "datasets/study/dataset.json")
      return try body(study)
    }
  }

  private func references(_ study: ResolverStudy) throws -> [WindowTable.ReferenceCell] {
    let text = ResolverStudy.text(
      windows: #"{"windowSeconds": 40, "hopSeconds": 10}"#, detectors: #"["breathing.fft"]"#,
      more: Self.breathing)
    let experiment = try study.experiment(text, limit: 1)
    var runner = UnitRunner(experiment)
    guard case .windows(let table) = runner.result(of: experiment.units[0]).outcome else {
      throw Diagnostics("the unit failed")
    }
    return Array(table.references)
  }

  @Test func theFirstReferenceOfTheMeasurandIsTaken() throws {
    try withStudy(#"{"breaths": {"file": "beats", "column": "beat_s"}}"#) { study in
      // Beats a second apart, read as breaths: 60 per minute.
      for cell in try references(study) {
        guard case .bpm(let rate) = cell else {
          Issue.record("no reference")
          continue
        }
        #expect(abs(rate - 60) < 1e-6)
      }
    }
  }

  /// The channel is sin(t): 60 / 2π breaths per minute.
  @Test func aRespirationChannelGivesItsBreaths() throws {
    try withStudy(#"{"respiration": {}}"#) { study in
      for cell in try references(study) {
        guard case .bpm(let rate) = cell else {
          Issue.record("no reference")
          continue
        }
        #expect(abs(rate - 60 / (2 * Double.pi)) < 0.05)
      }
    }
  }

  @Test(arguments: [
    (#"["fft"]"#, MeasurandTests.breathing, "fft does not estimate the breathing rate"),
    (#"["breathing.ar"]"#, "", "breathing.ar does not estimate the heart rate"),
    (
      #"["constant"]"#, MeasurandTests.breathing,
      "the data set \"study\" has no reference of the breathing rate to compare with"
    ),
  ])
  func saysWhatDoesNotFit(_ detectors: String, _ more: String, _ words: String) throws {
    try ResolverStudy.with { study in
      do {
        _ = try study.experiment(ResolverStudy.text(detectors: detectors, more: more))
        Issue.record("it was accepted")
      } catch let error as Diagnostics {
        #expect(error.list.contains { $0.message.contains(words) }, "\(error.list.map(\.message))")
      }
    }
  }

  @Test func aReferenceOfAnotherMeasurandIsRefused() throws {
    try withStudy(#"{"respiration": {}}"#) { study in
      let text = ResolverStudy.text(datasets: #"[{"dataset": "study", "reference": "respiration"}]"#)
      do {
        _ = try study.experiment(text)
        Issue.record("it was accepted")
      } catch let error as Diagnostics {
        #expect(
          error.list.contains { $0.message.contains("states no heart rate") }, "\(error.list.map(\.message))")
      }
    }
  }
}
