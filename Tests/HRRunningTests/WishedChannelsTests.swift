import HRRunTestSupport
import HRSignals
import Testing

@testable import HRRunning

/// Channels that detectors and the report use only if a recording has them.
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

  /// `spama` reads a second pulse wave if there is one; the descriptor declares one, but the file has none.
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

  /// A missing axis of the accelerometer, which only the report uses, fails no recording either.
  @Test func aRecordingWithoutAnAxisIsUsedWhereTheCadenceIsAskedFor() throws {
    let found = try Self.results(
      channels: #", "accelerometerZ": {"column": "nowhere", "optional": true}"#,
      detectors: #"[{"detector": "peak", "extractor": "ppg"}]"#, more: #", "cadence": true"#)
    guard case .windows = found[0].outcome else {
      Issue.record("\(found[0].outcome)")
      return
    }
  }

  /// A missing channel that a detector needs still fails the recording, and the reason names it.
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
