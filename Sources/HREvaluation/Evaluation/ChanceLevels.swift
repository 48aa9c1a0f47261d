internal import HRSignals
internal import HRStatistics

extension Evaluation {
  /// Levels to compare a scenario's errors with: guesses without the signal, and the distance between the detectors
  /// behind the reference. Of tries, the first is used, since the one that counts is each detector's own.
  package struct ChanceLevels: Equatable, Sendable {
    /// MAE of the guess without the signal: mean of the other subjects.
    package let othersMeanMAEBPM: Double?
    package let constantMAEBPM: Double?
    /// Value of the constant guess; `nil`: there is none for heart-rate variability.
    package let constantBPM: Double?
    package let holdLastMAEBPM: Double?
    package let holdLastWindows: Int
    package let referenceWindows: Int
    /// Distance between the detectors behind the reference. It is the mean over windows of the mean absolute
    /// difference over all pairs of their own rates in the window. Only windows with a reference in which two or more
    /// have a rate; `nil` where there is none.
    package let floorMAEBPM: Double?
    package let floorWindows: Int
    /// The same distance over all windows in which two or more have a rate, with a reference or without.
    package let floorUnselectedMAEBPM: Double?
    package let floorUnselectedWindows: Int

    init(_ windows: ScenarioWindows, constantBPM: Double?) {
      self.constantBPM = constantBPM
      let unanswered = windows.unanswered
      let nulls = Nulls(unanswered, constantBPM: constantBPM)
      othersMeanMAEBPM = nulls.othersMeanMAEBPM
      constantMAEBPM = nulls.constantMAEBPM
      holdLastMAEBPM = nulls.holdLastMAEBPM
      holdLastWindows = nulls.holdLastCount
      referenceWindows = unanswered.reduce(0) { $0 + $1.referenceBPM.count { !$0.isNaN } }
      var (kept, all) = (ErrorSum(), ErrorSum())
      for (_, table) in windows.hasReferenceDetectors ? windows.tables(of: []) : .none
      where !table.referenceDetectors.isEmpty {
        for (window, reference) in table.unansweredReferences.enumerated() {
          guard let apart = Self.meanDistance(table.referenceDetectors.map { $0.ratesBPM[window] }) else {
            continue
          }
          all.add(apart)
          if case .bpm = reference { kept.add(apart) }
        }
      }
      (floorMAEBPM, floorWindows) = (kept.maeBPM, kept.windows)
      (floorUnselectedMAEBPM, floorUnselectedWindows) = (all.maeBPM, all.windows)
    }

    /// Returns the mean over all pairs of known rates of the absolute difference.
    ///
    /// - Parameter rates: beats or breaths per minute.
    /// - Returns: in the same unit; `nil` where fewer than two are known.
    static func meanDistance(_ rates: [Double?]) -> Double? {
      let known = rates.compactMap(\.self)
      guard known.count > 1 else { return nil }
      var sum = 0.0
      for (index, rate) in known.enumerated() { for other in known[..<index] { sum += abs(rate - other) } }
      return 2 * sum / Double(known.count * (known.count - 1))
    }
  }
}
