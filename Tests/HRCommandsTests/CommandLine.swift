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
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Beside the test bundle, where SwiftPM puts the executables it builds.
  static var executable: URL {
    var folder = URL(fileURLWithPath: Foundation.CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let candidate = folder.appendingPathComponent("hreval")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return root.appendingPathComponent(".build/debug/hreval")
  }

  static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    interruptAfter seconds: Double? = nil
  ) throws -> Ending {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.map { URL(fileURLWithPath: $0) } ?? root
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let out = Pipe()
    let err = Pipe()
    process.standardOutput = out
    process.standardError = err
    process.standardInput = FileHandle.nullDevice
    try process.run()
    if let seconds {
      Thread.sleep(forTimeInterval: seconds)
      process.interrupt()
    }
    // Both pipes must be drained at once, or a full one stops the program.
    let errors = Task.detached { err.fileHandleForReading.readDataToEndOfFile() }
    let output = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let done = DispatchSemaphore(value: 0)
    let box = ErrorText()
    Task.detached {
      box.set(await errors.value)
      done.signal()
    }
    done.wait()
    return Ending(
      code: process.terminationStatus, out: String(decoding: output, as: UTF8.self),
      err: String(decoding: box.data, as: UTF8.self))
  }

  private final class ErrorText: @unchecked Sendable {
    private let lock = NSLock()
    private var stored = Data()
    var data: Data { lock.withLock { stored } }
    func set(_ data: Data) { lock.withLock { stored = data } }
  }
}

/// A project of its own: datasets/ with two descriptors, a few seconds of recordings, gone when the body returns.
func withProject<Value>(count: Int = 3, seconds: Int = 40, _ body: (String) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hreval-\(UUID().uuidString)").path
  let files = FileManager.default
  try files.createDirectory(atPath: folder + "/datasets", withIntermediateDirectories: true)
  defer { try? files.removeItem(atPath: folder) }
  for name in ["hreval-hdf5", "hreval-csv"] {
    try files.copyItem(
      atPath: Program.root.appendingPathComponent("datasets/\(name)").path, toPath: folder + "/datasets/\(name)")
  }
  let made = try Program.run([
    "synthesize", "--output", folder + "/data", "--count", "\(count)", "--seconds", "\(seconds)", "--seed", "4",
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
