internal import HREvaluation
internal import ArgumentParser
internal import HRSupport
internal import HRReporting

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show the errors of each detector over past runs, and where their level changed.",
    discussion: """
      history reads the results.json of every run, in the order of the times in run.json. It shows the trend of each \
      scenario and detector, and where its level changed. Runs that differ from the one before (other data, windows, seed \
      or detector) are marked. Experiments with different names are kept apart. Where a run's store is still there, its \
      figures are made again from it, and a run whose files say something else is not used.

      Keep each run in a folder of its own:

        \(PluginContext.programName) run nightly.json --output nightly/$(date +%F)
        \(PluginContext.programName) history nightly

      Exit codes: 0 done; 1 some runs could not be used; 2 nothing could be used.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders of runs, or folders whose children are folders of runs.", valueName: "folder"),
    completion: .directory)
  var folders: [String]

  @Option(
    help: "The figure to follow; `\(PluginContext.programName) list metrics` names them.",
    completion: .metrics)
  var metric = "maeBPM"

  @Option(
    help: ArgumentHelp(
      "Write history.html, history.md with figures and history.csv to this folder (default: print the tables only).",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  @Flag(help: "With --output: print nothing but the runs that could not be used.")
  var quiet = false

  @OptionGroup var table: TableOptions

  func validate() throws {
    if quiet, output == nil { throw ValidationError("--quiet goes with --output: nothing would be left.") }
  }

  func run() throws {
    let archive = RunArchive(folders)
    let histories = try archive.histories(of: metric)
    if !quiet {
      Terminal.out(historySummary(histories, refused: archive.refused, table.style))
    } else if !archive.refused.isEmpty {
      Terminal.err(historyRefusals(archive.refused))
    }
    if let folder = output.map(RunFolder.init) {
      try folder.replaceHistory(
        with: HistoryFiles.all(
          histories, refused: archive.refused, pages: Self.pages(of: archive.runs, from: folder.directory)))
      if !quiet { Terminal.out("\npage: " + folder.shown(OutputFile.historyPage.rawValue)) }
    } else {
      Terminal.err("\npage with figures, and every figure as CSV: add --output FOLDER")
    }
    if !archive.refused.isEmpty { throw ExitCode(1) }
  }

  /// Returns the address of each run's page from a folder, by the run's folder; runs without a page are left out.
  private static func pages(of runs: [ArchivedRun], from folder: String) -> [String: String] {
    let base = TextFile.absolute(folder)
    var pages: [String: String] = [:]
    for run in runs {
      let page = "\(run.folder)/\(OutputFile.page.rawValue)"
      guard TextFile.isFile(page) else { continue }
      pages[run.folder] = PageAddress.relative(TextFile.absolute(page), from: base)
    }
    return pages
  }
}
