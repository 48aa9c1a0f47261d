internal import HRRunning
internal import ArgumentParser
internal import HRSupport

/// Arguments of every command that takes an experiment file.
struct ExperimentOptions: ParsableArguments {
  @Argument(
    help: "The experiment file, or the name of an experiment that comes with hreval: demo.",
    completion: .file(extensions: ["json"]))
  var experiment: String

  @OptionGroup var changes: ExperimentChanges

  /// Path of the file.
  var path: String {
    get throws(Diagnostics) { try Shipped.experiment(experiment) }
  }

  /// Returns the file, with the folders that are searched for its data sets.
  ///
  /// - Parameter isFinal: true for the test part of its split.
  func order(isFinal: Bool = false) throws(Diagnostics) -> WorkOrder {
    try changes.order(of: path, isFinal: isFinal)
  }
}

/// Changes of an experiment file by the command line.
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

  /// Returns the file after these changes, with the folders that are searched for its data sets.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - isFinal: true for the test part of its split.
  func order(of path: String, isFinal: Bool) throws(Diagnostics) -> WorkOrder {
    let file = try ExperimentFile(
      path: path, overrides: overrides + limits.overrides, limit: limit, isFinal: isFinal)
    let environment = DataEnvironment.around(file.directory)
    try MadeRecordings.make(for: file.datasetNames, in: environment)
    return WorkOrder(file: file, environment: environment)
  }
}

/// The folder that holds `reports/`, and most often `datasets/`.
enum Project {
  /// Returns the nearest folder at or above `path` with a `datasets` folder in it; otherwise the working directory.
  static func directory(containing path: String) -> String {
    TextFile.andAbove(TextFile.absolute(path)).first {
      TextFile.isDirectory(TextFile.resolve("datasets", in: $0))
    } ?? WorkingFolder.path ?? "."
  }

  /// Returns the folder of an experiment that a command names. One that comes with the program and is given by its name
  /// belongs to where the command is typed.
  ///
  /// - Parameters:
  ///   - given: the word of the command.
  ///   - path: of the experiment's file.
  static func directory(ofExperiment given: String, at path: String) -> String {
    directory(containing: given == path ? TextFile.directory(of: path) : ".")
  }
}

/// This program's own file, which workers run again.
enum Program {
  /// The name by which the user called it, for its help.
  static var calledName: String {
    guard let path = CommandLine.arguments.first, !path.isEmpty else { return "hreval" }
    return URL(fileURLWithPath: path).lastPathComponent
  }

  static var path: String {
    #if os(Linux)
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      let own = Bundle.main.executablePath
    #endif
    return own ?? CommandLine.arguments.first ?? "hreval"
  }
}

extension DataEnvironment {
  /// Returns the folders in which a command searches for data sets.
  ///
  /// - Parameter directory: the experiment's folder; `.` for a command without an experiment.
  static func around(_ directory: String) -> DataEnvironment {
    let here = TextFile.absolute(directory)
    let stated = ProcessInfo.processInfo.environment["HREVAL_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    // Beside the project's folder, unless another folder is stated.
    let usual = TextFile.resolve(
      "shared/datasets", in: TextFile.directory(of: Project.directory(containing: directory)))
    return DataEnvironment(
      around: here,
      dataDirectory: stated
        ?? [usual, UserFolders.data].compactMap(\.self).first(where: TextFile.isDirectory),
      shipped: Shipped.own?.datasets,
      made: Shipped.own.map(\.isProject) == false ? UserFolders.cache : nil)
  }
}
