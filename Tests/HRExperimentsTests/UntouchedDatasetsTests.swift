import Testing

@testable import HRExperiments
@testable import HRResults
@testable import HRStatistics

/// In which data sets a scenario damages nothing that is read.
@Suite struct UntouchedDatasetsTests {
  private static let red = #"[{"label": "r", "extractor": "red", "detector": "fft"}]"#
  private static let ppg = #"[{"label": "p", "extractor": "ppg", "detector": "fft"}]"#

  @Test(arguments: [
    // Camera faults touch colours only; `study` has a wrist's light and one axis, `rates` no axis.
    ("\"flicker\"", red, [[]]),
    ("\"flicker\"", ppg, [["finger"]]),
    ("\"whiteBalance\"", red, [[]]),
    // Its parameters say which channel it touches.
    (#"{"scenario": "channelDropout", "parameters": {"channel": "green"}}"#, red, [["finger"]]),
    (#"{"scenario": "channelDropout", "parameters": {"channel": "red"}}"#, red, [[]]),
    ("\"whiteNoise\"", ppg, [[]]),
    ("\"rateStep\"", ppg, [[]]),
    // Nothing is meant to be damaged, so nothing is left out.
    ("\"clean\"", red, [[]]),
    // One step that touches is enough.
    (#"{"steps": ["flicker", "whiteNoise"]}"#, ppg, [[]]),
    (#"{"steps": ["flicker", "clean"]}"#, ppg, [["finger"]]),
    // Along a sweep each is asked.
    (#"{"scenario": "flicker", "parameters": {"depthPercent": [0, 1]}}"#, ppg, [["finger"], ["finger"]]),
  ])
  func oneDataset(_ scenario: String, _ detectors: String, _ untouched: [[String]]) throws {
    try ScenarioStudy.with { study in
      let experiment = try study.experiment(scenario, detectors: detectors)
      #expect(experiment.scenarios.map { experiment.untouchedDatasets($0) } == untouched)
      #expect(RunPlan(experiment).scenarios.map(\.untouchedDatasets) == untouched)
      // The word is kept: the windows are those of the recording as it is.
      let clean = try study.experiment("\"clean\"", detectors: detectors).results().map(\.outcome)
      for (label, names) in zip(experiment.scenarios.map(\.label), untouched) where !names.isEmpty {
        #expect(try experiment.tables(of: label).map { .windows($0) } == clean)
      }
    }
  }

  @Test func amongSeveral() throws {
    try ScenarioStudy.with { study in
      // The same recordings with red alone: `fft` reads the wrist's light elsewhere, and red here.
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
        #expect(experiment.untouchedDatasets(experiment.scenarios[0]) == untouched)
      }
      // One more detector that reads red there, and nothing of `finger` is left out.
      let both = try study.experiment(
        "\"flicker\"", datasets: ##"["finger", \##(camera)]"##,
        detectors: #"["fft", {"label": "red", "extractor": "red", "detector": "fft"}]"#)
      #expect(both.untouchedDatasets(both.scenarios[0]) == [])
    }
  }

  @Test func whereNothingIsNeededEverythingIsRead() throws {
    try ScenarioStudy.with { study in
      // Recorded output reads no channel: what could be read counts.
      for name in ["flicker", "whiteNoise"] { try study.write("time,value\n3,70\n", "\(name)-f1.csv") }
      let recorded = #"[{"label": "v", "recorded": "{scenario}-{recording}.csv"}]"#
      for (scenario, untouched) in [("\"flicker\"", ["study"]), ("\"whiteNoise\"", [])] {
        let experiment = try study.experiment(
          scenario, datasets: #"["finger", "study"]"#, detectors: recorded)
        #expect(experiment.untouchedDatasets(experiment.scenarios[0]) == untouched)
      }
    }
  }
}
