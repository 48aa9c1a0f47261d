internal import HREvaluation
internal import HRResults
internal import ArgumentParser
internal import HRReports

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Render a finished run again from its stored results.",
    discussion: "Needs neither the recordings nor the experiment file. run.json is left as the run wrote it.")

  @Argument(help: ArgumentHelp("Folder of the run.", valueName: "run"), completion: .directory)
  var folder: String

  @Option(
    parsing: .upToNextOption,
    help:
      "Which files to write: markdown, csv or json; may be given several times (default: as the experiment says)."
  )
  var format: [ReportFormat] = []

  @OptionGroup var table: TableOptions

  func run() throws {
    let terminal = Terminal()
    let run = try StoredRun(folder)
    var plan = run.content.plan
    if !format.isEmpty { plan.formats = format }
    let evaluation = Evaluation(plan: plan, results: run.content.results)
    let target = RunFolder(directory: run.folder)
    try target.write(RunFiles.all(evaluation, provenance: nil, tries: run.tries, signals: run.signals))
    terminal.out(terminalSummary(evaluation, table.style, tries: run.tries))
    terminal.out("report: " + target.reportPath(of: evaluation))
  }
}

extension ReportFormat: ExpressibleByArgument {}
