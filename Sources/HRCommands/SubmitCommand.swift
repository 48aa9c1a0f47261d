internal import ArgumentParser
internal import HRSupport
internal import HRRunning
internal import HRReporting

/// Schedulers to which `submit` can give shards.
enum Engine: String, CaseIterable, ExpressibleByArgument {
  case slurm
}

struct SubmitCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    let name = PluginContext.programName
    return CommandConfiguration(
      commandName: "submit", abstract: "Give the shards of a planned run to a cluster's scheduler.",
      discussion: """
        On a login node of a cluster with Slurm, in a folder that all its machines see:

          \(name) plan experiments/noise.json --output /shared/runs/noise --shards 64
          \(name) submit /shared/runs/noise --engine slurm --cpus-per-task 4 --time 2:00:00 --follow

        An array of jobs works on the shards that are not complete, and a merge waits for it. Scripts, output and job \
        numbers are in the folder slurm of the run. The same command again submits what is left, and never what is in the \
        queue. submit reads from a shard's file whether it is done, and does not ask Slurm.

        Without --follow the command ends when Slurm has the jobs. With it, submit watches the jobs, submits lost ones again, \
        merges if the job that should have done it is gone, and prints the table. Ctrl-C leaves the jobs as they are; the \
        same command goes on watching.

        Exit codes: 0 submitted, or with --follow merged; 1 merged, but something in the run failed; 2 refused, by hreval or \
        by Slurm; 75 try again (Slurm does not answer, or shards are missing, which are named); 78 the missing shards cannot \
        be computed on the machines that tried; 130 watching was interrupted.
        """)
  }

  @Argument(help: ArgumentHelp("Folder of the planned run.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The scheduler: slurm.", valueName: "name"))
  var engine: Engine

  @Flag(help: "Watch until the run is merged; what is lost is submitted again.")
  var follow = false

  @Flag(help: "Only write the scripts, and print the commands that would submit them.")
  var dryRun = false

  @OptionGroup var jobs: SlurmOptions

  @Option(
    help: ArgumentHelp("With --follow: how often lost shards are submitted again.", valueName: "count"))
  var retries = 2

  @Option(
    help: ArgumentHelp("With --follow: how often Slurm and the files are looked at.", valueName: "seconds"))
  var poll = 15.0

  @Flag(help: "Show no progress.")
  var quiet = false

  @OptionGroup var programs: GuardedProgramOptions

  @OptionGroup var table: TableOptions

  mutating func validate() throws {
    if follow, dryRun { throw ValidationError("--follow does not go with --dry-run, which submits nothing.") }
    if retries < 0 { throw ValidationError("--retries takes a number from 0 up, not \(retries).") }
    if !(poll > 0 && poll <= 3600) {
      throw ValidationError("--poll takes a positive number of seconds, an hour at most.")
    }
  }

  func run() throws {
    let folder = ShardFolder(StoredRun.trimmed(folder))
    let plan = try folder.plan()
    let named = try plan.experimentFile().programs
    guard named.isEmpty || programs.allowCommands else {
      throw Diagnostics(
        named.map {
          Diagnostic(
            "the jobs would start a program, which only run does unasked: \($0.text)", in: folder.planPath,
            hint:
              "it is started with all your rights, so read it first; --allow-commands lets the jobs start it")
        })
    }
    let work = SubmitWork(
      engine: SlurmEngine(
        folder, plan: plan, wishes: try jobs.wishes(allowsCommands: !named.isEmpty),
        tools: try SlurmTools(seconds: jobs.patience), pauseSeconds: min(poll, 5)), command: self)
    do {
      try work.perform()
    } catch let trouble as SlurmTrouble {
      throw work.refusal(trouble)
    }
  }
}

