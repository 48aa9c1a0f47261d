internal import HRSignals
internal import HRStatistics

extension Evaluation {
  /// What a scenario's errors are to be held against: chance, and how far apart the detectors behind the reference are.
  /// Of tries, in the first: which one counts is each detector's own.
  package struct ChanceLevels: Equatable, Sendable {
    /// MAE of predictors that ignore the signal.
    package let othersMeanMAEBPM: Double?
    package let constantMAEBPM: Double?
    /// What is then always said.
    package let constantBPM: Double
    package let holdLastMAEBPM: Double?
    package let holdLastWindows: Int
    package let referenceWindows: Int
    /// How far apart two of the detectors behind the reference are: mean over windows, and in each over all pairs of
    /// those that have a rate there, of the absolute difference of their own rates. Over the windows with a reference
    /// in which two or more have a rate; `nil` where there is none.
    package let floorMAEBPM: Double?
    package let floorWindows: Int
    /// The same over all windows in which two or more have a rate, with a reference or without.
    package let floorUnselectedMAEBPM: Double?
    package let floorUnselectedWindows: Int

    init(_ windows: ScenarioWindows, of measurand: Measurand) {
      constantBPM = measurand.usualPerMinute
      let unanswered = windows.unanswered
      let nulls = Nulls(unanswered, constantBPM: constantBPM)
      othersMeanMAEBPM = nulls.othersMeanMAEBPM
      constantMAEBPM = nulls.constantMAEBPM
      holdLastMAEBPM = nulls.holdLastMAEBPM
      holdLastWindows = nulls.holdLastCount
      referenceWindows = unanswered.reduce(0) { $0 + $1.referenceBPM.count { !$0.isNaN } }
      var (kept, keptCount, all, allCount) = (0.0, 0, 0.0, 0)
      for (_, table) in windows.tables(of: []) where !table.referenceDetectors.isEmpty {
        for (window, reference) in table.unansweredReferences.enumerated() {
          guard let apart = Self.meanDistance(table.referenceDetectors.map { $0.ratesBPM[window] }) else {
            continue
          }
          all += apart
          allCount += 1
          guard case .bpm = reference else { continue }
          kept += apart
          keptCount += 1
        }
      }
      floorMAEBPM = keptCount > 0 ? kept / Double(keptCount) : nil
      floorWindows = keptCount
      floorUnselectedMAEBPM = allCount > 0 ? all / Double(allCount) : nil
      floorUnselectedWindows = allCount
    }

    /// Mean over all pairs of known rates of the absolute difference.
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
