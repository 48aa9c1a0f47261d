import HRTestSupport
import Foundation
package import HRSupport
import HRPlugins

@testable package import HRRunning

/// A small data set in a folder of its own: three recordings with a pulse of 60, 72 and 84 bpm and their beats.
package struct ResolverStudy {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  package static func with<Value>(seconds: Int = 24, _ body: (ResolverStudy) throws -> Value) throws -> Value
  {
    try withTemporaryFolder { folder in
      let study = ResolverStudy(folder: folder)
      try study.write(
        descriptor("study", reference: #", "reference": [{"beats": {"file": "beats", "column": "beat_s"}}]"#),
        "datasets/study/dataset.json")
      try study.write(descriptor("blind", reference: ""), "datasets/blind/dataset.json")
      for (index, bpm) in [60.0, 72, 84].enumerated() {
        let table = (0..<(25 * seconds)).map { k -> String in
          let time = Double(k) / 25
          let phase = 2 * Double.pi * time * bpm / 60
          return "\(time),\(cos(phase) + 0.3 * cos(2 * phase)),\(sin(time))"
        }
        let beats = (0...Int(Double(seconds) * bpm / 60)).map { "\(Double($0) * 60 / bpm)" }
        for name in ["study", "blind"] {
          try study.write(
            "time_s,ppg,x\n" + table.joined(separator: "\n") + "\n", "datasets/\(name)/r\(index + 1).csv")
          try study.write(
            "beat_s\n" + beats.joined(separator: "\n") + "\n", "datasets/\(name)/r\(index + 1)_beats.csv")
        }
      }
      return try body(study)
    }
  }

  private static func descriptor(_ name: String, reference: String) -> String {
    """
    {"schemaVersion": 1, "name": "\(name)",
     "files": [{"path": "{recording}.csv", "except": ["*_beats.csv"], "time": "time_s"},
               {"name": "beats", "path": "{recording}_beats.csv"}],
     "channels": {"ppg": "ppg", "accelerometerX": {"column": "x", "unit": "g"}}\(reference)}
    """
  }

  package func write(_ text: String, _ name: String) throws {
    let file = URL(fileURLWithPath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  package var environment: DataEnvironment {
    DataEnvironment(near: ["\(folder)/datasets"], dataDirectory: nil)
  }

  package static func text(
    datasets: String = #"["study"]"#, windows: String = #"{"windowSeconds": 10, "hopSeconds": 5}"#,
    detectors: String = #"["fft"]"#, more: String = ""
  ) -> String {
    """
    {"schemaVersion": 1, "name": "trial", "datasets": \(datasets), "windows": \(windows),
     "detectors": \(detectors)\(more)}
    """
  }

  package func experiment(
    _ text: String, overrides: [String] = [], limit: Int? = nil, isFinal: Bool = false,
    plugins: Plugins = .builtIn
  ) throws -> Experiment {
    try write(text, "trial.json")
    let file = try ExperimentFile(
      path: "\(folder)/trial.json", overrides: overrides, limit: limit, isFinal: isFinal)
    return try Experiment(file, plugins: plugins, environment: environment)
  }

  /// Problems that the resolver finds in a text; empty if there are none.
  package func problems(_ text: String, isFinal: Bool = false) throws -> [Diagnostic] {
    do {
      _ = try experiment(text, isFinal: isFinal)
      return []
    } catch let error as Diagnostics {
      return error.list
    }
  }
}
