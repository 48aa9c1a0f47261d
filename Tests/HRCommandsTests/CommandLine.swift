import Foundation
import Testing

/// The built program, run as people run it.
enum Program {
  struct Ending {
    let code: Int32
    let out: String
    let err: String
  }

  static var root: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// Beside the test bundle, where SwiftPM puts the executables it builds.
  static var executable: URL {
    var folder = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let candidate = folder.appendingPathComponent("hreval")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return root.appendingPathComponent(".build/debug/hreval")
  }

  /// What a shell does in a folder; `$HREVAL` is the program.
  static func shell(_ script: String, in folder: String) throws -> Ending {
    try run(
      ["-c", script], in: folder, environment: ["HREVAL": executable.path],
      program: URL(fileURLWithPath: "/bin/bash"))
  }

  static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    ending: (signal: Int32, onceGrown: String)? = nil, program: URL = executable
  ) throws -> Ending {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder.map { URL(fileURLWithPath: $0) } ?? root
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, not pipes: nothing has to be drained while the program runs, and no test waits for another's thread.
    let streams = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hreval-out-\(UUID().uuidString)"
    ).path
    let files = FileManager.default
    _ = files.createFile(atPath: streams + ".out", contents: nil)
    _ = files.createFile(atPath: streams + ".err", contents: nil)
    defer {
      try? files.removeItem(atPath: streams + ".out")
      try? files.removeItem(atPath: streams + ".err")
    }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: streams + ".out"))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: streams + ".err"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    if let ending {
      waitForGrowth(of: ending.onceGrown, while: { process.isRunning })
      kill(process.processIdentifier, ending.signal)
    }
    process.waitUntilExit()
    return Ending(
      code: process.terminationStatus, out: try String(contentsOfFile: streams + ".out", encoding: .utf8),
      err: try String(contentsOfFile: streams + ".err", encoding: .utf8))
  }
}

/// Returns when a store holds its first unit (it has grown since it was begun), or the program has ended.
private func waitForGrowth(of path: String, while isRunning: () -> Bool) {
  var begun: Int?
  while isRunning() {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
    if let begun, size > begun { return }
    if begun == nil, size > 0 { begun = size }
    Thread.sleep(forTimeInterval: 0.01)
  }
}

/// A project of its own: datasets/ with two descriptors, a few seconds of recordings, gone when the body returns.
func withProject<Value>(count: Int = 3, seconds: Int = 40, _ body: (String) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hreval-\(UUID().uuidString)")
    .path
  let files = FileManager.default
  try files.createDirectory(atPath: folder + "/datasets", withIntermediateDirectories: true)
  defer { try? files.removeItem(atPath: folder) }
  for name in ["hreval-hdf5", "hreval-csv"] {
    try files.copyItem(
      atPath: Program.root.appendingPathComponent("datasets/\(name)").path,
      toPath: folder + "/datasets/\(name)")
  }
  let made = try Program.run([
    "synthesize", "--output", folder + "/data", "--count", "\(count)", "--seconds", "\(seconds)", "--seed",
    "4",
    "--format", "both", "--ppg-rate", "50",
  ])
  try #require(made.code == 0, "\(made.err)")
  return try body(folder)
}

/// An experiment on the project's recordings.
func experiment(
  detectors: String = #"["peak", "fft", "combined", "hue"]"#, scenarios: String = #"["clean", "whiteNoise"]"#,
  dataset: String = #"{"dataset": "hreval-hdf5", "root": "data"}"#, more: String = ""
) -> String {
  """
  {"schemaVersion": 1, "name": "trial", "seed": 3, "datasets": [\(dataset)],
   "windows": {"windowSeconds": 20, "hopSeconds": 5}, "scenarios": \(scenarios), "detectors": \(detectors)\(more)}
  """
}

extension String {
  func written(to path: String) throws -> String {
    try Data(utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
