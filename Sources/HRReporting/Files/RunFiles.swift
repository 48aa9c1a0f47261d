package import HRSupport
package import HREvaluation
package import HRRunning

/// One file of a run's folder.
package struct RunFile: Sendable {
  /// Path inside the run's folder; one of ``OwnedFiles``, or no command could ever remove it.
  package let path: String
  /// Makes the content on demand, so that files can be made side by side, and writes it.
  private let make: @Sendable (_ target: String) throws(Diagnostics) -> Void

  init(path: String, render: @escaping @Sendable () -> String) {
    self.path = path
    make = { (target: String) throws(Diagnostics) in try TextFile.write(render(), to: target) }
  }

  /// Writes the file under a temporary name first, so that no incomplete file has the final one.
  ///
  /// - Parameter target: the final name.
  package func write(to target: String) throws(Diagnostics) { try make(target) }
}

extension RunFile {
  init(_ page: OutputFile, _ render: @escaping @Sendable () -> String) {
    self.init(path: page.rawValue, render: render)
  }

  /// Creates a file that grows with the run, so that it is never whole in memory.
  fileprivate init(
    _ page: OutputFile, growing make: @escaping @Sendable (_ target: String) throws(Diagnostics) -> Void
  ) {
    (path, self.make) = (page.rawValue, make)
  }

  fileprivate init<File: UnitFile>(
    _ page: OutputFile, of evaluation: Evaluation, _ file: @escaping @Sendable () -> File
  ) {
    self.init(page) { (target: String) throws(Diagnostics) in
      try file().write(evaluation.results, to: target)
    }
  }
}

/// Files of a run's folder. A file that is not asked for is not made.
package enum RunFiles {
  /// Returns the pages that a run with these choices writes, by the time they take, longest first, so that the others
  /// are made beside them.
  ///
  /// - Parameters:
  ///   - formats: formats of the run.
  ///   - hasQualities: whether the experiment names quality indices.
  ///   - hasGroups: whether recordings or windows are grouped.
  ///   - writesBeats: whether the experiment asks for `beats.csv`.
  ///   - hasBeatScores: whether any detector has beats to count; not known before the run.
  ///   - windowRows: number of rows of `windows.csv`; `nil` if it is not known yet.
  package static func pages(
    formats: [ReportFormat], hasQualities: Bool, hasGroups: Bool, writesBeats: Bool = false,
    hasBeatScores: Bool = true, windowRows: Int? = nil
  ) -> [OutputFile] {
    let hasWindows =
      formats.contains(.windowsCSV)
      || (formats.contains(.csv) && windowRows ?? 0 <= WindowsCSV.mostRows)
    let hasTables = formats.contains(.csv)
    let pages: [(page: OutputFile, isWritten: Bool)] = [
      (.windowColumns, formats.contains(.hdf5)), (.windows, hasWindows), (.beats, writesBeats),
      (.summary, hasTables), (.beatScores, hasTables && hasBeatScores),
      (.groups, hasTables && hasGroups),
      (.qualities, hasTables && hasQualities), (.results, formats.contains(.json)),
      (.page, formats.contains(.html)), (.report, formats.contains(.markdown)),
      (.latex, formats.contains(.latex)), (.run, true),
    ]
    return pages.filter(\.isWritten).map(\.page)
  }

  /// Returns all files of a run.
  ///
  /// - Parameters:
  ///   - evaluation: evaluation of the run.
  ///   - provenance: `nil` leaves `run.json` as the run wrote it.
  ///   - recorded: content of the `run.json` that is left as it is; `nil` if there is none.
  ///   - circumstances: what is known of the run beside its results.
  ///   - signals: signals that detectors saw in a few windows; `nil` if nothing was kept.
  ///   - showsDelays: whether the pages show errors at the detectors' stated delays beside the plain ones.
  /// - Returns: paths inside the run's folder, in the order in which they are written.
  package static func all(
    _ evaluation: Evaluation, provenance: RunProvenance?, recorded: RunProvenance? = nil,
    circumstances: RunCircumstances = RunCircumstances(), signals: KeptSignals? = nil,
    showsDelays: Bool = false
  ) -> [RunFile] {
    let plan = evaluation.plan
    let pages = pages(
      formats: plan.formats, hasQualities: !plan.qualities.isEmpty, hasGroups: !plan.groupings.isEmpty,
      writesBeats: plan.writesBeats == true,
      hasBeatScores: evaluation.rows.contains { $0.diagnosis?.beats?.summaries.isEmpty == false },
      windowRows: evaluation.windowRowCount)
    // The document is for pages that people read, and is made once for all of them.
    let isRead = pages.contains { [.report, .page, .latex].contains($0) }
    let document = isRead ? RunDocument(evaluation, circumstances, showsDelays: showsDelays) : nil
    return pages.flatMap { page -> [RunFile] in
      switch page {
      case .windowColumns: [RunFile(page, of: evaluation) { WindowsH5(evaluation: evaluation) }]
      case .windows: [RunFile(page, of: evaluation) { WindowsCSV(evaluation: evaluation) }]
      case .beats: [RunFile(page, of: evaluation) { BeatsCSV(evaluation: evaluation) }]
      case .beatScores: [RunFile(page) { BeatScoresCSV(evaluation: evaluation).text }]
      case .summary: [RunFile(page) { SummaryCSV(evaluation: evaluation).text }]
      case .groups: [RunFile(page) { GroupsCSV(evaluation: evaluation).text }]
      case .qualities: [RunFile(page, of: evaluation) { QualitiesCSV(plan: plan) }]
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
          [
            RunFile(page) {
              RunJSON(evaluation: evaluation, provenance: provenance, circumstances: circumstances).text
            }
          ]
        } ?? []
      case .comparison, .comparisonTable, .gate, .gateTests, .history, .historyTable, .comparisonPage,
        .gatePage, .historyPage, .changes:
        []
      }
    }
  }
}

extension RunDocument {
  fileprivate init(_ evaluation: Evaluation, _ circumstances: RunCircumstances, showsDelays: Bool) {
    self.init(
      evaluation: evaluation, figures: RunFigures(evaluation),
      comparison: evaluation.declaredComparison.map {
        ComparisonPage($0, ofUnseen: evaluation.declaredComparisonOfUnseen, circumstances: circumstances)
      }, circumstances: circumstances, showsDelays: showsDelays)
  }
}
