package import HREvaluation
package import HRResults

/// One file of a run's folder.
package struct RunFile: Sendable {
  /// Inside the run's folder; one of ``OwnedFiles``, or nothing could ever take it away again.
  package let path: String
  let render: @Sendable () -> String

  /// Made when asked for, so that files can be made side by side.
  package var text: String { render() }
}

extension RunFile {
  init(_ page: Page, _ render: @escaping @Sendable () -> String) {
    self.init(path: page.rawValue, render: render)
  }
}

/// Every file of a run's folder. A file that is not asked for is not made.
package enum RunFiles {
  /// The pages that a run with these choices writes, in this order: the longest work first, so that the others are made
  /// beside it.
  package static func pages(formats: [ReportFormat], hasQualities: Bool) -> [Page] {
    (formats.contains(.csv) ? [.windows, .summary] + (hasQualities ? [.qualities] : []) : [])
      + (formats.contains(.json) ? [.results] : []) + (formats.contains(.html) ? [.page] : [])
      + (formats.contains(.markdown) ? [.report] : []) + (formats.contains(.latex) ? [.latex] : []) + [.run]
  }

  /// - Parameters:
  ///   - evaluation: of the run.
  ///   - provenance: `nil` leaves `run.json` as the run wrote it.
  ///   - recorded: what the `run.json` says that is left as it is; `nil` where there is none.
  ///   - tries: what the ledger knew; `nil` where that was not recorded.
  ///   - signals: what detectors saw of a few windows; `nil` where nothing was kept.
  /// - Returns: paths inside the run's folder, in the order in which they are written.
  package static func all(
    _ evaluation: Evaluation, provenance: RunProvenance?, recorded: RunProvenance? = nil,
    tries: EarlierTries? = nil, signals: KeptSignals? = nil
  ) -> [RunFile] {
    let plan = evaluation.plan
    let pages = pages(formats: plan.formats, hasQualities: !plan.qualities.isEmpty)
    // For pages that people read, and made once for all of them.
    let isRead = pages.contains { [.report, .page, .latex].contains($0) }
    let document = isRead ? document(evaluation, tries) : nil
    return pages.flatMap { page -> [RunFile] in
      switch page {
      case .windows: [RunFile(page) { WindowsCSV(evaluation: evaluation).text }]
      case .summary: [RunFile(page) { SummaryCSV(evaluation: evaluation).text }]
      case .qualities: [RunFile(page) { QualitiesCSV(evaluation: evaluation).text }]
      case .results: [RunFile(page) { evaluation.stored.text }]
      case .report:
        document.map { document in
          document.figures.files + (document.comparison?.figureFiles ?? []) + [
            RunFile(page) { ShortReport(document: document, pages: pages).markdown }
          ]
        } ?? []
      case .page:
        document.map { document in
          [
            RunFile(page) {
              RunPage(document: document, provenance: provenance ?? recorded, signals: signals).text
            }
          ]
        } ?? []
      case .latex: document.map { LaTeXReport(evaluation: evaluation, figures: $0.figures).files } ?? []
      case .run:
        provenance.map { provenance in
          [RunFile(page) { RunJSON(evaluation: evaluation, provenance: provenance, tries: tries).text }]
        } ?? []
      case .comparison, .comparisonTable, .gate, .gateTests, .history, .historyTable, .comparisonPage,
        .gatePage, .historyPage, .changes:
        []
      }
    }
  }

  private static func document(
    _ evaluation: Evaluation, _ tries: EarlierTries?
  ) -> RunDocument {
    let comparison = evaluation.declaredComparison.map {
      ComparisonPage($0, ofUnseen: evaluation.declaredComparisonOfUnseen, tries: tries)
    }
    return RunDocument(
      evaluation: evaluation, figures: RunFigures(evaluation), comparison: comparison, tries: tries)
  }
}