/// Options of the jobs, in the words of `sbatch`.
struct SlurmOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Slurm's partition for all jobs.", valueName: "name"))
  var partition: String?

  @Option(help: ArgumentHelp("The account that is charged.", valueName: "name"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      "Time limit of each job. A task that reaches it loses nothing that is finished: submit again.",
      valueName: "time"))
  var time: String?

  @Option(help: ArgumentHelp("Processors of each job, and workers of hreval in it.", valueName: "count"))
  var cpusPerTask: Int?

  @Option(help: ArgumentHelp("Memory of each job, 4G.", valueName: "size"))
  var mem: String?

  @Option(
    help: ArgumentHelp(
      "Kind of machine. Machines whose elementary functions round otherwise end with 78.",
      valueName: "features"))
  var constraint: String?

  @Option(
    name: .customLong("sbatch"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Any other option of sbatch, as --sbatch=--qos=long; can be repeated.", valueName: "option"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "At most so many tasks, each of which takes several shards where there are more; never more than the site allows.",
      valueName: "count"))
  var maxTasks = 500

  @Option(
    help: ArgumentHelp(
      "The program that the jobs run, where it is another file there than here.", valueName: "path"))
  var hreval: String?

  @Option(help: ArgumentHelp("How long each of Slurm's commands may take.", valueName: "seconds"))
  var patience = 60.0

  @Flag(
    help: """
      Let jobs work on machines whose elementary functions differ in their last digits, and merge what they made; \
      the run then says so.
      """)
  var allowMixed = false

  mutating func validate() throws {
    if maxTasks < 1 { throw ValidationError("--max-tasks takes a number from 1 up, not \(maxTasks).") }
    if let cpusPerTask, cpusPerTask < 1 {
      throw ValidationError("--cpus-per-task takes a number from 1 up, not \(cpusPerTask).")
    }
    if !(patience > 0 && patience <= 3600) {
      throw ValidationError("--patience takes a positive number of seconds, an hour at most.")
    }
  }

  func wishes(allowsCommands: Bool) throws(Diagnostics) -> SlurmWishes {
    let named = [
      ("partition", partition), ("account", account), ("time", time),
      ("cpus-per-task", cpusPerTask.map(String.init)), ("mem", mem), ("constraint", constraint),
    ]
    let options = named.compactMap { name, value in value.map { "--\(name)=\($0)" } } + others
    let program = hreval.map { $0.contains("/") ? $0 : SearchPath.find($0) ?? $0 } ?? Program.path
    return try SlurmWishes(
      hreval: TextFile.absolute(program), options: options, maxTasks: maxTasks, allowsMixed: allowMixed,
      allowsCommands: allowsCommands)
  }
}

/// Steps and messages of `submit`.
struct SubmitWork {
  let engine: SlurmEngine
  let command: SubmitCommand

  private var shown: String { shownPath(engine.folder.directory) }

  /// - Throws: `ExitCode`, `Diagnostics` or `SlurmTrouble`.
  func perform() throws {
    let interruption = Interruption()
    // Before anything is submitted, so that a Ctrl-C never comes between a job and the note of its number.
    if command.follow { SignalWatch.begin { _ in interruption.trigger() } }
    let standing = try engine.standing()
    if standing.isDone {
      Terminal.err("nothing to submit: all \(engine.plan.shardCount) shards are complete, and merged")
      if command.follow { try showMerged() }
      return
    }
    if !standing.queued.isEmpty {
      let jobs = standing.tasks.map(\.job).distinct.joined(separator: ", ")
      Terminal.err(
        "in the queue already: \(count(standing.queued)) (\(ShardNumbers.listed(standing.queued))), jobs \(jobs)"
      )
    }
    if standing.left.isEmpty, standing.hasMerge, !command.follow {
      Terminal.err("nothing to submit: the queue has all that is left, and the merge")
      return
    }
    if command.dryRun {
      let submission = try engine.prepare(standing)
      Terminal.err(
        "nothing is submitted: \(count(submission.shards)) would be run by \(submission.tasks) task\(submission.tasks == 1 ? "" : "s"); scripts: \(shownPath(submission.folder))"
      )
      Terminal.out(submission.commands.joined(separator: "\n"))
      return
    }
    let followed = standing.tasks.compactMap { engine.submissions.number(of: $0) }.min()
    let submission = try engine.submit(standing)
    if let submission { tell(submission) }
    guard command.follow else {
      Terminal.err("how it goes: \(PluginContext.programName) submit \(shown) --engine slurm --follow")
      if submission?.mergeTrouble != nil { throw ExitCode(ShardWork.tryAgain) }
      return
    }
    try watch(since: [followed, submission?.number].compactMap { $0 }.min() ?? 1, interruption)
  }

