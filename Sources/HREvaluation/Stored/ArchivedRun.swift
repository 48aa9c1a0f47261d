internal import HRRunning
package import HRSupport

/// A finished run as its folder has it: the content of `results.json`, and its origin.
@dynamicMemberLookup
package struct ArchivedRun: Sendable {
  /// Path of the folder as it was given.
  package let folder: String
  package let results: StoredResults
  package let origin: Origin
  /// Reason why the figures were not held against the run's store; `nil` if they were and are the same.
  package var unchecked: String?

  package subscript<Part>(dynamicMember path: KeyPath<StoredResults, Part>) -> Part {
    results[keyPath: path]
  }

  package func row(scenario: String, detector: String) -> StoredResults.Row? {
    results.rows.first { $0.scenario == scenario && $0.detector == detector }
  }

  package func metric(_ name: String) -> Named<StoredResults.MetricNote>? {
    results.definitions.metrics.first { $0.name == name }
  }

  /// Content of `run.json`, or the reason why it is unknown. `results.json` has nothing that differs between two runs
  /// of one experiment.
  package enum Origin: Equatable, Sendable {
    case known(Provenance)
    /// The reason why the content is unknown.
    case unknown(String)

    package var provenance: Provenance? { if case .known(let provenance) = self { provenance } else { nil } }
  }

  package struct Provenance: Equatable, Sendable {
    /// ISO 8601, as written.
    package let started: String
    /// The start in seconds since 1970.
    package let startedSeconds: Double
    package var dataFiles: [DataFile]
    /// Commit of the sources that hreval was built from; `nil` if it is not known.
    package var commit: String?
    /// True if the sources differed from that commit.
    package var hasUncommittedChanges = false
  }

  /// A file that was read. Its folder is left out, since the same file may be in another one.
  package struct DataFile: Equatable, Sendable {
    package let dataset, recording, sha256: String
  }
}

extension ArchivedRun {
  /// Reads `results.json` and `run.json` of a run's folder.
  ///
  /// Only `results.json` is required. Without a usable `run.json` the run's ``origin`` has the reason, without a usable
  /// store ``unchecked`` has it.
  ///
  /// - Throws: also if the files say something else than the run's store.
  package init(folder: String) throws(Diagnostics) {
    let results = "\(folder)/results.json"
    guard TextFile.exists(results) else {
      throw Diagnostics(
        "there is no results.json", in: folder,
        hint: "`hreval report \(folder) --format json` writes it from a finished run")
    }
    let text = try TextFile.read(results, what: "results")
    try self.init(folder: folder, results: text, origin: Self.origin(in: folder))
    if case .unchecked(let reason) = try StoreCheck.outcome(self) { unchecked = reason }
  }

  /// - Parameter results: the text of `results.json`.
  package init(folder: String, results: String, origin: Origin) throws(Diagnostics) {
    self.init(
      folder: folder, results: try StoredResults.file.read(results, file: "\(folder)/results.json"),
      origin: origin)
  }

  private static func origin(in folder: String) -> Origin {
    let path = "\(folder)/run.json"
    guard TextFile.exists(path) else { return .unknown("there is no run.json") }
    do {
      return .known(try Provenance(runJSON: try TextFile.read(path, what: "run"), file: path))
    } catch {
      return .unknown(error.first.summary)
    }
  }
}

extension ArchivedRun.Provenance {
  /// - Parameter runJSON: the text of `run.json`.
  package init(runJSON: String, file: String) throws(Diagnostics) {
    self = try Self.file.read(runJSON, file: file)
  }

  /// Form of the part of `run.json` that a history needs.
  private static let file = JSONFileForm(
    "hreval-run", "run file", version: FormatVersion.run, again: "run the experiment again", isOpen: true,
    JSONForm<Self>.object(
      "the run",
      {
        Self(
          started: $0.text, startedSeconds: $0.seconds, dataFiles: $2, commit: $1?.commit,
          hasUncommittedChanges: $1?.hasUncommittedChanges ?? false)
      },
      .init("started", \.start, Start.form, "When it began."),
      .init("build", ifAny: \.build, build, "Which hreval made it."),
      .init("dataFiles", \.dataFiles, .list(dataFile), "What was read.")))

  private static let dataFile = JSONForm<ArchivedRun.DataFile>.object(
    "a data file", ArchivedRun.DataFile.init,
    .init("dataset", \.dataset, .text, "Its data set."),
    .init("recording", \.recording, .text, "Its recording."),
    .init("sha256", \.sha256, .text, "SHA-256 of its bytes."))

  private struct Build: Sendable {
    let commit: String?
    let hasUncommittedChanges: Bool
  }

  private static let build = JSONForm<Build>.object(
    "the build", Build.init,
    .init("commit", \.commit, .optional(.text), "Commit of its sources."),
    .init(
      "uncommittedChanges", \.hasUncommittedChanges, .boolean, fallback: false,
      "Whether these sources differed from the commit."))

  private var build: Build? { Build(commit: commit, hasUncommittedChanges: hasUncommittedChanges) }

  private var start: Start { Start(text: started, seconds: startedSeconds) }

  private struct Start: Sendable {
    let text: String
    let seconds: Double

    static let form = JSONForm<Start>(.string, write: { .string($0.text) }) { node, reading in
      guard let text = JSONForm.text.read(node, &reading) else { return nil }
      guard let time = try? Date(text, strategy: .iso8601) else {
        reading.problem("\"\(text)\" is no time", at: node, hint: "written like 2026-01-02T03:04:05Z")
        return nil
      }
      return Start(text: text, seconds: time.timeIntervalSince1970)
    }
  }
}
