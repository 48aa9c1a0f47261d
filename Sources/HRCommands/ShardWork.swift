internal import HRSupport
internal import HRRunning
internal import Synchronization
internal import ArgumentParser

/// `run --plan FOLDER --shard LIST/COUNT`: shards one after the other, each published when it is complete.
///
/// The exit code is for a scheduler: 0 complete; 75 try again; 78 never on this machine.
struct ShardWork {
  let plan: String
  let list: ShardList
  let programs: ProgramRegistry
  let command: RunCommand

  static let tryAgain: Int32 = EX_TEMPFAIL
  static let neverHere: Int32 = EX_CONFIG

  /// - Returns: the exit code.
  func perform() throws -> Int32 {
    let folder = ShardFolder(StoredRun.trimmed(plan))
    let plan = try folder.plan()
    guard list.count == plan.shardCount else {
      throw Diagnostics(
        "the plan has \(plan.shardCount) shards, not \(list.count)", in: folder.planPath,
        hint: "the number behind the slash is the plan's, wherever the number of the shard comes from")
    }
    if !command.quiet {
      Terminal.showPrograms(of: try plan.experimentFile(), isSandboxed: command.programs.sandbox)
    }
    let run: ShardedRun
    do throws(Diagnostics) {
      run = try ShardedRun(
        folder, plan: plan, plugins: PluginContext.plugins.with(.started(by: programs)),
        environment: .around(plan.directory),
        launch: WorkerCommand.launch(timeoutSeconds: command.patience.timeout))
    } catch {
      // It could be resolved on the machine that planned it, so the problem is of this machine.
      Terminal.show(error)
      return Self.neverHere
    }
    if !command.quiet { Terminal.showReads(of: run.experiment) }
    let differences = run.differences
    guard differences.isEmpty else {
      Terminal.show(
        Diagnostics(
          "what would be run here is not what was planned; what differs: " + differences.firstFew,
          in: folder.planPath, hint: "use the same build and data, or plan again in another folder"))
      return Self.neverHere
    }
    let mathematics = run.mathematicsHere
    guard command.shards.allowMixed || mathematics == plan.mathematics else {
      Terminal.show(
        Diagnostics(
          "this machine's elementary functions differ in their last digits from those of the machine that planned (\(mathematics), not \(plan.mathematics)), so its results may too",
          in: folder.planPath,
          hint:
            "run the shard on a machine like that one, or with --allow-mixed, which the merged run then states"
        ))
      return Self.neverHere
    }
    let jobs = try command.jobs.workers()
    let interruption = Interruption()
    let heard = Mutex<Int32>(0)
    SignalWatch.begin { number in
      heard.withLock { $0 = number }
      interruption.trigger()
    }
    let progress = ProgressDisplay(quiet: command.quiet)
    for shard in list.shards {
      let name = "shard \(shard) of \(plan.shardCount)"
      let ending: ShardedRun.Ending
      do throws(Diagnostics) {
        ending = try run.work(on: shard, jobs: jobs, interruption: interruption) { progress.show($0) }
      } catch {
        progress.clear()
        Terminal.show(error)
        return Self.tryAgain
      }
      progress.clear()
      switch ending {
      case .wasComplete: if !command.quiet { Terminal.err("\(name) was complete already") }
      case .complete(let outcome):
        for warning in outcome.warnings { Terminal.show(warning) }
        if !command.quiet {
          let resumed =
            outcome.resumedUnits > 0 ? ", \(outcome.resumedUnits) of them by an earlier attempt" : ""
          let cost = outcome.work.map { work in
            let expected = outcome.resumedUnits == 0 ? plan.expectedCoreSeconds(of: [shard]) : nil
            return "; it took \(CoreTime.text(work.coreSeconds))"
              + (expected.map { ", expected were \(CoreTime.text($0))" } ?? "")
          }
          Terminal.err("\(name) is complete: \(outcome.results.count) units\(resumed)\(cost ?? "")")
        }
      case .interrupted(let finished, let count):
        Terminal.err(
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

/// Shards as a command line names them: `3/16`, `0,4-7/16`.
struct ShardList: ExpressibleByArgument, Equatable {
  /// Shard numbers counted from 0, in the order given, each once.
  let shards: [Int]
  /// Number of the plan's shards.
  let count: Int

  init?(argument: String) {
    let halves = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let count = ShardNumbers.number(halves[1]), count > 0,
      let shards = ShardNumbers.read(halves[0], of: count)
    else { return nil }
    (self.shards, self.count) = (shards, count)
  }
}

/// Options of `run` for a part of a planned run.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Work on shards of the run that `plan` has planned in this folder.", valueName: "folder"),
    completion: .directory)
  var plan: String?

  @Option(
    help: ArgumentHelp(
      "With --plan: which shards, counted from 0, and how many the plan has: 3/16, or 0,4-7/16.",
      valueName: "list/count"))
  var shard: ShardList?

  @Flag(
    help: """
      With --plan: work here although this machine's elementary functions differ in their last digits from those of \
      the machine that planned.
      """)
  var allowMixed = false

  mutating func validate() throws {
    if plan == nil, shard != nil { throw ValidationError("--shard goes with --plan.") }
    if plan == nil, allowMixed { throw ValidationError("--allow-mixed goes with --plan.") }
    if plan != nil, shard == nil {
      throw ValidationError(
        "--plan needs --shard: which shards, and how many the plan has, as in --shard 3/16.")
    }
  }
}
