internal import HRSupport
package import HRPlugins
package import HRSignals

/// Result of one work unit: windows with reference and estimates, or the reason why there are none.
package struct UnitResult: Equatable, Sendable {
  package let unit: Int
  package let facts: RecordingFacts
  package let outcome: Outcome
  /// Examination of the recording, by the recording's first unit; `nil` in the others, and if it could not be read.
  package let exam: RecordingExam?

  package enum Outcome: Equatable, Sendable {
    case windows(WindowTable)
    /// The recording could not be used; the reason is one line.
    case failed(String)
  }

  package init(unit: Int, facts: RecordingFacts, outcome: Outcome, exam: RecordingExam? = nil) {
    self.unit = unit
    self.facts = facts
    self.outcome = outcome
    self.exam = exam
  }
}

/// Facts of a recording that are known after it was read.
package struct RecordingFacts: Equatable, Sendable {
  package let subject: String?
  package let metadata: [Recording.Metadatum]
  package let seconds: Double
  /// Channels that were read, with their nominal rates in Hz.
  package let channels: [ChannelFacts]
  package let files: [FileFacts]

  package struct ChannelFacts: Equatable, Sendable {
    package let kind: String
    package let sampleRate: Double
    package let isIrregular: Bool
  }

  package struct FileFacts: Equatable, Sendable {
    package let path: String
    package let sha256: String
    /// True if channels are read from it, or if a file that channels are read from names it.
    package private(set) var holdsSignals = true
  }

  /// Returns the group this recording belongs to when recordings are grouped by a metadatum.
  package func stratum(_ name: String) -> String {
    metadata.first { $0.name == name }?.value ?? WindowLabels.none
  }

  package static let unknown = RecordingFacts(subject: nil, metadata: [], seconds: 0, channels: [], files: [])
}

/// The windows of one unit, by column.
package struct WindowTable: Equatable, Sendable {
  package let ranges: [TimeRange]
  package let references: ReferenceColumn
  /// One column per detector of the experiment, in its order; `nil` for one that has no rows in this scenario. A
  /// column has one cell per window, or a single one if the windows are tries.
  package let estimates: [EstimateColumn?]
  /// Beats of the unit; `nil` if the reference has no beats.
  package let beats: BeatTrains?
  /// The detectors that the reference is made by; empty for other references.
  package let referenceDetectors: [ReferenceDetector]
  /// Steps per minute, per window; empty where no accelerometer was read. See ``Cadence``.
  package let cadenceBPM: [Double?]
  /// Labels of the windows, by stratum; only of strata that windows are grouped by.
  package let labels: [LabelColumn]
  /// One column per quality index of the experiment, in its order; without values if the recording lacks its
  /// channels.
  package let qualities: [[Double?]]
  /// The try that each detector's only estimate is of, if the windows are tries of one measurement: one per detector,
  /// 0 for one without rows; see `surestTry(of:)`. Empty if each window has an estimate of its own.
  package let chosenTries: [Int]

  package init(
    ranges: [TimeRange], references: [ReferenceCell], estimates: [EstimateColumn?],
    beats: BeatTrains? = nil,
    referenceDetectors: [ReferenceDetector] = [], cadenceBPM: [Double?] = [], qualities: [[Double?]] = [],
    chosenTries: [Int] = [], labels: [LabelColumn] = []
  ) {
    self.init(
      ranges: ranges, references: ReferenceColumn(references), estimates: estimates, beats: beats,
      referenceDetectors: referenceDetectors, cadenceBPM: cadenceBPM, qualities: qualities,
      chosenTries: chosenTries, labels: labels)
  }

  package init(
    ranges: [TimeRange], references: ReferenceColumn, estimates: [EstimateColumn?], beats: BeatTrains? = nil,
    referenceDetectors: [ReferenceDetector] = [], cadenceBPM: [Double?] = [], qualities: [[Double?]] = [],
    chosenTries: [Int] = [], labels: [LabelColumn] = []
  ) {
    self.labels = labels
    self.ranges = ranges
    self.references = references
    self.estimates = estimates
    self.beats = beats
    self.referenceDetectors = referenceDetectors
    self.cadenceBPM = cadenceBPM
    self.qualities = qualities
    self.chosenTries = chosenTries
  }

  /// Number of estimates of each detector.
  package var rowCount: Int { chosenTries.isEmpty ? ranges.count : 1 }

  /// Rows times detectors that have rows here.
  package var answerCount: Int { rowCount * estimates.count { $0 != nil } }

  /// Returns the window that a row of a detector is of.
  package func window(of detector: Int, row: Int) -> Int { chosenTries.isEmpty ? row : chosenTries[detector] }

  /// Returns the reference of each row of a detector; of tries, that of the chosen one.
  package func references(of detector: Int) -> ReferenceColumn {
    chosenTries.isEmpty ? references : ReferenceColumn([references[chosenTries[detector]]])
  }

  /// References by row without a detector: of tries, the first one's.
  package var unansweredReferences: Slice<ReferenceColumn> { references.prefix(rowCount) }

  /// Labels of the windows of one kind.
  package struct LabelColumn: Equatable, Sendable {
    /// `activity`
    package let name: String
    /// Labels, each once, in the order in which windows first have them.
    package let words: [String]
    /// Index of ``words`` for each window.
    package let codes: [Int]

    package init(name: String, values: [String]) {
      self.name = name
      words = values.distinct
      let codeOf = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
      codes = values.map { codeOf[$0] ?? 0 }
    }

    package subscript(_ window: Int) -> String { words[codes[window]] }
  }

  package enum ReferenceCell: Equatable, Sendable {
    case bpm(Double)
    /// The reason: `tooFewIntervals`.
    case none(String)

    /// Rate per minute; `nil` if there is none.
    package var bpm: Double? { if case .bpm(let bpm) = self { bpm } else { nil } }
  }
}

