internal import HRRunning
internal import HRSupport
internal import ArgumentParser
internal import HRRecordings
internal import HRReporting

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a data set: channels, rates, gaps, reference, and a picture.",
    discussion: """
      Reads the recordings and says what it finds, what is suspicious about their data, or what is wrong. Every \
      channel is drawn as a line of ten seconds; --picture writes an SVG of the first recording with its reference beats.

      With --scenario the recordings are shown before and after it, with the severity that was met: \
      `\(PluginContext.programName) inspect synthetic:s01 --scenario whiteNoise --set snrDecibels=5 --picture noise.svg`. With --experiment, \
      the scenario is one of that file, by its label, and what is shown is what its detectors are shown, to the last bit. \
      Programs that the file names are not started.
      """)

  @OptionGroup var options: InspectOptions

  func run() throws {
    let terminal = Terminal()
    let (dataset, _) = try options.subject()
    for program in try options.trial.namedPrograms() {
      terminal.err("not started, and its entry not checked: \(program.text.printable)")
    }
    _ = try WorkerCommand.workers(1)
    if options.json {
      terminal.out("{\"dataset\": \(JSONText.quoted(dataset.name)), \"recordings\": [")
    } else {
      terminal.out(dataset.heading)
    }
    // The worker reads the same command line.
    let worker = ExpendableWorker(
      WorkerLaunch(
        executable: Program.path,
        arguments: [InspectWorkerCommand.name] + CommandLine.arguments.dropFirst(2),
        timeoutSeconds: options.patience.timeout), order: [])
    defer { worker.end() }
    var failures = 0
    var first: InspectedRecording?
    var findings: [String] = []
    for (index, entry) in dataset.recordings.enumerated() where !terminal.outputIsLost {
      let found = try inspected(index, isFirst: first == nil, by: worker)
      if !found.text.isEmpty { terminal.out("\n" + found.text) }
      if options.json {
        let isLast = index == dataset.recordings.count - 1
        terminal.out((found.json ?? Self.json(of: found.problems, id: entry.id)) + (isLast ? "" : ","))
      }
      if found.problems.isEmpty {
        first = first ?? found
        findings += found.findings
      } else {
        failures += 1
        if !options.json { terminal.out("\n\(entry.id.printable)\n  cannot be used:") }
        terminal.show(Diagnostics(found.problems))
      }
    }
    if options.json { terminal.out("]}") }
    if let first { try keep(first, terminal) }
    let isRefused = options.strict && !findings.isEmpty
    if isRefused { terminal.err(DataFindingsText.strictReason(findings.distinct)) }
    if failures > 0 { throw ExitCode(failures == dataset.recordings.count ? 2 : 1) }
    if isRefused { throw ExitCode(1) }
  }

  private func inspected(
    _ index: Int, isFirst: Bool, by worker: ExpendableWorker
  ) throws(Diagnostics) -> InspectedRecording {
    try InspectQuestion(index: index, isFirst: isFirst).asked(of: worker)
  }

  /// Returns the object of a recording that cannot be used.
  private static func json(of problems: [Diagnostic], id: String) -> String {
    JSONText.object([
      ("id", .string(id)), ("problems", .array(problems.map { .string($0.summary) })),
    ]).rendered(indented: false)
  }

  /// Writes the requested files of the first recording that can be used.
  private func keep(_ first: InspectedRecording, _ terminal: Terminal) throws(Diagnostics) {
    if let path = options.picture, let picture = first.picture {
      try TextFile.write(picture, to: path)
      terminal.err("picture: \(path.printable)")
    }
    if let path = options.save {
      guard first.saveProblems.isEmpty else { throw Diagnostics(first.saveProblems) }
      terminal.err("recording: \(path.printable)")
    }
  }
}
