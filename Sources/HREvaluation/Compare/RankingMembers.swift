/// The selection of a scenario's detectors that are ranked together.
///
/// Few windows are answered by *all* ranked detectors where one of them answers few. So each must answer at least
/// ``Ranking/leastCoverage`` of its windows, in at least that share of the clusters. All together must keep that share
/// of the clusters, in which there is a window that all of them answered.
///
/// While they do not, one is left out: the one without which most clusters come back. Of equals it is the one that
/// answers in the fewest clusters itself, then the one without which most windows come back, then the one whose label
/// comes first in the order of the alphabet. The order of the detectors decides nothing.
struct RankingMembers {
  /// Places in ``ScenarioErrors/detectors``, ascending.
  private(set) var ranked: [Int] = []
  /// Detectors that are not ranked, in the order of the experiment.
  private(set) var leftOut: [Ranking.LeftOut] = []

  init(_ errors: ScenarioErrors, labels: [String]) {
    let total = errors.referenceClusters
    func suffices(_ clusters: Int) -> Bool {
      total > 0 && Double(clusters) / Double(total) >= Ranking.leastCoverage
    }
    let places = Array(errors.detectors.indices)
    let coverages = places.map(errors.coverage)
    let clusters = places.map(errors.answeredClusters)
    ranked = places.filter { coverages[$0] >= Ranking.leastCoverage && suffices(clusters[$0]) }
    /// Clusters that were left when a detector was left out for the others' sake.
    var kept = [Int?](repeating: nil, count: places.count)
    while ranked.count > 2 {
      let loss = Loss(errors, ranked)
      guard !suffices(loss.commonClusters) else { break }
      let worst = ranked.max { one, other in
        let (a, b) = (loss.of(one), loss.of(other))
        let (mine, others) = (
          (a.clusters, -clusters[one], a.windows), (b.clusters, -clusters[other], b.windows)
        )
        return mine == others ? labels[other] < labels[one] : mine < others
      }
      guard let worst else { break }
      kept[worst] = loss.commonClusters
      ranked.removeAll { $0 == worst }
    }
    leftOut = places.filter { !ranked.contains($0) }.map {
      Ranking.LeftOut(
        detector: labels[$0], coverage: coverages[$0], clusters: clusters[$0], ofClusters: total,
        keptClusters: kept[$0])
    }
  }

  /// Returns true if a detector answers enough by itself, ranked or not.
  func answersEnough(_ label: String) -> Bool {
    leftOut.allSatisfy { $0.detector != label || $0.keptClusters != nil }
  }

  /// Clusters and windows that each of some detectors takes from the others.
  private struct Loss {
    /// Clusters with a window that all of them answered.
    private(set) var commonClusters = 0
    private var clusters: [Int: Set<Int>] = [:]
    private var windows: [Int: Int] = [:]

    init(_ errors: ScenarioErrors, _ places: [Int]) {
      var common: Set<Int> = []
      errors.forEach { cluster, absoluteBPM in
        var silent: Int?
        for place in places where absoluteBPM[absoluteBPM.startIndex + place].isNaN {
          if silent != nil { return }
          silent = place
        }
        if let silent {
          clusters[silent, default: []].insert(cluster)
          windows[silent, default: 0] += 1
        } else {
          common.insert(cluster)
        }
      }
      for place in places { clusters[place, default: []].subtract(common) }
      commonClusters = common.count
    }

    /// Clusters, then windows, that come back without a detector.
    func of(_ place: Int) -> (clusters: Int, windows: Int) {
      (clusters[place]?.count ?? 0, windows[place] ?? 0)
    }
  }
}
