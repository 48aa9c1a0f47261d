internal import HRRunning
internal import HRSupport
internal import ArgumentParser
internal import HRReporting

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Show everything that run would refuse, and print the plan.",
    discussion: """
      check shows all problems at once, each with its place. It opens the smallest recording of each data set, and the \
      next ones if that cannot be used, for a second of reading in all. The plan names them, and findings about their \
      data come before it. check opens neither the other recordings nor recordings of noise nor recorded output.

      check shows the programs that the experiment names. It starts them only with --allow-commands, and says which \
      detectors and quality indices it did not check.

      It also says how long a run is expected to take, by the speed of the last one in reports/<name> or by what \
      `plan --calibrate` measured.
      """)

  @OptionGroup var options: ExperimentOptions

  @OptionGroup var programs: GuardedProgramOptions

  @Flag(help: "End with exit code 1 where a finding about the opened recordings is not acknowledged.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Say what a run is expected to cost by the speeds that `plan --calibrate` measured for the plan in this folder.",
      valueName: "folder"),
    completion: .directory)
  var plan: String?

  func run() throws {
    let registry = programs.registry()
    defer { registry.close() }
    let plugins = programs.plugins(registry, otherwise: .leftOut)
    let order = try options.order()
    let experiment = try order.experiment(plugins: plugins, digestsFiles: false)
    _ = try WorkerCommand.workers(1)
    let worker = ExpendableWorker(
      WorkerCommand.launch(timeoutSeconds: 60),
      order: order.using(registry, .dropped).bytes(recordings: experiment.recordingNames))
    let probes = try DatasetProbe.all(of: experiment, by: worker, seconds: Self.readingSeconds)
    let problems = experiment.problems(of: probes, in: order.file)
    if !problems.isEmpty { throw Diagnostics(problems) }
    let folder =
      Project.directory(ofExperiment: options.experiment, at: try options.path) + "/reports/"
      + experiment.name
    let cost: String? =
      if !experiment.leftOut.isEmpty {
        nil
      } else if let plan {
        try ExpectedCost(experiment: experiment).text(
          planIn: ShardFolder(StoredRun.trimmed(plan)), of: order.file)
      } else {
        ExpectedCost(experiment: experiment).text(lastRunIn: folder, program: PluginContext.programName)
      }
    let checked = CheckedPlan(experiment: experiment, probes: probes, readingSeconds: Self.readingSeconds)
    let findings = DataFindingsText(checked.findings)
    let suspicions = findings.terminal(
      Terminal.tableStyle(wide: false), of: checked.openedText, tellsUnmet: false)
    Terminal.outAny(suspicions + (suspicions.isEmpty ? [] : [""]))
    Terminal.out(checked.text)
    if let earlier = CheckedPlan.earlierRun(in: folder) { Terminal.out(earlier) }
    Terminal.outAny([cost].compactMap(\.self))
    do throws(Diagnostics) {
      _ = try RunFolder(directory: folder).claim(for: experiment, force: false)
    } catch {
      // The file is not at fault, and the run may be meant for another --output.
      for problem in error.list {
        Terminal.out(
          "run would not write to \(shownPath(folder)): \(problem.message) (\(problem.hint ?? ""))")
      }
    }
    if strict, let reason = findings.strictReason {
      Terminal.err(reason)
      throw ExitCode(1)
    }
  }

  private static let readingSeconds = 1.0
}
