import HRSignals
import Testing

@testable import HRExperiments
@testable import HRResults

/// Channels that detectors and the report only make use of, where a recording has them.
@Suite struct WishedChannelsTests {
  private static func descriptor(_ ending: String) -> String {
    """
    {"schemaVersion": 1, "name": "some",
     "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
               {"name": "beats", "path": "{recording}_beats.csv"}],
     "channels": {"ppg": "ppg", "accelerometerX": "x", "accelerometerY": "y"\(ending)},
     "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]}
    """
  }

  private static func results(channels ending: String, detectors: String, more: String) throws -> [UnitResult]
  {
    try ScenarioStudy.with { study in
      try study.write(descriptor(ending), "datasets/finger/dataset.json")
      return try study.experiment(
        #""clean""#, datasets: #"[{"dataset": "finger", "select": ["f1"]}]"#, detectors: detectors, more: more
      ).results()
    }
  }

  /// `spama` reads a second pulse wave if there is one; the descriptor knows of one, the file has none.
  @Test func aRecordingWithoutAnOptionalInputIsUsed() throws {
    let detectors = #"["spama", {"detector": "peak", "extractor": "ppg"}]"#
    let with = try Self.results(
      channels: #", "accelerometerZ": "z", "ppg2": {"column": "w", "optional": true}"#, detectors: detectors,
      more: "")
    let without = try Self.results(channels: #", "accelerometerZ": "z""#, detectors: detectors, more: "")
    guard case .windows(let table) = with[0].outcome, case .windows(let plain) = without[0].outcome else {
      Issue.record("\(with[0].outcome)")
      return
    }
    #expect(table == plain)
    #expect(
      with[0].facts.channels.map(\.kind) == ["ppg", "accelerometerX", "accelerometerY", "accelerometerZ"])
  }

  /// Neither does the report's wish for an accelerometer cost a recording.
  @Test func aRecordingWithoutAnAxisIsUsedWhereTheCadenceIsAskedFor() throws {
    let found = try Self.results(
      channels: #", "accelerometerZ": {"column": "nowhere", "optional": true}"#,
      detectors: #"[{"detector": "peak", "extractor": "ppg"}]"#, more: #", "cadence": true"#)
    guard case .windows = found[0].outcome else {
      Issue.record("\(found[0].outcome)")
      return
    }
  }

  /// What a detector cannot do without still fails the recording, with its name.
  @Test func aRecordingWithoutAnInputFails() throws {
    let found = try Self.results(
      channels: #", "red": {"column": "nowhere", "optional": true}"#,
      detectors: #"[{"detector": "peak", "extractor": "red"}]"#, more: "")
    guard case .failed(let reason) = found[0].outcome else {
      Issue.record("it was used")
      return
    }
    #expect(reason.contains("red"))
  }
}
