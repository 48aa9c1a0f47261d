/// Reference and estimate of the windows that have both, with the cluster (subject or recording) of each; and the
/// clusters of the windows that have a reference alone.
///
/// Windows of one cluster are not independent; intervals and variance components work on clusters.
public struct PairedRates: Sendable {
  /// Number of pairs.
  public let count: Int
  /// Number of clusters.
  public let clusterCount: Int
  /// Number of windows that have a reference and no estimate, of each cluster; clusters without a single pair are
  /// numbered after the others, from ``clusterCount`` on.
  public let unansweredCounts: [Int]
  /// Number of pairs of each cluster, as numbers to compute with.
  let counts: [Double]
  /// All pairs; `nil` where they are not held.
  let held: PairBlock?
  /// Goes through all pairs in order.
  private let walk: @Sendable (_ body: (Pair) -> Void) -> Void

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
    var dense = LabelNumbers()
    let clusters = cluster.map { dense.number($0) }
    var latest = [Int?](repeating: nil, count: dense.count)
    let isNext = clusters.enumerated().map { index, cluster in
      let before = latest[cluster]
      latest[cluster] = place?[index] ?? 0
      guard let before else { return false }
      return place.map { $0[index] == before + 1 } ?? true
    }
    let clusterCount = dense.count
    let others = unanswered.map { dense.number($0) }
    var unansweredCounts = [Int](repeating: 0, count: dense.count)
    for cluster in others { unansweredCounts[cluster] += 1 }
    self.init(
      PairBlock(
        referenceBPM: referenceBPM, estimateBPM: estimateBPM, cluster: clusters.map { Int32(clamping: $0) },
        isNext: isNext),
      clusterCount: clusterCount, unansweredCounts: unansweredCounts)
  }

  /// Creates pairs that are held, and whose clusters are numbered already.
  ///
  /// - Parameters:
  ///   - held: the pairs.
  ///   - clusterCount: of the pairs.
  ///   - unansweredCounts: as ``unansweredCounts``.
  package init(_ held: PairBlock, clusterCount: Int, unansweredCounts: [Int]) {
    count = held.count
    self.clusterCount = clusterCount
    self.unansweredCounts = unansweredCounts
    var counts = [Double](repeating: 0, count: clusterCount)
    for index in held.cluster { counts[Int(clamping: index)] += 1 }
    self.counts = counts
    self.held = held
    walk = { held.forEach($0) }
  }

  /// Creates pairs that are not held: they are made block by block in each pass.
  ///
  /// - Parameters:
  ///   - counts: pairs of each cluster.
  ///   - unansweredCounts: as ``unansweredCounts``.
  ///   - blockCount: number of blocks.
  ///   - block: makes one of them, each time the same.
  package init(
    counts: [Int], unansweredCounts: [Int], blockCount: Int, block: @escaping @Sendable (Int) -> PairBlock
  ) {
    self.init(counts: counts, unansweredCounts: unansweredCounts) { body in
      for number in 0..<blockCount { block(number).forEach(body) }
    }
  }

  /// Creates pairs that are not held: stretches of windows are read in each pass.
  ///
  /// - Parameters:
  ///   - counts: pairs of each cluster.
  ///   - unansweredCounts: as ``unansweredCounts``.
  ///   - stretchCount: number of stretches.
  ///   - windows: reads one of them, each time the same; `nil` for one without pairs.
  package init(
    counts: [Int], unansweredCounts: [Int], stretchCount: Int,
    windows: @escaping @Sendable (Int) -> PairWindows?
  ) {
    self.init(counts: counts, unansweredCounts: unansweredCounts) { body in
      for number in 0..<stretchCount { windows(number)?.forEach(body) }
    }
  }

  private init(
    counts: [Int], unansweredCounts: [Int], walk: @escaping @Sendable (_ body: (Pair) -> Void) -> Void
  ) {
    count = counts.reduce(0, +)
    clusterCount = counts.count
    self.counts = counts.map { Double($0) }
    self.unansweredCounts = unansweredCounts
    held = nil
    self.walk = walk
  }

  /// Goes through all pairs in order.
  package func forEach(_ body: (Pair) -> Void) { walk(body) }

  /// Number of windows with a reference, answered or not.
  public var referenceCount: Int { count + unansweredCounts.reduce(0, +) }

  /// Effective number of clusters: that of clusters of equal size with the same weight, (Σm)²/Σm² (L. Kish, Survey
  /// Sampling, 1965). Every pair counts the same, so a few large clusters can decide everything. `nil` without a pair.
  public var effectiveClusterCount: Double? {
    let squares = counts.reduce(0) { $0 + $1 * $1 }
    return squares > 0 ? Double(count) * Double(count) / squares : nil
  }
}

/// Numbers of labels in order of their first appearance.
struct LabelNumbers {
  private(set) var known: [Int: Int] = [:]

  var count: Int { known.count }

