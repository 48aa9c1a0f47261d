internal import HRSignals
internal import HRStatistics

extension Evaluation {
  /// What a scenario's errors are to be held against: chance, and how far the reference agrees with itself. Of tries,
  /// in the first: which one counts is each detector's own.
  package struct ChanceLevels: Equatable, Sendable {
    /// MAE of predictors that ignore the signal.
    package let othersMeanMAEBPM: Double?
    package let constantMAEBPM: Double?
    /// What is then always said.
    package let constantBPM: Double
    package let holdLastMAEBPM: Double?
    package let holdLastWindows: Int
    package let referenceWindows: Int
    /// Mean absolute difference of the two detectors behind the reference; `nil` where there is a single source.
    package let floorMAEBPM: Double?
    package let floorWindows: Int

    init(_ windows: ScenarioWindows, of measurand: Measurand) {
      constantBPM = measurand.usualPerMinute
      let nulls = Nulls(windows.unanswered, constantBPM: constantBPM)
      othersMeanMAEBPM = nulls.othersMeanMAEBPM
      constantMAEBPM = nulls.constantMAEBPM
      holdLastMAEBPM = nulls.holdLastMAEBPM
      holdLastWindows = nulls.holdLastCount
      referenceWindows = windows.unanswered.reduce(0) { $0 + $1.referenceBPM.count { !$0.isNaN } }
      var (sum, count) = (0.0, 0)
      for (_, table) in windows.units where !table.floors.isEmpty {
        for (reference, floor) in zip(table.unansweredReferences, table.floors) {
          guard case .bpm = reference, let floor else { continue }
          sum += floor
          count += 1
        }
      }
      floorMAEBPM = count > 0 ? sum / Double(count) : nil
      floorWindows = count
    }
  }
}
