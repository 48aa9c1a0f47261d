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
    /// Answers of the row, and of the row it is compared with, on all windows with a reference; `nil` without that
    /// row.
    package private(set) var own: Answered?
    package private(set) var other: Answered?
  }

  /// Number of a row's windows with a reference that it answered, whatever the metric.
  package struct Answered: Equatable, Sendable {
    package private(set) var referenceWindows = 0
    package private(set) var windows = 0
    /// By cluster: whether any window was answered.
    package private(set) var clusters: [Bool]

    package var coverage: Double? { share(windows, of: referenceWindows) }

    fileprivate init(_ row: RowBuilder) {
      clusters = [Bool](repeating: false, count: row.units.clusters.count)
      for (cluster, answer) in row.answers where answer.reference.bpm != nil {
        referenceWindows += 1
        guard answer.errorBPM != nil else { continue }
        windows += 1
        clusters[cluster] = true
      }
    }
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
  static func all(_ units: RunUnits) -> [ClaimVerdict] {
    units.plan.claims.map { ClaimVerdict($0, units) }
  }

  init(_ claim: Claim, _ units: RunUnits) {
    let tasks = claim.conditions.flatMap { condition -> [(Claim.Condition, String?)] in
      guard let stratum = condition.stratum else { return [(condition, nil)] }
      let groups = units.results.withoutEstimates.flatMap { units.groups(of: $0, by: stratum).names }
      return Set(groups).sorted().map { (condition, $0) }
    }
    let level = 1 - 0.05 / Double(max(1, tasks.count))
    self.claim = claim
    self.level = level
    figures = tasks.map { Figure($0, group: $1, units, level: level) }
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
  fileprivate init(_ condition: Claim.Condition, group: String?, _ units: RunUnits, level: Double) {
    self.condition = condition
    self.group = group
    let place = condition.stratum.flatMap { stratum in group.map { (stratum: stratum, value: $0) } }
    guard let own = units.row(of: condition.row, group: place) else { return }
    self.own = ClaimVerdict.Answered(own)
    switch condition.demand {
    case .atLeast, .atMost: measure(own, level: level)
    case .lessThan(let row, _, let compared), .moreThan(let row, _, let compared):
      guard let other = units.row(of: row, group: place) else { return }
      self.other = ClaimVerdict.Answered(other)
      measure(own, against: other, compared, level: level)
    }
  }

  /// Measures one row: the mean over its windows.
  private mutating func measure(_ own: RowBuilder, level: Double) {
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
        rates, reach: rates.largestErrorBPM(within: plan.rates(of: own.detector)), seed: plan.bootstrapSeed,
        level: level)
      interval = metric == .maeBPM ? intervals?.maeBPM : intervals?.biasBPM
    }
  }

  /// Measures the difference of two rows: the mean of the differences of their clusters, each cluster counting the
  /// same.
  private mutating func measure(
    _ own: RowBuilder, against other: RowBuilder, _ compared: Claim.ComparedWindows, level: Double
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
    case .own: (a, b) = (Sums(own, metric), Sums(other, metric))
    }
    let shared = a.counts.indices.filter { a.counts[$0] > 0 && b.counts[$0] > 0 }
    let deltas = shared.map { a.sums[$0] / a.counts[$0] - b.sums[$0] / b.counts[$0] }
    windows = shared.reduce(0) { $0 + Int(saturating: a.counts[$1]) }
    if compared == .own { otherWindows = shared.reduce(0) { $0 + Int(saturating: b.counts[$1]) } }
    clusters = shared.count
    guard
      let difference = PairedDifference(clusterDeltasBPM: deltas, seed: own.units.plan.seed, level: level)
    else { return }
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

    var count: Double { counts.reduce(0, +) }
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
