/// Every figure of one (scenario, detector); ``Metric/all`` names them.
public struct Score: Equatable, Sendable {
  /// All windows.
  public let windowCount: Int
  /// Windows with a reference.
  public let referenceCount: Int
  /// Windows with a reference and an estimate.
  public let estimateCount: Int
  /// Clusters of the windows with both.
  public let clusterCount: Int
  /// Effective number of clusters; see ``PairedRates/effectiveClusterCount``.
  public let effectiveClusterCount: Double?
  /// Windows with reference and estimate over windows with a reference, 0…1; `nil` where none has a reference.
  public let coverage: Double?
  /// Success rate (all windows); `nil` where no window has a reference.
  public let rightOfAll: RightOfAll?
  /// Errors; `nil` where no window has both.
  public let errors: ErrorMetrics?
  /// Limits of agreement as if windows were independent.
  public let simple: BlandAltman?
  /// Limits of agreement of repeated measures, with clusters.
  public let repeatedMeasures: RepeatedMeasuresAgreement?
  /// Intervals of the repeated-measures limits, whether there are ``limitDoubts`` or not; `nil` with fewer than five
  /// clusters.
  package let doubtedLimitIntervals: LimitIntervals?
  /// Reasons why limits of agreement have no intervals.
  public let limitDoubts: LimitDoubts
  /// Clusters in which the detector is wrong throughout; `nil` with fewer than five clusters.
  public let gross: GrossClusters?
  /// Intervals of shares.
  public let shareIntervals: RowShareIntervals
  /// Limits of agreement from cluster means, with their intervals whether there are ``limitDoubts`` or not; `nil` with
  /// fewer than five clusters.
  public let clusterLimits: ClusterLimits?
  /// Persistence of errors within clusters.
  public let persistence: ErrorPersistence?
  /// Exact intervals of the simple limits, whether there are ``limitDoubts`` or not; `nil` where a cluster has more
  /// than one pair.
  package let doubtedExact: CarkeetLimits?
  /// 2.5th and 97.5th percentile of the errors, linear between order statistics.
  public let percentileLimitsBPM: Interval?
  /// Intervals of these percentiles over clusters; `nil` with fewer than 20 effective clusters.
  public let percentileLimitIntervals: PercentileLimitIntervals?
  /// Dependence of the error on the rate.
  public let proportionalBias: ProportionalBias
  /// Limits of agreement as lines over the rate.
  public let heteroscedastic: HeteroscedasticLimits?
  /// Limits of agreement of the ratio of estimate and reference.
  public let ratio: RatioLimits?
  /// Intraclass correlation of reference and estimate.
  public let intraclass: IntraclassCorrelation?
  /// Concordance as if windows were independent; so are the intervals of ``intraclass``.
  public let concordance: ConcordanceInterval?
  /// Intervals of correlations over clusters; `nil` with fewer than five clusters.
  public let correlationIntervals: CorrelationIntervals?
  /// Bootstrap intervals of mean errors; `nil` with fewer than five clusters.
  public let bootstrap: ClusterBootstrap.Intervals?
  /// Quantiles of the errors; `nil` where no window has both.
  package let spread: ErrorSpread?

  /// Computes the figures of the windows of one (scenario, detector).
  ///
  /// - Parameters:
  ///   - pairs: windows with a reference, and the estimates of those that have one.
  ///   - windowCount: number of all windows.
  ///   - tolerance: largest error of a right estimate.
  ///   - range: rates that the detector can give, which bound the ends of intervals; `nil`: no bounds.
  ///   - seed: of the bootstrap.
  public init(
    _ pairs: PairedRates, windowCount: Int, tolerance: Tolerance = Tolerance(),
    within range: ClosedRange<Double>? = nil, seed: UInt64
  ) {
    let order = ErrorOrder(pairs)
    let comoments = pairs.comoments
    let onMean = pairs.comoments({ $0.meanBPM }, { $0.errorBPM })
    spread = ErrorSpread(order)
    let components = ClusterComponents(pairs)
    self.windowCount = windowCount
    referenceCount = pairs.referenceCount
    estimateCount = pairs.count
    clusterCount = pairs.clusterCount
    effectiveClusterCount = pairs.effectiveClusterCount
    coverage = referenceCount > 0 ? Double(pairs.count) / Double(referenceCount) : nil
    let counts = ClusterCounts(pairs, tolerance: tolerance)
    rightOfAll = RightOfAll(counts)
    shareIntervals = RowShareIntervals(counts)
    let reach = range.map { pairs.largestErrorBPM(within: $0) } ?? .infinity
    let sums = ClusterSums(of: pairs)
    limitDoubts = LimitDoubts(pairs, sums: sums)
    gross = GrossClusters(sums, tolerance: tolerance)
    errors = ErrorMetrics(pairs, tolerance: tolerance, order: order, comoments: comoments)
    simple = BlandAltman(pairs)
    doubtedExact = CarkeetLimits(pairs, simple: simple)
    repeatedMeasures = RepeatedMeasuresAgreement(components)
    doubtedLimitIntervals = LimitIntervals(components, limits: repeatedMeasures)?.capped(at: reach)
    persistence = ErrorPersistence(pairs)
    clusterLimits = ClusterLimits(pairs, persistence: persistence)
    percentileLimitsBPM = order.quantiles(0.025, 0.975)
    percentileLimitIntervals =
      pairs.effectiveClusterCount ?? 0 >= PercentileLimitIntervals.leastEffective
      ? PercentileLimitIntervals(pairs, order: order) : nil
    proportionalBias = ProportionalBias(pairs, onMean: onMean)
    heteroscedastic = HeteroscedasticLimits(pairs, onMean: onMean)
    ratio = RatioLimits(pairs)
    intraclass = IntraclassCorrelation(pairs, comoments: comoments)
    concordance = ConcordanceInterval(pairs, comoments: comoments)
    correlationIntervals = CorrelationIntervals(pairs, comoments: comoments)
    bootstrap = ClusterBootstrap.intervals(pairs, reach: reach, seed: seed)
  }

  /// Intervals of the repeated-measures limits; `nil` with fewer than five clusters, or any of ``limitDoubts``.
  public var limitIntervals: LimitIntervals? { limitDoubts.reasons.isEmpty ? doubtedLimitIntervals : nil }

  /// Exact intervals of the simple limits; `nil` where a cluster has more than one pair, or for any of
  /// ``limitDoubts``.
  public var exact: CarkeetLimits? { limitDoubts.reasons.isEmpty ? doubtedExact : nil }

  /// True if every cluster has one pair, so that pairs are independent.
  public var hasOnePairPerCluster: Bool { clusterCount == estimateCount }
}
