/// What one (scenario, detector) hands to the statistics.
public struct MetricInputs: Equatable, Sendable {
  /// Windows with a reference and an estimate.
  public var pairs: PairedRates
  /// Windows with a reference.
  public var referenceCount: Int
  /// All windows.
  public var windowCount: Int
  public var tolerance: Tolerance

  public init(pairs: PairedRates, referenceCount: Int, windowCount: Int, tolerance: Tolerance = Tolerance()) {
    self.pairs = pairs
    self.referenceCount = referenceCount
    self.windowCount = windowCount
    self.tolerance = tolerance
  }
}

/// Every figure of one (scenario, detector); ``Metric/all`` names them.
public struct Score: Equatable, Sendable {
  public let windowCount: Int
  public let referenceCount: Int
  public let estimateCount: Int
  public let clusterCount: Int
  public let effectiveClusterCount: Double?
  /// Windows with reference and estimate over windows with a reference, 0…1; `nil` where none has a reference.
  public let coverage: Double?
  public let errors: ErrorMetrics?
  /// As if windows were independent.
  public let simple: BlandAltman?
  public let repeatedMeasures: RepeatedMeasuresAgreement?
  /// Of the repeated-measures limits; `nil` with fewer than five clusters.
  public let limitIntervals: LimitIntervals?
  public let mover: MoverAgreement?
  /// `nil` with fewer than five clusters.
  public let clusterLimits: ClusterLimits?
  public let persistence: ErrorPersistence?
  /// `nil` where a cluster has more than one pair.
  public let exact: CarkeetLimits?
  /// 2.5th and 97.5th percentile of the errors, linear between order statistics.
  public let percentileLimitsBPM: Interval?
  /// `nil` with fewer than five clusters.
  public let percentileLimitIntervals: PercentileLimitIntervals?
  public let proportionalBias: ProportionalBias
  public let heteroscedastic: HeteroscedasticLimits?
  public let ratio: RatioLimits?
  public let intraclass: IntraclassCorrelation?
  /// As if windows were independent, and so the intervals of ``intraclass``.
  public let concordance: ConcordanceInterval?
  /// `nil` with fewer than five clusters.
  public let bootstrap: ClusterBootstrap.Intervals?

  /// - Parameter seed: of the bootstrap.
  public init(_ inputs: MetricInputs, seed: UInt64) {
    let pairs = inputs.pairs
    let differences = pairs.errorsBPM
    let sorted = SortedErrors(differences)
    let components = ClusterComponents(pairs, errors: differences)
    windowCount = inputs.windowCount
    referenceCount = inputs.referenceCount
    estimateCount = pairs.count
    clusterCount = pairs.clusterCount
    effectiveClusterCount = pairs.effectiveClusterCount
    coverage = inputs.referenceCount > 0 ? Double(pairs.count) / Double(inputs.referenceCount) : nil
    errors = ErrorMetrics(pairs, tolerance: inputs.tolerance, errors: differences, sorted: sorted)
    simple = BlandAltman(errors: differences)
    exact = CarkeetLimits(pairs, simple: simple)
    repeatedMeasures = RepeatedMeasuresAgreement(components)
    limitIntervals = LimitIntervals(components, limits: repeatedMeasures)
    mover = MoverAgreement(components)
    persistence = ErrorPersistence(pairs, errors: differences)
    clusterLimits = ClusterLimits(pairs, errors: differences, persistence: persistence)
    percentileLimitsBPM = Self.percentileLimits(sorted)
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

  private static func percentileLimits(_ sorted: SortedErrors) -> Interval? {
    guard let low = quantile(0.025, ofSorted: sorted.signed),
      let high = quantile(0.975, ofSorted: sorted.signed)
    else { return nil }
    return Interval(low: low, high: high)
  }
}