  private func tell(_ submission: SlurmEngine.Submission) {
    if let array = submission.array {
      Terminal.err(
        "submitted: \(count(submission.shards)) of \(engine.plan.shardCount), by \(submission.tasks) task\(submission.tasks == 1 ? "" : "s") of job \(array)"
      )
    }
    if let merge = submission.merge { Terminal.err("merge: job \(merge), when they have ended") }
    if let trouble = submission.mergeTrouble {
      Terminal.err("the merge could not be submitted: \(trouble)")
    }
    Terminal.err("scripts and output: \(shownPath(submission.folder))")
  }

  private func watch(since first: Int, _ interruption: Interruption) throws {
    let progress = ProgressDisplay(quiet: command.quiet)
    let ending = try SlurmFollow(
      engine, since: first, retries: command.retries, pollSeconds: command.poll, interruption: interruption
    ).run(show: progress.show) { line in
      progress.clear()
      Terminal.err(line)
    }
    progress.clear()
    switch ending {
    case .merged: try showMerged()
    case .toMerge:
      Terminal.err("all shards are complete, and no job has merged them: that is done here")
      let registry = command.programs.registry()
      defer { registry.close() }
      try MergeWork(
        folder: engine.folder, allowsMixed: engine.wishes.allowsMixed, quiet: command.quiet,
        plugins: command.programs.plugins(registry), style: command.table.style, timeoutSeconds: 300
      ).perform(interruption)
    case .interrupted:
      Terminal.err(
        """
        interrupted: the jobs go on, and the merge behind them
        the same command watches again; scancel ends them
        """)
      throw ExitCode(130)
    case .silent(let reason):
      Terminal.show(
        Diagnostics(
          "Slurm is silent: \(reason)",
          hint: "the jobs may go on all the same; the same command watches again"))
      throw ExitCode(ShardWork.tryAgain)
    case .incomplete(let missing, let never): throw incomplete(missing, never)
    }
  }

  private func incomplete(_ missing: [Int], _ never: [SlurmFollow.Never]) -> ExitCode {
    var problems: [Diagnostic] = []
    for one in never {
      let place = one.node.isEmpty ? "" : " on \(one.node.printable)"
      problems.add(
        "\(count(one.shards)) (\(ShardNumbers.listed(one.shards))) ended with \(one.code)\(place), after which it is useless to try again there",
        in: one.logs,
        hint: one.code == Int(clamping: ShardWork.neverHere)
          ? "that machine would not make what was planned; --constraint asks for others, and for other mathematics there is --allow-mixed"
          : "the file says why")
    }
    let refused = Set(never.flatMap(\.shards))
    let lost = missing.filter { !refused.contains($0) }
    if !lost.isEmpty {
      problems.add(
        "\(count(lost)) of \(engine.plan.shardCount) still not complete: \(ShardNumbers.listed(lost))",
        in: engine.folder.directory,
        hint: "the output of their tasks is in \(shown)/slurm; the same command submits them again")
    }
    Terminal.show(Diagnostics(problems))
    return ExitCode(lost.isEmpty ? ShardWork.neverHere : ShardWork.tryAgain)
  }

  /// Prints the table of a run that a job has merged.
  private func showMerged() throws {
    let run = try StoredRun(engine.folder.directory)
    let evaluation = try run.evaluation
    Terminal.out(terminalSummary(evaluation, command.table.style, circumstances: run.circumstances))
    Terminal.out("report: " + RunFolder(directory: run.folder).reportPath(of: evaluation))
    if evaluation.hasFailures { throw ExitCode(1) }
  }

  /// Shows Slurm's objection.
  ///
  /// - Returns: the exit code of the command.
  func refusal(_ trouble: SlurmTrouble) -> ExitCode {
    switch trouble {
    case .passing(let text):
      Terminal.show(
        Diagnostics(text, hint: "the same command again submits what is still left, and nothing twice"))
      return ExitCode(ShardWork.tryAgain)
    case .lasting(let text):
      Terminal.show(
        Diagnostics(text, hint: "`--dry-run` writes the scripts and shows the commands, to be tried by hand"))
      return ExitCode(2)
    }
  }

  private func count(_ shards: [Int]) -> String { "\(shards.count) shard\(shards.count == 1 ? "" : "s")" }
}
