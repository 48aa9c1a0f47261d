internal import ArgumentParser
internal import HRSupport
internal import HRRecordings
internal import HRRunning

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a descriptor and a first experiment for a folder of recordings.",
    discussion: """
      init looks at the files of a folder: their names, headers, columns, rates, and some values. It writes dataset.json \
      and experiment.json, says what it guessed and why and what it could not tell, and then reads the recordings by the \
      descriptor. It changes nothing else in the folder.

      Every guess has a "comment" in the descriptor. Check these places, then run
        \(PluginContext.programName) inspect FOLDER/dataset.json

      Exit codes: 0 the descriptor reads the first recordings; 1 it needs an edit, which init names; 2 the folder holds \
      nothing that could be made a data set, and init says why.
      """)

  /// Most files of a folder that are read.
  private static let mostFiles = 60
  /// Most recordings that are read by the new descriptor.
  private static let mostRecordings = 5

  @OptionGroup var options: InitOptions

  func run() throws {
    let (folder, output) = (options.folder, options.output)
    guard TextFile.isDirectory(folder) else {
      throw Diagnostics(
        TextFile.exists(folder)
          ? "expected a folder, found a file"
          : WorkingFolder.absence(for: folder)?.message ?? "the folder does not exist", in: folder,
        hint: "name the folder that contains the recordings")
    }
    let target = (output ?? folder).withoutSlash
    let paths = ["dataset.json", "experiment.json"].map { "\(target)/\($0)" }
    if !options.force, let there = paths.first(where: TextFile.exists) {
      throw Diagnostics(
        "there is a \(there.split(separator: "/").last ?? "") already", in: there,
        hint: "--force replaces it, --output DIR writes elsewhere")
    }
    let inventory = FolderInventory(folder: folder, only: options.only)
    let (outlines, unread) = try readOutlines(of: inventory)
    let outline = FolderOutline(
      name: options.dataName, inventory: inventory, outlines: outlines, rate: options.rate,
      root: options.rootFromTarget)
    guard let proposal = outline.proposal() else { throw nothing(outline, unread) }
    let unfinished = outlines.filter { !$0.outline.problems.isEmpty }
    Terminal.out(
      proposal.text(
        inventory, unread: unread, unfinished: unfinished.map { UnreadFile($0.path, $0.outline.problems) },
        looked: outlines.count + unread.count, folder: options.folder.withoutSlash))
    try TextFile.makeDirectory(target)
    try TextFile.write(proposal.descriptor.rendered(), to: paths[0])
    Terminal.err("\ndescriptor: \(shownPath(paths[0]))")
    if let experiment = proposal.experiment {
      try TextFile.write(experiment.rendered(), to: paths[1])
      Terminal.err("experiment: \(shownPath(paths[1]))")
    }
    try tryOut(paths[0], proposal, unfinished: unfinished.flatMap(\.outline.problems))
  }

  // MARK: Reading

  private func readOutlines(
    of inventory: FolderInventory
  ) throws(Diagnostics) -> (
    outlines: [(path: String, outline: FileOutline)], unread: [UnreadFile]
  ) {
    let chosen = FolderOutline.choice(of: inventory.files, most: Self.mostFiles)
    let worker = ExpendableWorker(
      WorkerLaunch(
        executable: Program.path, arguments: [InitWorkerCommand.name] + CommandLine.arguments.dropFirst(2),
        timeoutSeconds: min(options.patience.timeout, 60)), order: [])
    var outlines: [(path: String, outline: FileOutline)] = []
    var unread: [UnreadFile] = []
    for path in chosen {
      do throws(ExpendableWorker.Loss) {
        switch try worker.answer(to: Array(path.utf8), decoded: { OutlineAnswer(bytes: $0) }) {
        case .outline(let outline): outlines.append((path, outline))
        case .refusal(let problems): unread.append(UnreadFile(path, problems))
        }
      } catch {
        guard case .answerless(let reason, _, _) = error else { throw error.diagnostics }
        unread.append(UnreadFile(path, [Diagnostic(reason)]))
      }
    }
    return (outlines, unread)
  }

  /// Maximum number of series that are shown, and of problems.
  private static let mostShown = 20

  /// Shows what was found, and returns why it is no data set: the problems of the files that readers refused, or what
  /// would be needed.
  private func nothing(_ outline: FolderOutline, _ unread: [UnreadFile]) -> Diagnostics {
    let inventory = outline.inventory
    let left = Proposal.leftOut(inventory).dropFirst()
    if !left.isEmpty { Terminal.err(left.joined(separator: "\n")) }
    let found = outline.lines(most: Self.mostShown)
    if !found.isEmpty { Terminal.err((["What was found"] + found).joined(separator: "\n") + "\n") }
    var problems = unread.flatMap(\.problems) + outline.outlines.flatMap(\.outline.problems)
    if problems.count > Self.mostShown {
      let more = problems.count - Self.mostShown
      problems =
        problems.prefix(Self.mostShown) + [Diagnostic("and \(more) more problems", in: options.folder)]
    }
    let program = PluginContext.programName
    return Diagnostics(
      problems + [
        Diagnostic(
          inventory.files.isEmpty
            ? "no file in the folder is one that a reader takes"
            : "none of the \(inventory.files.count) files that a reader may take holds a pulse wave or an ECG that could be told, and no two list beats or RR intervals of the same recording",
          in: options.folder,
          hint: !problems.isEmpty
            ? "mend what is said above, and try again"
            : outline.hasUnnamedWaves
              ? "which of these is what? names in the file (ppg, ecg, resp) let init read them; by hand: \"channels\": { \"ppg\": COLUMN, \"ecg\": COLUMN }, as hreval help datasets channels shows"
              : "\(program) list readers says what is read; \(program) help datasets shows how to write a descriptor by hand"
        )
      ])
  }

  // MARK: Trial of the descriptor

  /// Reads the first recordings by the descriptor that was written, as `inspect` does.
  ///
  /// - Parameter unfinished: problems of files that could not be read to the end, which come before any edit.
  private func tryOut(_ path: String, _ proposal: Proposal, unfinished: [Diagnostic]) throws {
    let (folder, output) = (options.folder, options.output)
    let needed = proposal.gaps.filter(\.isNeeded)
    let root = output == nil ? [] : ["--root", folder]
    let again = ([path] + root).map(Self.word).joined(separator: " ")
    let program = PluginContext.programName
    if needed.first != nil, !unfinished.isEmpty {
      Terminal.err("\nMend the files first, then let init look at them again (--force):")
      Terminal.show(Diagnostics(Array(unfinished.prefix(Self.mostShown))))
      throw ExitCode(1)
    }
    if let gap = needed.first {
      Terminal.err("\nThe descriptor needs an edit before it reads anything:\n  \(gap.line)".terminalSafe)
      throw ExitCode(1)
    }
    let dataset: Dataset
    do throws(Diagnostics) {
      dataset = try Dataset.load(
        path: path, root: output == nil ? nil : folder, limits: options.limits.limits)
    } catch {
      Terminal.err("\nThe descriptor needs an edit before it reads anything:")
      Terminal.show(error)
      throw ExitCode(1)
    }
    let found = dataset.recordings.map(\.id)
    let worker = ExpendableWorker(
      WorkerLaunch(
        executable: Program.path,
        arguments: [InspectWorkerCommand.name, path] + root
          + options.limits.given.flatMap { ["--limits", $0] },
        timeoutSeconds: options.patience.timeout), order: [])
    var failures = 0
    for index in found.indices.prefix(Self.mostRecordings) {
      let inspected = try InspectQuestion(index: index, isFirst: false).asked(of: worker)
      if inspected.problems.isEmpty {
        if index == failures {
          Terminal.out("\n" + inspected.text)
        } else if !inspected.findings.isEmpty {
          Terminal.out(
            "\n\(found[index].printable)\n  findings   \(inspected.findings.joined(separator: ", ").printable)"
          )
        }
      } else {
        failures += 1
        Terminal.out("\n\(found[index].printable)\n  cannot be used:")
        Terminal.show(Diagnostics(inspected.problems))
      }
    }
    let looked = min(found.count, Self.mostRecordings)
    Terminal.err(
      "\nread by the new descriptor: \(looked - failures) of \(looked) recordings"
        + (looked < found.count ? " (of \(found.count))" : ""))
    Terminal.err("\nNext\n  \(program) inspect \(again)")
    if proposal.experiment != nil {
      let experiment = TextFile.directory(of: path) + "/experiment.json"
      Terminal.err("  \(program) check \(Self.word(experiment))\n  \(program) run \(Self.word(experiment))")
    } else {
      Terminal.err("  \(program) detect \(again) --detector \(proposal.detector)")
    }
    if failures > 0 { throw ExitCode(1) }
  }

  /// Returns a word in the form that a shell reads.
  private static func word(_ text: String) -> String {
    let plain = text.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || "-_./:+=@%,".contains($0) }
    return plain ? text : text.shellQuoted.printable
  }
}

