internal import HRRunning
internal import HRSignals

/// A detector's errors against each of the detectors behind the reference as if it alone were the reference.
///
/// Only units whose reference is made by several detectors; of tries the one that counts for the detector under test.
package struct OtherReferences: Equatable, Sendable {
  /// Windows with an estimate and with the reference that they agree on.
  package private(set) var agreed = ErrorSum()
  /// One per detector behind the reference that has a rate in such a window, in the order in which the recordings
  /// first name them.
  package private(set) var single: [Single] = []

  /// The errors against one of them as if it were the reference.
  package struct Single: Equatable, Sendable {
    package let name: String
    /// Windows with an estimate in which it has a rate.
    package fileprivate(set) var all = ErrorSum()
    /// Windows of ``all`` that have a reference.
    package fileprivate(set) var kept = ErrorSum()
    /// Windows of ``all`` that have no reference because the detectors disagree.
    package fileprivate(set) var disputed = ErrorSum()
  }

  /// Number of windows and the sum of their absolute errors.
  package struct ErrorSum: Equatable, Sendable {
    package private(set) var windows = 0
    private var sum = 0.0

    /// Mean absolute error in beats or breaths per minute; `nil` of no window.
    package var maeBPM: Double? { windows > 0 ? sum / Double(windows) : nil }

    fileprivate mutating func add(_ error: Double) {
      windows += 1
      sum += abs(error)
    }
  }

  /// - Returns: `nil` where no window that the detector answered has a rate of a detector behind the reference.
  init?(_ windows: ScenarioWindows, detector: Int) {
    let disagreement = WindowTable.ReferenceCell.none(ReferenceReader.Absence.detectorsDisagree.rawValue)
    for (_, table) in windows.tables(of: [detector]) where !table.referenceDetectors.isEmpty {
      let places = table.referenceDetectors.map { behind in place(of: behind.name) }
      for (row, cell) in (table.estimates[detector]?.cells ?? []).enumerated() where cell.hasValue {
        let window = table.window(of: detector, row: row)
        let reference = table.references[window]
        if let bpm = reference.bpm { agreed.add(cell.bpm - bpm) }
        for (behind, place) in zip(table.referenceDetectors, places) {
          guard let bpm = behind.ratesBPM[window] else { continue }
          single[place].all.add(cell.bpm - bpm)
          if reference.bpm != nil { single[place].kept.add(cell.bpm - bpm) }
          if reference == disagreement { single[place].disputed.add(cell.bpm - bpm) }
        }
      }
    }
    single.removeAll { $0.all.windows == 0 }
    guard !single.isEmpty else { return nil }
  }

  private mutating func place(of name: String) -> Int {
    if let known = single.firstIndex(where: { $0.name == name }) { return known }
    single.append(Single(name: name))
    return single.count - 1
  }
}
