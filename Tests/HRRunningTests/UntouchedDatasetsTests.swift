import HRRunTestSupport
import Testing

@testable import HRRunning
@testable import HRStatistics

/// Data sets in which a scenario damages no channel that is read.
@Suite struct UntouchedDatasetsTests {
  private static let red = #"[{"label": "r", "extractor": "red", "detector": "fft"}]"#
  private static let ppg = #"[{"label": "p", "extractor": "ppg", "detector": "fft"}]"#

  @Test(arguments: [
    // Camera faults change colours only; `study` has a wrist's light and one axis, `rates` no axis.
    ("\"flicker\"", red, [[]]),
    ("\"flicker\"", ppg, [["finger"]]),
    ("\"whiteBalance\"", red, [[]]),
    // The parameters decide which channel is changed.
    (#"{"scenario": "channelDropout", "parameters": {"channel": "green"}}"#, red, [["finger"]]),
    (#"{"scenario": "channelDropout", "parameters": {"channel": "red"}}"#, red, [[]]),
    ("\"whiteNoise\"", ppg, [[]]),
    ("\"rateStep\"", ppg, [[]]),
    // The scenario damages nothing by design, so no data set is listed.
    ("\"clean\"", red, [[]]),
    // One step that changes a channel is enough.
    (#"{"steps": ["flicker", "whiteNoise"]}"#, ppg, [[]]),
    (#"{"steps": ["flicker", "clean"]}"#, ppg, [["finger"]]),
    // Each scenario of a sweep is tested.
    (#"{"scenario": "flicker", "parameters": {"depthPercent": [0, 1]}}"#, ppg, [["finger"], ["finger"]]),
  ])
  func oneDataset(_ scenario: String, _ detectors: String, _ untouched: [[String]]) throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(scenario, detectors: detectors)
      #expect(experiment.plan.scenarios.map(\.untouchedDatasets) == untouched)
      // The list is right: the windows are those of the undamaged recording.
      let clean = try study.experiment("\"clean\"", detectors: detectors).results().map(\.outcome)
      for (label, names) in zip(experiment.scenarios.map(\.label), untouched) where !names.isEmpty {
        #expect(try experiment.tables(of: label).map { .windows($0) } == clean)
      }
    }
  }

  @Test func amongSeveral() throws {
    try ScenarioStudy.with { study in
      // The same recordings with red only: `fft` reads the wrist's light in the others, and red here.
      try study.write(
        """
        {"schemaVersion": 1, "name": "camera",
         "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
                   {"name": "beats", "path": "{recording}_beats.csv"}],
         "channels": {"red": "red"}, "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
        """, "datasets/camera/dataset.json")
      let camera = #"{"dataset": "camera", "root": "datasets/finger"}"#
      for (scenario, untouched) in [
        ("flicker", ["finger", "study"]), ("whiteNoise", []), ("clean", []),
      ] {
        let experiment = try study.experiment(
          "\"\(scenario)\"", datasets: ##"["finger", \##(camera), "study"]"##, detectors: #"["fft"]"#)
        #expect(experiment.plan.scenarios[0].untouchedDatasets == untouched)
      }
      // With one more detector that reads red, `finger` is not listed.
      let both = try study.experiment(
        "\"flicker\"", datasets: ##"["finger", \##(camera)]"##,
        detectors: #"["fft", {"label": "red", "extractor": "red", "detector": "fft"}]"#)
      #expect(both.plan.scenarios[0].untouchedDatasets == [])
    }
  }

  @Test func whereNothingIsNeededEverythingIsRead() throws {
    try ScenarioStudy.with { study in
      // Recorded output reads no channel, so all available channels count.
      for name in ["flicker", "whiteNoise"] { try study.write("time,value\n3,70\n", "\(name)-f1.csv") }
      let recorded = #"[{"label": "v", "recorded": "{scenario}-{recording}.csv"}]"#
      for (scenario, untouched) in [("\"flicker\"", ["study"]), ("\"whiteNoise\"", [])] {
        let experiment = try study.experiment(
          scenario, datasets: #"["finger", "study"]"#, detectors: recorded)
        #expect(experiment.plan.scenarios[0].untouchedDatasets == untouched)
      }
    }
  }
}