  mutating func number(_ label: Int) -> Int {
    if let number = known[label] { return number }
    known[label] = known.count
    return known.count - 1
  }
}

/// A window with reference and estimate.
package struct Pair: Sendable {
  /// Beats per minute.
  package let referenceBPM: Double
  /// Beats per minute.
  package let estimateBPM: Double
  /// The cluster of the pair, `0..<clusterCount`, numbered in order of first appearance.
  package let cluster: Int
  /// True if its window is the next one after that of the pair before it in its cluster: of the same recording and
  /// repeat, with no window between the two. False for the first pair of a cluster.
  package let isNext: Bool

  package init(referenceBPM: Double, estimateBPM: Double, cluster: Int, isNext: Bool) {
    (self.referenceBPM, self.estimateBPM) = (referenceBPM, estimateBPM)
    (self.cluster, self.isNext) = (cluster, isNext)
  }

  /// Estimate minus reference; positive reads high.
  package var errorBPM: Double { estimateBPM - referenceBPM }

  /// Mean of reference and estimate.
  var meanBPM: Double { (referenceBPM + estimateBPM) / 2 }
}

/// Pairs in columns; ``Pair`` describes each column.
package struct PairBlock: Equatable, Sendable {
  package private(set) var referenceBPM: [Double] = []
  package private(set) var estimateBPM: [Double] = []
  package private(set) var cluster: [Int32] = []
  package private(set) var isNext: [Bool] = []

  /// Creates a block without pairs.
  package init() {}

  /// - Precondition: the lists have equal length, and the rates are finite.
  package init(referenceBPM: [Double], estimateBPM: [Double], cluster: [Int32], isNext: [Bool]) {
    precondition(
      referenceBPM.count == estimateBPM.count && referenceBPM.count == cluster.count
        && cluster.count == isNext.count, "a reference, an estimate, a cluster and a place for every pair")
    precondition(
      referenceBPM.allSatisfy(\.isFinite) && estimateBPM.allSatisfy(\.isFinite), "rates are finite")
    (self.referenceBPM, self.estimateBPM) = (referenceBPM, estimateBPM)
    (self.cluster, self.isNext) = (cluster, isNext)
  }

  package var count: Int { referenceBPM.count }

  package subscript(index: Int) -> Pair {
    Pair(
      referenceBPM: referenceBPM[index], estimateBPM: estimateBPM[index],
      cluster: Int(clamping: cluster[index]),
      isNext: isNext[index])
  }

  fileprivate func forEach(_ body: (Pair) -> Void) {
    for index in 0..<count { body(self[index]) }
  }

  /// Reserves capacity for a number of pairs.
  package mutating func reserveCapacity(_ more: Int) {
    referenceBPM.reserveCapacity(more)
    estimateBPM.reserveCapacity(more)
    cluster.reserveCapacity(more)
    isNext.reserveCapacity(more)
  }

  /// Adds a pair at the end.
  ///
  /// - Precondition: the rates are finite.
  package mutating func append(_ pair: Pair) {
    precondition(pair.referenceBPM.isFinite && pair.estimateBPM.isFinite, "rates are finite")
    referenceBPM.append(pair.referenceBPM)
    estimateBPM.append(pair.estimateBPM)
    cluster.append(Int32(clamping: pair.cluster))
    isNext.append(pair.isNext)
  }
}

/// Consecutive windows of one recording and repeat, of one cluster. Those with both rates are pairs.
package struct PairWindows: Sendable {
  /// Beats per minute; NaN where there is none.
  private let referenceBPM: [Double]
  private let estimateBPM: [Double]
  private let cluster: Int
  /// Index of the first window that counts. The one before it tells whether that one follows a pair.
  private let first: Int

  /// - Parameters:
  ///   - referenceBPM: beats per minute, finite, or NaN where there is none.
  ///   - estimateBPM: likewise, one per reference.
  ///   - cluster: of the pairs, `0..<clusterCount`.
  ///   - first: index of the first window that counts, 0 or 1.
  /// - Precondition: the lists have equal length.
  package init(referenceBPM: [Double], estimateBPM: [Double], cluster: Int, first: Int) {
    precondition(referenceBPM.count == estimateBPM.count, "an estimate for every reference")
    (self.referenceBPM, self.estimateBPM) = (referenceBPM, estimateBPM)
    (self.cluster, self.first) = (cluster, first)
  }

  fileprivate func forEach(_ body: (Pair) -> Void) {
    referenceBPM.withUnsafeBufferPointer { references in
      estimateBPM.withUnsafeBufferPointer { estimates in
        var isNext = false
        for index in references.indices {
          let (reference, estimate) = (references[index], estimates[index])
          guard !reference.isNaN, !estimate.isNaN else {
            isNext = false
            continue
          }
          if index >= first {
            body(Pair(referenceBPM: reference, estimateBPM: estimate, cluster: cluster, isNext: isNext))
          }
          isNext = true
        }
      }
    }
  }
}
