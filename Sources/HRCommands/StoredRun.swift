internal import HRDiagnostics
internal import HRExperiments

/// A finished run that a command was pointed at.
struct StoredRun {
  let folder: String
  let content: RunStore.Content

  /// - Throws: when the folder holds no finished run, or one that was interrupted.
  init(_ folder: String) throws(Diagnostics) {
    self.folder = Self.trimmed(folder)
    content = try RunStore.read(RunStore.path(in: self.folder))
  }

  /// A folder's name without the slashes a shell completes it with.
  static func trimmed(_ folder: String) -> String {
    var name = folder
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    return name
  }

  var evaluation: Evaluation { Evaluation(plan: content.plan, results: content.results) }

  /// `reports/demo` as a name in tables.
  var match: RunMatch.Run { RunMatch.Run(name: folder, plan: content.plan, results: content.results) }
}
