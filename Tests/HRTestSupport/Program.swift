package import Foundation

/// The built program, run as users run it.
package enum Program {
  package struct Ending {
    package let code: Int32
    package let out: String
    package let err: String
  }

  /// The program beside the test bundle, in the folder of SwiftPM's executables.
  package static let executable: URL = {
    var folder = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let candidate = folder.appendingPathComponent("hreval")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return ProjectFolder.url(".build/debug/hreval")
  }()

  /// Runs a shell script in a folder; `$HREVAL` is the program.
  package static func shell(_ script: String, in folder: String) throws -> Ending {
    try run(
      ["-c", script], in: folder, environment: ["HREVAL": executable.path],
      program: URL(fileURLWithPath: "/bin/bash"))
  }

  package static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    ending: (signal: Int32, onceGrown: String)? = nil, program: URL = executable
  ) throws -> Ending {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder.map { URL(fileURLWithPath: $0) } ?? ProjectFolder.root
    // Tests are not analyses: they are not noted in the user's ledger, and their pages do not depend on one.
    process.environment = ProcessInfo.processInfo.environment.merging(["HREVAL_LEDGER": "off"]) { $1 }
      .merging(environment) { $1 }
    // Files, not pipes: they need not be drained while the program runs, and no test waits for another's thread.
    let streams = try TemporaryFolder()
    defer { withExtendedLifetime(streams) {} }
    let (out, err) = (try streams.write("out", ""), try streams.write("err", ""))
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    if let ending {
      waitForGrowth(of: ending.onceGrown, while: { process.isRunning })
      kill(process.processIdentifier, ending.signal)
    }
    process.waitUntilExit()
    return Ending(
      code: process.terminationStatus, out: try String(contentsOfFile: out, encoding: .utf8),
      err: try String(contentsOfFile: err, encoding: .utf8))
  }
}

/// Returns when a store has its first unit (it has grown since it was begun), or the program has ended.
private func waitForGrowth(of path: String, while isRunning: () -> Bool) {
  var begun: Int?
  while isRunning() {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
    if let begun, size > begun { return }
    if begun == nil, size > 0 { begun = size }
    Thread.sleep(forTimeInterval: 0.01)
  }
}

extension String {
  package func written(to path: String) throws -> String {
    try Data(utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
