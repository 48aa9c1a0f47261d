internal import HREvaluation
internal import HRRunning
internal import ArgumentParser
internal import HRSupport
internal import HRReporting

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show which detectors are better, by how much, and how sure that is.",
    discussion: """
      With one run, each detector is compared with a baseline: --baseline, else what the experiment names, else \
      the first detector. With two runs it compares the detectors that both have, and the first run is the baseline. \
      Both runs must have the same data, windows and noise.

      Differences are paired window by window and tested over subjects. compare writes comparison.html, comparison.md and \
      comparison.csv into the run's folder (of two runs the second's), and for two runs changes.csv with every answer \
      that differs. A comparison that the experiment does not declare is noted in the ledger of analyses.
      """)

  @Argument(help: ArgumentHelp("Folder of a run.", valueName: "run"), completion: .directory)
  var folder: String

  @Argument(
    help: ArgumentHelp("Folder of a second run, compared with the first.", valueName: "run2"),
    completion: .directory)
  var other: String?

  @Option(help: ArgumentHelp("The detector that all others are compared with.", valueName: "label"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Differences smaller than this do not matter (default: the experiment's \"margin\", else \(shortest(Baseline.defaultMarginBPM))). One that differs from that is told as given after the run.",
      valueName: "bpm"))
  var margin: Double?

  @Option(
    help: ArgumentHelp("Folder for the files (default: the run's own).", valueName: "folder"),
    completion: .directory)
  var output: String?

  @OptionGroup var table: TableOptions

  mutating func validate() throws {
    try validateMargin(margin)
    if other != nil, baseline != nil {
      throw ValidationError("--baseline belongs to one run; of two runs the first is the baseline.")
    }
  }

  func run() throws {
    let candidate = StoredRun.trimmed(other ?? folder)
    let target = RunFolder(directory: output ?? candidate)
    let page = try self.page(target)
    try target.add(page.files)
    Terminal.out(page.terminal(table.style))
    Terminal.out("page: " + target.shown(OutputFile.comparisonPage.rawValue))
  }

  /// Returns what is known of a run beside its results, with what the ledger knows now, and notes the comparison there
  /// unless it is the run's own.
  private func circumstances(
    of run: StoredRun, baselineLabel: String?, marginBPM: Double?, parts: [String] = []
  ) -> RunCircumstances {
    var circumstances = run.circumstances
    guard
      let ledger = run.ledger(baselineLabel: baselineLabel, marginBPM: marginBPM, parts: parts), ledger.isKept
    else { return circumstances }
    circumstances.priorAnalyses = ledger.prior
    ledger.noteOnce("this comparison")
    return circumstances
  }

  /// - Parameter target: folder for changes between two runs that cannot be compared.
  private func page(_ target: RunFolder) throws(Diagnostics) -> ComparisonPage {
    let first = try StoredRun(folder)
    if let other {
      let second = try StoredRun(other)
      let (baseline, candidate) = (first.match, second.match)
      let match: RunMatch
      do throws(Diagnostics) {
        match = try RunMatch(baseline: baseline, candidate: candidate)
      } catch {
        if let changes = WindowChanges(baseline: baseline, candidate: candidate) {
          let page = ChangesPage(changes)
          try target.add(page.files)
          Terminal.out(page.terminal(table.style))
        }
        throw error
      }
      try refuseMargin(margin, of: candidate.plan, in: folder)
      let margin = Margin(of: candidate.plan, givenBPM: margin)
      return ComparisonPage(
        Comparison(match, margin: margin),
        ofUnseen: match.areSeen.map { Comparison(match, margin: margin, leavingOut: $0) },
        circumstances: circumstances(
          of: second, baselineLabel: "the run \(baseline.plan.analysisMark)",
          marginBPM: margin.declaredOrGiven,
          parts: [baseline.plan.analysisMark, candidate.plan.analysisMark]),
        changes: WindowChanges(match))
    }
    let plan = first.content.plan
    let labels = plan.detectors.map(\.label)
    let index = baseline.flatMap { labels.firstIndex(of: $0) }
    if let baseline, index == nil {
      throw Diagnostics(
        "the run has no detector \"\(baseline)\"", in: folder,
        hint: suggestionHint(for: baseline, among: labels))
    }
    guard labels.count > 1 else {
      throw Diagnostics(
        "the run has a single detector, so there is nothing to compare", in: folder,
        hint: "name a second run, or add detectors to the experiment")
    }
    guard !plan.contrasts(overriddenBy: index).isEmpty else {
      throw Diagnostics(
        "no two detectors that would be compared have rows in one scenario", in: folder,
        hint: "name another --baseline; \"scenarios\" in the experiment says where each has rows")
    }
    try refuseMargin(margin, of: plan, in: folder)
    let margin = Margin(of: plan, givenBPM: margin)
    func compared(leavingOut leftOut: [Bool]?) -> Comparison {
      Comparison(
        run: first.folder, plan: plan, results: first.content.results, baseline: index, margin: margin,
        leavingOut: leftOut)
    }
    let seen = plan.areSeen
    return ComparisonPage(
      compared(leavingOut: nil), ofUnseen: seen.areMixed ? compared(leavingOut: seen) : nil,
      circumstances: circumstances(
        of: first, baselineLabel: baseline ?? (plan.declaresComparison ? nil : labels.first),
        marginBPM: margin.declaredOrGiven))
  }
}
