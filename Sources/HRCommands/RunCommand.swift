internal import HREvaluation
internal import HRResults
internal import HRRunning
internal import HRSystem
internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HRReports

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run an experiment and write its report.",
    discussion: """
      Reads every recording, applies every scenario, asks every detector for the heart rate of every window, and \
      compares with the reference. Ends with a table; everything else lies in reports/<name>/.
      """)

  @OptionGroup var options: ExperimentOptions

  @Option(
    help: ArgumentHelp("Folder for the results (default: reports/<name>).", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("Worker processes (default: the processors this process may use).", valueName: "count")
  )
  var jobs: Int?

  @Flag(help: "Go on with an interrupted run.")
  var resume = false

  @Flag(
    help: """
      Replace what lies in the folder: a run of another experiment, or an interrupted one. Files that are not a run's \
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
      "Hold the run against stored figures when it is done, as `\(PluginContext.programName) gate` does.",
      valueName: "baseline"),
    completion: .file(extensions: ["json"]))
  var gate: String?

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 up, not \(jobs).") }
    if force, resume { throw ValidationError("--force begins anew and --resume goes on; give one of them.") }
  }

  func run() throws {
    let started = Date()
    let terminal = Terminal()
    let order = try options.order(isFinal: isFinal)
    let registry = programs.registry()
    defer { registry.close() }
    let plugins = PluginContext.plugins.with(registry)
    let experiment = try order.experiment(plugins: plugins)
    // A baseline that cannot be read, or does not fit, must not come to light after an hour's run.
    let baseline = try gate.map(GateInput.init(path:))
    try baseline?.check(RunPlan(experiment))
    let directory =
      output ?? Project.directory(containing: order.file.directory) + "/reports/" + experiment.name
      + (isFinal ? "-final" : "")
    let folder = RunFolder(directory: directory)
    let replaced =
      try resume ? nil : folder.claim(for: RunPlan(experiment), hasGate: gate != nil, force: force)
    if let replaced, !quiet { terminal.err(replaced.printable) }
    let jobs = try WorkerCommand.workers(min(jobs ?? ProcessorCount.usable, experiment.units.count))
    let session = RunSession(
      order: order, experiment: experiment, outputDirectory: directory, jobs: jobs,
      launch: WorkerCommand.launch(timeoutSeconds: patience.timeout))

    let interruption = Interruption()
    SignalWatch.begin { interruption.trigger() }
    let progress = ProgressDisplay(quiet: quiet)
    let page = live ? LivePage(session.plan, path: "\(directory)/\(Page.page.rawValue)") : nil
    let outcome = try session.perform(resuming: resume, interruption: interruption) {
      progress.show($0)
      page?.show($0)
    }
    page?.end(outcome, units: experiment.units.count)
    progress.clear()
    if let warning = outcome.warning { terminal.show(warning) }
    func refuseInterruption() throws {
      guard !outcome.isComplete || interruption.isTriggered else { return }
      terminal.err(
        """
        interrupted: \(outcome.results.count) of \(experiment.units.count) units are finished and kept
        go on with the same command and --resume
        """)
      throw ExitCode(130)
    }
    try refuseInterruption()
    let evaluation = Evaluation(plan: session.plan, results: outcome.results)
    try refuseInterruption()
    let ledger = RunLedger(order: order, directory: directory, outcome: outcome, evaluation: evaluation)
    let provenance = try RunProvenance(
      experimentPath: options.experiment, started: started, outcome: outcome, jobs: jobs)
    try folder.refuseMissingStore()
    let signals = try session.keepSignals(of: outcome, interruption: interruption) {
      progress.show(keeping: $0, of: $1)
    }
    progress.clear()
    if experiment.keptSignals != nil, interruption.isTriggered {
      terminal.err(
        "interrupted: the run is finished, but the signals of its windows are not kept; the same command and --resume keeps them"
      )
    }
    try folder.replace(
      with: RunFiles.all(evaluation, provenance: provenance, tries: ledger.tries, signals: signals))
    try folder.refuseMissingStore()
    if let problem = ledger.note(), !quiet { terminal.err(problem.printable) }
    let style = table.style
    let findings = DataFindingsText(evaluation.findings)
    // A nightly job's mail is what is printed: of a night that holds, nothing.
    if !quiet || baseline == nil {
      terminal.out(terminalSummary(evaluation, style, tries: ledger.tries))
      terminal.out("report: " + folder.reportPath(of: evaluation))
    } else {
      if strict { terminal.outAny(findings.open(style)) }
      if evaluation.hasFailures { terminal.out(terminalFailures(evaluation, style)) }
    }
    var code: Int32 = evaluation.hasFailures ? 1 : 0
    if let baseline {
      if !quiet { terminal.out("") }
      let ending = try baseline.judge(
        evaluation, marginBPM: nil, directory: directory, quiet: quiet, strict: strict, style: style)
      // A failure that is certain counts for more than one that is not.
      code = code == 0 || ending == 1 ? ending : code
    }
    if strict, let reason = findings.strictReason {
      terminal.err(reason)
      code = 1
    }
    if code != 0 { throw ExitCode(code) }
  }
}
