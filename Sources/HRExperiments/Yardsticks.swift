internal import HRStatistics

extension Evaluation {
  /// What a scenario's errors are to be held against: chance, and how far the reference agrees with itself.
  package struct Yardsticks: Equatable, Sendable {
    /// Mean absolute error of saying what nobody needs a signal for.
    package let othersMeanMAEBPM: Double?
    package let constant70MAEBPM: Double?
    package let holdLastMAEBPM: Double?
    package let holdLastWindows: Int
    package let referenceWindows: Int
    /// Mean absolute difference of the two detectors behind the reference; `nil` where there is a single source.
    package let floorMAEBPM: Double?
    package let floorWindows: Int

    init(_ units: [(cluster: Int, table: WindowTable)]) {
      let series = units.map { WindowSeries($0.table, cluster: $0.cluster, detector: nil) }
      let nulls = Nulls(series)
      othersMeanMAEBPM = nulls.othersMeanMAEBPM
      constant70MAEBPM = nulls.constant70MAEBPM
      holdLastMAEBPM = nulls.holdLastMAEBPM
      holdLastWindows = nulls.holdLastCount
      referenceWindows = series.reduce(0) { $0 + $1.referenceBPM.count { !$0.isNaN } }
      var (sum, count) = (0.0, 0)
      for (_, table) in units where !table.floors.isEmpty {
        for (reference, floor) in zip(table.references, table.floors) {
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

extension WindowSeries {
  /// One unit's windows as a detector answered them; `nil`: as nobody did.
  init(_ table: WindowTable, cluster: Int, detector: Int?) {
    let count = table.ranges.count
    var estimates = [Double](repeating: .nan, count: count)
    var confidences = estimates
    if let detector {
      for (index, cell) in table.estimates[detector].cells.enumerated() where cell.hasValue {
        estimates[index] = cell.bpm
        if let confidence = cell.confidence { confidences[index] = confidence }
      }
    }
    self.init(
      cluster: cluster, startSeconds: table.ranges.map(\.start), endSeconds: table.ranges.map(\.end),
      referenceBPM: table.references.map { if case .bpm(let bpm) = $0 { bpm } else { .nan } },
      estimateBPM: estimates, confidence: confidences, cadenceBPM: table.cadenceBPM.map { $0 ?? .nan })
  }
}
