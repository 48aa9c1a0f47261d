internal import HRSupport
internal import HREvaluation
internal import HRReporting
internal import HRRunning

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
    // Files that were made of a store which changed meanwhile must not replace an earlier run's.
    try evaluation.confirmRead()
    try folder.replace(with: files, hasPrograms: session.hasPrograms)
    try evaluation.confirmRead()
    try folder.refuseMissingStore()
    if let problem = ledger.note(), !quiet { terminal.err(problem.printable) }
  }

  /// Prints the table, and the path of the report.
  func show(_ style: TableStyle) {
    let terminal = Terminal()
    terminal.out(terminalSummary(evaluation, style, tries: ledger.tries))
    terminal.out("report: " + folder.reportPath(of: evaluation))
  }
}
