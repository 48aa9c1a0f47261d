internal import ArgumentParser
internal import Foundation
internal import HRSupport
internal import HREvaluation
internal import HRRunning
internal import HRReporting

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
    let terminal = Terminal()
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
      terminal.show(error.problems)
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
        order: run.order, directory: folder.directory, outcome: outcome, evaluation: evaluation))
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
