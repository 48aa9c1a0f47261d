/// Reference and estimate of the windows that have both, with the cluster (subject or recording) of each; and the
/// clusters of the windows that have a reference alone.
///
/// Windows of one cluster are not independent; intervals and variance components work on clusters.
public struct PairedRates: Equatable, Sendable {
  /// Beats per minute.
  public let referenceBPM: [Double]
  /// Beats per minute, one per reference.
  public let estimateBPM: [Double]
  /// The cluster of each pair, `0..<clusterCount`, numbered in order of first appearance.
  public let cluster: [Int]
  /// How many clusters there are.
  public let clusterCount: Int
  /// The cluster of each window that has a reference and no estimate; those without a single pair are numbered
  /// after the others, from ``clusterCount`` on.
  public let unansweredCluster: [Int]
  /// Of each pair, whether its window is the next one after that of the pair before it in its cluster: of the same
  /// recording and repeat, with no window between the two. Never of the first pair of a cluster.
  public let isNext: [Bool]

  /// - Parameters:
  ///   - referenceBPM: beats per minute.
  ///   - estimateBPM: beats per minute, one per reference.
  ///   - cluster: any labels; equal labels are one cluster.
  ///   - unanswered: the label of each window with a reference and no estimate.
  ///   - place: numbers the windows of the pairs: those that follow each other in one recording and repeat have numbers
  ///     that do, and no others. Without it the pairs of a cluster follow each other as listed.
  /// - Precondition: the lists have equal length, `unanswered` any, and the rates are finite.
  public init(
    referenceBPM: [Double], estimateBPM: [Double], cluster: [Int], unanswered: [Int] = [], place: [Int]? = nil
  ) {
    precondition(
      referenceBPM.count == estimateBPM.count && referenceBPM.count == cluster.count
        && cluster.count == place?.count ?? cluster.count,
      "a reference, an estimate, a cluster and, where any has one, a place for every pair")
    precondition(
      referenceBPM.allSatisfy(\.isFinite) && estimateBPM.allSatisfy(\.isFinite), "rates are finite")
    self.referenceBPM = referenceBPM
    self.estimateBPM = estimateBPM
    var dense: [Int: Int] = [:]
    func number(_ label: Int) -> Int {
      if let known = dense[label] { return known }
      let next = dense.count
      dense[label] = next
      return next
    }
    self.cluster = cluster.map(number)
    clusterCount = dense.count
    var latest = [Int?](repeating: nil, count: dense.count)
    isNext = self.cluster.enumerated().map { index, cluster in
      let before = latest[cluster]
      latest[cluster] = place?[index] ?? 0
      guard let before else { return false }
      return place.map { $0[index] == before + 1 } ?? true
    }
    unansweredCluster = unanswered.map(number)
  }

  /// Pairs whose clusters are numbered already.
  ///
  /// - Parameters:
  ///   - referenceBPM: beats per minute.
  ///   - estimateBPM: beats per minute, one per reference.
  ///   - cluster: of each pair, numbered in order of first appearance.
  ///   - clusterCount: of the pairs.
  ///   - unanswered: numbers of the clusters of other windows with a reference; those without a pair from
  ///     `clusterCount` on.
  ///   - isNext: as ``isNext``.
  /// - Precondition: the lists have equal length, `unanswered` any, and the rates are finite.
  package init(
    referenceBPM: [Double], estimateBPM: [Double], cluster: [Int], clusterCount: Int, unanswered: [Int],
    isNext: [Bool]
  ) {
    precondition(
      referenceBPM.count == estimateBPM.count && referenceBPM.count == cluster.count
        && cluster.count == isNext.count, "a reference, an estimate, a cluster and a place for every pair")
    precondition(
      referenceBPM.allSatisfy(\.isFinite) && estimateBPM.allSatisfy(\.isFinite), "rates are finite")
    (self.referenceBPM, self.estimateBPM) = (referenceBPM, estimateBPM)
    (self.cluster, self.clusterCount) = (cluster, clusterCount)
    (unansweredCluster, self.isNext) = (unanswered, isNext)
  }

  /// How many pairs there are.
  public var count: Int { referenceBPM.count }

  /// How many windows have a reference, answered or not.
  public var referenceCount: Int { count + unansweredCluster.count }

  /// Estimate minus reference in beats per minute; positive reads high.
  public var errorsBPM: [Double] {
    zip(estimateBPM, referenceBPM).map { $0 - $1 }
  }

  /// How many clusters of equal size would weigh as these do: (Σm)²/Σm² (L. Kish, Survey Sampling, 1965); every
  /// pair counts the same, so a few large clusters can decide everything. `nil` without a pair.
  public var effectiveClusterCount: Double? {
    let squares = counts.reduce(0) { $0 + $1 * $1 }
    return squares > 0 ? Double(count) * Double(count) / squares : nil
  }

  /// Pairs per cluster, as numbers to compute with.
  var counts: [Double] {
    var counts = [Double](repeating: 0, count: clusterCount)
    for index in cluster { counts[index] += 1 }
    return counts
  }

  /// Squared deviations of each cluster's errors from its mean.
  func squares(of errors: [Double], about means: [Double]) -> [Double] {
    var squares = [Double](repeating: 0, count: clusterCount)
    for (index, error) in zip(cluster, errors) {
      squares[index] += (error - means[index]) * (error - means[index])
    }
    return squares
  }
}

/// What the cluster bootstrap and the variance components need of each cluster.
struct ClusterSums {
  private(set) var counts: [Double]
  private(set) var sums: [Double]
  private(set) var absolutes: [Double]

  var means: [Double] { zip(sums, counts).map { $0 / $1 } }

  /// - Parameter errors: one per pair.
  init(_ errors: [Double], of pairs: PairedRates) {
    let none = [Double](repeating: 0, count: pairs.clusterCount)
    (counts, sums, absolutes) = (none, none, none)
    for (index, error) in zip(pairs.cluster, errors) {
      counts[index] += 1
      sums[index] += error
      absolutes[index] += abs(error)
    }
  }
}
