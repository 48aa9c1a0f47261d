internal import HRResults
internal import HRStatistics

/// How far off each detector of one scenario is, window by window.
struct ScenarioErrors {
  /// Indices of the detectors that have rows in the scenario, in the order of the experiment. Where a place is named
  /// below, it is one in this list.
  let detectors: [Int]
  let clusterCount: Int
  /// The cluster of each window in which any of them has a reference.
  private(set) var clusterOfWindow: [Int] = []
  /// |estimate − reference| in bpm by place, then by window; `nil` without an estimate or a reference.
  private(set) var absoluteBPM: [[Double?]]
  /// Windows in which each of them has a reference; of tries each has its own.
  private(set) var referenceWindows: [Int]

  init(of detectors: [Int], in units: UnitTables, clusterCount: Int) {
    self.detectors = detectors
    self.clusterCount = clusterCount
    absoluteBPM = detectors.map { _ in [] }
    referenceWindows = detectors.map { _ in 0 }
    for (cluster, table) in units {
      let references = detectors.map { table.references(of: $0) }
      let rows = (0..<table.rowCount).filter { row in references.contains { $0[row].bpm != nil } }
      clusterOfWindow += rows.map { _ in cluster }
      for (place, detector) in detectors.enumerated() {
        let cells = table.estimates[detector]?.cells
        for row in rows {
          let reference = references[place][row].bpm
          if reference != nil { referenceWindows[place] += 1 }
          if let reference, let cell = cells?[row], cell.hasValue {
            absoluteBPM[place].append(abs(cell.bpm - reference))
          } else {
            absoluteBPM[place].append(nil)
          }
        }
      }
    }
  }

  /// Share of its windows with a reference that a detector answered; 0 where there are none.
  func coverage(_ place: Int) -> Double {
    let answered = absoluteBPM[place].count { $0 != nil }
    return referenceWindows[place] > 0 ? Double(answered) / Double(referenceWindows[place]) : 0
  }

  /// Clusters in which any detector has a reference.
  var referenceClusters: Int { Set(clusterOfWindow).count }

  /// Clusters in which a detector answered a window.
  func answeredClusters(_ place: Int) -> Int {
    Set(zip(clusterOfWindow, absoluteBPM[place]).compactMap { $1 == nil ? nil : $0 }).count
  }

  /// Windows that all of some detectors answered.
  func commonWindows(of places: [Int]) -> [Int] {
    clusterOfWindow.indices.filter { window in places.allSatisfy { absoluteBPM[$0][window] != nil } }
  }

  /// Count and sum of the errors of one detector in each cluster, over windows that it answered.
  func errors(_ place: Int, over windows: [Int]) -> [ClusterErrors] {
    var counts = [Int](repeating: 0, count: clusterCount)
    var sums = [Double](repeating: 0, count: clusterCount)
    for window in windows {
      guard let error = absoluteBPM[place][window] else { continue }
      counts[clusterOfWindow[window]] += 1
      sums[clusterOfWindow[window]] += error
    }
    return zip(counts, sums).map { ClusterErrors(count: $0, absoluteSumBPM: $1) }
  }

  /// Each two of the detectors over the windows that these two answered.
  var pairwise: PairwiseSignedRank {
    PairwiseSignedRank(detectorCount: detectors.count) { first, second in
      let common = commonWindows(of: [first, second])
      return ClusterErrors.deltasBPM(
        candidate: errors(first, over: common), baseline: errors(second, over: common))
    }
  }
}
