import HRRunTestSupport
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// Scenarios from sensors that were never seen before, in the engine: their effect on a detector's answers.
@Suite struct UnseenSensorTests {
  private static let detectors = #"""
    [{"label": "fft", "extractor": "ppg", "detector": "fft"},
     {"label": "peak", "extractor": "ppg", "detector": "peak"},
     {"label": "fusion", "extractor": "ppg", "detector": "fusion"},
     {"label": "red", "extractor": "red", "detector": "fft"}]
    """#

  private func rates(_ experiment: Experiment, _ label: String) throws -> [[Double?]] {
    try experiment.tables(of: label).flatMap { table in
      table.estimates.map { column in
        (column.map { Array($0.cells) } ?? []).map { $0.hasValue ? $0.bpm : nil }
      }
    }
  }

  /// Forty thousand counts are added to the pulse: the form of the wave is the same.
  @Test func rawCountsLeaveAnswersAsTheyWere() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        "\"clean\"",
        #"{"label": "raw", "scenario": "rawCounts", "parameters": {"countsPerAcceleration": 4096}}"#,
        detectors: Self.detectors)
      let (clean, raw) = (try rates(experiment, "clean"), try rates(experiment, "raw"))
      #expect(clean.count == 8 && clean.allSatisfy { $0.count == 7 && !$0.contains(nil) })
      for (before, after) in zip(clean, raw) {
        for (one, two) in zip(before, after) {
          #expect(abs(try #require(one) - (try #require(two))) < 0.05)
        }
      }
    }
  }

  /// One key frame a second: the answer is a multiple of 60 per minute, whatever the heart rate.
  @Test func strongKeyFramesAreReadAsThePulse() throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(
        #"{"label": "keys", "scenario": "keyFrames", "parameters": {"intervalFrames": 25, "amplitudeRatio": 100, "direction": "up", "colourSpread": 0}}"#,
        detectors: #"[{"label": "fft", "extractor": "ppg", "detector": "fft"}]"#)
      for rate in try rates(experiment, "keys").joined() {
        let lines = try #require(rate) / 60
        #expect(abs(lines - lines.rounded()) < 0.02 && lines > 0.5)
      }
    }
  }

  @Test func motionInStepWithTheBeatsNeedsBeats() throws {
    try ScenarioStudy.with { study in
      let problems = try study.problems(#"{"scenario": "lockedMotion"}"#, datasets: #"["rates"]"#)
      #expect(problems.count == 1 && problems[0].message.contains("beats"), "\(problems)")
    }
  }
}
