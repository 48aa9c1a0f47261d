package import HRRunning
package import HRSignals
internal import HRStatistics

/// An answer of a detector that is not the same in two runs.
///
/// A run may have a million of them, so only the answer's place is kept. ``WindowChanges/detail(of:)`` returns the
/// rest.
package struct WindowChange: Equatable, Sendable {
  /// The kind of difference of the two answers; of several the first in this order.
  package enum Kind: String, CaseIterable, Sendable {
    case valueToAbstained, valueToFailed, abstainedToValue, failedToValue
    /// Neither has a rate, and the reasons differ.
    case otherReason
    /// Both have a rate, and the rates differ.
    case rate
    /// The same answer, of another try; only where windows are tries.
    case otherTry
    /// Only the confidence, or a word about quality or motion, differs.
    case confidence
  }

  /// The direction in which the answer of a window crossed the tolerance.
  package enum Crossing: String, Sendable {
    case rightToWrong, wrongToRight
  }

  package let kind: Kind
  /// Index among the units that both runs have.
  let unit: Int32
  /// Index among the detectors that both runs have.
  let detector: Int32
  /// Row in the table of the later run. The next is the row in that of the earlier one.
  let row: Int32
  let baselineRow: Int32

  /// All fields of a change.
  package struct Detail: Equatable, Sendable {
    package let dataset: String
    package let recording: String
    package let scenario: String
    /// Number of the repeat from 1; `nil` in scenarios that are run once.
    package let repetition: Int?
    package let detector: String
    package let before: Answer
    package let after: Answer
    package let crossing: Crossing?
  }

  /// The answer of one run.
  package struct Answer: Equatable, Sendable {
    package let range: TimeRange
    package let reference: WindowTable.ReferenceCell
    package let outcome: WindowOutcome
    /// Rate; `nil` without one.
    package let bpm: Double?
    package let confidence: Double?
    package let quality: String?
    package let motion: Bool?
  }
}

extension WindowChange.Kind {
  /// - Parameters:
  ///   - before: the earlier run's answers; the next is the row of one of them.
  ///   - after: the later run's answers, likewise.
  /// - Returns: `nil` for answers that are the same to the last bit.
  init?(_ before: DetectorAnswers, _ old: Int, _ after: DetectorAnswers, _ new: Int) {
    let (was, now) = (before[old].cell, after[new].cell)
    switch (was.hasValue, now.hasValue) {
    case (true, false): self = after.column.outcome(new).isFailure ? .valueToFailed : .valueToAbstained
    case (false, true): self = before.column.outcome(old).isFailure ? .failedToValue : .abstainedToValue
    case (false, false) where before.column.outcome(old) != after.column.outcome(new): self = .otherReason
    case (true, true) where was.bpm.bitPattern != now.bpm.bitPattern: self = .rate
    default:
      guard
        was.confidence?.bitPattern != now.confidence?.bitPattern || was.quality != now.quality
          || was.motion != now.motion
      else { return nil }
      self = .confidence
    }
  }
}

extension WindowChange.Crossing {
  /// - Returns: `nil` where both answers are right or both wrong, or one of them has no rate or no reference.
  init?(_ was: DetectorAnswers.Element, _ now: DetectorAnswers.Element, _ tolerance: Tolerance) {
    guard let before = was.isRight(within: tolerance), let after = now.isRight(within: tolerance),
      before != after
    else { return nil }
    self = before ? .rightToWrong : .wrongToRight
  }
}

extension DetectorAnswers.Element {
  /// - Returns: `nil` without a rate or a reference.
  fileprivate func isRight(within tolerance: Tolerance) -> Bool? {
    guard let referenceBPM = reference.bpm, let errorBPM else { return nil }
    return tolerance.allows(errorBPM, at: referenceBPM)
  }
}

extension [TimeRange] {
  /// Returns equal windows of one recording as pairs of their places in an earlier and a later run; both lists are in
  /// the order of time.
  func pairs(with new: [TimeRange]) -> [(old: Int, new: Int)] {
    guard self != new else { return indices.map { ($0, $0) } }
    var pairs: [(old: Int, new: Int)] = []
    var (first, second) = (0, 0)
    while first < count, second < new.count {
      let (a, b) = (self[first], new[second])
      if a == b { pairs.append((first, second)) }
      let (mine, others) = ((a.start, a.end), (b.start, b.end))
      if mine <= others { first += 1 }
      if others <= mine { second += 1 }
    }
    return pairs
  }
}
