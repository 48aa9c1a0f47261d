/// The windows of a row that two runs both answered, cluster by cluster.
struct CommonWindows {
  /// Mean over these windows of |error now| − |error then|, in beats per minute, of each cluster that has one.
  ///
  /// Every window of a cluster counts the same. The errors are those of ``WindowNumbers``, so windows that did not
  /// change add exactly 0.
  let deltasBPM: [Double]
  let extent: Gate.Extent

  /// - Parameters:
  ///   - recordings: indices of figures and of `clusters` that are compared.
  ///   - clusters: of each recording.
  ///   - members: of a recording, flags of the windows with a reference that are compared; `nil`: all.
  init(
    before: Baseline.Row, now: Baseline.Row, recordings: [Int], clusters: Clusters,
    members: ((Int) -> [Bool])? = nil
  ) {
    var changes = [ErrorSum](repeating: ErrorSum(), count: clusters.count)
    var hasReference = [Bool](repeating: false, count: clusters.count)
    var ofWindows = 0
    for recording in recordings {
      let cluster = clusters.ofRecording[recording]
      let (old, new) = (before.figures[recording], now.figures[recording])
      let chosen = members?(recording)
      ofWindows += chosen.map { $0.count(where: \.self) } ?? new.referenceWindows
      hasReference[cluster] = hasReference[cluster] || new.referenceWindows > 0
      for (index, pair) in zip(old.errors.values, new.errors.values).enumerated() {
        if let chosen, !chosen.indices.contains(index) || !chosen[index] { continue }
        guard let then = pair.0, let now = pair.1 else { continue }
        changes[cluster].add(abs(Double(now)) - abs(Double(then)))
      }
    }
    deltasBPM = changes.compactMap(\.biasBPM)
    extent = Gate.Extent(
      windows: changes.reduce(0) { $0 + $1.windows }, ofWindows: ofWindows,
      clusters: deltasBPM.count, ofClusters: hasReference.count { $0 })
  }
}

extension Gate {
  /// Numbers of windows and clusters that a change is over.
  package struct Extent: Equatable, Sendable {
    /// Windows that both runs answered.
    package let windows: Int
    /// Windows that have a reference now, in recordings that have one in both.
    package let ofWindows: Int
    /// Clusters with a window that both answered.
    package let clusters: Int
    /// Clusters with a reference in both.
    package let ofClusters: Int

    /// `1782 of 1800 (12 of 12)`, clusters in brackets.
    package var counts: String { "\(windows) of \(ofWindows) (\(clusters) of \(ofClusters))" }

    /// `over the 1782 of 1800 windows that both runs answered`
    package var words: String {
      let without = ofClusters - clusters
      return "on the \(windows) of \(ofWindows) windows that both runs answered"
        + (without > 0 ? ", none of them in \(without) of \(ofClusters) subjects or recordings" : "")
    }
  }
}
