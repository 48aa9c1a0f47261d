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
    let differences = pairs.errorsBPM
    let sorted = SortedErrors(differences)
    spread = ErrorSpread(sorted: sorted.signed)
    let components = ClusterComponents(pairs, errors: differences)
    self.windowCount = windowCount
    referenceCount = pairs.referenceCount
    estimateCount = pairs.count
    clusterCount = pairs.clusterCount
    effectiveClusterCount = pairs.effectiveClusterCount
    coverage = referenceCount > 0 ? Double(pairs.count) / Double(referenceCount) : nil
    rightOfAll = RightOfAll(pairs, tolerance: tolerance)
    errors = ErrorMetrics(pairs, tolerance: tolerance, errors: differences, sorted: sorted)
    simple = BlandAltman(errors: differences)
    exact = CarkeetLimits(pairs, simple: simple)
    repeatedMeasures = RepeatedMeasuresAgreement(components)
    limitIntervals = LimitIntervals(components, limits: repeatedMeasures)
    persistence = ErrorPersistence(pairs, errors: differences)
    clusterLimits = ClusterLimits(pairs, errors: differences, persistence: persistence)
    percentileLimitsBPM = quantiles(0.025, 0.975, ofSorted: sorted.signed)
    percentileLimitIntervals = PercentileLimitIntervals(pairs, errors: differences, sorted: sorted)
    proportionalBias = ProportionalBias(pairs, errors: differences)
    heteroscedastic = HeteroscedasticLimits(pairs, errors: differences)
    ratio = RatioLimits(pairs)
    let comoments = Comoments(pairs.referenceBPM, pairs.estimateBPM)
    intraclass = IntraclassCorrelation(pairs, comoments: comoments)
    concordance = ConcordanceInterval(pairs, comoments: comoments)
    bootstrap = ClusterBootstrap.intervals(pairs, errors: differences, seed: seed)
  }

  /// Where pairs are independent.
  public var hasOnePairPerCluster: Bool { clusterCount == estimateCount }
}
