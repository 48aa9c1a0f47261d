internal import ArgumentParser
internal import Foundation
internal import HRDiagnostics
internal import HRExperiments
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

  @Flag(help: "Show no progress; with --gate print nothing but what failed or does not hold.")
  var quiet = false

  @OptionGroup var table: TableOptions

  @Option(
    help: ArgumentHelp("Give a recording up when its worker is silent for so long.", valueName: "seconds"))
  var timeout: Double = 300

  @Option(
    help: ArgumentHelp(
      "Hold the run against stored figures when it is done, as `hreval gate` does.", valueName: "baseline"),
    completion: .file(extensions: ["json"]))
  var gate: String?

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 up, not \(jobs).") }
    if force, resume { throw ValidationError("--force begins anew and --resume goes on; give one of them.") }
    if !(timeout > 0) { throw ValidationError("--timeout takes a positive number of seconds.") }
  }

  func run() throws {
    let plugins = PluginContext.plugins
    let started = Date()
    let terminal = Terminal()
    let order = try refusing { () throws(Diagnostics) in try options.order() }
    let experiment = try refusing { () throws(Diagnostics) in try order.experiment(plugins: plugins) }
    // A baseline that cannot be read, or does not fit, must not come to light after an hour's run.
    let baseline = try refusing { () throws(Diagnostics) in
      let input = try gate.map(GateInput.init(path:))
      try input?.check(RunPlan(experiment))
      return input
    }
    let directory =
      output ?? Project.containing(order.file.directory).directory + "/reports/" + experiment.name
    let replaced = try refusing { () throws(Diagnostics) in
      try resume
        ? nil
        : RunFolder(directory).claim(for: RunPlan(experiment), hasGate: gate != nil, force: force)
    }
    if let replaced, !quiet { terminal.err(replaced) }
    let jobs = jobs ?? ProcessorCount.usable
    let session = RunSession(
      order: order, experiment: experiment, outputDirectory: directory, jobs: jobs,
      launch: .init(executable: Program.path, arguments: [WorkerCommand.name], timeoutSeconds: timeout))

    let interruption = Interruption()
    let signals = SignalWatch([SIGINT, SIGTERM]) { interruption.trigger() }
    defer { signals.end() }
    let progress = ProgressDisplay(quiet: quiet)
    let outcome = try refusing { () throws(Diagnostics) in
      try session.perform(resuming: resume, interruption: interruption) { progress.show($0) }
    }
    progress.clear()
    guard outcome.isComplete else {
      let total = experiment.units.count
      terminal.err(
        """
        interrupted: \(outcome.results.count) of \(total) units are finished and kept
        go on with the same command and --resume
        """)
      throw ExitCode(130)
    }

    let evaluation = Evaluation(plan: session.plan, results: outcome.results)
    let provenance = try refusing { () throws(Diagnostics) in
      try RunProvenance(
        experimentPath: options.experiment, started: started, outcome: outcome, jobs: jobs)
    }
    try refusing { () throws(Diagnostics) in
      try RunFolder(directory).replace(with: RunFiles.all(evaluation, provenance: provenance))
    }
    let style = table.style
    // A nightly job's mail is what is printed: of a night that holds, nothing.
    if !quiet || baseline == nil {
      terminal.out(terminalSummary(evaluation, style))
      terminal.out("report: " + RunFolder(directory).reportPath(of: evaluation))
    } else if evaluation.hasFailures {
      terminal.out(terminalFailures(evaluation, style))
    }
    var code: Int32 = evaluation.hasFailures ? 1 : 0
    if let baseline {
      if !quiet { terminal.out("") }
      let ending = try refusing { () throws(Diagnostics) in
        try baseline.judge(evaluation, marginBPM: nil, directory: directory, quiet: quiet, style: style)
      }
      // A failure that is certain counts for more than one that is not.
      code = code == 0 || ending == 1 ? ending : code
    }
    if code != 0 { throw ExitCode(code) }
  }
}

/// Watches for signals on a thread of its own, where locks may be taken.
final class SignalWatch {
  private let sources: [any DispatchSourceSignal]

  init(_ signals: [Int32], action: @escaping @Sendable () -> Void) {
    sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: action)
      source.resume()
      return source
    }
  }

  func end() {
    for source in sources { source.cancel() }
  }
}

/// The hidden other half of `run`.
struct WorkerCommand: ParsableCommand {
  static let name = "__worker"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  func run() throws {
    let code = Worker.serve(plugins: PluginContext.plugins)
    if code != 0 { throw ExitCode(code) }
  }
}
