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
  package let references: [ReferenceCell]
  /// One column per detector of the experiment, in its order; `nil` for one that has no rows in this scenario. A
  /// column has one cell per window, or a single one if the windows are tries.
  package let estimates: [EstimateColumn?]
  /// Beats of the unit; `nil` if the reference has no beats, or no detector gives any.
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
    ranges: [TimeRange], references: [ReferenceCell], estimates: [EstimateColumn?], beats: BeatTrains? = nil,
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
  package func references(of detector: Int) -> [ReferenceCell] {
    chosenTries.isEmpty ? references : [references[chosenTries[detector]]]
  }

  /// References by row without a detector: of tries, the first one's.
  package var unansweredReferences: ArraySlice<ReferenceCell> { references.prefix(rowCount) }

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

/// A detector's estimate in every window of a unit.
package struct EstimateColumn: Equatable, Sendable {
  /// Reasons that this column's cells refer to.
  package private(set) var reasons: [WindowOutcome] = []
  package private(set) var cells: [Cell] = []
  /// Time in the first window at which a detector that reads while samples arrive first gave a rate, in seconds on
  /// the recording's clock; `nil` if it gave none there, or does not read so.
  package var firstReading: Double?

  package struct Cell: Equatable, Sendable {
    /// 0: a value; n: `reasons[n - 1]`.
    fileprivate(set) var reason: UInt16 = 0
    /// Rate; meaningless without a value.
    package fileprivate(set) var bpm = 0.0
    package fileprivate(set) var confidence: Double?
    package fileprivate(set) var quality: SignalQuality?
    package fileprivate(set) var motion: Bool?

    package var hasValue: Bool { reason == 0 }

    /// Returns estimate minus reference; `nil` without either.
    package func errorBPM(against referenceBPM: Double?) -> Double? {
      guard hasValue, let referenceBPM else { return nil }
      return bpm - referenceBPM
    }

    /// 0: a value; n: the column's reason n - 1.
    package var reasonNumber: Int { Int(clamping: reason) }

    /// Words for the quality that a detector may give, from the worst to the best.
    package static let qualityWords = SignalQuality.allCases.map(\.rawValue)
    /// Index of the detector's word in ``qualityWords``; `nil` if it gave none.
    package var qualityNumber: Int? { quality.flatMap { SignalQuality.allCases.firstIndex(of: $0) } }

    /// Returns the detector's word on the window; `nil` if it gave none.
    package func said(_ word: DetectorWord) -> String? {
      word.said(quality: quality, confidence: confidence, motion: motion)
    }
  }

  package init() {}

  package init(_ estimates: [Estimate], within limits: RateLimits) {
    cells.reserveCapacity(estimates.count)
    for estimate in estimates { append(estimate, within: limits) }
  }

  /// Creates a column in which every window failed for one reason.
  package init(failed reason: String, count: Int) {
    reasons = [.failed(reason)]
    cells = [Cell](repeating: Cell(reason: 1), count: count)
  }

  /// Appends an estimate. Every estimate of every detector, built in, outside or recorded, goes through here.
  package mutating func append(_ estimate: Estimate, within limits: RateLimits) {
    var cell = Cell(confidence: estimate.confidence, quality: estimate.quality, motion: estimate.motion)
    switch estimate.outcome {
    case .bpm(let bpm) where !(bpm.isFinite && bpm > 0):
      cell.reason = number(of: .failed("the detector gave a rate that is not a positive number"))
    case .bpm(let bpm) where !limits.contain(bpm): cell.reason = number(of: .outsideRange)
    case .bpm(let bpm): cell.bpm = bpm
    case .abstained(let reason): cell.reason = number(of: .abstained(reason))
    }
    cells.append(cell)
  }

  package mutating func append(
    bpm: Double?, outcome: WindowOutcome, confidence: Double?, quality: SignalQuality?, motion: Bool?
  ) {
    var cell = Cell(confidence: confidence, quality: quality, motion: motion)
    if let bpm { cell.bpm = bpm } else { cell.reason = number(of: outcome) }
    cells.append(cell)
  }

  /// Returns the column in which values of windows that are not accepted are abstentions for low quality. Other
  /// reasons stay, and so do the detector's words on the window.
  func judged(accepted: [Bool], confidences: [Double?]?) -> EstimateColumn {
    var column = self
    // Rules judge windows; their judgement of an earlier moment is not known.
    column.firstReading = accepted.allSatisfy(\.self) ? firstReading : nil
    for index in cells.indices {
      if let confidences { column.cells[index].confidence = confidences[index] }
      guard cells[index].hasValue, !accepted[index] else { continue }
      column.cells[index].reason = column.number(of: .abstained(.lowQuality))
      column.cells[index].bpm = 0
    }
    return column
  }

  package func outcome(of cell: Cell) -> WindowOutcome {
    cell.hasValue ? .value : reasons[Int(clamping: cell.reason) - 1]
  }

  /// Reserves capacity for cells.
  mutating func reserve(_ count: Int) { cells.reserveCapacity(count) }

  private mutating func number(of reason: WindowOutcome) -> UInt16 {
    if let index = reasons.firstIndex(of: reason) { return UInt16(clamping: index + 1) }
    reasons.append(reason)
    return UInt16(clamping: reasons.count)
  }
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
