package import HRPlugins

/// Details of a detector's value of heart-rate variability in one window.
package struct VariabilityDetail: Equatable, Sendable {
  /// Numbers of a detail.
  static let count = 4

  /// The value without the beats that are none of the reference's. The next is with the missed ones too, so that only
  /// the times of beats differ from the reference's. NaN where there is none.
  package let withoutExtra, filled: Double
  /// Share of the detector's intervals that the artefact policy changed; then of the reference's.
  package let correctedShare, referenceCorrectedShare: Double
}

/// A detector's estimates in the windows of a unit, by property.
package struct EstimateColumn: Sendable {
  /// Reasons that ``codes`` refer to.
  package private(set) var reasons: [WindowOutcome] = []
  /// Rates per minute; NaN where there is none.
  package private(set) var bpm: [Double] = []
  /// 0: a rate; n: `reasons[n - 1]`.
  private(set) var codes: [UInt16] = []
  /// Finite; NaN where the detector gave none.
  package private(set) var confidences: [Double] = []
  /// Index of the word for the quality in ``Cell/qualityWords`` plus 1; 0 where the detector gave none.
  private(set) var qualities: [UInt8] = []
  /// 0: no word on motion; 1: none; 2: motion.
  private(set) var motions: [UInt8] = []
  /// Time in the first window at which a detector that reads while samples arrive first gave a rate, in seconds on
  /// the recording's clock; `nil` if it gave none there, or does not read so.
  package var firstReading: Double?
  /// Size of the damage to each window (`DamageGauge`), of a detector whose answers come from elsewhere; empty where it
  /// was not measured.
  package var damage: [Double] = []
  /// Details of heart-rate variability, ``VariabilityDetail/count`` numbers for each window; empty for rates.
  package var variability: [Double] = []

  /// One estimate.
  package struct Cell: Equatable, Sendable {
    /// Reason for having no rate: 0, a rate; n: the column's reason n - 1.
    package let reasonNumber: Int
    /// Rate; meaningless without a value.
    package let bpm: Double
    package let confidence: Double?
    package let quality: SignalQuality?
    package let motion: Bool?

    package var hasValue: Bool { reasonNumber == 0 }

    /// Returns estimate minus reference; `nil` without either.
    package func errorBPM(against referenceBPM: Double?) -> Double? {
      guard hasValue, let referenceBPM else { return nil }
      return bpm - referenceBPM
    }

    /// Words for the quality that a detector may give, from the worst to the best.
    package static let qualityWords = SignalQuality.allCases.map(\.rawValue)

    /// Returns the detector's word on the window; `nil` if it gave none.
    package func said(_ word: DetectorWord) -> String? {
      word.said(quality: quality, confidence: confidence, motion: motion)
    }
  }

  package init() {}

  package init(_ estimates: [Estimate], within limits: RateLimits) {
    reserve(estimates.count)
    for estimate in estimates { append(estimate, within: limits) }
  }

  /// Creates a column in which every window failed for one reason.
  package init(failed reason: String, count: Int) {
    reasons = [.failed(reason)]
    bpm = [Double](repeating: .nan, count: count)
    codes = [UInt16](repeating: 1, count: count)
    confidences = bpm
    qualities = [UInt8](repeating: 0, count: count)
    motions = qualities
  }

  /// Creates a column of properties that are known already; `nil` unless they are as they must be.
  init?(
    reasons: [WindowOutcome], bpm: [Double], codes: [UInt16], confidences: [Double], qualities: [UInt8],
    motions: [UInt8], firstReading: Double?, damage: [Double], variability: [Double]
  ) {
    let count = bpm.count
    guard variability.isEmpty || variability.count == VariabilityDetail.count * count else { return nil }
    self.variability = variability
    guard damage.isEmpty || damage.count == count, damage.allSatisfy({ $0 >= 0 }) else { return nil }
    guard codes.count == count, confidences.count == count, qualities.count == count, motions.count == count
    else { return nil }
    for index in 0..<count {
      guard (codes[index] == 0) == bpm[index].isFinite, !bpm[index].isInfinite, codes[index] <= reasons.count,
        !confidences[index].isInfinite, qualities[index] <= SignalQuality.allCases.count, motions[index] <= 2
      else { return nil }
    }
    (self.reasons, self.bpm, self.codes, self.confidences) = (reasons, bpm, codes, confidences)
    (self.qualities, self.motions, self.firstReading, self.damage) = (
      qualities, motions, firstReading, damage
    )
  }

  /// Number of windows.
  package var count: Int { bpm.count }

  package subscript(row: Int) -> Cell {
    Cell(
      reasonNumber: Int(clamping: codes[row]), bpm: codes[row] == 0 ? bpm[row] : 0,
      confidence: confidences[row].isNaN ? nil : confidences[row],
      quality: qualities[row] == 0 ? nil : SignalQuality.allCases[Int(clamping: qualities[row]) - 1],
      motion: motions[row] == 0 ? nil : motions[row] == 2)
  }

  /// Returns the reason for having no rate, as ``Cell/reasonNumber``.
  package func reasonNumber(_ row: Int) -> Int { Int(clamping: codes[row]) }

  /// Returns the index of the detector's word for the quality in ``Cell/qualityWords``; `nil` if it gave none.
  package func qualityNumber(_ row: Int) -> Int? {
    qualities[row] == 0 ? nil : Int(clamping: qualities[row]) - 1
  }

  /// Returns the details of heart-rate variability in a window; `nil` for rates, and without a value.
  package func variabilityDetail(_ row: Int) -> VariabilityDetail? {
    let place = VariabilityDetail.count * row
    guard codes[row] == 0, variability.count > place + 3 else { return nil }
    return VariabilityDetail(
      withoutExtra: variability[place], filled: variability[place + 1],
      correctedShare: variability[place + 2], referenceCorrectedShare: variability[place + 3])
  }

  /// All estimates, one per window.
  package var cells: Cells { Cells(column: self) }

  package struct Cells: RandomAccessCollection, Equatable, Sendable {
    fileprivate let column: EstimateColumn

    package var startIndex: Int { 0 }
    package var endIndex: Int { column.count }

    package subscript(row: Int) -> Cell { column[row] }

    package static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
  }

  /// Appends an estimate. Every estimate of every detector, built in, outside or recorded, goes through here.
  package mutating func append(_ estimate: Estimate, within limits: RateLimits) {
    let outcome: WindowOutcome
    var rate: Double?
    switch estimate.outcome {
    case .bpm(let bpm) where !(bpm.isFinite && bpm > 0):
      outcome = .failed("the detector gave a rate that is not a positive number")
    case .bpm(let bpm) where !limits.contain(bpm): outcome = .outsideRange
    case .bpm(let bpm): (outcome, rate) = (.value, bpm)
    case .abstained(let reason): outcome = .abstained(reason)
    }
    append(
      bpm: rate, outcome: outcome, confidence: estimate.confidence, quality: estimate.quality,
      motion: estimate.motion)
  }

  /// Appends an estimate.
  ///
  /// - Parameters:
  ///   - bpm: rate; `nil`: there is none, for the reason `outcome`.
  ///   - outcome: meaningless with a rate.
  ///   - confidence: one that is not finite is none.
  package mutating func append(
    bpm: Double?, outcome: WindowOutcome, confidence: Double?, quality: SignalQuality?, motion: Bool?
  ) {
    self.bpm.append(bpm ?? .nan)
    codes.append(bpm == nil ? number(of: outcome) : 0)
    confidences.append(confidence.finiteOrNaN)
    qualities.append(
      quality.flatMap { SignalQuality.allCases.firstIndex(of: $0) }.map { UInt8(clamping: $0 + 1) } ?? 0)
    motions.append(motion.map { $0 ? 2 : 1 } ?? 0)
  }

  /// Returns the column in which values of windows that are not accepted are abstentions for low quality. Other
  /// reasons stay, and so do the detector's words on the window.
  func judged(accepted: [Bool], confidences: [Double?]?) -> EstimateColumn {
    var column = self
    // Rules judge windows; their judgement of an earlier moment is not known.
    column.firstReading = accepted.allSatisfy(\.self) ? firstReading : nil
    for index in bpm.indices {
      if let confidences {
        column.confidences[index] = confidences[index].finiteOrNaN
      }
      guard codes[index] == 0, !accepted[index] else { continue }
      column.codes[index] = column.number(of: .abstained(.lowQuality))
      column.bpm[index] = .nan
    }
    return column
  }

  package func outcome(of cell: Cell) -> WindowOutcome {
    cell.hasValue ? .value : reasons[cell.reasonNumber - 1]
  }

  /// Returns the outcome of a window.
  package func outcome(_ row: Int) -> WindowOutcome {
    codes[row] == 0 ? .value : reasons[Int(clamping: codes[row]) - 1]
  }

  /// Reserves capacity for estimates.
  mutating func reserve(_ count: Int) {
    bpm.reserveCapacity(count)
    codes.reserveCapacity(count)
    confidences.reserveCapacity(count)
    qualities.reserveCapacity(count)
    motions.reserveCapacity(count)
  }

  private mutating func number(of reason: WindowOutcome) -> UInt16 {
    if let index = reasons.firstIndex(of: reason) { return UInt16(clamping: index + 1) }
    reasons.append(reason)
    return UInt16(clamping: reasons.count)
  }
}

extension EstimateColumn: Equatable {
  /// Missing numbers are equal to each other.
  package static func == (a: Self, b: Self) -> Bool {
    a.reasons == b.reasons && a.codes == b.codes && a.qualities == b.qualities && a.motions == b.motions
      && a.firstReading == b.firstReading && a.bpm.hasSameBits(as: b.bpm)
      && a.confidences.hasSameBits(as: b.confidences) && a.variability.hasSameBits(as: b.variability)
  }
}

extension [Double] {
  /// Returns true if both have the same numbers, bit for bit; NaN is equal to itself.
  func hasSameBits(as other: [Double]) -> Bool {
    elementsEqual(other) { $0.bitPattern == $1.bitPattern }
  }
}
