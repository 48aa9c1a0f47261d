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
    let files = RunFiles.all(evaluation, provenance: provenance, tries: ledger.tries, signals: signals)
    // Files that were made of a store which changed meanwhile must not replace an earlier run's.
    try evaluation.confirmRead()
    try folder.replace(with: files, hasPrograms: session.hasPrograms)
    try evaluation.confirmRead()
    try folder.refuseMissingStore()
    if let problem = ledger.note(), !quiet { Terminal.err(problem.printable) }
  }

  /// Prints the table, and the path of the report.
  func show(_ style: TableStyle) {
    Terminal.out(terminalSummary(evaluation, style, tries: ledger.tries))
    Terminal.out("report: " + folder.reportPath(of: evaluation))
  }
}

/// A finished run and the ledger that it is noted in.
struct RunLedger {
  /// Prior analyses that the ledger had before; `nil` where the run judged nothing.
  let tries: PriorEvaluations?
  private let ledger: Ledger?
  private let entry: LedgerEntry?

  /// Reads the ledger. A run that was complete already, and is only rendered again, keeps its prior analyses, and is
  /// not noted a second time.
  init(order: WorkOrder, directory: String, outcome: RunSession.Outcome, evaluation: Evaluation) {
    if outcome.resumedUnits == outcome.results.count, let earlier = PriorEvaluations(inRun: directory) {
      (tries, ledger, entry) = (earlier, nil, nil)
      return
    }
    let environment = ProcessInfo.processInfo.environment
    let ledger = Ledger.place(
      stated: environment["HREVAL_LEDGER"], dataDirectory: environment["HREVAL_DATA"],
      beside: order.file.directory)
    let text = JSONText(order.file.document.root).rendered(indented: false)
    let entry = evaluation.ledgerEntry(
      time: Date().formatted(.iso8601), experimentSHA256: ContentHash.digest(of: Array(text.utf8)))
    (self.ledger, self.entry) = (ledger, entry)
    tries = entry.map { PriorEvaluations(asking: ledger, of: $0, split: evaluation.plan.split) }
  }

  /// Notes the run.
  ///
  /// - Returns: a line with the reason why that was not possible; `nil` without a problem.
  func note() -> String? {
    guard let ledger, let entry else { return nil }
    do throws(Diagnostics) {
      try ledger.append(entry)
      return nil
    } catch {
      return
        "this run is not noted in the ledger (\(ledger.name)): \(error.first.message); HREVAL_LEDGER names another file, or is off"
    }
  }
}
