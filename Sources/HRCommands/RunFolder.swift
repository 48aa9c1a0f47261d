internal import Foundation
internal import HRDiagnostics
internal import HRExperiments

/// The folder of a run.
struct RunFolder {
  private let directory: String

  init(_ directory: String) {
    self.directory = directory
  }

  /// Writes a run's pages and takes away those of an earlier run that this one no longer has.
  func replace(with files: [(path: String, text: String)]) throws(Diagnostics) {
    let pages = ["report.md", "summary.csv", "windows.csv", "results.json"]
    let figures = TextFile.names(in: directory + "/figures").filter { $0.hasSuffix(".svg") }.map {
      "figures/\($0)"
    }
    for old in pages + figures where !files.contains(where: { $0.path == old }) {
      TextFile.remove("\(directory)/\(old)")
    }
    try write(files)
  }

  func write(_ files: [(path: String, text: String)]) throws(Diagnostics) {
    var folders: Set<String> = []
    for file in files {
      let path = "\(directory)/\(file.path)"
      let folder = TextFile.directory(of: path)
      if folders.insert(folder).inserted { try TextFile.makeDirectory(folder) }
      try TextFile.write(file.text, to: path)
    }
  }

  /// What to open first.
  func reportPath(of evaluation: Evaluation) -> String {
    let main = evaluation.plan.formats.contains(ReportFormat.markdown.rawValue) ? "report.md" : "run.json"
    let path = "\(directory)/\(main)"
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
