internal import HREvaluation
internal import HRResults
internal import HRSystem
internal import HRDiagnostics
internal import HRReports

/// A finished run that a command was pointed at.
struct StoredRun {
  let folder: String
  let content: RunStore.Content

  /// - Throws: when the folder holds no finished run, one that was interrupted, or one whose file is not whole.
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

  /// A folder's name without the slashes a shell completes it with.
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

  /// What the ledger knew when the run ended, as its `run.json` says.
  var tries: EarlierTries? { EarlierTries(inRun: folder) }

  /// When, where and how it was made; `nil` where its `run.json` does not say.
  var provenance: RunProvenance? {
    (try? TextFile.read("\(folder)/\(Page.run.rawValue)", what: "run")).flatMap(RunProvenance.init(runJSON:))
  }

  /// What its detectors saw of a few windows; `nil` where nothing was kept.
  var signals: KeptSignals? { SignalStore.read(in: folder, of: content) }

  /// `reports/demo` as a name in tables.
  var match: RunMatch.Run { RunMatch.Run(name: folder, plan: content.plan, results: content.results) }
}
