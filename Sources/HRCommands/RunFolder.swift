internal import Foundation
internal import HRDiagnostics
internal import HRExperiments
internal import HRReports
internal import Synchronization

/// The folder of a run.
struct RunFolder {
  private let directory: String

  init(_ directory: String) {
    self.directory = directory
  }

  /// Writes a run's pages and takes away those of an earlier run that this one no longer has.
  func replace(with files: [RunFile]) throws(Diagnostics) {
    // A verdict or a comparison of the run before is none of this one.
    let pages = [
      "report.md", "summary.csv", "windows.csv", "results.json", "gate.md", "junit.xml", "comparison.md",
      "comparison.csv",
    ]
    let figures = TextFile.names(in: directory + "/figures").filter { $0.hasSuffix(".svg") }.map {
      "figures/\($0)"
    }
    for old in pages + figures where !files.contains(where: { $0.path == old }) {
      TextFile.remove("\(directory)/\(old)")
    }
    try write(files)
  }

  /// Writes the pages of a history and takes away figures of an earlier one that this one no longer has.
  func replaceHistory(with files: [RunFile]) throws(Diagnostics) {
    for name in TextFile.names(in: directory + "/figures")
    where name.hasPrefix("history-") && name.hasSuffix(".svg")
      && !files.contains(where: { $0.path == "figures/\(name)" })
    {
      TextFile.remove("\(directory)/figures/\(name)")
    }
    try write(files)
  }

  /// Makes and writes the files side by side; the first problem in their order is the one reported.
  func write(_ files: [RunFile]) throws(Diagnostics) {
    for folder in Set(files.map { TextFile.directory(of: "\(directory)/\($0.path)") }).sorted() {
      try TextFile.makeDirectory(folder)
    }
    let problems = Mutex<[Int: Diagnostics]>([:])
    DispatchQueue.concurrentPerform(iterations: files.count) { [self] index in
      do throws(Diagnostics) {
        try TextFile.write(files[index].text, to: "\(directory)/\(files[index].path)")
      } catch {
        let problem = error
        problems.withLock { $0[index] = problem }
      }
    }
    if let first = problems.withLock({ $0.min { $0.key < $1.key }?.value }) { throw first }
  }

  /// A report whose stored results are gone must not be announced as a whole run.
  func refuseMissingStore() throws(Diagnostics) {
    let store = RunStore.path(in: directory)
    guard TextFile.exists(store) else {
      throw Diagnostics(
        Diagnostic(
          "the run's folder was removed or replaced while it ran", place: .init(file: store),
          hint: "its stored results are gone: run the experiment again"))
    }
  }

  /// What to open first.
  func reportPath(of evaluation: Evaluation) -> String {
    shown(evaluation.plan.formats.contains(ReportFormat.markdown.rawValue) ? "report.md" : "run.json")
  }

  /// The path of one of its files as a person would write it here.
  func shown(_ name: String) -> String {
    let path = "\(directory)/\(name)"
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
