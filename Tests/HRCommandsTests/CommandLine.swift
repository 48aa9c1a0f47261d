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

/// A detector that holds a run at a scenario until something has happened to it: it answers no window before the file
/// `go` is in the folder. Meanwhile the file `waiting` grows there.
struct HeldRun {
  let folder: String
  let detector: String

  init(in folder: String, at scenario: String) throws {
    let wait = "until [ -e '\(folder)/go' ]; do echo . >>'\(folder)/waiting'; sleep 0.02; done"
    _ = try ProgramStudy.shell(act: wait).replacing(#"*'"start":20,'*)"#, with: "*)").written(
      to: folder + "/waits.sh")
    self.folder = folder
    detector =
      #"{"label": "waits", "command": ["sh", "waits.sh"], "scenarios": ["\#(scenario)"], "timeoutSeconds": 3600}"#
  }

  /// Starts the run, and sends it a signal once it is held.
  func ended(by signal: Int32, _ arguments: String...) throws -> Program.Ending {
    let ending = try Program.run(arguments, in: folder, ending: (signal, onceGrown: folder + "/waiting"))
    _ = try "".written(to: folder + "/go")
    return ending
  }
}

/// Makes the experiment `trial.json`, whose run stays in its second unit until the file `go` is in the folder.
func withHeldRun<Value>(_ body: (HeldRun) throws -> Value) throws -> Value {
  try withProject(count: 3, seconds: 25) { folder in
    let held = try HeldRun(in: folder, at: "whiteNoise")
    _ = try experiment(detectors: "[\"peak\", \(held.detector)]", scenarios: #"["clean", "whiteNoise"]"#)
      .written(to: folder + "/trial.json")
    return try body(held)
  }
}

/// Runs `init` on the folder `set` in a temporary folder, and checks its exit code and what it says.
func expectInit(
  of folder: TemporaryFolder, _ code: Int32, says said: [String], not unsaid: [String]
) throws {
  let ending = try Program.run(["init", "set", "--force"], in: folder.path)
  let text = ending.out + ending.err
  #expect(ending.code == code, "\(text)")
  for words in said { #expect(text.contains(words), "lacks \(words): \(text)") }
  for words in unsaid { #expect(!text.contains(words), "has \(words): \(text)") }
}
