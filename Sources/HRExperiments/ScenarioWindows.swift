internal import HRSignals
internal import HRStatistics

/// The windows of one scenario, with all that its rows and yardsticks share: made once, whoever answered them.
struct ScenarioWindows: Sendable {
  /// Units that have windows, with their clusters.
  let units: [(cluster: Int, table: WindowTable)]
  /// One per unit, as nobody answered it.
  let unanswered: [WindowSeries]
  /// One per unit: where its beats can be judged; empty without beats.
  let judgedSpans: [[TimeRange]]
  /// Reference beats that lie there, over all units.
  let judgedBeats: Int

  init(_ units: [(cluster: Int, table: WindowTable)]) {
    self.units = units
    unanswered = units.map { WindowSeries($0.table, cluster: $0.cluster) }
    judgedSpans = units.map { $0.table.beats == nil ? [] : $0.table.referenceSpans }
    judgedBeats = zip(units, judgedSpans).reduce(0) { sum, unit in
      sum + (unit.0.table.beats?.reference.count(within: unit.1) ?? 0)
    }
  }

  func answered(by detector: Int) -> [WindowSeries] {
    zip(units, unanswered).map { unit, series in
      var series = series
      series.firstReadingSeconds = unit.table.estimates[detector]?.firstReading
      for (index, cell) in (unit.table.estimates[detector]?.cells ?? []).enumerated() where cell.hasValue {
        series.estimateBPM[index] = cell.bpm
        if let confidence = cell.confidence { series.confidence[index] = confidence }
      }
      return series
    }
  }
}

extension WindowSeries {
  /// One unit's windows without a single estimate.
  fileprivate init(_ table: WindowTable, cluster: Int) {
    let none = [Double](repeating: .nan, count: table.ranges.count)
    self.init(
      cluster: cluster, startSeconds: table.ranges.map(\.start), endSeconds: table.ranges.map(\.end),
      referenceBPM: table.references.map { if case .bpm(let bpm) = $0 { bpm } else { .nan } },
      estimateBPM: none, confidence: none, cadenceBPM: table.cadenceBPM.map { $0 ?? .nan })
  }
}
