internal import HRRunning

/// One detector's answers in the windows of a unit, each with its reference; of tries that of the detector's own.
struct DetectorAnswers: RandomAccessCollection {
  let column: EstimateColumn
  let references: ReferenceColumn

  struct Element {
    let row: Int
    let cell: EstimateColumn.Cell
    let reference: WindowTable.ReferenceCell

    /// Estimate minus reference; `nil` without either.
    var errorBPM: Double? { cell.errorBPM(against: reference.bpm) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { Swift.min(column.count, references.count) }

  subscript(row: Int) -> Element { Element(row: row, cell: column[row], reference: references[row]) }
}

extension WindowTable {
  /// Returns the answers of a detector; `nil` for one without rows in the table.
  func answers(of detector: Int) -> DetectorAnswers? {
    estimates[detector].map { DetectorAnswers(column: $0, references: references(of: detector)) }
  }
}

/// Number of windows and the sums of their errors.
package struct ErrorSum: Equatable, Sendable {
  package private(set) var windows = 0
  private var sum = 0.0
  private var absoluteSum = 0.0

  /// Mean absolute error in beats or breaths per minute; `nil` of no window.
  package var maeBPM: Double? { windows > 0 ? absoluteSum / Double(windows) : nil }
  var biasBPM: Double? { windows > 0 ? sum / Double(windows) : nil }

  mutating func add(_ error: Double) {
    windows += 1
    sum += error
    absoluteSum += abs(error)
  }
}

/// Returns a share; `nil` of nothing.
func share(_ part: Int, of whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
