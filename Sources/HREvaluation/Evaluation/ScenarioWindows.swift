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
  /// Spans of each unit that its windows cover; empty without beats.
  let windowSpans: [[TimeRange]]
  /// Number of reference beats of each unit in these spans.
  let judgedBeats: [Int]
  /// True if the reference of any unit is made by several detectors.
  let hasReferenceDetectors: Bool

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
    var (spans, covered, beats): ([[TimeRange]], [[TimeRange]], [Int]) = ([], [], [])
    var hasDetectors = false
    for (_, table) in UnitTables(results.withoutEstimates, clusters) {
      let known = table.beats == nil ? [] : table.referenceSpans
      spans.append(known)
      covered.append(table.beats == nil ? [] : table.windowSpans)
      hasDetectors = hasDetectors || !table.referenceDetectors.isEmpty
      beats.append(table.beats?.reference.count(within: known) ?? 0)
    }
    (judgedSpans, windowSpans, judgedBeats) = (spans, covered, beats)
    hasReferenceDetectors = hasDetectors
  }

  /// Number of units.
  var count: Int { clusters.count }

  /// Windows of all units; of tries one.
  var rowCount: Int { results.rowCount }

  /// Returns the tables with the columns of some detectors.
  func tables(of detectors: [Int]) -> UnitTables { UnitTables(results.reading(detectors), clusters) }

  /// Returns the beats of a unit, the detector's among them; `nil` without any.
  func beats(ofUnit index: Int, _ detector: Int) -> BeatTrains? { results.beats(of: detector, at: index) }

  /// Returns the cluster of a unit.
  func cluster(ofUnit index: Int) -> Int { clusters[index] }

  /// One series per unit, without estimates.
  var unanswered: AnsweredSeries { AnsweredSeries(results, clusters, detector: nil) }

  /// Returns one series per unit, with the detector's estimates.
  func answered(by detector: Int) -> AnsweredSeries {
    AnsweredSeries(results, clusters, detector: detector)
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

  /// No units.
  static var none: UnitTables { UnitTables([], []) }

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

/// The windows of units with the estimates of one detector or without any, made on access.
struct AnsweredSeries: RandomAccessCollection, Sendable {
  private let results: UnitResults
  private let clusters: [Int]
  private let detector: Int?

  /// - Parameters:
  ///   - results: of units that have windows.
  ///   - clusters: one per unit.
  ///   - detector: `nil` for no estimates.
  init(_ results: UnitResults, _ clusters: [Int], detector: Int?) {
    (self.results, self.clusters, self.detector) = (results, clusters, detector)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { clusters.count }

  subscript(index: Int) -> WindowSeries {
    // A unit that could not be read again leaves a problem in the results, which is reported before they are shown.
    return WindowSeries(results.numbers(of: detector, at: index), cluster: clusters[index])
  }
}

extension AnsweredSeries {
  /// Goes through the reference, estimate and confidence of all windows; NaN where there is none.
  func forEachWindow(_ body: (Double, Double, Double) -> Void) {
    guard let detector else { return }
    for part in results.parts {
      guard let rates = results.rates(of: detector, part, withConfidences: true) else { continue }
      for index in rates.first..<rates.rates.count {
        body(rates.references[index], rates.rates[index], rates.confidences[index])
      }
    }
  }
}

extension WindowSeries {
  fileprivate init(_ windows: WindowNumberColumns?, cluster: Int) {
    let count = windows?.starts.count ?? 0
    let hasAnswers = windows?.rates.isEmpty == false
    let none = hasAnswers ? [] : [Double](repeating: .nan, count: count)
    self.init(
      cluster: cluster, startSeconds: windows?.starts ?? [], endSeconds: windows?.ends ?? [],
      referenceBPM: windows?.references ?? [], estimateBPM: hasAnswers ? windows?.rates ?? none : none,
      confidence: hasAnswers ? windows?.confidences ?? none : none, cadenceBPM: windows?.cadences ?? [])
    firstReadingSeconds = windows?.firstReading
    // The confidence in having no rate is none of a reading.
    for index in 0..<count where estimateBPM[index].isNaN && !confidence[index].isNaN {
      confidence[index] = .nan
    }
  }
}
