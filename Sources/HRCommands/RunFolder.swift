internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import HRReporting
internal import Synchronization

/// The folder of a run.
struct RunFolder {
  let directory: String

  /// Checks whether a run may be written to this folder, by its contents.
  ///
  /// - Parameters:
  ///   - experiment: of the run.
  ///   - hasGate: true if the run is compared with a baseline.
  ///   - force: true if contents that can be replaced are to be.
  ///   - isPlanned: true if the run is worked on in shards, which are in this folder too.
  /// - Returns: a line about the contents that will be replaced; `nil` without any.
  /// - Throws: all objections.
  func claim(
    for experiment: Experiment, hasGate: Bool = false, force: Bool, isPlanned: Bool = false
  ) throws(Diagnostics) -> String? {
    guard !TextFile.isFile(directory) else {
      throw Diagnostics("this is a file, not a folder", in: directory, hint: "--output names a folder")
    }
    let plan = experiment.plan
    let claim = FolderClaim(
      names: Self.entries(of: directory).filter { !isPlanned || !ShardFolder.names.contains($0) },
      figures: figures, speech: Self.entries(of: speechFolder), earlier: PriorRun(in: directory),
      directory: shownPath(directory), experiment: plan.name,
      pages: RunFiles.pages(
        formats: plan.formats, hasQualities: !plan.qualities.isEmpty, hasGroups: !plan.groupings.isEmpty,
        writesBeats: plan.writesBeats == true)
        + (hasGate ? GatePage.pages : []),
      drawsRankings: plan.declaresComparison, hasPrograms: !experiment.namedPrograms.isEmpty)
    let problems = claim.objections(force: force)
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return claim.replaced
  }

  /// Returns the entries of a folder, without temporary files, which are being written or were left by an interrupted
  /// run.
  private static func entries(of folder: String) -> [String] {
    TextFile.names(in: folder).filter { !TemporaryName.isTemporary($0) }
      .map { TextFile.isDirectory("\(folder)/\($0)") ? $0 + "/" : $0 }
  }

  private var figures: [(name: String, isDrawn: Bool)] {
    let folder = "\(directory)/\(OwnedFiles.figures)"
    return Self.entries(of: folder).map { ($0, isFigure("\(folder)/\($0)")) }
  }

  private var speechFolder: String { "\(directory)/\(OwnedFiles.speech)" }

  /// Returns true if hreval drew the file. Pictures in other forms are made of the figure beside them.
  private func isFigure(_ path: String) -> Bool {
    let drawn = PictureFormat.has(path) ? "\(path.dropLast(4)).svg" : path
    return TextFile.beginning(of: drawn, bytes: 1024).map(OwnedFiles.isFigure) ?? false
  }

  /// Writes a run's pages and removes those of an earlier run that this one no longer has.
  ///
  /// - Parameter hasPrograms: true if the files in `stderr/` are of this run.
  func replace(with files: [RunFile], hasPrograms: Bool) throws(Diagnostics) {
    // A verdict or a comparison of the earlier run does not apply to this one.
    TemporaryName.clear("\(directory)/\(OwnedFiles.figures)", [.file])
    let drawn = figures.filter { OwnedFiles.isFigureOfRun($0.name) && $0.isDrawn }
    remove(OwnedFiles.pagesOfRun + drawn.map { "\(OwnedFiles.figures)/\($0.name)" }, unlessAmong: files)
    if !hasPrograms { ErrorOutputFiles.remove(from: speechFolder) }
    try write(files)
  }

  /// Writes the pages of a history and removes figures of an earlier one that this one no longer has.
  func replaceHistory(with files: [RunFile]) throws(Diagnostics) {
    try refuseForeign(files)
    let drawn = figures.filter { FigureKind.history.owns($0.name) && $0.isDrawn }
    remove(drawn.map { "\(OwnedFiles.figures)/\($0.name)" }, unlessAmong: files)
    try write(files)
  }

  /// Writes the pages of a comparison beside the existing files.
  func add(_ files: [RunFile]) throws(Diagnostics) {
    if PriorRun(in: directory).isNone { try refuseForeign(files) }
    try write(files)
  }

  /// Refuses to write over a file that hreval did not make.
  private func refuseForeign(_ files: [RunFile]) throws(Diagnostics) {
    let foreign = files.map(\.path).filter { path in
      let whole = "\(directory)/\(path)"
      guard TextFile.exists(whole) else { return false }
      guard let page = OutputFile(rawValue: path) else { return !isFigure(whole) }
      return (try? TextFile.read(whole, what: "page")).map { !page.isMade($0) } ?? true
    }
    guard foreign.isEmpty else {
      throw Diagnostics(
        foreign.map {
          Diagnostic(
            "this is not a file that hreval made, so it is not written over",
            in: "\(shownPath(directory))/\($0)",
            hint: "move it away, or name another --output")
        })
    }
  }

  private func remove(_ paths: [String], unlessAmong files: [RunFile]) {
    for path in paths where !files.contains(where: { $0.path == path }) {
      TextFile.remove("\(directory)/\(path)")
    }
  }

  /// Makes and writes the files concurrently; of several problems the first in their order is thrown. `run.json` is
  /// written after all others, so that a new run's folder with it is complete.
  func write(_ files: [RunFile]) throws(Diagnostics) {
    try writeAtOnce(files.filter { $0.path != OutputFile.run.rawValue })
    try writeAtOnce(files.filter { $0.path == OutputFile.run.rawValue })
  }

  private func writeAtOnce(_ files: [RunFile]) throws(Diagnostics) {
    for folder in Set(files.map { TextFile.directory(of: "\(directory)/\($0.path)") }).sorted() {
      try TextFile.makeDirectory(folder)
    }
    // Pictures of an earlier drawing would not agree with the new one.
    for file in files where file.path.hasSuffix(".svg") {
      for format in PictureFormat.allCases {
        TextFile.remove("\(directory)/\(file.path.dropLast(4)).\(format.rawValue)")
      }
    }
    let problems = Mutex<[Int: Diagnostics]>([:])
    ConcurrentWork.perform(files.count) { [self] index in
      do throws(Diagnostics) {
        try files[index].write(to: "\(directory)/\(files[index].path)")
      } catch {
        let problem = error
        problems.withLock { $0[index] = problem }
      }
    }
    if let first = problems.withLock({ $0.min { $0.key < $1.key }?.value }) { throw first }
  }

  /// Refuses a report whose stored results are missing, since the run is then not complete.
  func refuseMissingStore() throws(Diagnostics) {
    let store = RunStore.path(in: directory)
    guard TextFile.exists(store) else {
      throw Diagnostics(
        "the run's folder was removed or replaced while it ran", in: store,
        hint: "its stored results are gone: run the experiment again")
    }
  }

  /// Returns the path of the file to open first.
  func reportPath(of evaluation: Evaluation) -> String {
    let pages: [(ReportFormat, OutputFile)] = [
      (.html, .page), (.markdown, .report), (.latex, .latex), (.json, .results), (.csv, .summary),
      (.windowsCSV, .windows),
    ]
    let page = pages.first { evaluation.plan.formats.contains($0.0) }?.1 ?? .windowColumns
    return shown(page.rawValue)
  }

  /// Returns the path of one of its files, as it is shown to the user.
  func shown(_ name: String) -> String { shownPath("\(directory)/\(name)") }
}
