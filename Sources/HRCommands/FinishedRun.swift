internal import HRDiagnostics
internal import HREvaluation
internal import HRReports
internal import HRRunning

/// A run of which every result is there, and what follows: files, ledger, summary.
struct FinishedRun {
  let session: RunSession
  let outcome: RunSession.Outcome
  let evaluation: Evaluation
  let folder: RunFolder
  let ledger: RunLedger

  /// Writes the run's files and notes it in the ledger.
  ///
  /// - Parameters:
  ///   - provenance: when, where and how fast it was made.
  ///   - interruption: ends the keeping of signals.
  ///   - progress: shows how far that is.
  ///   - again: what keeps the signals after an interruption: `the same command and --resume`.
  ///   - quiet: whether a ledger that cannot be written is not worth a line.
  func write(
    _ provenance: RunProvenance, interruption: Interruption, progress: ProgressDisplay, again: String,
    quiet: Bool
  ) throws(Diagnostics) {
    let terminal = Terminal()
    try folder.refuseMissingStore()
    let signals = try session.keepSignals(of: outcome, interruption: interruption) {
      progress.show(keeping: $0, of: $1)
    }
    progress.clear()
    if session.keepsSignals, interruption.isTriggered {
      terminal.err(
        "interrupted: the run is finished, but the signals of its windows are not kept; \(again) keeps them"
      )
    }
    let files = RunFiles.all(evaluation, provenance: provenance, tries: ledger.tries, signals: signals)
    // Nothing that was made of a store which changed meanwhile takes an earlier run's place.
    try evaluation.confirmRead()
    try folder.replace(with: files, hasPrograms: session.hasPrograms)
    try evaluation.confirmRead()
    try folder.refuseMissingStore()
    if let problem = ledger.note(), !quiet { terminal.err(problem.printable) }
  }

  /// Prints the table, and where the report lies.
  func show(_ style: TableStyle) {
    let terminal = Terminal()
    terminal.out(terminalSummary(evaluation, style, tries: ledger.tries))
    terminal.out("report: " + folder.reportPath(of: evaluation))
  }
}
