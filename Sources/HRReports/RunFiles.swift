package import HRExperiments

/// One file of a run's folder.
package struct RunFile: Sendable {
  /// Inside the run's folder.
  package let path: String
  private let render: @Sendable () -> String

  init(_ path: String, _ render: @escaping @Sendable () -> String) {
    self.path = path
    self.render = render
  }

  /// Made when asked for, so that files can be made side by side.
  package var text: String { render() }
}

/// Every file of a run's folder. A file that is not asked for is not made.
package enum RunFiles {
  /// - Parameter provenance: `nil` leaves `run.json` as the run wrote it.
  /// - Returns: paths inside the run's folder, in the order in which they are written.
  package static func all(
    _ evaluation: Evaluation, provenance: RunProvenance?
  ) -> [RunFile] {
    var files: [RunFile] = []
    let formats = evaluation.plan.formats
    if formats.contains(ReportFormat.csv.rawValue) {
      // The longest work first: the others are made beside it.
      files.append(RunFile("windows.csv") { WindowsCSV(evaluation).text })
      files.append(RunFile("summary.csv") { SummaryCSV(evaluation).text })
      if !evaluation.plan.qualities.isEmpty {
        files.append(RunFile("qualities.csv") { QualitiesCSV(evaluation).text })
      }
    }
    if formats.contains(ReportFormat.json.rawValue) {
      files.append(RunFile("results.json") { ResultsJSON(evaluation).text })
    }
    if formats.contains(ReportFormat.markdown.rawValue) {
      let figures = RunFigures(evaluation)
      for figure in figures.all { files.append(RunFile(figure.path) { figure.figure.svg }) }
      let comparison = evaluation.declaredComparison.map(ComparisonPage.init)
      files += comparison?.figureFiles ?? []
      files.append(
        RunFile("report.md") {
          ReportMarkdown(evaluation, figures: figures, comparison: comparison).text
        })
    }
    if let provenance {
      files.append(RunFile("run.json") { RunJSON(evaluation, provenance: provenance).text })
    }
    return files
  }
}
