package import HRRunning
package import HRStatistics

/// The verdict of a run on a claim.
package struct ClaimVerdict: Sendable {
  package let claim: Claim
  /// One per condition and group.
  package let figures: [Figure]
  /// Level of every figure's interval, 1 − 0.05 / figures, so that all of them hold together in 95 of 100 studies.
  package let level: Double

  package enum Word: String, CaseIterable, Sendable {
    case holds
    case doesNotHold
    /// The interval reaches to both sides of the bound, or there are too few subjects for an interval.
    case cannotBeTold
    /// There is not a single window.
    case notTested
  }

  package struct Figure: Sendable {
    package let condition: Claim.Condition
    /// The group of recordings that the figure is of; `nil`: all.
    package let group: String?
    /// The figure; of two rows the mean over clusters of their differences. `nil` without a window.
    package private(set) var value: Double?
    package private(set) var interval: Interval?
    /// Windows that the figure is made of.
    package private(set) var windows = 0
    /// Windows of the other row, where each row has its own.
    package private(set) var otherWindows: Int?
    package private(set) var clusters = 0
  }

  /// The verdict over all figures: one that does not hold refutes the claim, and all must hold for it to hold.
  package var word: Word {
    let words = figures.map(\.word)
    if words.contains(.doesNotHold) { return .doesNotHold }
    if words.allSatisfy({ $0 == .notTested }) { return .notTested }
    return words.allSatisfy { $0 == .holds } ? .holds : .cannotBeTold
  }
}

extension ClaimVerdict {
  /// One per claim of the experiment, in its order.
  ///
  /// - Parameter results: in the order of their units.
  static func all(of plan: RunPlan, results: UnitResults, clusters: Clusters) -> [ClaimVerdict] {
    guard !plan.claims.isEmpty else { return [] }
    let windows = ClaimWindows(plan: plan, results: results, clusters: clusters)
    return plan.claims.map { ClaimVerdict($0, windows: windows, plan: plan) }
  }

  init(_ claim: Claim, windows: ClaimWindows, plan: RunPlan) {
    let tasks = claim.conditions.flatMap { condition -> [(Claim.Condition, String?)] in
      guard let stratum = condition.stratum else { return [(condition, nil)] }
      return windows.groups(of: stratum).map { (condition, $0) }
    }
    let level = 1 - 0.05 / Double(max(1, tasks.count))
    self.claim = claim
    self.level = level
    figures = tasks.map { condition, group in
      Figure(condition, group: group, windows: windows, plan: plan, level: level)
    }
  }
}

extension ClaimVerdict.Figure {
  fileprivate init(
    _ condition: Claim.Condition, group: String?, windows: ClaimWindows, plan: RunPlan, level: Double
  ) {
    self.condition = condition
    self.group = group
    let place = condition.stratum.flatMap { stratum in group.map { (stratum: stratum, value: $0) } }
    let own = windows.values(of: condition.row, group: place)
    switch condition.demand {
    case .atLeast, .atMost:
      measure(own, plan, clusterCount: windows.clusterCount, level: level) {
        windows.pairs(of: condition.row, group: place)
      }
    case .lessThan(let other, _, let compared), .moreThan(let other, _, let compared):
      measure(
        own, against: windows.values(of: other, group: place), compared, plan,
        clusterCount: windows.clusterCount, level: level)
    }
  }

  /// Measures one row: the mean over its windows.
  private mutating func measure(
    _ own: some Sequence<ClaimWindows.Value>, _ plan: RunPlan, clusterCount: Int, level: Double,
    pairs: () -> PairedRates?
  ) {
    let metric = condition.metric
    let sums = Sums(own, metric, plan.tolerance, clusterCount: clusterCount)
    windows = Int(saturating: sums.count)
    clusters = sums.counts.count { $0 > 0 }
    guard windows > 0 else { return }
    value = sums.sums.reduce(0, +) / sums.count
    if metric.isShare {
      interval = ShareInterval(counted: sums.sums, of: sums.counts, level: level)?.interval
    } else {
      let intervals = pairs().flatMap {
        ClusterBootstrap.intervals($0, seed: plan.bootstrapSeed, level: level)
      }
      interval = metric == .maeBPM ? intervals?.maeBPM : intervals?.biasBPM
    }
  }

