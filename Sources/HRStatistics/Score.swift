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
  /// See ``PairedRates/effectiveClusterCount``.
  public let effectiveClusterCount: Double?
  /// Windows with reference and estimate over windows with a reference, 0…1; `nil` where none has a reference.
  public let coverage: Double?
  /// `nil` where no window has a reference.
  public let rightOfAll: RightOfAll?
  /// `nil` where no window has both.
  public let errors: ErrorMetrics?
  /// As if windows were independent.
  public let simple: BlandAltman?
  /// Limits of agreement that know clusters.
  public let repeatedMeasures: RepeatedMeasuresAgreement?
  /// Of the repeated-measures limits; `nil` with fewer than five clusters.
  public let limitIntervals: LimitIntervals?
  /// `nil` with fewer than five clusters.
  public let clusterLimits: ClusterLimits?
  /// How long errors last within clusters.
  public let persistence: ErrorPersistence?
  /// `nil` where a cluster has more than one pair.
  public let exact: CarkeetLimits?
  /// 2.5th and 97.5th percentile of the errors, linear between order statistics.
  public let percentileLimitsBPM: Interval?
  /// `nil` with fewer than five clusters.
  public let percentileLimitIntervals: PercentileLimitIntervals?
  /// Whether the error grows with the rate.
  public let proportionalBias: ProportionalBias
  /// Limits of agreement as lines over the rate.
  public let heteroscedastic: HeteroscedasticLimits?
  /// Limits of agreement of the ratio of estimate and reference.
  public let ratio: RatioLimits?
  /// Intraclass correlation of reference and estimate.
  public let intraclass: IntraclassCorrelation?
  /// As if windows were independent, and so the intervals of ``intraclass``.
  public let concordance: ConcordanceInterval?
  /// `nil` with fewer than five clusters.
  public let bootstrap: ClusterBootstrap.Intervals?
  /// `nil` where no window has both.
  package let spread: ErrorSpread?

  /// The windows of one (scenario, detector).
  ///
  /// - Parameters:
  ///   - pairs: windows with a reference, and the estimates of those that have one.
  ///   - windowCount: all windows.
  ///   - tolerance: how far an estimate may be off and still count as right.
  ///   - seed: of the bootstrap.
  public init(
    _ pairs: PairedRates, windowCount: Int, tolerance: Tolerance = Tolerance(), seed: UInt64
  ) {
    let order = ErrorOrder(pairs)
    let comoments = pairs.comoments
    let onMean = pairs.comoments(\.meanBPM, \.errorBPM)
    spread = ErrorSpread(order)
    let components = ClusterComponents(pairs)
    self.windowCount = windowCount
    referenceCount = pairs.referenceCount
    estimateCount = pairs.count
    clusterCount = pairs.clusterCount
    effectiveClusterCount = pairs.effectiveClusterCount
    coverage = referenceCount > 0 ? Double(pairs.count) / Double(referenceCount) : nil
    rightOfAll = RightOfAll(pairs, tolerance: tolerance)
    errors = ErrorMetrics(pairs, tolerance: tolerance, order: order, comoments: comoments)
    simple = BlandAltman(pairs)
    exact = CarkeetLimits(pairs, simple: simple)
    repeatedMeasures = RepeatedMeasuresAgreement(components)
    limitIntervals = LimitIntervals(components, limits: repeatedMeasures)
    persistence = ErrorPersistence(pairs)
    clusterLimits = ClusterLimits(pairs, persistence: persistence)
    percentileLimitsBPM = order.quantiles(0.025, 0.975)
    percentileLimitIntervals = PercentileLimitIntervals(pairs, order: order)
    proportionalBias = ProportionalBias(pairs, onMean: onMean)
    heteroscedastic = HeteroscedasticLimits(pairs, onMean: onMean)
    ratio = RatioLimits(pairs)
    intraclass = IntraclassCorrelation(pairs, comoments: comoments)
    concordance = ConcordanceInterval(pairs, comoments: comoments)
    bootstrap = ClusterBootstrap.intervals(pairs, seed: seed)
  }

  /// Where pairs are independent.
  public var hasOnePairPerCluster: Bool { clusterCount == estimateCount }
}
