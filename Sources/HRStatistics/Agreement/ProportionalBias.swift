/// Whether the error grows with the rate: least-squares slopes of estimate − reference, in bpm per bpm.
///
/// The two answer different questions. On the mean (J. M. Bland and D. G. Altman, Stat. Methods Med. Res.
/// 8:135-160, 1999) a difference in spread alone gives a slope; on the reference noise in the reference alone
/// does.
public struct ProportionalBias: Equatable, Sendable {
  /// On the mean of reference and estimate; `nil` where that does not vary.
  public let slopeOnMean: Double?
  /// On the reference; `nil` where that does not vary.
  public let slopeOnReference: Double?
  /// The same slopes with errors over clusters; `nil` with fewer than five.
  public let onMean: ClusterSlope?
  /// Of ``slopeOnReference``; `nil` with fewer than five clusters.
  public let onReference: ClusterSlope?

  /// The slopes of these pairs.
  public init(_ pairs: PairedRates) {
    self.init(pairs, errors: pairs.errorsBPM)
  }

  init(_ pairs: PairedRates, errors: [Double]) {
    let means = zip(pairs.referenceBPM, pairs.estimateBPM).map { ($0 + $1) / 2 }
    slopeOnMean = Comoments(means, errors)?.slope
    slopeOnReference = Comoments(pairs.referenceBPM, errors)?.slope
    onMean = ClusterSlope(of: errors, on: means, cluster: pairs.cluster, clusterCount: pairs.clusterCount)
    onReference = ClusterSlope(
      of: errors, on: pairs.referenceBPM, cluster: pairs.cluster, clusterCount: pairs.clusterCount)
  }
}
