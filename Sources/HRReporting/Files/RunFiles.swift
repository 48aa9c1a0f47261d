package import HRSupport
package import HREvaluation
package import HRRunning

/// One file of a run's folder.
package struct RunFile: Sendable {
  /// Path inside the run's folder; one of ``OwnedFiles``, or no command could ever remove it.
  package let path: String
  private let content: Content

  private enum Content: Sendable {
    /// Made on demand, so that files can be made side by side.
    case text(@Sendable () -> String)
    /// Grows with the run, so it is never whole in memory; the path is the final name.
    case growing(@Sendable (_ path: String) throws(Diagnostics) -> Void)
  }

  init(path: String, render: @escaping @Sendable () -> String) {
    self.path = path
    content = .text(render)
  }

  /// Writes the file under a temporary name first, so that no incomplete file has the final one.
  ///
  /// - Parameter target: the final name.
  package func write(to target: String) throws(Diagnostics) {
    switch content {
    case .text(let render): try TextFile.write(render(), to: target)
    case .growing(let write): try write(target)
    }
  }
}

extension RunFile {
  init(_ page: OutputFile, _ render: @escaping @Sendable () -> String) {
    self.init(path: page.rawValue, render: render)
  }

  init(_ page: OutputFile, growing write: @escaping @Sendable (_ path: String) throws(Diagnostics) -> Void) {
    path = page.rawValue
    content = .growing(write)
  }
}

/// Files of a run's folder. A file that is not asked for is not made.
package enum RunFiles {
  /// Pages by the time they take, longest first, so that the others are made beside them.
  private static let inOrder: [OutputFile] = [
    .windowColumns, .windows, .summary, .qualities, .results, .page, .report, .latex, .run,
  ]

  /// Returns the pages that a run with these choices writes, in their order.
  ///
  /// - Parameters:
  ///   - formats: formats of the run.
  ///   - hasQualities: whether the experiment names quality indices.
  ///   - windowRows: number of rows of `windows.csv`; `nil` if it is not known yet.
  package static func pages(
    formats: [ReportFormat], hasQualities: Bool, windowRows: Int? = nil
  ) -> [OutputFile] {
    let hasWindows =
      formats.contains(.windowsCSV)
      || (formats.contains(.csv) && windowRows ?? 0 <= WindowsCSV.mostRows)
    return inOrder.filter { page in
      switch page {
      case .windowColumns: formats.contains(.hdf5)
      case .windows: hasWindows
      case .summary: formats.contains(.csv)
      case .qualities: formats.contains(.csv) && hasQualities
      case .results: formats.contains(.json)
      case .page: formats.contains(.html)
      case .report: formats.contains(.markdown)
      case .latex: formats.contains(.latex)
      case .run: true
      case .comparison, .comparisonTable, .gate, .gateTests, .history, .historyTable, .comparisonPage,
        .gatePage, .historyPage, .changes:
        false
      }
    }
  }

  /// Returns all files of a run.
  ///
  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - provenance: `nil` leaves `run.json` as the run wrote it.
  ///   - recorded: content of the `run.json` that is left as it is; `nil` if there is none.
  ///   - tries: prior analyses that the ledger knew; `nil` if that was not recorded.
  ///   - signals: signals that detectors saw in a few windows; `nil` if nothing was kept.
  /// - Returns: paths inside the run's folder, in the order in which they are written.
  package static func all(
    _ evaluation: Evaluation, provenance: RunProvenance?, recorded: RunProvenance? = nil,
    tries: PriorEvaluations? = nil, signals: KeptSignals? = nil
  ) -> [RunFile] {
    let plan = evaluation.plan
    let pages = pages(
      formats: plan.formats, hasQualities: !plan.qualities.isEmpty, windowRows: evaluation.windowRowCount)
    // The document is for pages that people read, and is made once for all of them.
    let isRead = pages.contains { [.report, .page, .latex].contains($0) }
    let document = isRead ? document(evaluation, tries) : nil
    return pages.flatMap { page -> [RunFile] in
      switch page {
      case .windowColumns:
        [
          RunFile(page) { (path: String) throws(Diagnostics) in
            try WindowsH5(evaluation: evaluation).write(evaluation.results, to: path)
          }
        ]
      case .windows:
        [
          RunFile(page) { (path: String) throws(Diagnostics) in
            try WindowsCSV(evaluation: evaluation).write(evaluation.results, to: path)
          }
        ]
      case .summary: [RunFile(page) { SummaryCSV(evaluation: evaluation).text }]
      case .qualities:
        [
          RunFile(page) { (path: String) throws(Diagnostics) in
            try QualitiesCSV(plan: plan).write(evaluation.results, to: path)
          }
        ]
      case .results:
        [
          RunFile(page) { (path: String) throws(Diagnostics) in
            try TextFile.write(evaluation.stored.json, to: path)
          }
        ]
      case .report:
        document.map { document in
          document.figures.all.map(\.file) + (document.comparison?.figureFiles ?? []) + [
            RunFile(page) { ShortReport(document: document, pages: pages).markdown }
          ]
        } ?? []
      case .page:
        document.map { document in
          [
            RunFile(page) { (path: String) throws(Diagnostics) in
              let page = RunPage(document: document, provenance: provenance ?? recorded, signals: signals)
              try TextFile.write(page.pieces, to: path)
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
    _ evaluation: Evaluation, _ tries: PriorEvaluations?
  ) -> RunDocument {
    let comparison = evaluation.declaredComparison.map {
      ComparisonPage($0, ofUnseen: evaluation.declaredComparisonOfUnseen, tries: tries)
    }
    return RunDocument(
      evaluation: evaluation, figures: RunFigures(evaluation), comparison: comparison, tries: tries)
  }
}
