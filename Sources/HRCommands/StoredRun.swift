internal import HREvaluation
internal import HRRunning
internal import HRRecordings
internal import HRSupport
internal import HRReporting

/// A finished run that is given to a command.
struct StoredRun {
  let folder: String
  let content: RunStore.Content

  /// - Throws: if the folder has no finished run, an interrupted one, or one whose file is incomplete.
  init(_ folder: String) throws(Diagnostics) {
    self.folder = Self.trimmed(folder)
    let path = RunStore.path(in: self.folder)
    if !TextFile.exists(path), TextFile.exists(RunStore.partialPath(in: self.folder)) {
      throw Diagnostics(
        "the run was interrupted and is not finished", in: self.folder,
        hint: "finish it: hreval run EXPERIMENT --resume, with the options it was begun with")
    }
    content = try RunStore.read(path)
    let (found, planned) = (content.results.count, content.plan.units.count)
    guard found == planned else {
      throw Diagnostics(
        "the stored run is damaged: \(found) of its \(planned) units can be read",
        in: path, hint: "`hreval run EXPERIMENT --resume` runs the others again")
    }
  }

  /// Returns a folder's name without the slashes with which a shell completes it.
  static func trimmed(_ folder: String) -> String {
    var name = folder
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    return name
  }

  var evaluation: Evaluation {
    get throws(Diagnostics) {
      let evaluation = Evaluation(plan: content.plan, results: content.results)
      try evaluation.confirmRead()
      return evaluation
    }
  }

  /// Facts of its `run.json` beside the results.
  var circumstances: RunCircumstances { RunCircumstances(inRun: folder) }

  /// Time, place and circumstances of the run; `nil` where its `run.json` does not have them.
  var provenance: RunProvenance? { RunProvenance(inRun: folder) }

  /// Signals of a few windows as its detectors had them; `nil` where none were stored.
  var signals: KeptSignals? { SignalStore.read(in: folder, of: content) }

  /// Asks the ledger about an analysis that is made of this run afterwards.
  ///
  /// - Parameters:
  ///   - baselineLabel: label of the detector that the others are compared with; `nil`: as the experiment says.
  ///   - marginBPM: the margin that counts.
  ///   - parts: marks of the other runs that it is made of.
  /// - Returns: `nil` where the run judged nothing.
  func ledger(baselineLabel: String?, marginBPM: Double?, parts: [String] = []) -> AnalysisLedger? {
    var plan = content.plan
    if let baselineLabel {
      plan.baseline = baselineLabel
      for index in plan.detectors.indices { plan.detectors[index].baseline = nil }
    }
    plan.marginBPM = marginBPM
    let digest = ContentHash.digest(of: Array(content.fingerprint.utf8))
    let entry = LedgerEntry(
      plan, results: content.results, time: Date().formatted(.iso8601), experimentSHA256: digest)
    // The path is as it was typed, perhaps in another folder.
    let experiment = provenance.map(\.experimentPath).flatMap { TextFile.exists($0) ? $0 : nil }
    return entry.map {
      AnalysisLedger($0, plan: plan, beside: experiment.map(TextFile.directory(of:)), parts: parts)
    }
  }

  /// The run with its folder's path as the name in tables: `reports/demo`.
  var match: RunMatch.Run { RunMatch.Run(name: folder, plan: content.plan, results: content.results) }
}

extension RunProvenance {
  /// Reads the `run.json` of a folder.
  ///
  /// - Returns: `nil` where there is none, or it cannot be read.
  init?(inRun folder: String) {
    guard let text = try? TextFile.read("\(folder)/\(OutputFile.run.rawValue)", what: "run") else {
      return nil
    }
    self.init(runJSON: text)
  }

  /// Time and build of the run, as a baseline stores them.
  var origin: Baseline.Origin {
    Baseline.Origin(
      made: finished, commit: build.commit, hasUncommittedChanges: build.hasUncommittedChanges)
  }
}
