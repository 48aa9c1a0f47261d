/// The gate's test: whether a candidate is shown to be worse than its baseline by less than a margin, or shown to be
/// worse.
///
/// Differences are mean absolute error now minus then, cluster by cluster; positive is worse. Limits are one-sided, of
/// the unweighted mean: of the cluster bootstrap's with expanded tails (see `ExpandedPercentiles`) and Student's the
/// one that is further out (see `MeanLimits`).
public struct NonInferiority: Equatable, Sendable {
  /// Largest share of families of comparisons in which chance alone shows a regression.
  public static let alarmTail = 0.01

  /// The conclusion from the limits and the margin.
  public enum Decision: String, CaseIterable, Sendable {
    /// No cluster changed at all, or the upper limit is below the margin.
    case held
    /// Not held, and the lower limit is above 0.
    case regressed
    /// Neither is shown, or there are too few subjects (or recordings) to show it: fewer than 5.
    case cannotTell
  }

  /// Mean of the cluster differences, in beats per minute.
  public let deltaBPM: Double
  /// The largest of the cluster differences, in beats per minute.
  public let largestDeltaBPM: Double
  /// One-sided 95 per cent limit; `nil` below ``ClusterBootstrap/leastClusters``.
  public let upperLimitBPM: Double?
  /// One-sided limit at 1 − ``alarmTail``/families; `nil` below ``ClusterBootstrap/leastClusters``.
  public let lowerLimitBPM: Double?
  /// Margin: largest acceptable rise of the error, in beats per minute.
  public let marginBPM: Double
  /// Number of clusters.
  public let clusterCount: Int
  /// The conclusion from the limits and the margin.
  public let decision: Decision

  /// - Parameters:
  ///   - clusterDeltasBPM: candidate minus baseline in each cluster, in beats per minute.
  ///   - marginBPM: largest acceptable rise of the error.
  ///   - seed: the same seed and differences give the same decision.
  ///   - families: comparisons that are judged together, or among which this one was picked as the worst. With many
  ///     some rise by chance, so the lower limit is Bonferroni's. Holding needs no correction: all hold only if the
  ///     worst does, an intersection–union test (R. L. Berger, Technometrics 24:295-300, 1982).
  /// - Precondition: finite differences, a margin of at least 0, at least one family.
  /// - Returns: `nil` without a cluster.
  public init?(clusterDeltasBPM: [Double], marginBPM: Double, seed: UInt64, families: Int = 1) {
    precondition(marginBPM.isFinite && marginBPM >= 0, "a margin of at least 0")
    precondition(families >= 1, "at least one family")
    precondition(clusterDeltasBPM.allSatisfy(\.isFinite), "differences are finite")
    guard let delta = boundedMean(clusterDeltasBPM) else { return nil }
    let limits = MeanLimits(clusterDeltasBPM, seed: seed)
    let upper = limits?.upper(level: 0.95)
    let lower = limits?.lower(level: 1 - Self.alarmTail / Double(families))
    deltaBPM = delta
    largestDeltaBPM = clusterDeltasBPM.max() ?? delta
    upperLimitBPM = upper
    lowerLimitBPM = lower
    self.marginBPM = marginBPM
    clusterCount = clusterDeltasBPM.count
    if clusterDeltasBPM.allSatisfy({ $0 == 0 }) {
      decision = .held
    } else if let upper, let lower {
      decision = upper < marginBPM ? .held : lower > 0 ? .regressed : .cannotTell
    } else {
      decision = .cannotTell
    }
  }

  /// The decision where both had the same data and noise, so that a difference has no sampling error.
  ///
  /// It is ``decision`` unless that is ``Decision/cannotTell``. Then it is regressed where the mean difference of
  /// these clusters exceeds the margin. It is held where there are too few subjects (or recordings) for limits and no
  /// difference reaches the margin.
  public var decisionOnSameInputs: Decision {
    guard decision == .cannotTell else { return decision }
    if deltaBPM > marginBPM { return .regressed }
    return upperLimitBPM == nil && largestDeltaBPM < marginBPM ? .held : .cannotTell
  }
}
