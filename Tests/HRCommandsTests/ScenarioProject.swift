import HRTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRRecordings
import HRSignals
import Testing

@testable import HRRunning
@testable import HRStatistics

/// A project of two synthetic recordings of 40 s in `data`, three recordings of noise that need no root, and an
/// experiment with one scenario of each kind.
struct ScenarioProject {
  let folder: String

  static let scenarios = #"""
    ["clean",
     {"label": "white {snrDecibels} dB", "scenario": "whiteNoise", "parameters": {"snrDecibels": [10, 0]}, "repeats": 2},
     {"label": "bits & <bursts>", "steps": [{"scenario": "motionBursts"}, {"scenario": "quantisation", "parameters": {"bits": 7}}], "repeats": 2},
     {"label": "late", "scenario": "frameDrop", "parameters": {"share": 0.2, "timeStamps": "evenAtNominalRate"}},
     {"label": "follow", "scenario": "pulseMotion"},
     {"label": "early", "scenario": "ectopicBeats", "parameters": {"percent": 20}, "repeats": 2},
     {"label": "jump", "scenario": "rateStep", "parameters": {"toBPM": 120}},
     {"label": "walk", "scenario": "recordedNoise", "noise": {"dataset": "walks", "channels": ["ppg", "accelerometerX"]}, "repeats": 2}]
    """#

  static func with<Value>(count: Int = 2, _ body: (ScenarioProject) throws -> Value) throws -> Value {
    try withProject(count: count) { folder in
      let project = ScenarioProject(folder: folder)
      try FileManager.default.createDirectory(
        atPath: folder + "/datasets/walks", withIntermediateDirectories: true)
      _ = try #"""
      {"schemaVersion": 1, "name": "walks", "files": [{"path": "{recording}.csv", "time": "time_s"}],
       "channels": {"ppg": "n", "accelerometerX": "a"}}
      """#.written(to: folder + "/datasets/walks/dataset.json")
      for recording in 1...3 { try project.writeNoise(recording, phase: 0) }
      _ = try experiment(
        detectors: #"["fft", {"label": "red", "extractor": "red", "detector": "peak"}]"#,
        scenarios: scenarios, more: #", "report": {"formats": ["csv", "json", "markdown"]}"#
      ).written(to: folder + "/trial.json")
      return try body(project)
    }
  }

  func writeNoise(_ recording: Int, phase: Double) throws {
    let rows = (0..<300).map { k -> String in
      let time = Double(k) / 20
      let slow = sin(Double(recording) * time + phase)
      return "\(time),\(slow + sin(5.3 * time)),\(cos(2.3 * time) - slow)"
    }
    _ = try ("time_s,n,a\n" + rows.joined(separator: "\n") + "\n").written(
      to: folder + "/datasets/walks/n\(recording).csv")
  }

  func run(_ arguments: String...) throws -> Program.Ending { try Program.run(arguments, in: folder) }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
  }

  /// Returns the object of a JSON file.
  func object(_ path: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text(path).utf8)) as? [String: Any]
    return try #require(object, "\(path) is no JSON object")
  }

  // MARK: The engine

  func resolved(_ file: String = "trial.json") throws -> Experiment {
    try Experiment(
      try ExperimentFile(path: folder + "/" + file), plugins: .builtIn,
      environment: DataEnvironment(near: [folder + "/datasets"], dataDirectory: nil))
  }

  /// Returns a recording that `inspect --save` wrote.
  func saved(_ path: String) throws -> Recording {
    let dataset = try Dataset.load(
      path: folder + "/datasets/hreval-hdf5/dataset.json", root: folder + "/saved", select: [path])
    return try dataset.load(try #require(dataset.recordings.first))
  }
}
