import Foundation
import HRTestSupport
import Synchronization
import Testing

/// Runs the body in a temporary project: datasets/ with two descriptors, and recordings of a few seconds.
func withProject<Value>(count: Int = 3, seconds: Int = 40, _ body: (String) throws -> Value) throws -> Value {
  try withTemporaryFolder { folder in
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/datasets", withIntermediateDirectories: true)
    for name in ["hreval-hdf5", "hreval-csv"] {
      try files.copyItem(
        atPath: ProjectFolder.url("datasets/\(name)").path, toPath: folder + "/datasets/\(name)")
    }
    try files.copyItem(
      atPath: MadeRecordings.shared.folder(count: count, seconds: seconds), toPath: folder + "/data")
    return try body(folder)
  }
}

/// Recordings written by `synthesize`, made once for each number and length.
private final class MadeRecordings: Sendable {
  static let shared = MadeRecordings()
  private let folders = Mutex<[String: TemporaryFolder]>([:])

  func folder(count: Int, seconds: Int) throws -> String {
    try folders.withLock { folders in
      let key = "\(count) of \(seconds) s"
      if let known = folders[key] { return known.path + "/data" }
      let folder = try TemporaryFolder.untilTheEnd()
      let made = try Program.run([
        "synthesize", "--output", folder.path + "/data", "--count", "\(count)", "--seconds", "\(seconds)",
        "--seed", "4", "--format", "both", "--ppg-rate", "50",
      ])
      try #require(made.code == 0, "\(made.err)")
      folders[key] = folder
      return folder.path + "/data"
    }
  }
}

/// An experiment on the project's recordings.
func experiment(
  hopSeconds: Double = 5,
  detectors: String = #"["peak", "fft", "combined", "hue"]"#, scenarios: String = #"["clean", "whiteNoise"]"#,
  dataset: String = #"{"dataset": "hreval-hdf5", "root": "data"}"#, more: String = ""
) -> String {
  """
  {"schemaVersion": 1, "name": "trial", "seed": 3, "datasets": [\(dataset)],
   "windows": {"windowSeconds": 20, "hopSeconds": \(hopSeconds)}, "scenarios": \(scenarios), "detectors": \(detectors)\(more)}
  """
}
