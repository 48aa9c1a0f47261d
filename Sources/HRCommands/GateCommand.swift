internal import HREvaluation
internal import HRRunning
internal import ArgumentParser
internal import HRSupport
internal import HRReporting

struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Compare a run with stored figures: is any detector worse than before?",
    discussion: """
      For nightly jobs. gate judges every scenario and detector of the baseline, as a whole and in its worst group of \
      recordings: held, regressed, or cannot tell. It judges the error on the windows that both runs answered, and \
      of all windows with a reference the shares that were answered, were right, and were grossly wrong. It writes \
      gate.html, gate.md and junit.xml into the run's folder, and reports findings about the data that the \
      baseline does not have.

      Exit codes: 0 held; 1 something regressed (with --strict also if there is a new finding about the data); 2 the \
      data cannot tell, or run and baseline do not fit.
      """)

  @Argument(help: ArgumentHelp("Folder of the run.", valueName: "run"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "The stored figures, made with `\(PluginContext.programName) baseline`.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String

  @Option(
    help: ArgumentHelp(
      "How much a mean absolute error may rise; it must stay below this (default: as the baseline says). Another margin is told as one that was given after the run.",
      valueName: "bpm"))
  var margin: Double?

  @Flag(help: "Print nothing where the gate holds, and elsewhere only what does not.")
  var quiet = false

  @Flag(help: "Let a finding about the data that the baseline does not have count as one that does not hold.")
  var strict = false

  @OptionGroup var table: TableOptions

  mutating func validate() throws { try validateMargin(margin) }

  func run() throws {
    let input = try GateInput(path: baseline)
    let run = try StoredRun(folder)
    let evaluation = try run.evaluation
    try refuseMargin(margin, of: evaluation.plan, in: folder)
    // The judgement by the baseline's margin is the run's own; another margin makes another analysis.
    if let margin, margin != input.marginBPM {
      run.ledger(baselineLabel: nil, marginBPM: margin)?.noteOnce("this margin")
    }
    try end(
      with: input.judge(
        evaluation, marginBPM: margin, directory: StoredRun.trimmed(folder), quiet: quiet, strict: strict,
        style: table.style))
  }
}

/// A baseline that has been read, ready to judge a run.
struct GateInput {
  private let path: String
  private let baseline: Baseline

  init(path: String) throws(Diagnostics) {
    self.path = path
    baseline = try BaselineFile.read(path)
  }

  var marginBPM: Double { baseline.marginBPM }

  func check(_ plan: RunPlan) throws(Diagnostics) {
    try Gate.check(plan, against: baseline, file: path)
  }

  /// Prints and writes the verdict.
  ///
  /// - Parameters:
  ///   - quiet: true to print only rows that do not hold.
  ///   - strict: true if a new finding about the data does not hold.
  /// - Returns: the exit code.
  func judge(
    _ evaluation: Evaluation, marginBPM: Double?, directory: String, quiet: Bool, strict: Bool,
    style: TableStyle
  ) throws(Diagnostics) -> Int32 {
    let gate = try Gate(evaluation, against: baseline, marginBPM: marginBPM, file: path)
    let folder = RunFolder(directory: directory)
    let page = GatePage(
      gate, strict: strict, origin: RunProvenance(inRun: directory)?.origin,
      hasPage: TextFile.exists("\(directory)/\(OutputFile.page.rawValue)"))
    try folder.write(page.files)
    let isHeld = gate.decision == .held && !page.refusesFindings
    if !quiet || !isHeld {
      Terminal.out(quiet ? page.findings(style) : page.terminal(style))
      Terminal.out("summary: " + GatePage.pages.map { folder.shown($0.rawValue) }.joined(separator: ", "))
    }
    if page.refusesFindings { return 1 }
    switch gate.decision {
    case .held: return 0
    case .regressed: return 1
    case .cannotTell: return 2
    }
  }
}

/// Refuses a margin of the command line for a run of heart-rate variability, whose figures have several units.
func refuseMargin(_ margin: Double?, of plan: RunPlan, in folder: String) throws(Diagnostics) {
  guard margin != nil, plan.variability != nil else { return }
  throw Diagnostics(
    "--margin is in bpm, and the run is of heart-rate variability", in: folder,
    hint: "\"margins\" within \"hrv\" of the experiment, or in the baseline, has a number for each figure")
}

/// Refuses a margin of the command line that is not from 0 to 100 bpm.
func validateMargin(_ margin: Double?) throws {
  guard let margin, !(margin >= 0 && margin <= 100) else { return }
  throw ValidationError("--margin takes a number of bpm from 0 to 100, not \(margin).")
}
