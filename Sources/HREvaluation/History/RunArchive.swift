package import HRSupport
internal import HRRecordings

/// Stored runs found in folders, and those that could not be read.
package struct RunArchive: Sendable {
  /// Runs in the order of the folders, those inside one folder in natural order of their names.
  package let runs: [ArchivedRun]
  package let refused: [Refusal]

  /// A folder without a run or with a damaged one, and the problem.
  package struct Refusal: Equatable, Sendable {
    package let folder: String
    package let problem: Diagnostic
  }

  /// - Parameter paths: folders of runs, `results.json` files, or folders whose children are folders of runs; each run
  ///   counts once, however often it is named.
  package init(_ paths: [String]) {
    var folders: [String] = []
    var refused: [Refusal] = []
    var seen: Set<String> = []
    for path in paths {
      do {
        folders += try Self.folders(at: path).filter { seen.insert(Self.identity(of: $0)).inserted }
      } catch {
        refused.append(Refusal(folder: path, problem: error.first))
      }
    }
    // Parsing the results of large runs takes long.
    let outcomes = ConcurrentWork.map(folders.count) { [folders] index in
      Result { () throws(Diagnostics) in try ArchivedRun(folder: folders[index]) }
    }
    var runs: [ArchivedRun] = []
    for (folder, outcome) in zip(folders, outcomes) {
      switch outcome {
      case .success(let run): runs.append(run)
      case .failure(let problems): refused.append(Refusal(folder: folder, problem: problems.first))
      }
    }
    self.runs = runs
    self.refused = refused
  }

  /// Returns the histories of all runs.
  ///
  /// - Throws: if no run can be used, or none has the metric.
  package func histories(of metric: String) throws(Diagnostics) -> [History] {
    guard !runs.isEmpty else { throw Diagnostics(refused.map(\.problem)) }
    let known = History.metrics(of: runs)
    guard known.contains(metric) else {
      throw Diagnostics(
        "no run knows the metric \"\(metric)\"", hint: suggestionHint(for: metric, among: known))
    }
    return History.all(of: runs, metric: metric)
  }

  private static func folders(at path: String) throws(Diagnostics) -> [String] {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard TextFile.exists(trimmed) else {
      throw Diagnostics("there is no such folder", in: path, hint: "check the path")
    }
    guard TextFile.isDirectory(trimmed) else {
      if trimmed.split(separator: "/").last == "results.json" {
        return [TextFile.directory(of: trimmed)]
      }
      throw Diagnostics(
        "this is a file, not the folder of a run", in: path, hint: "name the folder that holds results.json")
    }
    if isRun(trimmed) { return [trimmed] }
    let children = TextFile.names(in: trimmed).sorted { $0.precedesNaturally($1) }
      .map { trimmed == "." ? $0 : "\(trimmed)/\($0)" }.filter(isRun)
    guard !children.isEmpty else {
      throw Diagnostics(
        "there is no run in this folder", in: path,
        hint: "name folders that `hreval run` wrote, or one folder that holds them")
    }
    return children
  }

  /// Returns true if a run was begun in the folder. A run without results is then refused with the reason, not passed
  /// over.
  private static func isRun(_ folder: String) -> Bool {
    ["results.json", "run.json", "units.store"].contains { TextFile.exists("\(folder)/\($0)") }
  }

  private static func identity(of folder: String) -> String {
    URL(fileURLWithPath: TextFile.absolute(folder)).resolvingSymlinksInPath().path
  }
}
