package import HRRunning

extension LedgerEntry {
  /// Creates the entry of a run, or of a comparison made of it: recordings that could be used, and detectors with rows.
  ///
  /// - Parameters:
  ///   - plan: of the run; of a comparison with the baseline and the margin that were chosen for it.
  ///   - results: of the run.
  ///   - time: end of the analysis, ISO 8601.
  ///   - experimentSHA256: of the experiment as it was run.
  /// - Returns: `nil` where no recording has a reference, so that nothing was judged.
  package init?(_ plan: RunPlan, results: UnitResults, time: String, experimentSHA256: String) {
    self.init(
      plan, Evaluation.RecordingRow.all(RunUnits(plan: plan, results: results)), time: time,
      experimentSHA256: experimentSHA256)
  }

  fileprivate init?(
    _ plan: RunPlan, _ recordings: [Evaluation.RecordingRow], time: String, experimentSHA256: String
  ) {
    guard recordings.contains(where: { $0.referenceWindows > 0 }) else { return nil }
    let judged = plan.detectors.indices.filter { detector in
      plan.scenarios.indices.contains { plan.takesPart(detector: detector, in: $0) }
    }
    let used = recordings.filter { $0.failure == nil }
    let files = used.map { $0.facts.files.map(\.sha256).sorted() }
    let counts = Dictionary(grouping: files) { $0 }.mapValues(\.count)
    self.init(
      time: time, experiment: plan.name, experimentSHA256: experimentSHA256, datasets: plan.usedDatasets,
      recordings: used.map { LedgerEntry.mark(ofRecording: $0.id, files: $0.facts.files.map(\.sha256)) },
      names: used.map { LedgerEntry.mark(ofName: $0.name) }, detectors: judged.map(plan.detectorMark),
      part: LedgerEntry.Part(plan.split?.part), analysis: plan.analysisMark,
      contents: files.filter { counts[$0] == 1 && !$0.isEmpty }.map(LedgerEntry.mark(ofFiles:)))
  }
}

extension Evaluation {
  /// Returns the run's entry for the ledger.
  ///
  /// - Parameters:
  ///   - time: end of the run, ISO 8601.
  ///   - experimentSHA256: of the experiment as it was run.
  /// - Returns: `nil` where nothing was judged.
  package func ledgerEntry(time: String, experimentSHA256: String) -> LedgerEntry? {
    LedgerEntry(plan, recordings, time: time, experimentSHA256: experimentSHA256)
  }
}
