internal import ArgumentParser
internal import HRSupport
internal import HRRunning
internal import HRReporting

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the damaged recordings of every trial, for systems that run elsewhere.",
    discussion: """
      For a phone, a device's firmware, or a colleague without hreval. export writes each trial (recording × scenario × \
      repeat) as the detectors of the experiment are shown it, with all channels of the recording and without any \
      reference. It leaves out an ECG, which would tell the heart rate, unless a detector of the experiment reads it. \
      manifest.json lists the trials, their windows and the digests of their samples; README.txt tells the recipient what to \
      send back.

      The answers come back as recorded output, with the manifest beside it, so that a run notices answers to other \
      samples: "recorded": "answers/{dataset}/{recording}/{scenario}/{repeat}.csv", "manifest": "answers/manifest.json".

      Examples:
        \(PluginContext.programName) export experiments/noise.json --to handout
        \(PluginContext.programName) export experiments/noise.json --to handout --format csv --limit 2
      """)

  @OptionGroup var options: ExperimentOptions

  @Option(help: "Folder to write to; made if it is not there.", completion: .directory)
  var to: String

  @Option(help: "hdf5, a file per trial; or csv, a file per trial and sensor.")
  var format: TrialManifest.FileFormat = .hdf5

  @OptionGroup var jobs: JobsOption

  @Flag(help: "Replace the trials that an earlier export wrote to the folder.")
  var force = false

  @Flag(
    name: .customLong("final"),
    help: "Export the test part of the experiment's split; without it the development part is.")
  var isFinal = false

  @Flag(help: "Show no progress.")
  var quiet = false

  @OptionGroup var patience: WorkerPatience

  @OptionGroup var programs: GuardedProgramOptions

  func run() throws {
    let order = try options.order(isFinal: isFinal)
    let registry = programs.registry()
    defer { registry.close() }
    // Its answers do not exist yet.
    let experiment = try order.experiment(
      plugins: programs.plugins(registry), needsRecorded: false, digestsFiles: false)
    let alike = experiment.scenariosAlikeOnDisk
    guard alike.isEmpty else {
      throw Diagnostics(
        alike.map {
          Diagnostic(
            "the scenarios \"\($0.first)\" and \"\($0.second)\" differ by capitals alone, and not every disk can keep their files apart",
            hint: "give one of them another label")
        })
    }
    let folder = ExportFolder(to)
    try folder.claim(force: force)
    let jobs = try jobs.workers(for: experiment.trials.count)
    try folder.begin()
    let pass = ExportPass(
      order: order, experiment: experiment, directory: folder.directory, format: format, jobs: jobs,
      launch: WorkerCommand.launch(timeoutSeconds: patience.timeout))
    let interruption = Interruption()
    SignalWatch.begin { _ in interruption.trigger() }
    let progress = ProgressDisplay(quiet: quiet)
    let outcome = try pass.perform(interruption: interruption) { progress.show($0, of: $1, "trials") }
    progress.clear()
    if let warning = outcome.warning { Terminal.show(warning) }
    let count = outcome.manifest.trials.count
    guard outcome.isComplete else {
      Terminal.err(
        """
        interrupted: \(count) of \(experiment.trials.count) trials are done, and there is no manifest
        the same command and --force begins anew
        """)
      throw ExitCode(130)
    }
    let failures = outcome.failures
    let groups = FailureGroup.groups(
      of: failures.map { ($0.key.text, $0.key.recording, $0.failure ?? "") })
    guard failures.count < count else {
      folder.abandon()
      throw Diagnostics(
        groups.map { Diagnostic("no trial could be exported: \($0.text(of: "trials"))") })
    }
    try folder.finish(outcome.manifest)
    let failed = failures.isEmpty ? "" : ", \(failures.count) failed"
    Terminal.out(
      "\(count - failures.count) trials as \(format.spoken) in \(shownPath(folder.directory))\(failed)")
    for group in groups { Terminal.out("  failed: \(group.text(of: "trials").printable)") }
    Terminal.out("manifest: \(folder.shown(TrialManifest.fileName))")
    Terminal.out("what to send back: \(folder.shown(ExportGuide.fileName))")
    if !failures.isEmpty { throw ExitCode(1) }
  }
}

extension TrialManifest.FileFormat: ExpressibleByArgument {}

/// The folder that trials are exported to.
struct ExportFolder {
  /// Absolute path.
  let directory: String

  init(_ path: String) { directory = TextFile.absolute(path) }

  private static let trials = "trials"
  /// Files of an export, finished or not.
  private static let own = [ExportGuide.fileName, TrialManifest.fileName, trials, "unfinished"]

  /// Prepares the folder. An earlier export is removed only with `force`, and other files never are.
  ///
  /// - Parameter force: true if an earlier export is replaced.
  func claim(force: Bool) throws(Diagnostics) {
    guard !TextFile.isFile(directory) else {
      throw Diagnostics("this is a file, not a folder", in: directory, hint: "--to names a folder")
    }
    let names = TextFile.names(in: directory).filter { !TemporaryName.isTemporary($0) }
    guard !names.isEmpty else { return try TextFile.makeDirectory(directory) }
    guard holdsExport else {
      throw Diagnostics(
        "the folder holds files that `export` did not write: \(names.firstFew)", in: shownPath(directory),
        hint: "name another folder to --to")
    }
    guard force else {
      throw Diagnostics(
        "the folder holds trials that were exported before", in: shownPath(directory),
        hint: "--force replaces them; --to names another folder")
    }
    for name in Self.own { TextFile.remove("\(directory)/\(name)") }
  }

  private var holdsExport: Bool {
    let guide = "\(directory)/\(ExportGuide.fileName)"
    return TextFile.beginning(of: guide, bytes: 256)?.hasPrefix(ExportGuide.firstLine + "\n") ?? false
  }

  /// Marks the folder before the first trial, so that an interrupted export is recognised too.
  func begin() throws(Diagnostics) {
    try write(
      "\(ExportGuide.firstLine)\n\nThe export is not finished: there is no manifest.json yet.\n",
      ExportGuide.fileName)
  }

  /// Writes the manifest last, so that an export with one is complete.
  func finish(_ manifest: TrialManifest) throws(Diagnostics) {
    try write(ExportGuide.text(of: manifest), ExportGuide.fileName)
    try write(manifest.text, TrialManifest.fileName)
  }

  /// Removes the export where no trial could be written.
  func abandon() {
    for name in Self.own { TextFile.remove("\(directory)/\(name)") }
  }

  func shown(_ name: String) -> String { shownPath("\(directory)/\(name)") }

  private func write(_ text: String, _ name: String) throws(Diagnostics) {
    do throws(Diagnostics) {
      try TextFile.write(text, to: "\(directory)/\(name)")
    } catch {
      throw Diagnostics(
        error.first.message, in: shown(name),
        hint: "check free space and permissions; --to names another folder")
    }
  }
}
