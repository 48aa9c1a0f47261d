package import HRStatistics

/// The detectors of one scenario ranked against each other, cluster by cluster, over the windows that all of them
/// answered.
package struct Ranking: Sendable {
  /// Least share of the windows, and of the clusters, that a ranked detector answers. With detectors that answer less,
  /// too few windows would be left that all answered.
  package static let leastCoverage = 0.8

  package let scenario: String
  package let clusterKind: ClusterKind
  /// Labels, in the order of the experiment.
  package let detectors: [String]
  /// Detectors that are not ranked, in the order of the experiment.
  package let leftOut: [LeftOut]
  /// Windows that all ranked detectors answered.
  package let windows: Int
  package let friedman: Friedman
  package let criticalDifference: CriticalDifference
  /// Indices of detectors that are not told apart by ``pairCount`` signed-rank tests, each of two detectors over the
  /// windows that these two answered.
  package let groups: [[Int]]
  /// Number of pairs of the scenario's detectors, ranked or not, that have windows in common; Holm's correction is for
  /// this number.
  package let pairCount: Int
  /// Detectors whose mean ranks and whose own comparison do not agree: the better one by the latter, which has the
  /// larger mean rank, and the other.
  package let contrary: [(better: Int, worse: Int)]

  /// A detector that is not ranked.
  package struct LeftOut: Equatable, Sendable {
    package let detector: String
    /// Share of the windows with a reference that it answers.
    package let coverage: Double
    /// Clusters in which it answers, of those with a reference.
    package let clusters: Int
    package let ofClusters: Int
    /// Clusters with a window that all answered, at the time the detector was left out; `nil` where it does not answer
    /// enough by itself.
    package let keptClusters: Int?
  }

  /// A scenario of three detectors or more that has no ranking, since fewer than three can be ranked together.
  package struct Missing: Sendable {
    package let scenario: String
    package let clusterKind: ClusterKind
    package let leftOut: [LeftOut]
  }

  /// - Parameters:
  ///   - labels: of the scenario's detectors.
  ///   - tests: of each two of them.
  /// - Returns: `nil` for fewer than three detectors, or too few clusters (fewer than 5) to rank them by.
  init?(
    scenario: String, clusterKind: ClusterKind, labels: [String], errors: ScenarioErrors,
    members: RankingMembers, tests: PairwiseSignedRank
  ) {
    let ranked = members.ranked
    guard ranked.count >= 3 else { return nil }
    let common = errors.overCommonWindows(of: ranked)
    let maes = common.errors.map { $0.compactMap(\.maeBPM) }
    guard let clusters = maes.first?.count, clusters >= ClusterBootstrap.leastClusters,
      let friedman = Friedman(maeBPM: maes), let criticalDifference = CriticalDifference(friedman)
    else { return nil }
    self.scenario = scenario
    self.clusterKind = clusterKind
    detectors = ranked.map { labels[$0] }
    leftOut = members.leftOut
    windows = common.windows
    self.friedman = friedman
    self.criticalDifference = criticalDifference
    let order = friedman.order
    let place = Dictionary(uniqueKeysWithValues: ranked.enumerated().map { ($1, $0) })
    groups = tests.groups(along: order.map { ranked[$0] }).map { $0.compactMap { place[$0] } }
    pairCount = tests.pairs.count
    contrary = order.indices.flatMap { first in
      order[(first + 1)...].compactMap { later -> (better: Int, worse: Int)? in
        tests.errsLess(ranked[later], than: ranked[order[first]]) ? (later, order[first]) : nil
      }
    }
  }

  /// Detector indices from the smallest mean rank to the largest; equal ones in the experiment's order.
  package var order: [Int] { friedman.order }
}

extension Friedman {
  fileprivate var order: [Int] {
    averageRanks.indices.sorted { (averageRanks[$0], $0) < (averageRanks[$1], $1) }
  }
}
