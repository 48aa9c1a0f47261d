internal import HRRunning
internal import HRStatistics

/// Absolute errors of each detector of one scenario, window by window.
struct ScenarioErrors {
  /// Indices of the detectors that have rows in the scenario, in the order of the experiment. A "place" below is a
  /// position in this list.
  let detectors: [Int]
  let clusterCount: Int
  /// Number of windows in which each detector has a reference; of tries each has its own.
  private var referenceWindows: [Int]
  private var answeredWindows: [Int]
  /// Clusters in which any of them has a reference.
  private(set) var referenceClusters = 0
  private var answered: [Set<Int>]
  private let units: UnitTables
  /// The cluster of each window that any of them answered, and the errors of all of them in it; `nil` where they are
  /// made in every pass.
  private var held: (clusters: [Int], errors: [Double])?

  /// Most windows times detectors that are held, at 8 bytes each.
  static let mostHeld = 1 << 20

  /// - Parameters:
  ///   - detectors: indices of the plan.
  ///   - units: of the scenario.
  ///   - mostHeld: windows times detectors up to which errors are held.
  init(of detectors: [Int], in units: RunUnits, mostHeld: Int = mostHeld) {
    (self.detectors, self.units, clusterCount) = (detectors, units.tables, units.clusters.count)
    let areHeld = units.results.rowCount * detectors.count <= mostHeld
    var held: (clusters: [Int], errors: [Double]) = ([], [])
    var references: Set<Int> = []
    answered = detectors.map { _ in [] }
    referenceWindows = detectors.map { _ in 0 }
    answeredWindows = referenceWindows
    for (cluster, table) in self.units {
      for (place, detector) in detectors.enumerated() {
        let count = table.references(of: detector).count { $0.bpm != nil }
        if count > 0 { references.insert(cluster) }
        referenceWindows[place] += count
      }
      Self.forEachWindow(of: table, detectors) { errors in
        for (place, error) in errors.enumerated() where !error.isNaN {
          answeredWindows[place] += 1
          answered[place].insert(cluster)
        }
        guard areHeld else { return }
        held.clusters.append(cluster)
        held.errors += errors
      }
    }
    referenceClusters = references.count
    self.held = areHeld ? held : nil
  }

  /// Returns the share of its windows with a reference that a detector answered; 0 where there are none.
  func coverage(_ place: Int) -> Double {
    share(answeredWindows[place], of: referenceWindows[place]) ?? 0
  }

  /// Returns the number of clusters in which a detector answered a window.
  func answeredClusters(_ place: Int) -> Int { answered[place].count }

  /// Goes through the windows that any of the detectors answered.
  ///
  /// - Parameter body: the window's cluster, and |estimate − reference| in bpm by place; NaN without an estimate or a
  ///   reference.
  func forEach(_ body: (_ cluster: Int, _ absoluteBPM: ArraySlice<Double>) -> Void) {
    guard let held else {
      for (cluster, table) in units { Self.forEachWindow(of: table, detectors) { body(cluster, $0) } }
      return
    }
    for (window, cluster) in held.clusters.enumerated() {
      let first = window * detectors.count
      body(cluster, held.errors[first..<first + detectors.count])
    }
  }

  /// Goes through the windows of a unit that any detector answered, with the errors of all.
  private static func forEachWindow(
    of table: WindowTable, _ detectors: [Int], _ body: (ArraySlice<Double>) -> Void
  ) {
    let count = detectors.count
    var errors = [Double](repeating: .nan, count: table.rowCount * count)
    for (place, detector) in detectors.enumerated() {
      guard let answers = table.answers(of: detector) else { continue }
      for answer in answers {
        guard let error = answer.errorBPM else { continue }
        errors[answer.row * count + place] = abs(error)
      }
    }
    for row in 0..<table.rowCount {
      let own = errors[row * count..<(row + 1) * count]
      if own.contains(where: { !$0.isNaN }) { body(own) }
    }
  }

  /// Returns the errors of some detectors over the windows that all of them answered.
  ///
  /// - Returns: the number of windows; count and sum of the errors of each in each cluster.
  func overCommonWindows(of places: [Int]) -> (windows: Int, errors: [[ClusterErrors]]) {
    var sums = CommonSums(of: places, clusterCount: clusterCount)
    forEach { sums.add(cluster: $0, $1) }
    return (sums.windows, sums.errors)
  }

  /// Two of the detectors, by place, over the windows that these two answered.
  struct PairErrors {
    let first: Int
    /// Greater than the first.
    let second: Int
    let windows: Int
    /// Mean absolute error of the first minus that of the second in each cluster that has one of both.
    let deltasBPM: [Double]
  }

  /// Each two of the detectors, once: 0 and 1, 0 and 2, …, 1 and 2, …
  var pairs: [PairErrors] {
    var pairs: [[CommonSums]] = detectors.indices.map { first in
      detectors.indices.dropFirst(first + 1).map {
        CommonSums(of: [first, $0], clusterCount: clusterCount)
      }
    }
    forEach { cluster, errors in
      for first in pairs.indices where !errors[errors.startIndex + first].isNaN {
        for second in pairs[first].indices { pairs[first][second].add(cluster: cluster, errors) }
      }
    }
    return pairs.enumerated().flatMap { first, others in
      others.enumerated().map { place, sums in
        let errors = sums.errors
        return PairErrors(
          first: first, second: first + 1 + place, windows: sums.windows,
          deltasBPM: ClusterErrors.deltasBPM(candidate: errors[0], baseline: errors[1]))
      }
    }
  }

  /// Signed-rank tests of each two of the detectors over the windows that these two answered.
  var pairwise: PairwiseSignedRank {
    let pairs = pairs
    let count = detectors.count
    return PairwiseSignedRank(detectorCount: count) { first, second in
      // Pairs of detectors before the first come before its own.
      pairs[first * count - first * (first + 1) / 2 + second - first - 1].deltasBPM
    }
  }

  /// Counts and sums of the errors of some detectors, by cluster, over the windows that all of them answered.
  private struct CommonSums {
    private let places: [Int]
    private(set) var windows = 0
    private var counts: [Int]
    /// Sums of absolute errors by place, then by cluster.
    private var sums: [[Double]]

    init(of places: [Int], clusterCount: Int) {
      self.places = places
      counts = [Int](repeating: 0, count: clusterCount)
      sums = places.map { _ in [Double](repeating: 0, count: clusterCount) }
    }

    mutating func add(cluster: Int, _ errors: ArraySlice<Double>) {
      for place in places where errors[errors.startIndex + place].isNaN { return }
      windows += 1
      counts[cluster] += 1
      for (index, place) in places.enumerated() {
        sums[index][cluster] += errors[errors.startIndex + place]
      }
    }

    var errors: [[ClusterErrors]] {
      sums.map { sums in zip(counts, sums).map { ClusterErrors(count: $0, absoluteSumBPM: $1) } }
    }
  }
}
