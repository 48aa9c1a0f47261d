internal import HRSupport
internal import HREvaluation
internal import HRReporting
internal import HRRunning
internal import HRRecordings

/// A run with all its results, and the steps that follow: files, ledger, summary.
struct FinishedRun {
  let session: RunSession
  let outcome: RunSession.Outcome
  let evaluation: Evaluation
  let folder: RunFolder
  let ledger: RunLedger

  /// Writes the run's files and notes it in the ledger.
  ///
  /// - Parameters:
  ///   - provenance: time, place and speed of the run.
  ///   - interruption: ends the storing of signals.
  ///   - progress: shows the progress of that.
  ///   - again: command that stores the signals after an interruption: `the same command and --resume`.
  ///   - quiet: true if no line is printed for a ledger that cannot be written.
  func write(
    _ provenance: RunProvenance, interruption: Interruption, progress: ProgressDisplay, again: String,
    quiet: Bool
  ) throws(Diagnostics) {
    try folder.refuseMissingStore()
    let signals = try session.keepSignals(of: outcome, interruption: interruption) {
      progress.show($0, of: $1, "units once more, for their signals")
    }
    progress.clear()
    if session.keepsSignals, interruption.isTriggered {
      Terminal.err(
        "interrupted: the run is finished, but the signals of its windows are not kept; \(again) keeps them"
      )
    }
    let files = RunFiles.all(
      evaluation, provenance: provenance, circumstances: ledger.circumstances, signals: signals)
    // Files that were made of a store which changed meanwhile must not replace an earlier run's.
    try evaluation.confirmRead()
    try folder.replace(with: files, hasPrograms: session.hasPrograms)
    try evaluation.confirmRead()
    try folder.refuseMissingStore()
    if let problem = ledger.note(), !quiet { Terminal.err(problem.printable) }
  }

  /// Prints the table, and the path of the report.
  func show(_ style: TableStyle) {
    Terminal.out(terminalSummary(evaluation, style, circumstances: ledger.circumstances))
    Terminal.out("report: " + folder.reportPath(of: evaluation))
  }
}

/// A finished run, the ledger that it is noted in, and what is known of the run beside its results.
struct RunLedger {
  let circumstances: RunCircumstances
  private let ledger: AnalysisLedger?

  /// Reads the ledger and the registration. A run that was complete already, and is only rendered again, keeps its
  /// circumstances, and is not noted a second time.
  ///
  /// - Parameters:
  ///   - session: of the run.
  ///   - order: its experiment.
  ///   - path: of the experiment's file.
  ///   - isSandboxed: whether its programs ran in the sandbox; `nil` where that is not known.
  init(
    _ session: RunSession, order: WorkOrder, path: String, directory: String, outcome: RunSession.Outcome,
    evaluation: Evaluation, isSandboxed: Bool?
  ) {
    if outcome.resumedUnits == outcome.results.count {
      let earlier = RunCircumstances(inRun: directory)
      if earlier != RunCircumstances() {
        (circumstances, ledger) = (earlier, nil)
        return
      }
    }
    let text = JSONText(order.file.document.root).rendered(indented: false)
    let entry = evaluation.ledgerEntry(
      time: Date().formatted(.iso8601), experimentSHA256: ContentHash.digest(of: Array(text.utf8)))
    let ledger = entry.map { AnalysisLedger($0, plan: evaluation.plan, beside: order.file.directory) }
    let programs = evaluation.plan.detectors.filter(\.runsProgram).map(\.label)
    circumstances = RunCircumstances(
      priorAnalyses: ledger?.prior,
      programs: programs.isEmpty ? nil : isSandboxed.map { .init(isSandboxed: $0, detectors: programs) },
      registration: Registration.note(ofExperiment: path, onRun: outcome.fingerprint),
      video: session.videoNote)
    self.ledger = ledger
  }

  /// Notes the run.
  ///
  /// - Returns: a line with the reason why that was not possible; `nil` without a problem.
  func note() -> String? { ledger?.note("this run") }
}

/// An analysis and the ledger that it is noted in.
struct AnalysisLedger {
  let prior: PriorAnalyses
  private let ledger: Ledger?
  private let entry: LedgerEntry

  /// Asks the ledger.
  ///
  /// - Parameters:
  ///   - entry: of the analysis.
  ///   - plan: of its run, with what was chosen for it.
  ///   - directory: folder of the experiment; `nil`: it is not here.
  ///   - parts: analyses that it is made of.
  init(_ entry: LedgerEntry, plan: RunPlan, beside directory: String?, parts: [String] = []) {
    let environment = ProcessInfo.processInfo.environment
    let (stated, data) = (environment["HREVAL_LEDGER"], environment["HREVAL_DATA"])
    let isElsewhere = directory == nil && stated?.isEmpty != false && data?.isEmpty != false
    ledger =
      isElsewhere ? nil : Ledger.place(stated: stated, dataDirectory: data, beside: directory ?? ".")
    self.entry = entry
    prior = PriorAnalyses(asking: ledger, of: entry, plan: plan, parts: parts)
  }

  /// True if there is a ledger to ask.
  var isKept: Bool { ledger != nil }

  /// Notes an analysis that is made of a run afterwards, unless the ledger has it; says why where that is not possible.
  func noteOnce(_ what: String) {
    if !prior.isNoted, let problem = note(what) { Terminal.err(problem.printable) }
  }

  /// Notes the analysis.
  ///
  /// - Parameter what: the analysis in words.
  /// - Returns: a line with the reason why that was not possible; `nil` without a problem.
  func note(_ what: String) -> String? {
    guard let ledger else { return nil }
    do throws(Diagnostics) {
      try ledger.append(entry)
      return nil
    } catch {
      return
        "\(what) is not noted in the ledger (\(ledger.name)): \(error.first.message); HREVAL_LEDGER names another file, or is off"
    }
  }
}
