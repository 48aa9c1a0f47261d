internal import HREvaluation
internal import HRRunning
internal import ArgumentParser
internal import HRReporting
internal import HRSupport

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the files of a finished run again from its stored results.",
    discussion: """
      report needs neither the recordings nor the experiment file. It leaves run.json as the run wrote it.
      """)

  @Argument(help: ArgumentHelp("Folder of the run.", valueName: "run"), completion: .directory)
  var folder: String

  @Option(
    parsing: .upToNextOption,
    help:
      "Which files to write: markdown, html, csv, json, latex, hdf5 or windows-csv; may be given several times (default: as the experiment says)."
  )
  var format: [ReportFormat] = []

  @Option(
    parsing: .upToNextOption,
    help:
      "Write each figure as png or pdf too, into figures/, with rsvg-convert, Inkscape or CairoSVG, whichever is installed; report.md and the SVG files are written with them."
  )
  var pictures: [PictureFormat] = []

  @Flag(
    name: .customLong("at-delay"),
    help:
      "Show errors at the delay that each streaming detector states beside the plain ones, in terminal, report.md and page. No other figure is shifted."
  )
  var showsDelays = false

  @Flag(name: .customLong("open"), help: "Show the page, report.html, in the browser.")
  var isOpened = false

  @OptionGroup var table: TableOptions

  func run() throws {
    let run = try StoredRun(folder)
    var plan = run.content.plan
    if !format.isEmpty { plan.formats = format }
    if isOpened, !plan.formats.contains(.html) { plan.formats.append(.html) }
    // The pictures are made of the SVG files, which come with the Markdown report.
    if !pictures.isEmpty, !plan.formats.contains(.markdown) { plan.formats.append(.markdown) }
    let maker =
      pictures.isEmpty
      ? nil : FigurePictures(renderer: try FigurePictures.renderer(), formats: pictures.distinct)
    let evaluation = Evaluation(plan: plan, results: run.content.results)
    let target = RunFolder(directory: run.folder)
    let files = RunFiles.all(
      evaluation, provenance: nil, recorded: run.provenance, circumstances: run.circumstances,
      signals: run.signals, showsDelays: showsDelays)
    try evaluation.confirmRead()
    try target.write(files)
    try evaluation.confirmRead()
    if let maker {
      let drawn = files.map(\.path).filter { $0.hasSuffix(".svg") }
      let count = try maker.make(drawn, in: run.folder)
      Terminal.err("\(count) \(count == 1 ? "picture" : "pictures") in \(run.folder)/\(OwnedFiles.figures)")
    }
    Terminal.out(
      terminalSummary(
        evaluation, table.style, circumstances: run.circumstances, showsDelays: showsDelays))
    Terminal.out("report: " + target.reportPath(of: evaluation))
    if isOpened { try PageOpener.open("\(run.folder)/\(OutputFile.page.rawValue)") }
  }
}

extension ReportFormat: ExpressibleByArgument {}

/// Shows a page in the user's browser.
enum PageOpener {
  /// - Parameter path: of the page.
  /// - Throws: if no program can show it.
  static func open(_ path: String) throws(Diagnostics) {
    #if os(macOS)
      let found = SearchPath.find("open", in: "/usr/bin")
    #else
      let found = SearchPath.find("xdg-open")
    #endif
    guard let program = found else {
      throw Diagnostics(
        "there is no program here that shows a page", in: path,
        hint: "open the file in a browser; on Debian and Ubuntu the package xdg-utils has xdg-open")
    }
    let child: Int32
    do throws(ProcessStart.Refusal) {
      child = try ProcessStart.beginSilently(program, arguments: [path])
    } catch {
      throw Diagnostics("\(program) cannot be started: \(error.text)", in: path)
    }
    guard ProcessEnding.of(child, waits: true) == .exited(0) else {
      throw Diagnostics("\(program) could not show the page", in: path, hint: "open the file in a browser")
    }
  }
}