  /// Measures the difference of two rows: the mean of the differences of their clusters, each cluster counting the
  /// same.
  private mutating func measure(
    _ own: some Sequence<ClaimWindows.Value>, against other: some Sequence<ClaimWindows.Value>,
    _ compared: Claim.ComparedWindows, _ plan: RunPlan, clusterCount: Int, level: Double
  ) {
    let metric = condition.metric
    var (a, b) = (Sums(clusterCount: clusterCount), Sums(clusterCount: clusterCount))
    switch compared {
    case .common:
      // Rows of one scenario have the same windows in the same order.
      for (mine, theirs) in zip(own, other) {
        guard let number = mine.number(metric, plan.tolerance),
          let otherNumber = theirs.number(metric, plan.tolerance)
        else { continue }
        a.add(number, cluster: mine.cluster)
        b.add(otherNumber, cluster: theirs.cluster)
      }
      a.bound()
      b.bound()
    case .own:
      a = Sums(own, metric, plan.tolerance, clusterCount: clusterCount)
      b = Sums(other, metric, plan.tolerance, clusterCount: clusterCount)
    }
    let shared = (0..<clusterCount).filter { a.counts[$0] > 0 && b.counts[$0] > 0 }
    let deltas = shared.map { a.sums[$0] / a.counts[$0] - b.sums[$0] / b.counts[$0] }
    windows = shared.reduce(0) { $0 + Int(saturating: a.counts[$1]) }
    if compared == .own { otherWindows = shared.reduce(0) { $0 + Int(saturating: b.counts[$1]) } }
    clusters = shared.count
    guard let difference = PairedDifference(clusterDeltasBPM: deltas, seed: plan.seed, level: level) else {
      return
    }
    value = difference.deltaBPM
    interval = difference.intervalBPM
  }

  /// The verdict of the interval on the demand. An end on the bound meets a demand of one row. It does not meet one of
  /// two rows, since equal is not less.
  package var word: ClaimVerdict.Word {
    guard value != nil else { return .notTested }
    guard let interval else { return .cannotBeTold }
    let (holds, fails) =
      switch condition.demand {
      case .atLeast(let bound): (interval.low >= bound, interval.high < bound)
      case .atMost(let bound): (interval.high <= bound, interval.low > bound)
      case .lessThan(_, let margin, _): (interval.high < margin, interval.low >= margin)
      case .moreThan(_, let margin, _): (interval.low > margin, interval.high <= margin)
      }
    return holds ? .holds : fails ? .doesNotHold : .cannotBeTold
  }

  /// Windows with a number, and the sum of their numbers, per cluster.
  private struct Sums {
    var counts: [Double]
    var sums: [Double]

    init(clusterCount: Int) {
      counts = [Double](repeating: 0, count: clusterCount)
      sums = counts
    }

    init(
      _ values: some Sequence<ClaimWindows.Value>, _ metric: ClaimMetric, _ tolerance: Tolerance,
      clusterCount: Int
    ) {
      self.init(clusterCount: clusterCount)
      for value in values {
        if let number = value.number(metric, tolerance) { add(number, cluster: value.cluster) }
      }
      bound()
    }

    mutating func add(_ number: Double, cluster: Int) {
      counts[cluster] += 1
      sums[cluster] += number
    }

    /// Limits the sums to `ClusterErrors.largestSumBPM` either way. No rate is as far off, and squares of differences
    /// of such sums are still finite.
    mutating func bound() {
      sums = sums.map { min(max($0, -ClusterErrors.largestSumBPM), ClusterErrors.largestSumBPM) }
    }

    var count: Double { counts.reduce(0, +) }
  }
}
