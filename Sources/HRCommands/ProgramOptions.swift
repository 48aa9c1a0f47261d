internal import ArgumentParser
internal import HRExperiments
internal import HRPrograms

/// How a command that may start programs in other languages does it.
struct ProgramOptions: ParsableArguments {
  @Flag(
    help: """
      Run programs in other languages (\"command\") in bubblewrap's sandbox: no network, and of the file system only \
      the system's folders, their own files and \"alsoReads\", all read-only.
      """)
  var sandbox = false

  /// Meets the programs of an experiment.
  func registry() -> ProgramRegistry { ProgramRegistry(hreval: Program.path, isSandboxed: sandbox) }
}

/// The same for a command that is not asked to run anything: it starts what somebody's experiment names with leave only.
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
  ///   - registry: meets the programs, where they are allowed.
  ///   - otherwise: what becomes of them where they are not.
  /// - Returns: the plugins of experiments.
  func plugins(_ registry: ProgramRegistry, otherwise: Plugins.Programs = .refused) -> Plugins {
    PluginContext.plugins.with(allowCommands ? .started(by: registry) : otherwise)
  }
}

extension Terminal {
  /// Says which programs an experiment starts.
  func showPrograms(of file: ExperimentFile, isSandboxed: Bool) {
    for program in file.programs {
      err("starts \(isSandboxed ? "in a sandbox" : "with all your rights"): \(program.text.printable)")
    }
  }

  /// Says what an experiment reads outside its own folder.
  func showReads(of experiment: Experiment) {
    for place in ExperimentReach(experiment).reads { err("reads \(place.printable)") }
  }
}
