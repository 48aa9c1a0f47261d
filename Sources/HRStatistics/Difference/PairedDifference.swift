/// Mean absolute error of a candidate minus that of a baseline, cluster by cluster; negative: the candidate is better.
///
/// The figure is the unweighted mean: every cluster counts the same, however many windows it has. Windows of one
/// cluster are not independent, so intervals and tests use the clusters' differences only.
public struct PairedDifference: Equatable, Sendable {
  /// Differences in beats per minute, for each cluster that both have.
  public let clusterDeltasBPM: [Double]
  /// Mean of the cluster differences, in beats per minute.
  public let deltaBPM: Double
  /// Two-sided interval, by cluster bootstrap with expanded tails (see `ExpandedPercentiles`); `nil` below
  /// ``ClusterBootstrap/leastClusters``.
  public let intervalBPM: Interval?
  /// One-sided upper limit at the same level: the higher of that of the same resamples and Student's (see
  /// `MeanLimits`).
  public let upperLimitBPM: Double?
  /// One-sided lower limit at the same level: the lower of the two.
  public let lowerLimitBPM: Double?
  /// Paired t test; `nil` for one cluster or differences that do not vary.
  public let student: StudentTest?
  /// Signed-rank test; `nil` where every difference is 0.
  public let wilcoxon: WilcoxonSignedRank?
  /// Randomization test over the signs of the cluster differences.
  public let signFlip: SignFlipTest?
  /// Level of the interval and of each one-sided limit, 0…1.
  public let level: Double

  /// - Parameters:
  ///   - clusterDeltasBPM: candidate minus baseline in each cluster, in beats per minute.
  ///   - seed: the same seed and differences give the same figures.
  ///   - level: the share of repeated studies whose interval, or one-sided limit, should hold the true figure.
  /// - Precondition: finite differences.
  /// - Returns: `nil` without a cluster.
  public init?(clusterDeltasBPM: [Double], seed: UInt64, level: Double = 0.95) {
    precondition(level > 0 && level < 1, "a level between 0 and 1")
    precondition(clusterDeltasBPM.allSatisfy(\.isFinite), "differences are finite")
    guard let delta = boundedMean(clusterDeltasBPM) else { return nil }
    let limits = MeanLimits(clusterDeltasBPM, seed: seed)
    self.clusterDeltasBPM = clusterDeltasBPM
    self.level = level
    deltaBPM = delta
    intervalBPM = limits?.resampled.interval(level: level)
    upperLimitBPM = limits?.upper(level: level)
    lowerLimitBPM = limits?.lower(level: level)
    student = StudentTest(clusterDeltasBPM)
    wilcoxon = WilcoxonSignedRank(clusterDeltasBPM)
    signFlip = SignFlipTest(clusterDeltasBPM, seed: seed)
  }

  /// Returns the test of whether the difference is smaller than a margin in both directions.
  ///
  /// - Precondition: a margin of at least 0.
  public func equivalence(marginBPM: Double) -> Equivalence {
    Equivalence(self, marginBPM: marginBPM)
  }
}

/// Evidence that a difference is inside ±margin: two one-sided tests (D. J. Schuirmann, J. Pharmacokinet. Biopharm.
/// 15:657-680, 1987).
public struct Equivalence: Equatable, Sendable {
  /// The largest difference that does not matter.
  public let marginBPM: Double
  /// One-sided p of the t test that the difference is above −margin; `nil` where there is no t test.
  public let pLower: Double?
  /// One-sided p of the t test that the difference is below +margin; `nil` as ``pLower``.
  public let pUpper: Double?
  /// Interval between the one-sided limits of the difference: of the 95 per cent limits, the 90 per cent interval.
  /// Each is the bootstrap's or Student's, whichever is further out. `nil` with too few subjects (or recordings):
  /// fewer than 5.
  public let intervalBPM: Interval?

  /// The larger of the two one-sided p values.
  public var p: Double? {
    guard let pLower, let pUpper else { return nil }
    return max(pLower, pUpper)
  }

  /// True if the interval is inside ±margin, its ends excluded; false with too few subjects (or recordings). Then
  /// ``p`` is below 1 − the level as well, where there is one. Where cluster differences are skewed p alone shows
  /// less, so the interval decides.
  public var isEquivalent: Bool {
    guard let intervalBPM else { return false }
    return intervalBPM.low > -marginBPM && intervalBPM.high < marginBPM
  }

  init(_ difference: PairedDifference, marginBPM: Double) {
    precondition(marginBPM.isFinite && marginBPM >= 0, "a margin of at least 0")
    self.marginBPM = marginBPM
    let deltas = difference.clusterDeltasBPM
    pLower = StudentTest(deltas, against: -marginBPM)?.pAbove
    pUpper = StudentTest(deltas, against: marginBPM)?.pBelow
    intervalBPM = Interval(ifAny: difference.lowerLimitBPM, difference.upperLimitBPM)
  }
}
