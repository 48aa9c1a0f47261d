package import HRExperiments

/// Every file of a run's folder, as text. A file that is not asked for is not made.
package enum RunFiles {
  /// - Parameter provenance: `nil` leaves `run.json` as the run wrote it.
  /// - Returns: paths inside the run's folder, in the order in which they are written.
  package static func all(
    _ evaluation: Evaluation, provenance: RunProvenance?
  ) -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    let formats = evaluation.plan.formats
    if formats.contains(ReportFormat.csv.rawValue) {
      files.append(("summary.csv", SummaryCSV(evaluation).text))
      files.append(("windows.csv", WindowsCSV(evaluation).text))
    }
    if formats.contains(ReportFormat.json.rawValue) {
      files.append(("results.json", ResultsJSON(evaluation).text))
    }
    if formats.contains(ReportFormat.markdown.rawValue) {
      let figures = RunFigures(evaluation)
      for figure in figures.all { files.append((figure.path, figure.figure.svg)) }
      files.append(("report.md", ReportMarkdown(evaluation, figures: figures).text))
    }
    if let provenance {
      files.append(("run.json", RunJSON(evaluation, provenance: provenance).text))
    }
    return files
  }
}