/// One of the detectors that a reference is made by.
package struct ReferenceDetector: Equatable, Sendable {
  /// `panTompkins`
  package let name: String
  /// Its own rate in each window, per minute; see ``ReferenceReader/detectorRates(in:)``.
  package let ratesBPM: [Double?]
}

/// Output of one detector on one unit.
package struct DetectorOutput: Equatable {
  /// One cell per window.
  package var estimates: EstimateColumn
  /// Beats of the detector; `nil` if it gave none, or none were wanted.
  package let train: BeatTrain?

  package init(_ estimates: EstimateColumn, _ train: BeatTrain?) {
    self.estimates = estimates
    self.train = train
  }

  /// Returns the output without the windows whose quality does not suffice, and with the quality's confidence where
  /// one is given.
  package func judged(accepted: [Bool], confidences: [Double?]?) -> DetectorOutput {
    DetectorOutput(estimates.judged(accepted: accepted, confidences: confidences), train)
  }

  /// Creates an output in which every window failed for one reason.
  package init(failed reason: String, count: Int) {
    self.init(EstimateColumn(failed: reason, count: count), nil)
  }
}

/// Outcome of a window: an estimate, or the reason why there is none.
package enum WindowOutcome: Hashable, Sendable {
  case value
  case abstained(Abstention)
  /// A program gave no rate, for a reason in its own words, on one line.
  case declined(String)
  /// The reason is one line.
  case failed(String)
  /// The window has no reference; the reason is one word: `tooFewIntervals`.
  case noReference(String)

  /// A rate beyond what the detector declares. If it declares nothing: a rate beyond anything conceivable.
  package static let outsideRange = failed("outsideRange")

  /// Outcome as it is written to files: `value`, `abstained:flatSignal`, `failed:…`, `noReference:…`.
  package var text: String {
    switch self {
    case .value: "value"
    case .abstained(let reason): "abstained:\(reason.rawValue)"
    case .declined(let words): "abstained:\(words)"
    case .failed(let reason): "failed:\(reason)"
    case .noReference(let reason): "noReference:\(reason)"
    }
  }

  /// Reads an outcome; `nil` for a text that is none.
  package init?(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count > 1 ? parts[1] : nil) {
    case ("value", nil): self = .value
    case ("abstained", let reason?):
      self = Abstention(rawValue: reason).map { .abstained($0) } ?? .declined(reason)
    case ("failed", let reason?): self = .failed(reason)
    case ("noReference", let reason?): self = .noReference(reason)
    default: return nil
    }
  }

  package var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
