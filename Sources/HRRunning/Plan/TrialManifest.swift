package import HRSupport
package import HRSignals

/// Manifest that `hreval export` wrote: every trial of an experiment, its files and the digest of its samples.
///
/// Answers to these trials come back with it, so that a run can check whether they belong to its own samples.
package struct TrialManifest: Equatable, Sendable {
  package enum FileFormat: String, CaseIterable, Codable, Sendable {
    case hdf5, csv

    /// Name as people read it.
    package var spoken: String { rawValue.uppercased() }
  }

  /// Window k, counted from 0, starts at `firstStart + k·hopSeconds` and lasts `seconds`.
  package struct Windows: Codable, Equatable, Sendable {
    package let count: Int
    /// Start of the first window on the clock of the trial's files, in seconds.
    package let firstStart: Double
    package let seconds: Double
    package let hopSeconds: Double
  }

  /// Key that tells a trial from the others.
  package struct Key: Codable, Hashable, Sendable {
    package let dataset: String
    package let recording: String
    /// Label of the scenario.
    package let scenario: String
    /// Counted from 1.
    package let repetition: Int

    /// `study/r1, white noise 10 dB, repeat 2`
    package var text: String { "\(dataset)/\(recording), \(scenario), repeat \(repetition)" }
  }

  package struct Trial: Codable, Equatable, Sendable {
    package let key: Key
    /// Paths below the manifest's folder; none for a trial that failed.
    package let files: [String]
    /// Names of the channels that are in the files.
    package let channels: [String]
    /// ``TrialDigest`` of these channels; `nil` if the trial failed.
    package let sha256: String?
    package let windows: Windows?
    /// Reason why the trial has no files; `nil` if it has.
    package let failure: String?
  }

  /// Version of the program that wrote it.
  package let hreval: String
  /// Name of the experiment.
  package let experiment: String
  package let seed: UInt64
  package let measurand: Measurand
  package let mode: MeasurementMode
  package let fileFormat: FileFormat
  /// Trials by recording, then scenario, then repeat.
  package let trials: [Trial]

  /// Its name in the exported folder.
  package static let fileName = "manifest.json"

  package var text: String { Self.file.text(self) }
}

extension TrialManifest {
  /// Reads a manifest from text.
  ///
  /// - Throws: everything that is wrong with the text.
  package init(text: String, file: String) throws(Diagnostics) {
    self = try Self.file.read(text, file: file)
  }

  /// Reads a manifest.
  ///
  /// - Throws: if it cannot be read, or is no manifest.
  package init(path: String) throws(Diagnostics) {
    try self.init(text: try TextFile.read(path, what: "manifest"), file: path)
  }

  // MARK: Form

  private static let file = JSONFileForm(
    "hreval-trials", "manifest", version: FormatVersion.trials, again: "export the trials again",
    isOpen: true,
    JSONForm<TrialManifest>.object(
      "the manifest",
      TrialManifest.init(hreval:experiment:seed:measurand:mode:fileFormat:trials:),
      .init("hreval", \.hreval, .text, "Version of the program that wrote it."),
      .init("experiment", \.experiment, .text, "Name of the experiment."),
      .init("seed", \.seed, .seed, "The experiment's seed; as text when it is very large."),
      .init("measurand", \.measurand, .choice, "What is to be estimated."),
      .init(
        "mode", \.mode, .choice, "continuous: windows all along each recording; spot: single measurements."),
      .init("fileFormat", \.fileFormat, .choice, "Of the trials' files."),
      .init("trials", \.trials, .list(trial), "By recording, then scenario, then repeat.")
    ).checked(check))

  private static let digest = JSONForm<String>.text.mapped(
    to: { $0.isDigest ? $0 : nil }, from: { $0 },
    spoken: "64 hexadecimal digits, small letters")

  private static let windows = JSONForm<Windows>.object(
    "a trial's windows", Windows.init(count:firstStart:seconds:hopSeconds:),
    .init("count", \.count, .count, "How many there are."),
    .init(
      "firstStart", \.firstStart, .number, "When the first starts, in seconds on the clock of the files."),
    .init("seconds", \.seconds, .number, "How long each is."),
    .init("hopSeconds", \.hopSeconds, .number, "From one window's start to the next."))

  private static let trial = JSONForm<Trial>.object(
    "a trial", Trial.init(dataset:recording:scenario:repetition:files:channels:sha256:windows:failure:),
    .init("dataset", \.key.dataset, .text, "Name of its data set."),
    .init("recording", \.key.recording, .text, "Name of its recording."),
    .init("scenario", \.key.scenario, .text, "Label of the scenario."),
    .init("repeat", \.key.repetition, .integer(1...1_000_000_000), "Which of the repeats, from 1."),
    .init("files", ifAny: \.files, .list(.text), "Below the manifest's folder."),
    .init("channels", ifAny: \.channels, .list(.text), "Names of the channels in them."),
    .init("sha256", ifAny: \.sha256, digest, "Digest of these channels' samples and their times."),
    .init("windows", ifAny: \.windows, windows, "In which windows a rate is wanted."),
    .init("failure", ifAny: \.failure, .text, "Why there are no files."))

  /// Checks what the form of each member cannot express.
  @Sendable private static func check(
    _ manifest: TrialManifest, _ root: JSONNode, _ reading: inout JSONReading
  ) {
    let nodes = root["trials"]?.elements ?? []
    var seen: Set<Key> = []
    for (trial, node) in zip(manifest.trials, nodes) {
      if !seen.insert(trial.key).inserted {
        reading.problem("the trial \(trial.key.text) stands twice", at: node, hint: again)
      }
      if (trial.sha256 == nil) != (trial.failure != nil) {
        reading.problem("a trial has either a sha256 or a failure", at: node, hint: again)
      } else if trial.sha256 != nil, trial.channels.isEmpty {
        reading.problem("the trial names no channel, so its sha256 is of nothing", at: node, hint: again)
      }
    }
  }

  private static let again = "use the manifest as `hreval export` wrote it"
}

extension TrialManifest.Trial {
  /// Creates a trial without files.
  package init(_ key: TrialManifest.Key, failure: String) {
    self.init(key: key, files: [], channels: [], sha256: nil, windows: nil, failure: failure)
  }

  fileprivate init(
    dataset: String, recording: String, scenario: String, repetition: Int, files: [String],
    channels: [String], sha256: String?, windows: TrialManifest.Windows?, failure: String?
  ) {
    self.init(
      key: .init(dataset: dataset, recording: recording, scenario: scenario, repetition: repetition),
      files: files, channels: channels, sha256: sha256, windows: windows, failure: failure)
  }
}

extension String {
  fileprivate var isDigest: Bool {
    utf8.count == 64 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
