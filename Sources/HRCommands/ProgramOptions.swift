internal import ArgumentParser
internal import HRRunning
internal import HRReporting

/// Options of a command that may start programs in other languages.
struct ProgramOptions: ParsableArguments {
  @Flag(
    help: """
      Run programs in other languages (\"command\") in bubblewrap's sandbox: no network, and of the file system only \
      the system's folders, their own files and \"alsoReads\", all read-only.
      """)
  var sandbox = false

  /// Returns the registry that starts the programs of an experiment.
  func registry() -> ProgramRegistry { ProgramRegistry(hreval: Program.path, isSandboxed: sandbox) }
}

/// Options of a command that is not asked to run anything: it starts the programs of an experiment only with
/// permission.
struct GuardedProgramOptions: ParsableArguments {
  @Flag(
    help: """
      Start the programs that the experiment names (\"command\"), as run does. They have all your rights, or with \
      --sandbox only a few.
      """)
  var allowCommands = false

  @OptionGroup var programs: ProgramOptions

  func registry() -> ProgramRegistry { programs.registry() }

  /// - Parameters:
  ///   - registry: starts the programs, where they are allowed.
  ///   - otherwise: treatment of the programs where they are not allowed.
  /// - Returns: the plugins of experiments.
  func plugins(_ registry: ProgramRegistry, otherwise: Plugins.Programs = .refused) -> Plugins {
    PluginContext.plugins.with(allowCommands ? .started(by: registry) : otherwise)
  }
}

extension Terminal {
  /// Prints the programs that an experiment starts.
  static func showPrograms(of file: ExperimentFile, isSandboxed: Bool) {
    for program in file.programs {
      err("starts \(isSandboxed ? "in a sandbox" : "with all your rights"): \(program.text.printable)")
    }
  }

  /// Prints the places outside its own folder that an experiment reads.
  static func showReads(of experiment: Experiment) {
    for place in ExperimentReach(experiment).reads { err("reads \(place.printable)") }
  }

  /// Prints what the number of subjects does not allow the claims of an experiment to show.
  static func showForecast(of experiment: Experiment) {
    for sentence in ClaimForecastText(experiment.plan).sentences { err(sentence.printable) }
  }
}