extension String {
  /// A folder's path in the form from which paths are made.
  fileprivate var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

extension InspectQuestion {
  /// Returns the answer of a worker of `inspect`.
  func asked(of worker: ExpendableWorker) throws(Diagnostics) -> InspectedRecording {
    do throws(ExpendableWorker.Loss) {
      return try worker.answer(to: bytes) { InspectedRecording(bytes: $0) }
    } catch {
      guard case .answerless(let reason, _, _) = error else { throw error.diagnostics }
      return InspectedRecording(problem: Diagnostic(reason))
    }
  }
}

/// Arguments of `init`, for the command line and for the command of its worker.
struct InitOptions: ParsableArguments {
  @Argument(help: "Folder of recordings.", completion: .directory)
  var folder: String

  @Option(help: "Folder to write to (default: the folder itself).", completion: .directory)
  var output: String?

  @Option(help: "Name of the data set (default: the folder's).")
  var name: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only files whose paths below the folder fit (* and ?); may be given several times.",
      valueName: "pattern"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Samples per second, where no file says it.", valueName: "hertz"))
  var rate: Double?

  @Flag(help: "Replace a dataset.json and an experiment.json that are there.")
  var force = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var patience: WorkerPatience

  mutating func validate() throws {
    if let rate, !RecordingLimits.sampleRateHz.contains(rate) {
      throw ValidationError("--rate takes samples per second, not \(rate).")
    }
    if let name, name.isEmpty || name.contains("/") || name.hasPrefix(".") {
      throw ValidationError("--name takes a short name without slashes.")
    }
  }

