internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HREvaluation
internal import HRReports
internal import HRResults
internal import HRRunning
internal import HRSystem

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

  @OptionGroup var programs: ProgramOptions

  @OptionGroup var table: TableOptions

  @OptionGroup var patience: WorkerPatience

  func run() throws {
    let started = Date()
    let terminal = Terminal()
    let shards = ShardFolder(StoredRun.trimmed(folder))
    let plan = try shards.plan()
    let registry = programs.registry()
    defer { registry.close() }
    let run = try ShardedRun(
      shards, plan: plan, plugins: PluginContext.plugins.with(registry),
      environment: .around(plan.directory),
      launch: WorkerCommand.launch(timeoutSeconds: patience.timeout))
    let differences = run.differences
    guard differences.isEmpty else {
      throw Diagnostics(
        "what would be merged here is not what was planned; what differs: " + differences.firstFew,
        in: shards.planPath, hint: "use the same build and data as the shards")
    }
    let merge = ShardMerge(run, allowsMixed: allowMixed)
    let merged: ShardMerge.Outcome
    do throws(ShardMerge.Refusal) {
      merged = try merge.perform()
    } catch {
      terminal.show(error.problems)
      throw ExitCode(error.isOnlyMissing ? ShardWork.tryAgain : 2)
    }
    let outcome = merged.run
    let evaluation = Evaluation(plan: merged.plan, results: outcome.results)
    let jobs = try WorkerCommand.workers(ProcessorCount.usable)
    let session = RunSession(
      order: run.order, experiment: run.experiment, outputDirectory: shards.directory, jobs: jobs,
      launch: WorkerCommand.launch(timeoutSeconds: patience.timeout))
    let interruption = Interruption()
    SignalWatch.begin { _ in interruption.trigger() }
    let finished = FinishedRun(
      session: session, outcome: outcome, evaluation: evaluation,
      folder: RunFolder(directory: shards.directory),
      ledger: RunLedger(
        order: run.order, directory: shards.directory, outcome: outcome, evaluation: evaluation))
    try finished.write(
      RunProvenance(
        experimentPath: plan.experimentPath, experimentSHA256: plan.experimentSHA256, started: started,
        outcome: outcome, jobs: jobs, shards: plan.shardCount),
      interruption: interruption, progress: ProgressDisplay(quiet: quiet), again: "the same command",
      quiet: quiet)
    merge.removeParts()
    finished.show(table.style)
    if evaluation.hasFailures { throw ExitCode(1) }
  }
}
