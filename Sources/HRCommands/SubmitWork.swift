internal import ArgumentParser
internal import HRSupport
internal import HRReporting
internal import HRRunning
internal import Foundation

/// Steps and messages of `submit`.
struct SubmitWork {
  let engine: SlurmEngine
  /// Path of the run's folder as it was given.
  let path: String
  let isDry: Bool
  let follows: Bool
  let retries: Int
  let pollSeconds: Double
  let quiet: Bool
  let programs: GuardedProgramOptions
  let style: TableStyle

  private var terminal: Terminal { Terminal() }
  private var shown: String { shownPath(engine.folder.directory) }

  /// - Throws: `ExitCode`, `Diagnostics` or `SlurmTrouble`.
  func perform() throws {
    let interruption = Interruption()
    // Before anything is submitted, so that a Ctrl-C never comes between a job and the note of its number.
    if follows { SignalWatch.begin { _ in interruption.trigger() } }
    let standing = try engine.standing()
    if standing.isDone {
      terminal.err("nothing to submit: all \(engine.plan.shardCount) shards are complete, and merged")
      if follows { try showMerged() }
      return
    }
    if !standing.queued.isEmpty {
      let jobs = standing.tasks.map(\.job).distinct.joined(separator: ", ")
      terminal.err(
        "in the queue already: \(count(standing.queued)) (\(ShardNumbers.listed(standing.queued))), jobs \(jobs)"
      )
    }
    if standing.left.isEmpty, standing.hasMerge, !follows {
      terminal.err("nothing to submit: the queue has all that is left, and the merge")
      return
    }
    if isDry {
      let submission = try engine.prepare(standing)
      terminal.err(
        "nothing is submitted: \(count(submission.shards)) would be run by \(submission.tasks) task\(submission.tasks == 1 ? "" : "s"); scripts: \(shownPath(submission.folder))"
      )
      terminal.out(submission.commands.joined(separator: "\n"))
      return
    }
    let followed = standing.tasks.compactMap { engine.submissions.number(of: $0) }.min()
    let submission = try engine.submit(standing)
    if let submission { tell(submission) }
    guard follows else {
      terminal.err("how it goes: \(PluginContext.programName) submit \(shown) --engine slurm --follow")
      if submission?.mergeTrouble != nil { throw ExitCode(ShardWork.tryAgain) }
      return
    }
    try watch(since: [followed, submission?.number].compactMap { $0 }.min() ?? 1, interruption)
  }

  private func tell(_ submission: SlurmEngine.Submission) {
    if let array = submission.array {
      terminal.err(
        "submitted: \(count(submission.shards)) of \(engine.plan.shardCount), by \(submission.tasks) task\(submission.tasks == 1 ? "" : "s") of job \(array)"
      )
    }
    if let merge = submission.merge { terminal.err("merge: job \(merge), when they have ended") }
    if let trouble = submission.mergeTrouble {
      terminal.err("the merge could not be submitted: \(trouble)")
    }
    terminal.err("scripts and output: \(shownPath(submission.folder))")
  }

  private func watch(since first: Int, _ interruption: Interruption) throws {
    let progress = ProgressDisplay(quiet: quiet)
    let ending = try SlurmFollow(
      engine, since: first, retries: retries, pollSeconds: pollSeconds, interruption: interruption
    ).run(show: progress.show) { line in
      progress.clear()
      terminal.err(line)
    }
    progress.clear()
    switch ending {
    case .merged: try showMerged()
    case .toMerge:
      terminal.err("all shards are complete, and no job has merged them: that is done here")
      let registry = programs.registry()
      defer { registry.close() }
      try MergeWork(
        folder: engine.folder, allowsMixed: engine.wishes.allowsMixed, quiet: quiet,
        plugins: programs.plugins(registry), style: style, timeoutSeconds: 300
      ).perform(interruption)
    case .interrupted:
      terminal.err(
        """
        interrupted: the jobs go on, and the merge behind them
        the same command watches again; scancel ends them
        """)
      throw ExitCode(130)
    case .silent(let reason):
      terminal.show(
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
        "\(count(one.shards)) (\(ShardNumbers.listed(one.shards))) ended with \(one.code)\(place), after which trying again there is of no use",
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
        hint: "what their tasks said lies in \(shown)/slurm; the same command submits them again")
    }
    terminal.show(Diagnostics(problems))
    return ExitCode(lost.isEmpty ? ShardWork.neverHere : ShardWork.tryAgain)
  }

  /// Prints the table of a run that a job has merged.
  private func showMerged() throws {
    let run = try StoredRun(engine.folder.directory)
    let evaluation = try run.evaluation
    terminal.out(terminalSummary(evaluation, style, tries: run.tries))
    terminal.out("report: " + RunFolder(directory: run.folder).reportPath(of: evaluation))
    if evaluation.hasFailures { throw ExitCode(1) }
  }

  /// Shows Slurm's objection.
  ///
  /// - Returns: the exit code of the command.
  func refusal(_ trouble: SlurmTrouble) -> ExitCode {
    switch trouble {
    case .passing(let text):
      terminal.show(
        Diagnostics(text, hint: "the same command again submits what is still left, and nothing twice"))
      return ExitCode(ShardWork.tryAgain)
    case .lasting(let text):
      terminal.show(
        Diagnostics(text, hint: "`--dry-run` writes the scripts and shows the commands, to be tried by hand"))
      return ExitCode(2)
    }
  }

  private func count(_ shards: [Int]) -> String { "\(shards.count) shard\(shards.count == 1 ? "" : "s")" }
}
