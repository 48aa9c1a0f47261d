internal import ArgumentParser
internal import HRRunning
internal import HRSupport
internal import HREvaluation
internal import HRReporting

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Put the shards of a planned run together and write its report.",
    discussion: """
      merge reads and checks every shard first. If one is missing, damaged, or of another plan, it merges nothing and names \
      each. It writes beside the plan what `run` would have written on one machine. \
      Exit code 75: shards are still missing; 2: something else is wrong.
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

/// Merges the shards of a planned run, for `merge` and for `submit --follow` where no job has done it.
struct MergeWork {
  let folder: ShardFolder
  let allowsMixed: Bool
  let quiet: Bool
  /// Plugins that the experiment can name.
  let plugins: Plugins
  let style: TableStyle
  let timeoutSeconds: Double

  /// - Throws: `ExitCode` where shards are missing or damaged, which is then printed, and where something in the run
  ///   failed.
  func perform(_ interruption: Interruption) throws {
    let started = Date()
    let plan = try folder.plan()
    let run = try ShardedRun(
      folder, plan: plan, plugins: plugins, environment: .around(plan.directory),
      launch: WorkerCommand.launch(timeoutSeconds: timeoutSeconds))
    let differences = run.differences
    guard differences.isEmpty else {
      throw Diagnostics(
        "what would be merged here is not what was planned; what differs: " + differences.firstFew,
        in: folder.planPath, hint: "use the same build and data as the shards")
    }
    let merge = ShardMerge(run, allowsMixed: allowsMixed)
    let merged: ShardMerge.Outcome
    do throws(ShardMerge.Refusal) {
      merged = try merge.perform()
    } catch {
      Terminal.show(error.problems)
      throw ExitCode(error.isOnlyMissing ? ShardWork.tryAgain : 2)
    }
    let outcome = merged.run
    let evaluation = Evaluation(plan: merged.plan, results: outcome.results)
    let jobs = try WorkerCommand.workers(ProcessorCount.usable)
    let session = RunSession(
      order: run.order, experiment: run.experiment, outputDirectory: folder.directory, jobs: jobs,
      launch: WorkerCommand.launch(timeoutSeconds: timeoutSeconds))
    let finished = FinishedRun(
      session: session, outcome: outcome, evaluation: evaluation,
      folder: RunFolder(directory: folder.directory),
      ledger: RunLedger(
        session, order: run.order, path: plan.experimentPath, directory: folder.directory, outcome: outcome,
        evaluation: evaluation, isSandboxed: nil))
    try finished.write(
      RunProvenance(
        experimentPath: plan.experimentPath, experimentSHA256: plan.experimentSHA256, started: started,
        outcome: outcome, jobs: jobs, shards: plan.shardCount),
      interruption: interruption, progress: ProgressDisplay(quiet: quiet), again: "the same command",
      quiet: quiet)
    merge.clear()
    finished.show(style)
    if evaluation.hasFailures { throw ExitCode(1) }
  }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say which shards of a planned run are complete.",
    discussion: """
      status reads every shard to its end, and names shards that are missing, not finished, damaged or of another plan in \
      the form that `run --shard` takes. Exit code 0: all are complete; 1: not yet.
      """)

  @Argument(help: ArgumentHelp("Folder of the planned run.", valueName: "folder"), completion: .directory)
  var folder: String

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let folder = ShardFolder(StoredRun.trimmed(folder))
    let status = ShardStatus(folder, plan: try folder.plan())
    Terminal.out(json ? status.json : status.text)
    if !status.isComplete { throw ExitCode(1) }
  }
}
