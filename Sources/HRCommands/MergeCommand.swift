internal import ArgumentParser
internal import HRRunning

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Put the shards of a planned run together and write its report.",
    discussion: """
      Every shard is read to its end and checked first. Where one is missing, damaged, or of another plan, nothing is \
      merged and each is named. What is written beside the plan is what `run` would have written on one machine. \
      Exit code 75: shards are only missing yet; 2: something else is wrong.
      """)

  @Argument(help: ArgumentHelp("Folder of the planned run.", valueName: "folder"), completion: .directory)
  var folder: String

  @Flag(
    help: """
      Merge shards of machines whose elementary functions differ in their last digits; the run then says so.
      """)
  var allowMixed = false

  @Flag(help: "Show no progress.")
  var quiet = false

  @OptionGroup var programs: GuardedProgramOptions

  @OptionGroup var table: TableOptions

  @OptionGroup var patience: WorkerPatience

  func run() throws {
    let registry = programs.registry()
    defer { registry.close() }
    let interruption = Interruption()
    SignalWatch.begin { _ in interruption.trigger() }
    try MergeWork(
      folder: ShardFolder(StoredRun.trimmed(folder)), allowsMixed: allowMixed, quiet: quiet,
      plugins: programs.plugins(registry), style: table.style, timeoutSeconds: patience.timeout
    ).perform(interruption)
  }
}
