package import HRResults
package import HRSignals

/// An answer of a detector that is not the same in two runs.
///
/// A night's million of them are kept, so it says where the answer stands; ``WindowChanges/detail(of:)`` has the rest.
package struct WindowChange: Equatable, Sendable {
  /// How the two answers differ; of several ways the first in this order.
  package enum Kind: String, CaseIterable, Sendable {
    case valueToAbstained, valueToFailed, abstainedToValue, failedToValue
    /// No rate in either, for another reason.
    case otherReason
    /// Both have a rate, and not the same.
    case rate
    /// Of tries: the same answer, of another try.
    case otherTry
    /// The confidence, or a word about quality or motion, alone.
    case confidence
  }

  /// Whether the answer of a window became right or wrong.
  package enum Crossing: String, Sendable {
    case rightToWrong, wrongToRight
  }

  package let kind: Kind
  /// Among the units that both runs have.
  let unit: Int32
  /// Among the detectors that both have.
  let detector: Int32
  /// Rows in the table of the later run, and of the earlier one.
  let row: Int32
  let baselineRow: Int32

  /// Everything about it.
  package struct Detail: Equatable, Sendable {
    package let dataset: String
    package let recording: String
    package let scenario: String
    /// From 1; `nil` in scenarios that are run once.
    package let repetition: Int?
    package let detector: String
    package let before: Answer
    package let after: Answer
    package let crossing: Crossing?
  }

  /// What one run has.
  package struct Answer: Equatable, Sendable {
    package let range: TimeRange
    package let reference: WindowTable.ReferenceCell
    package let outcome: WindowOutcome
    /// `nil` without a rate.
    package let bpm: Double?
    package let confidence: Double?
    package let quality: String?
    package let motion: Bool?
  }
}

extension WindowChange.Kind {
  /// - Parameters:
  ///   - before: what the earlier run has.
  ///   - after: what the later one has.
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
