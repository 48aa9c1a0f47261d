internal import HRRunning
internal import HRSupport
internal import ArgumentParser
internal import HRReporting

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say everything that run would refuse, and print the plan.",
    discussion: """
      All problems are shown at once, each with its place. Of each data set the smallest recording is opened, and where \
      that cannot be used the next ones, for a second of reading in all; the plan says which. What is suspicious about \
      their data is printed before the plan. The other recordings are not opened, nor are recordings of noise and \
      recorded output.

      The programs that the experiment names are shown, and not started without --allow-commands: the detectors and \
      quality indices that need them are then not checked, which is said.

      What a run is expected to cost is said by the speed of the last one in reports/<name>, or by what \
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
