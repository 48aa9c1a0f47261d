internal import HRExperiments
internal import HRRunning
internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics

/// What every command that takes an experiment file accepts.
struct ExperimentOptions: ParsableArguments {
  @Argument(help: "The experiment file.", completion: .file(extensions: ["json"]))
  var experiment: String

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Override a value of the file, for example windows.hopSeconds=1.", valueName: "path=value"))
  var overrides: [String] = []

  @Option(help: ArgumentHelp("Use at most so many recordings of each data set.", valueName: "count"))
  var limit: Int?

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 up, not \(limit).") }
  }

  /// The file, and where its data sets are looked for.
  func order() throws(Diagnostics) -> WorkOrder {
    let file = try ExperimentFile(path: experiment, overrides: overrides, limit: limit)
    return WorkOrder(file: file, environment: .around(file.directory))
  }
}

/// The folder that holds `reports/`, and most often `datasets/`.
struct Project {
  let directory: String

  /// The nearest folder at or above `path` with a `datasets` folder in it; else the working directory.
  static func containing(_ path: String) -> Project {
    var url = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    while true {
      let candidate = url.appendingPathComponent("datasets").path
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory), isDirectory.boolValue {
        return Project(directory: url.path)
      }
      let parent = url.deletingLastPathComponent().standardizedFileURL
      if parent.path == url.path { break }
      url = parent
    }
    return Project(directory: FileManager.default.currentDirectoryPath)
  }
}

/// This program's own file, which workers run again.
enum Program {
  /// The name a person called it by, for its help.
  static var calledName: String {
    guard let path = CommandLine.arguments.first, !path.isEmpty else { return "hreval" }
    return URL(fileURLWithPath: path).lastPathComponent
  }

  static var path: String {
    #if os(Linux)
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        return target
      }
    #endif
    return Bundle.main.executablePath ?? CommandLine.arguments.first ?? "hreval"
  }
}
