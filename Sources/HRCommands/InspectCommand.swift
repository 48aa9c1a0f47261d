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
      inspect reads the recordings and shows what it finds, findings about their data, and what is wrong. It draws every \
      channel as a line of ten seconds; --picture writes an SVG of the first recording with its reference beats. Of videos \
      it also shows codec, colours and key frames, brightness and saturation over time, and the first frames as a PNG \
      beside the SVG.

      With --scenario it shows the recordings before and after the scenario, and the severity that was reached: \
      `\(PluginContext.programName) inspect synthetic:s01 --scenario whiteNoise --set snrDecibels=5 --picture noise.svg`. With --experiment \
      the scenario is one of that file, by its label, and inspect shows exactly what the file's detectors are shown. It \
      does not start the programs that the file names.
      """)

  @OptionGroup var options: InspectOptions

  func run() throws {
    let (dataset, _) = try options.subject()
    for program in try options.trial.namedPrograms() {
      Terminal.err("not started, and its entry not checked: \(program.text.printable)")
    }
    _ = try WorkerCommand.workers(1)
    if options.json {
      Terminal.out("{\"dataset\": \(JSONText.quoted(dataset.name)), \"recordings\": [")
    } else {
      Terminal.out(dataset.heading)
    }
    // The worker reads the same command line.
    let worker = ExpendableWorker(
      WorkerLaunch(
        executable: Program.path,
        arguments: [InspectWorkerCommand.name] + CommandLine.arguments.dropFirst(2),
        timeoutSeconds: options.patience.timeout), order: [])
    var failures = 0
    var first: InspectedRecording?
    var findings: [String] = []
    for (index, entry) in dataset.recordings.enumerated() where !StandardStreams.outputIsLost {
      let found = try InspectQuestion(index: index, isFirst: first == nil).asked(of: worker)
      if !found.text.isEmpty { Terminal.out("\n" + found.text) }
      if options.json {
        let isLast = index == dataset.recordings.count - 1
        Terminal.out((found.json ?? Self.json(of: found.problems, id: entry.id)) + (isLast ? "" : ","))
      }
      if found.problems.isEmpty {
        first = first ?? found
        findings += found.findings
      } else {
        failures += 1
        if !options.json { Terminal.out("\n\(entry.id.printable)\n  cannot be used:") }
        Terminal.show(Diagnostics(found.problems))
      }
    }
    if options.json { Terminal.out("]}") }
    if let first { try keep(first) }
    let isRefused = options.strict && !findings.isEmpty
    if isRefused { Terminal.err(DataFindingsText.strictReason(findings.distinct)) }
    if failures > 0 { throw ExitCode(failures == dataset.recordings.count ? 2 : 1) }
    if isRefused { throw ExitCode(1) }
  }

  /// Returns the object of a recording that cannot be used.
  private static func json(of problems: [Diagnostic], id: String) -> String {
    JSONText.object([
      ("id", .string(id)), ("problems", .array(problems.map { .string($0.summary) })),
    ]).rendered(indented: false)
  }

  /// Writes the requested files of the first recording that can be used.
  private func keep(_ first: InspectedRecording) throws(Diagnostics) {
    if let path = options.picture, let picture = first.picture {
      try TextFile.write(picture, to: path)
      Terminal.err("picture: \(path.printable)")
      if let frames = first.framesPicture { Terminal.err("first frames: \(frames.printable)") }
    }
    if let path = options.save {
      guard first.saveProblems.isEmpty else { throw Diagnostics(first.saveProblems) }
      Terminal.err("recording: \(path.printable)")
    }
  }
}

/// Arguments of `inspect`, for the command line and for the command of its worker.
struct InspectOptions: ParsableArguments {
  @Argument(
    help: "Data set or descriptor, with recordings after colons: uw-oximetry:100001-Left.",
    completion: .datasets)
  var dataset: String

  @OptionGroup var reach: ReachOptions

  @Option(help: "Which of its references (default: the first).")
  var reference: String?

  @OptionGroup(title: "Scenario") var trial: TrialOptions

  @Option(help: "SVG file to draw the first recording into.", completion: .file(extensions: ["svg"]))
  var picture: String?

  @Option(
    help: "HDF5 file to write the first recording to, damaged if --scenario is given.",
    completion: .file(extensions: ["h5"]))
  var save: String?

  @Option(help: "Where the pictures begin, in seconds (default: the middle).")
  var at: Double?

  @Option(
    help: ArgumentHelp(
      "How many seconds the pictures show, and length of the windows in which the reference is looked for (default: 10; 20, or as rates of windows are given).",
      valueName: "seconds"))
  var window: Double?

  @Flag(help: "Print JSON: one object, with a recording on each line.")
  var json = false

  @Flag(help: "End with exit code 1 where a finding about the data is not acknowledged.")
  var strict = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var patience: WorkerPatience

  mutating func validate() throws {
    if let at, !(abs(at) <= 1e9) { throw ValidationError("--at takes a number of seconds, not \(at).") }
    if let window, !(window >= 0.5 && window <= 3600) {
      throw ValidationError("--window takes from 0.5 to 3600 seconds, not \(window).")
    }
    if let picture, !picture.lowercased().hasSuffix(".svg") {
      throw ValidationError("--picture writes SVG: \(picture) should end in .svg.")
    }
  }

  /// Returns the data set, without opening its recordings, and the scenario to show.
  func subject() throws(Diagnostics) -> (dataset: Dataset, trial: Trial?) {
    let selection = DatasetSelection(dataset)
    let named = try trial.namedExperiment()
    let dataset = try opened(selection, as: named)
    try refuseInput(of: dataset)
    return (
      dataset,
      try trial.trial(of: selection, root: reach.root, limits: limits.members, in: dataset, named: named)
    )
  }

  /// Refuses to write over a file of the data set.
  private func refuseInput(of dataset: Dataset) throws(Diagnostics) {
    guard let save else { return }
    func absolute(_ path: String) -> String {
      URL(fileURLWithPath: TextFile.absolute(path)).resolvingSymlinksInPath().path
    }
    let mine = absolute(save)
    let files = dataset.recordings.flatMap { dataset.files(of: $0) }
    guard files.contains(where: { absolute($0) == mine }) else { return }
    throw Diagnostics(
      "\(save) is a file of the data set \"\(dataset.name)\"", hint: "name another file to --save")
  }

  /// Opens the data set. Root and reference are those of the command line, or else those of the experiment.
  private func opened(_ selection: DatasetSelection, as named: Experiment?) throws(Diagnostics) -> Dataset {
    // The experiment determines the data sets, in whichever folder the command is typed.
    let environment = DataEnvironment.around(
      try trial.experimentPath.map(TextFile.directory(of:)) ?? ".")
    try MadeRecordings.make(for: [selection.dataset], in: environment)
    let path = try environment.descriptorPath(of: selection.dataset, relativeTo: ".")
    var mine: Dataset?
    if let named {
      let name = try DatasetDescriptor(path: path).name
      mine = named.datasets.first { $0.name == name }
      guard mine != nil else {
        throw Diagnostics(
          "the experiment \"\(named.name)\" does not use the data set \"\(name)\"",
          hint: "it uses " + named.datasets.map(\.name).joined(separator: ", "))
      }
    }
    return try Dataset.load(
      path: path, root: reach.root ?? mine?.root ?? environment.madeRoot(of: path),
      select: selection.recordings, exclude: [],
      reference: reference ?? mine?.referenceName, measurand: nil, dataDirectory: environment.dataDirectory,
      alsoReads: reach.alsoReads + (mine?.alsoReads ?? []),
      limits: limits.given.isEmpty ? named?.limits ?? ReadingLimits() : limits.limits)
  }
}

/// The hidden worker of `inspect`: it has the same command line, and is sent the numbers of recordings.
struct InspectWorkerCommand: ParsableCommand {
  static let name = "__inspect"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @OptionGroup var options: InspectOptions

  func run() throws {
    let code = Worker.serve { _ throws(Diagnostics) in
      var (dataset, trial) = try options.subject()
      ProcessLimits.limitOwnMemory(to: dataset.limits)
      return { bytes, signs in
        guard let question = InspectQuestion(bytes: bytes),
          dataset.recordings.indices.contains(question.index)
        else { return nil }
        return InspectedRecording(
          dataset.recordings[question.index], of: dataset, by: &trial, at: options.at, window: options.window,
          picturePath: question.isFirst ? options.picture : nil,
          savedTo: question.isFirst ? options.save : nil,
          isJSON: options.json, whileWaiting: signs.isWaiting
        ).bytes
      }
    }
    try end(with: code)
  }
}

/// Question to the worker of `inspect`: the recording's index in its data set, and whether it is the first that can be
/// used.
struct InspectQuestion: ProcessMessage {
  let index: Int
  let isFirst: Bool
}