  // MARK: Names

  var dataName: String {
    if let name { return name }
    let last = URL(fileURLWithPath: TextFile.absolute(folder)).lastPathComponent
    let plain = String(last.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    return plain.isEmpty || plain.hasPrefix(".") || plain == "/" ? "recordings" : plain
  }

  /// Path of the folder of the files, relative to the folder of the descriptor; `nil` where that is the same.
  var rootFromTarget: String? {
    guard let output else { return nil }
    func parts(_ path: String) -> [String] {
      URL(fileURLWithPath: TextFile.absolute(path)).resolvingSymlinksInPath().pathComponents
    }
    let (from, to) = (parts(output), parts(folder))
    if from == to { return nil }
    let shared = zip(from, to).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: from.count - shared) + to[shared...]).joined(separator: "/")
  }
}

/// The hidden worker of `init`: it has the same command line, and is sent the paths of files below the folder.
struct InitWorkerCommand: ParsableCommand {
  static let name = "__init"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @OptionGroup var options: InitOptions

  func run() throws {
    let code = Worker.serve { _ throws(Diagnostics) in
      let limits = options.limits.limits
      ProcessLimits.limitOwnMemory(to: limits)
      return { bytes, _ in
        guard let path = String(validating: bytes, as: UTF8.self) else { return nil }
        do throws(Diagnostics) {
          let outline = try FileOutline.read(
            "\(options.folder.withoutSlash)/\(path)", root: options.folder, limits: limits)
          return OutlineAnswer.outline(outline).bytes
        } catch {
          return OutlineAnswer.refusal(error.list).bytes
        }
      }
    }
    try end(with: code)
  }
}

/// Answer of the worker of `init` about a file.
enum OutlineAnswer: ProcessMessage {
  case outline(FileOutline)
  case refusal([Diagnostic])
}
