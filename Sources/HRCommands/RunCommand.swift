internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import ArgumentParser
internal import HRReporting

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run an experiment and write its report.",
    discussion: """
      run reads every recording, applies every scenario, asks every detector for the heart rate of every window, and \
      compares it with the reference. It ends with a table and an answer; everything else is in reports/<name>/.

      With --plan and --shard it works on a part of a run that `plan` has cut. It then ends with a code for schedulers: \
      0 the shards are complete; 75 try again; 78 never on this machine.
      """)

  @Argument(
    help: "The experiment file, or the name of an experiment that comes with hreval: demo; none with --plan.",
    completion: .file(extensions: ["json"]))
  var experiment: String?

  @OptionGroup var changes: ExperimentChanges

  @OptionGroup var shards: ShardOptions

  @Option(
    help: ArgumentHelp("Folder for the results (default: reports/<name>).", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var jobs: JobsOption

  @Flag(help: "Go on with an interrupted run.")
  var resume = false

  @Flag(
    help: """
      Replace what is in the folder: a run of another experiment, or an interrupted one. Files that are not a run's \
      are never touched.
      """)
  var force = false

  @Flag(
    name: .customLong("final"),
    help: """
      Open the test part of the experiment's split, and nothing else; its folder is reports/<name>-final. Without it a \
      run is of the development part.
      """)
  var isFinal = false

  @Flag(help: "Show no progress; with --gate print nothing but what failed or does not hold.")
  var quiet = false

  @Flag(
    help: """
      Write the page, report.html, while the run goes on, from what is finished; it loads itself again every \
      ten seconds.
      """)
  var live = false

  @Flag(help: "End with exit code 1 where a finding about the data is not acknowledged.")
  var strict = false

  @OptionGroup var programs: ProgramOptions

  @OptionGroup var table: TableOptions

  @OptionGroup var patience: WorkerPatience

  @Option(
    help: ArgumentHelp(
      "Compare the run with stored figures when it is done, as `\(PluginContext.programName) gate` does.",
      valueName: "baseline"),
    completion: .file(extensions: ["json"]))
  var gate: String?

  mutating func validate() throws {
    if force, resume { throw ValidationError("--force begins anew and --resume goes on; give one of them.") }
    if shards.plan == nil {
      guard experiment != nil else { throw ValidationError("Name the experiment file, or a --plan.") }
    } else if let given = notOfShards.first {
      throw ValidationError(
        "\(given) does not go with --plan: the plan says what is run, and merge what is written.")
    }
  }

  /// Given options that concern a whole run.
  private var notOfShards: [String] {
    [
      ("the experiment file", experiment != nil), ("--set", !changes.overrides.isEmpty),
      ("--limit", changes.limit != nil), ("--limits", !changes.limits.given.isEmpty),
      ("--output", output != nil), ("--resume", resume),
      ("--force", force),
      ("--final", isFinal), ("--live", live), ("--strict", strict), ("--gate", gate != nil),
      ("--wide", table.wide),
    ].filter(\.1).map(\.0)
  }

  func run() throws {
    let registry = programs.registry()
    defer { registry.close() }
    if let plan = shards.plan, let list = shards.shard {
      try end(with: ShardWork(plan: plan, list: list, programs: registry, command: self).perform())
    } else if let experiment {
      try run(experiment, registry)
    }
  }

  private func run(_ given: String, _ registry: ProgramRegistry) throws {
    let started = Date()
    let path = try Shipped.experiment(given)
    let order = try changes.order(of: path, isFinal: isFinal)
    let plugins = PluginContext.plugins.with(.started(by: registry))
    // Printed before the first program is started.
    if !quiet { Terminal.showPrograms(of: order.file, isSandboxed: programs.sandbox) }
    let experiment = try order.experiment(plugins: plugins)
    if !quiet {
      Terminal.showReads(of: experiment)
      Terminal.showForecast(of: experiment)
    }
    // A baseline that cannot be read, or does not fit, must be reported before a long run.
    let baseline = try gate.map(GateInput.init(path:))
    try baseline?.check(experiment.plan)
    let directory =
      output ?? Project.directory(ofExperiment: given, at: path) + "/reports/" + experiment.name
      + (isFinal ? "-final" : "")
    let folder = RunFolder(directory: directory)
    let replaced = try resume ? nil : folder.claim(for: experiment, hasGate: gate != nil, force: force)
    if let replaced, !quiet { Terminal.err(replaced.printable) }
    let jobs = try jobs.workers(for: experiment.plan.units.count)
    let session = RunSession(
      order: order, experiment: experiment, outputDirectory: directory, jobs: jobs,
      launch: WorkerCommand.launch(timeoutSeconds: patience.timeout))

    let interruption = Interruption()
    SignalWatch.begin { _ in interruption.trigger() }
    let progress = ProgressDisplay(quiet: quiet)
    let page = live ? LivePage(session.plan, path: "\(directory)/\(OutputFile.page.rawValue)") : nil
    let outcome = try session.perform(resuming: resume, interruption: interruption) {
      progress.show($0)
      page?.show($0)
    }
    page?.end(outcome, units: experiment.units.count)
    progress.clear()
    for warning in outcome.warnings { Terminal.show(warning) }
    func refuseInterruption() throws {
      guard !outcome.isComplete || interruption.isTriggered else { return }
      Terminal.err(
        """
        interrupted: \(outcome.results.count) of \(experiment.units.count) units are finished and kept
        go on with the same command and --resume
        """)
      throw ExitCode(130)
    }
    try refuseInterruption()
    let evaluation = Evaluation(plan: session.plan, results: outcome.results)
    try refuseInterruption()
    let finished = FinishedRun(
      session: session, outcome: outcome, evaluation: evaluation, folder: folder,
      ledger: RunLedger(
        session, order: order, path: path, directory: directory, outcome: outcome, evaluation: evaluation,
        isSandboxed: programs.sandbox))
    try finished.write(
      RunProvenance(experimentPath: path, started: started, outcome: outcome, jobs: jobs),
      interruption: interruption, progress: progress, again: "the same command and --resume", quiet: quiet)
    let style = table.style
    let findings = DataFindingsText(evaluation.findings)
    // A nightly job's mail is its output, so nothing is printed for a run that holds.
    if !quiet || baseline == nil {
      finished.show(style)
    } else {
      if strict { Terminal.outAny(findings.open(style)) }
      if evaluation.hasFailures { Terminal.out(terminalFailures(evaluation, style)) }
    }
    var code: Int32 = evaluation.hasFailures ? 1 : 0
    if let baseline {
      if !quiet { Terminal.out("") }
      let ending = try baseline.judge(
        evaluation, marginBPM: nil, directory: directory, quiet: quiet, strict: strict, style: style)
      // A certain failure takes precedence over an uncertain one.
      code = code == 0 || ending == 1 ? ending : code
    }
    if strict, let reason = findings.strictReason {
      Terminal.err(reason)
      code = 1
    }
    try end(with: code)
  }
}
