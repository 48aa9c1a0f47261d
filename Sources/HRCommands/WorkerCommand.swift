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

/// Option for the number of worker processes.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Worker processes (default: the processors this process may use).", valueName: "count")
  )
  var jobs: Int?

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 up, not \(jobs).") }
  }

  /// Returns the number that this system allows, at most one for each unit of work.
  func workers(for units: Int = .max) throws(Diagnostics) -> Int {
    try WorkerCommand.workers(min(jobs ?? ProcessorCount.usable, units))
  }
}

/// The hidden worker of the commands that read recordings.
struct WorkerCommand: ParsableCommand {
  static let name = "__worker"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  func run() throws {
    try end(with: Worker.serve(plugins: PluginContext.plugins))
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
    try end(with: Keeper.run(words))
  }
}

/// Ends a command with an exit code; the command goes on for 0.
func end(with code: Int32) throws {
  if code != 0 { throw ExitCode(code) }
}
