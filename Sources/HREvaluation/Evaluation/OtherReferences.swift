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

  /// - Returns: `nil` where no window that the detector answered has a rate of a detector behind the reference.
  init?(_ windows: ScenarioWindows, detector: Int) {
    guard windows.hasReferenceDetectors else { return nil }
    let disagreement = WindowTable.ReferenceCell.none(ReferenceReader.Absence.detectorsDisagree.rawValue)
    for (_, table) in windows.tables(of: [detector]) where !table.referenceDetectors.isEmpty {
      let places = table.referenceDetectors.map { behind in place(of: behind.name) }
      guard let answers = table.answers(of: detector) else { continue }
      for answer in answers {
        let window = table.window(of: detector, row: answer.row)
        if let error = answer.errorBPM { agreed.add(error) }
        for (behind, place) in zip(table.referenceDetectors, places) {
          guard let error = answer.cell.errorBPM(against: behind.ratesBPM[window]) else { continue }
          single[place].all.add(error)
          if answer.reference.bpm != nil { single[place].kept.add(error) }
          if answer.reference == disagreement { single[place].disputed.add(error) }
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
