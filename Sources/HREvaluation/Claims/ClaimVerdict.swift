package import HRRunning
package import HRStatistics

/// The verdict of a run on a claim.
package struct ClaimVerdict: Sendable {
  package let claim: Claim
  /// One per condition and group.
  package let figures: [Figure]
  /// Level of every figure's interval, 1 − 0.05 / figures, so that all of them hold together in 95 of 100 studies; of
  /// a family of m claims 1 − 0.05 / (m · figures), so that those of all claims do.
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
    /// Answers of the row, and of the row it is compared with, on all windows with a reference; `nil` without that
    /// row.
    package private(set) var own: Answered?
    package private(set) var other: Answered?
    /// The best and the worst that the row's windows with a reference allow.
    package private(set) var reach: ClaimReach?
  }

  /// Number of a row's windows with a reference that it answered, whatever the metric.
  package struct Answered: Equatable, Sendable {
    package private(set) var referenceWindows = 0
    package private(set) var windows = 0
    /// By cluster: whether any window was answered.
    package private(set) var clusters: [Bool]
    /// Windows with a reference by cluster.
    package private(set) var clusterWindows: [Double]

    package var coverage: Double? { share(windows, of: referenceWindows) }

    fileprivate init(_ row: RowBuilder) {
      clusters = [Bool](repeating: false, count: row.units.clusters.count)
      clusterWindows = [Double](repeating: 0, count: clusters.count)
      for (cluster, answer) in row.answers where answer.reference.bpm != nil {
        referenceWindows += 1
        clusterWindows[cluster] += 1
        guard answer.errorBPM != nil else { continue }
        windows += 1
        clusters[cluster] = true
      }
    }
  }

  /// True if the claim holds or does not hold.
  package var isDecided: Bool { word == .holds || word == .doesNotHold }

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
  static func all(_ units: RunUnits) -> [ClaimVerdict] {
    units.plan.claims.map { ClaimVerdict($0, units) }
  }

  /// Returns the level of each interval of a claim, of a family of so many claims.
  static func level(figures: Int, family: Int = 1) -> Double {
    1 - 0.05 / (Double(max(1, figures)) * Double(max(1, family)))
  }

  /// - Parameter family: number of claims all of whose intervals hold together in 95 of 100 studies.
  init(_ claim: Claim, _ units: RunUnits, family: Int = 1) {
    let tasks = claim.conditions.flatMap { condition -> [(Claim.Condition, String?)] in
      guard let stratum = condition.stratum else { return [(condition, nil)] }
      if let group = condition.row.group { return [(condition, group)] }
      let groups = units.results.withoutEstimates.flatMap { units.groups(of: $0, by: stratum).names }
      return Set(groups).sorted().map { (condition, $0) }
    }
    let level = Self.level(figures: tasks.count, family: family)
    self.claim = claim
    self.level = level
    figures = tasks.map { Figure($0, group: $1, units, level: level, family: family) }
  }
}

extension RunUnits {
  /// Returns a row as claims name it; `nil` where the run has no such scenario or detector.
  ///
  /// - Parameter group: of a stratum; `nil`: all recordings.
  func row(of row: Claim.Row, group: (stratum: String, value: String)?) -> RowBuilder? {
    guard let scenario = plan.scenarios.firstIndex(where: { $0.label == row.scenario }),
      let detector = plan.detectors.firstIndex(where: { $0.label == row.detector })
    else { return nil }
    return RowBuilder(
      units: ofScenario(scenario), scenario: scenario, detector: detector,
      chosen: group.map { .group(stratum: $0.stratum, $0.value) })
  }
}

extension ClaimVerdict.Figure {
  fileprivate init(
    _ condition: Claim.Condition, group: String?, _ units: RunUnits, level: Double, family: Int
  ) {
    self.condition = condition
    self.group = group
    func place(_ group: String?) -> (stratum: String, value: String)? {
      condition.stratum.flatMap { stratum in group.map { (stratum, $0) } }
    }
    guard let own = units.row(of: condition.row, group: place(group)) else { return }
    let answered = ClaimVerdict.Answered(own)
    self.own = answered
    reach = ClaimReach(condition, windows: answered.clusterWindows, level: level)
    switch condition.demand {
    case .atLeast, .atMost: measure(own, level: level, family: family)
    case .lessThan(let row, _, let compared), .moreThan(let row, _, let compared):
      guard let other = units.row(of: row, group: place(row.group ?? group)) else { return }
      self.other = ClaimVerdict.Answered(other)
      measure(own, against: other, compared, level: level, family: family)
    }
  }

  /// Measures one row: the mean over its windows. The bootstrap of a family draws as many times more as it has claims,
  /// so that as many resamples are beyond either end.
  private mutating func measure(_ own: RowBuilder, level: Double, family: Int) {
    let metric = condition.metric
    let sums = Sums(own, metric)
    windows = Int(saturating: sums.count)
    clusters = sums.counts.count { $0 > 0 }
    guard windows > 0 else { return }
    value = sums.sums.reduce(0, +) / sums.count
    if metric.isShare {
      interval = ShareInterval(counted: sums.sums, of: sums.counts, level: level)?.interval
    } else {
      let (rates, plan) = (own.gathered.pairs.rates, own.units.plan)
      let intervals = ClusterBootstrap.intervals(
        rates, reach: plan.rates(of: own.detector).map { rates.largestErrorBPM(within: $0) } ?? .infinity,
        seed: plan.bootstrapSeed,
        resamples: ClusterBootstrap.resamples * family, level: level)
      interval = metric == .maeBPM ? intervals?.maeBPM : intervals?.biasBPM
    }
  }

