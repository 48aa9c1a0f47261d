internal import HRRunning
internal import HRSignals
internal import HRStatistics

/// The windows of one scenario, with everything that its rows and chance levels share.
struct ScenarioWindows: Sendable {
  /// Units that have windows.
  private let results: UnitResults
  /// Cluster of each unit.
  private let clusters: [Int]
  /// Recording of each unit, an index of the plan.
  let recordings: [Int]
  /// Spans of each unit in which its beats can be judged; empty without beats.
  let judgedSpans: [[TimeRange]]
  /// Number of reference beats of each unit in these spans.
  let judgedBeats: [Int]
  /// True if series are kept as long as they are in use.
  private let areFew: Bool

  /// Most windows of which series stay in memory, at 48 bytes each. Series of more are made again in every pass.
  private static let mostKept = 250_000

  /// - Parameter units: of the scenario.
  init(_ units: RunUnits) {
    let used = units.results.withWindows
    let recordings = used.units.map { units[$0].recording }
    self.init(used, clusters: recordings.map { units.clusters.ofRecording[$0] }, recordings: recordings)
  }

  /// - Parameters:
  ///   - results: of units that have windows.
  ///   - clusters: one per unit.
  ///   - recordings: likewise.
  init(_ results: UnitResults, clusters: [Int], recordings: [Int]) {
    (self.results, self.clusters, self.recordings) = (results, clusters, recordings)
    areFew = results.rowCount <= Self.mostKept
    var (spans, beats): ([[TimeRange]], [Int]) = ([], [])
    for (_, table) in UnitTables(results.withoutEstimates, clusters) {
      let known = table.beats == nil ? [] : table.referenceSpans
      spans.append(known)
      beats.append(table.beats?.reference.count(within: known) ?? 0)
    }
    (judgedSpans, judgedBeats) = (spans, beats)
  }

  /// Number of units.
  var count: Int { clusters.count }

  /// Windows of all units; of tries one.
  var rowCount: Int { results.rowCount }

  /// Returns the tables with the columns of some detectors.
  func tables(of detectors: [Int]) -> UnitTables { UnitTables(results.reading(detectors), clusters) }

  /// One series per unit, without estimates.
  var unanswered: AnsweredSeries { series(of: nil) }

  /// Returns one series per unit, with the detector's estimates.
  func answered(by detector: Int) -> AnsweredSeries { series(of: detector) }

  private func series(of detector: Int?) -> AnsweredSeries {
    let series = AnsweredSeries(tables(of: detector.map { [$0] } ?? []), detector: detector)
    return areFew ? series.kept : series
  }
}

/// The tables of units that have windows, one after the other, each with its cluster.
struct UnitTables: RandomAccessCollection, Sendable {
  private let results: UnitResults
  private let clusters: [Int]

  /// - Parameters:
  ///   - results: of units that have windows.
  ///   - clusters: one per unit.
  init(_ results: UnitResults, _ clusters: [Int]) {
    (self.results, self.clusters) = (results, clusters)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { clusters.count }

  subscript(index: Int) -> (cluster: Int, table: WindowTable) {
    guard case .windows(let table) = results[index].outcome else {
      // The unit could not be read again. The results keep that problem, and it is reported before they are shown.
      return (clusters[index], WindowTable(ranges: [], references: [], estimates: []))
    }
    return (clusters[index], table)
  }
}

/// The windows of units with the estimates of one detector or without any: made on access, or kept.
struct AnsweredSeries: RandomAccessCollection, Sendable {
  private let tables: UnitTables
  private let detector: Int?
  private var made: [WindowSeries]?

  init(_ tables: UnitTables, detector: Int?) {
    (self.tables, self.detector) = (tables, detector)
  }

  /// The same series, all of them made and kept.
  var kept: AnsweredSeries {
    var series = self
    series.made = Array(self)
    return series
  }

  /// The same series, none of them kept.
  var unkept: AnsweredSeries { AnsweredSeries(tables, detector: detector) }

  var startIndex: Int { 0 }
  var endIndex: Int { tables.count }

  subscript(index: Int) -> WindowSeries {
    if let made { return made[index] }
    let (cluster, table) = tables[index]
    var series = WindowSeries(table, cluster: cluster)
    guard let detector, table.estimates.indices.contains(detector) else { return series }
    // The range and reference of the estimate are those of the detector's own try.
    if !table.chosenTries.isEmpty { series.move(to: table.chosenTries[detector], of: table) }
    series.firstReadingSeconds = table.estimates[detector]?.firstReading
    for (index, cell) in (table.estimates[detector]?.cells ?? []).enumerated() where cell.hasValue {
      series.estimateBPM[index] = cell.bpm
      if let confidence = cell.confidence { series.confidence[index] = confidence }
    }
    return series
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

  /// Replaces the first try by another.
  fileprivate mutating func move(to number: Int, of table: WindowTable) {
    startSeconds = [table.ranges[number].start]
    endSeconds = [table.ranges[number].end]
    referenceBPM = [table.references[number].bpm ?? .nan]
    if !cadenceBPM.isEmpty { cadenceBPM = [table.cadenceBPM[number] ?? .nan] }
  }
}
