internal import HRSupport
internal import HRRecordings

/// One finished run, or a comparison made of runs, as the ledger keeps it: the recordings and the detectors it judged
/// on them, without any figures.
package struct LedgerEntry: Equatable, Sendable {
  /// Time at which the run ended, ISO 8601.
  package let time: String
  /// Name of the experiment.
  package let experiment: String
  /// SHA-256 of the experiment as it was run, overrides included.
  package let experimentSHA256: String
  /// Names of data sets, in the experiment's order.
  package let datasets: [String]
  /// ``mark(ofRecording:files:)`` of each recording that was used, in the experiment's order.
  package let recordings: [String]
  /// ``mark(ofName:)`` of each, in the same order.
  package let names: [String]
  /// ``RunPlan/detectorMark(_:)`` of each detector that was judged, in the experiment's order.
  package let detectors: [String]
  /// Part of the experiment's split; ``Part/all`` without one.
  package let part: Part
  /// ``RunPlan/analysisMark``; `nil` in lines of builds that did not note it.
  package var analysis: String?
  /// ``mark(ofFiles:)`` of each recording whose files no other recording of the run has.
  package var contents: [String] = []

  package enum Part: String, CaseIterable, Sendable {
    case all, development, test

    package init(_ part: RunPart?) {
      self = part.flatMap { Self(rawValue: $0.rawValue) } ?? .all
    }
  }

  package init(
    time: String, experiment: String, experimentSHA256: String, datasets: [String], recordings: [String],
    names: [String], detectors: [String], part: Part, analysis: String? = nil, contents: [String] = []
  ) {
    self.analysis = analysis
    self.contents = contents
    self.names = names
    self.part = part
    self.time = time
    self.experiment = experiment
    self.experimentSHA256 = experimentSHA256
    self.datasets = datasets
    self.recordings = recordings
    self.detectors = detectors
  }

  /// Returns a mark of a recording that does not depend on its path: a digest of its name and its files' content.
  /// Several recordings may be in one file, so the name counts too.
  ///
  /// - Parameters:
  ///   - id: its name in its data set.
  ///   - files: SHA-256 of each of its files.
  package static func mark(ofRecording id: String, files: [String]) -> String {
    short(ContentHash.digest(of: Array(([id] + files).joined(separator: "\n").utf8)))
  }

  /// Returns a mark of a recording that has its files for itself, whatever its name.
  package static func mark(ofFiles files: [String]) -> String {
    short(ContentHash.digest(of: Array(files.sorted().joined(separator: "\n").utf8)))
  }

  /// Returns a mark of a recording that need not be opened: a digest of its data set's name and its own.
  package static func mark(ofName name: String) -> String {
    short(ContentHash.digest(of: Array(name.utf8)))
  }

  /// Returns the first sixteen hexadecimal digits, which tell apart what one ledger can hold.
  static func short(_ digest: String) -> String { String(digest.prefix(16)) }

  /// The mark of its analysis; in lines of builds that did not note it, of its experiment.
  package var identity: String { analysis ?? experimentSHA256 }

  /// Returns true if both are of one experiment and one of them does not tell its analysis.
  func isSameExperiment(as other: LedgerEntry) -> Bool {
    (analysis == nil || other.analysis == nil) && experimentSHA256 == other.experimentSHA256
  }

  /// Returns true if both used a recording with the same content, whatever it is called.
  func sharesRecordings(with other: LedgerEntry) -> Bool {
    !Set(recordings).isDisjoint(with: other.recordings) || !Set(contents).isDisjoint(with: other.contents)
  }

  /// The entry as a line of the ledger.
  package var line: String { Self.file.json(self).rendered(indented: false) }

  /// - Returns: `nil` for a line that is no entry, as one that was torn.
  package init?(line: String) {
    guard let entry = try? Self.file.read(line, file: "ledger") else { return nil }
    self = entry
  }

  private static let file = JSONFileForm(
    "hreval-ledger", "ledger entry", version: 1, again: "keep another ledger", isOpen: true,
    JSONForm<LedgerEntry>.object(
      "an entry of the ledger",
      LedgerEntry.init(
        time:experiment:experimentSHA256:datasets:recordings:names:detectors:part:analysis:contents:),
      .init("time", \.time, .text, "When the run ended."),
      .init("experiment", \.experiment, .text, "Name of the experiment."),
      .init("experimentSHA256", \.experimentSHA256, .text, "Of the experiment as it was run."),
      .init("datasets", \.datasets, .list(.text), "Names of the data sets."),
      .init("recordings", \.recordings, .list(.text), "One per recording that was used."),
      .init("names", \.names, .list(.text), "One per name of these."),
      .init("detectors", \.detectors, .list(.text), "One per detector that was judged."),
      .init("part", \.part, .choice, "Of the experiment's split; all without one."),
      .init("analysis", ifAny: \.analysis, .text, "Of all that was chosen."),
      .init("contents", ifAny: \.contents, .list(.text), "One per recording that has its files for itself.")))
}

extension RunPlan {
  /// Returns a mark of a detector by all that makes it: its wave, filters, parameters and rules, and what it
  /// estimates. Its label, and its baseline, do not count.
  package func detectorMark(_ detector: Int) -> String {
    let note = detectors[detector]
    let stages: [[StageNote]] = [
      note.recordedTrace.map { [$0] } ?? [], note.filters, [note.detector], note.acceptWhen,
      note.confidenceFrom.map { [$0] } ?? [],
    ]
    let extractors = note.extractors.map { JSONText.string($0) }
    let parts = stages.map { JSONText.array($0.map(\.identity)) }
    let text = JSONText.array([.string(measurand.rawValue), .array(extractors)] + parts)
    return LedgerEntry.short(ContentHash.digest(of: Array(text.rendered(indented: false).utf8)))
  }
}

extension RunPlan.StageNote {
  fileprivate var identity: JSONText {
    let values = parameters.map { JSONText.array([.string($0.name), .string($0.value)]) }
    return .array([.string(definition)] + values)
  }
}
