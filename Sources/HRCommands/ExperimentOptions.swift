internal import HRExperiments
internal import HRRunning
internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HRSystem

/// What every command that takes an experiment file accepts.
struct ExperimentOptions: ParsableArguments {
  @Argument(help: "The experiment file.", completion: .file(extensions: ["json"]))
  var experiment: String

  @OptionGroup var changes: ExperimentChanges

  /// The file, and where its data sets are looked for.
  ///
  /// - Parameter isFinal: whether the test part of its split is meant.
  func order(isFinal: Bool = false) throws(Diagnostics) -> WorkOrder {
    try changes.order(of: experiment, isFinal: isFinal)
  }
}

/// What is not to be as an experiment file says.
struct ExperimentChanges: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Override a value of the file, for example windows.hopSeconds=1.", valueName: "path=value"))
  var overrides: [String] = []

  @Option(help: ArgumentHelp("Use at most so many recordings of each data set.", valueName: "count"))
  var limit: Int?

  @OptionGroup var limits: LimitOptions

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 up, not \(limit).") }
  }

  /// The file after these changes, and where its data sets are looked for.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - isFinal: whether the test part of its split is meant.
  func order(of path: String, isFinal: Bool) throws(Diagnostics) -> WorkOrder {
    let file = try ExperimentFile(
      path: path, overrides: overrides + limits.overrides, limit: limit, isFinal: isFinal)
    return WorkOrder(file: file, environment: .around(file.directory))
  }
}

/// The folder that holds `reports/`, and most often `datasets/`.
enum Project {
  /// The nearest folder at or above `path` with a `datasets` folder in it; else the working directory.
  static func directory(containing path: String) -> String {
    TextFile.andAbove(TextFile.absolute(path)).first {
      TextFile.isDirectory(TextFile.resolve("datasets", in: $0))
    } ?? WorkingFolder.path ?? "."
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
