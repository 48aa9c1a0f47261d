internal import HRRunning
internal import ArgumentParser
internal import HRSupport

/// Options for the time that a command waits for a worker that reads a recording.
struct WorkerPatience: ParsableArguments {
  @Option(
    help: ArgumentHelp("Give a recording up when its worker is silent for so long.", valueName: "seconds"))
  var timeout: Double = 300

  mutating func validate() throws {
    if !(timeout > 0) { throw ValidationError("--timeout takes a positive number of seconds.") }
  }
}

/// The hidden worker of the commands that read recordings.
struct WorkerCommand: ParsableCommand {
  static let name = "__worker"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  func run() throws {
    let code = Worker.serve(plugins: PluginContext.plugins)
    if code != 0 { throw ExitCode(code) }
  }

  static func launch(timeoutSeconds: Double) -> WorkerLaunch {
    WorkerLaunch(executable: Program.path, arguments: [name], timeoutSeconds: timeoutSeconds)
  }

  /// Returns the number of wanted workers that this system allows; prints a warning where they are fewer.
  static func workers(_ wanted: Int) throws(Diagnostics) -> Int {
    let (count, warning) = try ProcessLimits.current(forWorkers: wanted).workers(wanted: wanted)
    if let warning { Terminal.show(warning) }
    return count
  }
}

/// The hidden process between a worker and a program in another language.
struct KeeperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: Keeper.name, shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run() throws {
    let code = Keeper.run(words)
    if code != 0 { throw ExitCode(code) }
  }
}
