package import HRRunning
package import HRSignals

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
  ///   - before: the earlier run's answer.
  ///   - after: the later run's answer.
  /// - Returns: `nil` for answers that are the same to the last bit.
  init?(
    _ before: (cell: EstimateColumn.Cell, column: EstimateColumn), _ after: EstimateColumn.Cell,
    of column: EstimateColumn
  ) {
    switch (before.cell.hasValue, after.hasValue) {
    case (true, false): self = column.outcome(of: after).isFailure ? .valueToFailed : .valueToAbstained
    case (false, true):
      self = before.column.outcome(of: before.cell).isFailure ? .failedToValue : .abstainedToValue
    case (false, false) where before.column.outcome(of: before.cell) != column.outcome(of: after):
      self = .otherReason
    case (true, true) where before.cell.bpm.bitPattern != after.bpm.bitPattern: self = .rate
    default:
      guard
        before.cell.confidence?.bitPattern != after.confidence?.bitPattern
          || before.cell.quality != after.quality || before.cell.motion != after.motion
      else { return nil }
      self = .confidence
    }
  }
}
