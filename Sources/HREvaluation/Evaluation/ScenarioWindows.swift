internal import HRResults
internal import HRSignals
internal import HRStatistics

/// The windows of one scenario, with all that its rows and chance levels share: made once, whoever answered them.
struct ScenarioWindows: Sendable {
  /// Units that have windows, with their clusters.
  let units: [(cluster: Int, table: WindowTable)]
  /// Of each unit, an index of the plan.
  let recordings: [Int]
  /// One per unit, as nobody answered it.
  let unanswered: [WindowSeries]
  /// One per unit: where its beats can be judged; empty without beats.
  let judgedSpans: [[TimeRange]]
  /// Reference beats of each unit that lie there.
  let judgedBeats: [Int]

  /// - Parameter recordings: of each unit; left out, every unit is a recording of its own.
  init(_ units: [(cluster: Int, table: WindowTable)], recordings: [Int]? = nil) {
    self.units = units
    self.recordings = recordings ?? Array(units.indices)
    unanswered = units.map { WindowSeries($0.table, cluster: $0.cluster) }
    judgedSpans = units.map { $0.table.beats == nil ? [] : $0.table.referenceSpans }
    judgedBeats = zip(units, judgedSpans).map { unit, spans in
      unit.table.beats?.reference.count(within: spans) ?? 0
    }
  }

  func answered(by detector: Int) -> [WindowSeries] {
    zip(units, unanswered).map { unit, series in
      var series = series
      // A detector's own try is where its estimate is of, and what it is held against.
      if !unit.table.chosenTries.isEmpty { series.move(to: unit.table.chosenTries[detector], of: unit.table) }
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
  /// One unit's windows without a single estimate; of tries the first.
  fileprivate init(_ table: WindowTable, cluster: Int) {
    let none = [Double](repeating: .nan, count: table.rowCount)
    let ranges = table.ranges.prefix(table.rowCount)
    self.init(
      cluster: cluster, startSeconds: ranges.map(\.start), endSeconds: ranges.map(\.end),
      referenceBPM: table.unansweredReferences.map { $0.bpm ?? .nan },
      estimateBPM: none, confidence: none,
      cadenceBPM: table.cadenceBPM.prefix(table.rowCount).map { $0 ?? .nan })
  }

  /// Puts one of the tries in the place of the first.
  fileprivate mutating func move(to number: Int, of table: WindowTable) {
    startSeconds = [table.ranges[number].start]
    endSeconds = [table.ranges[number].end]
    referenceBPM = [table.references[number].bpm ?? .nan]
    if !cadenceBPM.isEmpty { cadenceBPM = [table.cadenceBPM[number] ?? .nan] }
  }
}
