internal import HRDiagnostics
package import HRPlugins
package import HRSignals

/// What came of one work unit: windows with reference and estimates, or the reason why there are none.
package struct UnitResult: Equatable, Sendable {
  package let unit: Int
  package let facts: RecordingFacts
  package let outcome: Outcome
  /// Of its recording, by the recording's first unit; `nil` in the others, and where it could not be read.
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

/// What a recording turned out to be when it was read.
package struct RecordingFacts: Equatable, Sendable {
  package let subject: String?
  package let metadata: [Recording.Metadatum]
  package let seconds: Double
  /// Channels that were read, with their nominal rates in Hz.
  package let channels: [ChannelFacts]
  package let files: [FileFacts]

  package init(
    subject: String?, metadata: [Recording.Metadatum], seconds: Double, channels: [ChannelFacts],
    files: [FileFacts]
  ) {
    self.subject = subject
    self.metadata = metadata
    self.seconds = seconds
    self.channels = channels
    self.files = files
  }

  package struct ChannelFacts: Equatable, Sendable {
    package let kind: String
    package let sampleRate: Double
    package let isIrregular: Bool

    package init(kind: String, sampleRate: Double, isIrregular: Bool) {
      self.kind = kind
      self.sampleRate = sampleRate
      self.isIrregular = isIrregular
    }
  }

  package struct FileFacts: Equatable, Sendable {
    package let path: String
    package let sha256: String
    /// Whether channels are read from it, or from what names it.
    package let holdsSignals: Bool

    package init(path: String, sha256: String, holdsSignals: Bool = true) {
      self.path = path
      self.sha256 = sha256
      self.holdsSignals = holdsSignals
    }
  }

  /// The group this recording belongs to when recordings are grouped by a metadatum.
  package func stratum(_ name: String) -> String {
    metadata.first { $0.name == name }?.value ?? WindowLabels.none
  }

  package static let unknown = RecordingFacts(subject: nil, metadata: [], seconds: 0, channels: [], files: [])
}

/// The windows of one unit, by column.
package struct WindowTable: Equatable, Sendable {
  package let ranges: [TimeRange]
  package let references: [ReferenceCell]
  /// One column per detector of the experiment, in its order; `nil` for one that has no rows in this scenario. A cell
  /// per window, or a single one where the windows are tries.
  package let estimates: [EstimateColumn?]
  /// `nil` where the reference has no beats, or no detector gives any.
  package let beats: BeatTrains?
  /// The detectors that the reference is made by; empty for other references.
  package let referenceDetectors: [ReferenceDetector]
  /// Steps per minute, per window; empty where no accelerometer was read. See ``Cadence``.
  package let cadenceBPM: [Double?]
  /// What the windows are called, by stratum; only of strata that windows are grouped by.
  package let labels: [LabelColumn]
  /// One column per quality index of the experiment, in its order; without values where the recording lacks its
  /// channels.
  package let qualities: [[Double?]]
  /// Where the windows are tries of one measurement: which of them each detector's only estimate is of, one per
  /// detector, 0 for one without rows; see `surestTry(of:)`. Empty where each window has an estimate of its own.
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

  /// How many estimates each detector has.
  package var rowCount: Int { chosenTries.isEmpty ? ranges.count : 1 }

  /// Rows times detectors that answered or declined them.
  package var answerCount: Int { rowCount * estimates.count { $0 != nil } }

  /// The window that a row of a detector is of.
  package func window(of detector: Int, row: Int) -> Int { chosenTries.isEmpty ? row : chosenTries[detector] }

  /// What each row of a detector is held against: of tries the chosen one's reference.
  package func references(of detector: Int) -> [ReferenceCell] {
    chosenTries.isEmpty ? references : [references[chosenTries[detector]]]
  }

  /// One per row, where nobody is asked yet: of tries the first one's.
  package var unansweredReferences: ArraySlice<ReferenceCell> { references.prefix(rowCount) }

  /// What the windows are called by one kind of label.
  package struct LabelColumn: Equatable, Sendable {
    /// `activity`
    package let name: String
    /// Each once, in the order in which windows first have them.
    package let words: [String]
    /// One per window, an index of ``words``.
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

    /// Per minute; `nil` where there is none.
    package var bpm: Double? { if case .bpm(let bpm) = self { bpm } else { nil } }
  }
}

/// One of the detectors that a reference is made by.
package struct ReferenceDetector: Equatable, Sendable {
  /// `panTompkins`
  package let name: String
  /// Its own rate in each window, per minute; see ``ReferenceReader/detectorRates(in:)``.
  package let ratesBPM: [Double?]

  package init(name: String, ratesBPM: [Double?]) {
    self.name = name
    self.ratesBPM = ratesBPM
  }
}

/// A detector's word on every window of a unit.
package struct EstimateColumn: Equatable, Sendable {
  /// Reasons this column's cells refer to.
  package private(set) var reasons: [WindowOutcome] = []
  package private(set) var cells: [Cell] = []
  /// When, inside the first window, a detector that reads while samples arrive first gave a rate, in seconds on the
  /// recording's clock; `nil` where it gave none there, or does not read so.
  package var firstReading: Double?

  package struct Cell: Equatable, Sendable {
    /// 0: a value; n: `reasons[n - 1]`.
    fileprivate(set) var reason: UInt16 = 0
    /// Meaningless without a value.
    package fileprivate(set) var bpm = 0.0
    package fileprivate(set) var confidence: Double?
    package fileprivate(set) var quality: SignalQuality?
    package fileprivate(set) var motion: Bool?

    package var hasValue: Bool { reason == 0 }

    /// 0: a value; n: the column's reason n - 1.
    package var reasonNumber: Int { Int(clamping: reason) }

    /// What a detector may say of the quality, from the worst to the best.
    package static let qualityWords = SignalQuality.allCases.map(\.rawValue)
    /// Which of ``qualityWords`` it said; `nil` where it said none.
    package var qualityNumber: Int? { quality.flatMap { SignalQuality.allCases.firstIndex(of: $0) } }

    /// What the detector said of the window; `nil` where it said nothing.
    package func said(_ word: DetectorWord) -> String? {
      word.said(quality: quality, confidence: confidence, motion: motion)
    }
  }

  package init() {}

  package init(_ estimates: [Estimate], within limits: RateLimits) {
    cells.reserveCapacity(estimates.count)
    for estimate in estimates { append(estimate, within: limits) }
  }

  /// Every window failed for one reason.
  package init(failed reason: String, count: Int) {
    reasons = [.failed(reason)]
    cells = [Cell](repeating: Cell(reason: 1), count: count)
  }

  /// Every estimate of every detector, built in, outside or recorded, goes through here.
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

  /// Values of windows that are not accepted become abstentions for low quality; other reasons stay, and what the
  /// detector said of the window does too.
  func judged(accepted: [Bool], confidences: [Double?]?) -> EstimateColumn {
    var column = self
    // Rules judge windows; what they would have said of an earlier moment is not known.
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

  /// Makes room for so many cells.
  mutating func reserve(_ count: Int) { cells.reserveCapacity(count) }

  private mutating func number(of reason: WindowOutcome) -> UInt16 {
    if let index = reasons.firstIndex(of: reason) { return UInt16(clamping: index + 1) }
    reasons.append(reason)
    return UInt16(clamping: reasons.count)
  }
}