  /// Measures the difference of two rows: the mean of the differences of their clusters, each cluster counting the
  /// same. In a family the end is that of the bootstrap or of Student's t, whichever is further out: expanded tails are
  /// then beyond all resamples.
  private mutating func measure(
    _ own: RowBuilder, against other: RowBuilder, _ compared: Claim.ComparedWindows, level: Double,
    family: Int
  ) {
    let (metric, tolerance) = (condition.metric, own.units.plan.tolerance)
    var (a, b) = (Sums(own.units.clusters), Sums(own.units.clusters))
    switch compared {
    case .common:
      // Rows of one scenario have the same windows in the same order.
      for (mine, theirs) in zip(own.answers, other.answers) {
        guard let number = metric.number(mine.answer, tolerance),
          let otherNumber = metric.number(theirs.answer, tolerance)
        else { continue }
        a.add(number, cluster: mine.cluster)
        b.add(otherNumber, cluster: theirs.cluster)
      }
      a.bound()
      b.bound()
    case .own:
      (a, b) = (Sums(own, metric), Sums(other, metric))
      if condition.stratum == RunPlan.datasetStratum, let dataset = condition.demand.other?.group,
        dataset != group
      {
        b.rearrange(own.units.clusters.namesakes(in: dataset, of: own.units.plan))
      }
    }
    let shared = a.counts.indices.filter { a.counts[$0] > 0 && b.counts[$0] > 0 }
    let deltas = shared.map { a.sums[$0] / a.counts[$0] - b.sums[$0] / b.counts[$0] }
    windows = shared.reduce(0) { $0 + Int(saturating: a.counts[$1]) }
    if compared == .own { otherWindows = shared.reduce(0) { $0 + Int(saturating: b.counts[$1]) } }
    clusters = shared.count
    let used = family > 1 ? (1 + level) / 2 : level
    guard let difference = PairedDifference(clusterDeltasBPM: deltas, seed: own.units.plan.seed, level: used)
    else { return }
    value = difference.deltaBPM
    interval =
      family > 1
      ? Interval(ifAny: difference.lowerLimitBPM, difference.upperLimitBPM) : difference.intervalBPM
  }

  /// The verdict of the interval on the demand.
  package var word: ClaimVerdict.Word {
    guard value != nil else { return .notTested }
    return interval.map(condition.demand.word) ?? .cannotBeTold
  }

  /// Windows with a number, and the sum of their numbers, per cluster.
  private struct Sums {
    var counts: [Double]
    var sums: [Double]

    init(_ clusters: Clusters) {
      counts = [Double](repeating: 0, count: clusters.count)
      sums = counts
    }

    init(_ row: RowBuilder, _ metric: ClaimMetric) {
      self.init(row.units.clusters)
      for (cluster, answer) in row.answers {
        if let number = metric.number(answer, row.units.plan.tolerance) { add(number, cluster: cluster) }
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

    /// Gives each cluster the sum of another one; none where it has no partner.
    mutating func rearrange(_ partners: [Int?]) {
      (counts, sums) = (
        partners.map { $0.map { counts[$0] } ?? 0 }, partners.map { $0.map { sums[$0] } ?? 0 }
      )
    }

    var count: Double { counts.reduce(0, +) }
  }
}

extension Claim.Demand {
  /// Row of which this demand makes another row's figure the bound.
  package var other: Claim.Row? {
    switch self {
    case .atLeast, .atMost: nil
    case .lessThan(let row, _, _), .moreThan(let row, _, _): row
    }
  }

  /// Returns the verdict of an interval. An end on the bound meets a demand of one row. It does not meet one of two
  /// rows, since equal is not less.
  func word(of interval: Interval) -> ClaimVerdict.Word {
    let (holds, fails) =
      switch self {
      case .atLeast(let bound): (interval.low >= bound, interval.high < bound)
      case .atMost(let bound): (interval.high <= bound, interval.low > bound)
      case .lessThan(_, let margin, _): (interval.high < margin, interval.low >= margin)
      case .moreThan(_, let margin, _): (interval.low > margin, interval.high <= margin)
      }
    return holds ? .holds : fails ? .doesNotHold : .cannotBeTold
  }
}

extension ClaimMetric {
  /// Returns the number of a window; `nil` without a reference, and without an answer where the metric is of answers.
  fileprivate func number(_ answer: DetectorAnswers.Element, _ tolerance: Tolerance) -> Double? {
    guard let reference = answer.reference.bpm else { return nil }
    let error = answer.errorBPM
    return switch self {
    case .coverage: error == nil ? 0 : 1
    case .maeBPM: error.map(abs)
    case .biasBPM: error
    case .withinBPMShare: error.map { abs($0) <= tolerance.withinBPM ? 1 : 0 }
    case .withinToleranceShare: error.map { tolerance.allows($0, at: reference) ? 1 : 0 }
    }
  }
}
