internal import Foundation
internal import HRSupport
internal import HRRunning
internal import Synchronization

/// `run --plan FOLDER --shard LIST/COUNT`: shards one after the other, each published when it is complete.
///
/// The exit code is for a scheduler: 0 complete; 75 try again; 78 never on this machine.
struct ShardWork {
  let plan: String
  let list: ShardList
  let allowsMixed: Bool
  let jobs: Int?
  let quiet: Bool
  let programs: ProgramRegistry
  let isSandboxed: Bool
  let timeoutSeconds: Double

  static let tryAgain: Int32 = EX_TEMPFAIL
  static let neverHere: Int32 = EX_CONFIG

  /// - Returns: the exit code.
  func perform() throws -> Int32 {
    let terminal = Terminal()
    let folder = ShardFolder(StoredRun.trimmed(plan))
    let plan = try folder.plan()
    guard list.count == plan.shardCount else {
      throw Diagnostics(
        "the plan has \(plan.shardCount) shards, not \(list.count)", in: folder.planPath,
        hint: "the number behind the slash is the plan's, wherever the number of the shard comes from")
    }
    if !quiet { terminal.showPrograms(of: try plan.experimentFile(), isSandboxed: isSandboxed) }
    let run: ShardedRun
    do throws(Diagnostics) {
      run = try ShardedRun(
        folder, plan: plan, plugins: PluginContext.plugins.with(.started(by: programs)),
        environment: .around(plan.directory),
        launch: WorkerCommand.launch(timeoutSeconds: timeoutSeconds))
    } catch {
      // It could be resolved on the machine that planned it, so the problem is of this machine.
      terminal.show(error)
      return Self.neverHere
    }
    if !quiet { terminal.showReads(of: run.experiment) }
    let differences = run.differences
    guard differences.isEmpty else {
      terminal.show(
        Diagnostics(
          "what would be run here is not what was planned; what differs: " + differences.firstFew,
          in: folder.planPath, hint: "use the same build and data, or plan again in another folder"))
      return Self.neverHere
    }
    let mathematics = run.mathematicsHere
    guard allowsMixed || mathematics == plan.mathematics else {
      terminal.show(
        Diagnostics(
          "this machine's elementary functions differ in their last digits from those of the machine that planned (\(mathematics), not \(plan.mathematics)), so its results may too",
          in: folder.planPath,
          hint:
            "run the shard on a machine like that one, or with --allow-mixed, which the merged run then states"
        ))
      return Self.neverHere
    }
    let jobs = try WorkerCommand.workers(jobs ?? ProcessorCount.usable)
    let interruption = Interruption()
    let heard = Mutex<Int32>(0)
    SignalWatch.begin { number in
      heard.withLock { $0 = number }
      interruption.trigger()
    }
    let progress = ProgressDisplay(quiet: quiet)
    for shard in list.shards {
      let name = "shard \(shard) of \(plan.shardCount)"
      let ending: ShardedRun.Ending
      do throws(Diagnostics) {
        ending = try run.work(on: shard, jobs: jobs, interruption: interruption) { progress.show($0) }
      } catch {
        progress.clear()
        terminal.show(error)
        return Self.tryAgain
      }
      progress.clear()
      switch ending {
      case .wasComplete: if !quiet { terminal.err("\(name) was complete already") }
      case .complete(let outcome):
        for warning in outcome.warnings { terminal.show(warning) }
        if !quiet {
          let resumed =
            outcome.resumedUnits > 0 ? ", \(outcome.resumedUnits) of them by an earlier attempt" : ""
          let cost = outcome.work.map { work in
            let expected = outcome.resumedUnits == 0 ? plan.expectedCoreSeconds(of: [shard]) : nil
            return "; it took \(CoreTime.text(work.coreSeconds))"
              + (expected.map { ", expected were \(CoreTime.text($0))" } ?? "")
          }
          terminal.err("\(name) is complete: \(outcome.results.count) units\(resumed)\(cost ?? "")")
        }
      case .interrupted(let finished, let count):
        terminal.err(
          """
          interrupted: \(finished) of the \(count) units of \(name) are finished and kept
          the same command goes on
          """)
        return heard.withLock { $0 } == SIGINT ? 130 : Self.tryAgain
      }
    }
    return 0
  }
}
