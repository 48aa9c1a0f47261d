package import HRRunning

extension Evaluation {
  /// Returns the run's entry for the ledger: recordings that could be used, and detectors with rows over any
  /// reference.
  ///
  /// - Parameters:
  ///   - time: end of the run, ISO 8601.
  ///   - experimentSHA256: of the experiment as it was run.
  /// - Returns: `nil` where no detector was judged.
  package func ledgerEntry(time: String, experimentSHA256: String) -> LedgerEntry? {
    let judged = Set(rows.filter { $0.tally.referenceWindows > 0 }.map(\.detector)).sorted()
    guard !judged.isEmpty else { return nil }
    let used = recordings.filter { $0.failure == nil }
    return LedgerEntry(
      time: time, experiment: plan.name, experimentSHA256: experimentSHA256, datasets: plan.usedDatasets,
      recordings: used.map { LedgerEntry.mark(ofRecording: $0.id, files: $0.facts.files.map(\.sha256)) },
      names: used.map { LedgerEntry.mark(ofName: $0.name) }, detectors: judged.map(plan.detectorMark),
      part: LedgerEntry.Part(plan.split?.part))
  }
}
