internal import ArgumentParser
internal import Foundation
internal import HRSupport
internal import HRRecordings
internal import HRRunning

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a descriptor and a first experiment for a folder of recordings.",
    discussion: """
      Looks at the files of a folder: their names, headers, columns, rates, and the values of some. Writes \
      dataset.json and experiment.json, says what it guessed and why, and what it could not tell, then reads the \
      recordings by the descriptor. Nothing else in the folder is changed.

      A guess is a guess: every place that was guessed has a "comment" in the descriptor. Look at them, then run
        \(PluginContext.programName) inspect FOLDER/dataset.json

      Exit codes: 0 the descriptor reads the first recordings; 1 it needs an edit, and which one is said; 2 the folder \
      holds nothing that could be made a data set, and why is said.
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
        hint: "name the folder that the recordings lie in")
    }
    let target = (output ?? folder).withoutSlash
    let paths = ["dataset.json", "experiment.json"].map { "\(target)/\($0)" }
    if !options.force, let there = paths.first(where: TextFile.exists) {
      throw Diagnostics(
        "there is a \(there.split(separator: "/").last ?? "") already", in: there,
        hint: "--force replaces it, --output DIR writes elsewhere")
    }
    let terminal = Terminal()
    let inventory = FolderInventory(folder: folder, only: options.only)
    let (outlines, unread) = try readOutlines(of: inventory)
    let outline = FolderOutline(
      name: options.dataName, inventory: inventory, outlines: outlines, rate: options.rate,
      root: options.rootFromTarget)
    guard let proposal = outline.proposal() else { throw nothing(inventory, unread) }
    terminal.out(proposal.text(inventory, unread: unread, looked: outlines.count + unread.count))
    try TextFile.makeDirectory(target)
    try TextFile.write(proposal.descriptor.rendered(), to: paths[0])
    terminal.err("\ndescriptor: \(shownPath(paths[0]))")
    if let experiment = proposal.experiment {
      try TextFile.write(experiment.rendered(), to: paths[1])
      terminal.err("experiment: \(shownPath(paths[1]))")
    }
    try tryOut(paths[0], proposal, terminal)
  }

  // MARK: Reading

  private func readOutlines(
    of inventory: FolderInventory
  ) throws(Diagnostics) -> (
    outlines: [(path: String, outline: FileOutline)], unread: [(path: String, reason: String)]
  ) {
    let chosen = FolderOutline.choice(of: inventory.files, most: Self.mostFiles)
    let worker = ExpendableWorker(
      WorkerLaunch(
        executable: Program.path, arguments: [InitWorkerCommand.name] + CommandLine.arguments.dropFirst(2),
        timeoutSeconds: min(options.patience.timeout, 60)), order: [])
    defer { worker.end() }
    var outlines: [(path: String, outline: FileOutline)] = []
    var unread: [(path: String, reason: String)] = []
    for path in chosen {
      do throws(ExpendableWorker.Loss) {
        switch try worker.answer(to: Array(path.utf8), decoded: { OutlineAnswer(bytes: $0) }) {
        case .outline(let outline): outlines.append((path, outline))
        case .refusal(let reason): unread.append((path, reason))
        }
      } catch {
        guard case .answerless(let reason, _, _) = error else { throw error.diagnostics }
        unread.append((path, reason))
      }
    }
    return (outlines, unread)
  }

  private func nothing(
    _ inventory: FolderInventory, _ unread: [(path: String, reason: String)]
  ) -> Diagnostics {
    let terminal = Terminal()
    let lines = Proposal.leftOut(inventory).dropFirst()
    if !lines.isEmpty { terminal.err(lines.joined(separator: "\n")) }
    for (path, reason) in unread.prefix(20) { terminal.err("  \(path.printable): \(reason.printable)") }
    return Diagnostics(
      inventory.files.isEmpty
        ? "no file in the folder is one that a reader takes"
        : "none of the \(inventory.files.count) files that a reader may take holds a pulse wave or an ECG that could be told",
      in: options.folder,
      hint:
        "\(PluginContext.programName) list readers says what is read; datasets/README.md shows how to write a descriptor by hand"
    )
  }

  // MARK: Trial of the descriptor

  /// Reads the first recordings by the descriptor that was written, as `inspect` does.
  private func tryOut(_ path: String, _ proposal: Proposal, _ terminal: Terminal) throws {
    let (folder, output) = (options.folder, options.output)
    let needed = proposal.gaps.filter(\.isNeeded)
    let root = output == nil ? [] : ["--root", folder]
    let again = ([path] + root).map(Self.word).joined(separator: " ")
    let program = PluginContext.programName
    if let gap = needed.first {
      terminal.err("\nThe descriptor needs an edit before it reads anything:\n  \(gap.line)".terminalSafe)
      throw ExitCode(1)
    }
    let dataset: Dataset
    do throws(Diagnostics) {
      dataset = try Dataset.load(
        path: path, root: output == nil ? nil : folder, limits: options.limits.limits)
    } catch {
      terminal.err("\nThe descriptor needs an edit before it reads anything:")
      terminal.show(error)
      throw ExitCode(1)
    }
    let found = dataset.recordings.map(\.id)
    let worker = ExpendableWorker(
      WorkerLaunch(
        executable: Program.path,
        arguments: [InspectWorkerCommand.name, path] + root
          + options.limits.given.flatMap { ["--limits", $0] },
        timeoutSeconds: options.patience.timeout), order: [])
    defer { worker.end() }
    var failures = 0
    for index in found.indices.prefix(Self.mostRecordings) {
      let inspected = try InspectQuestion(index: index, isFirst: false).asked(of: worker)
      if inspected.problems.isEmpty {
        if index == failures {
          terminal.out("\n" + inspected.text)
        } else if !inspected.findings.isEmpty {
          terminal.out(
            "\n\(found[index].printable)\n  findings   \(inspected.findings.joined(separator: ", ").printable)"
          )
        }
      } else {
        failures += 1
        terminal.out("\n\(found[index].printable)\n  cannot be used:")
        terminal.show(Diagnostics(inspected.problems))
      }
    }
    let looked = min(found.count, Self.mostRecordings)
    terminal.err(
      "\nread by the new descriptor: \(looked - failures) of \(looked) recordings"
        + (looked < found.count ? " (of \(found.count))" : ""))
    terminal.err("\nNext\n  \(program) inspect \(again)")
    if proposal.experiment != nil {
      let experiment = TextFile.directory(of: path) + "/experiment.json"
      terminal.err("  \(program) check \(Self.word(experiment))\n  \(program) run \(Self.word(experiment))")
    } else {
      terminal.err("  \(program) detect \(again) --detector \(proposal.detector)")
    }
    if failures > 0 { throw ExitCode(1) }
  }

  /// Returns a word in the form that a shell reads.
  private static func word(_ text: String) -> String {
    let plain = text.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || "-_./:+=@%,".contains($0) }
    return plain ? text : "'" + text.replacing("'", with: "'\\''").printable + "'"
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
      return try worker.answer(to: bytes) { try? InspectedRecording(bytes: $0) }
    } catch {
      guard case .answerless(let reason, _, _) = error else { throw error.diagnostics }
      return InspectedRecording(problem: Diagnostic(reason))
    }
  }
}
