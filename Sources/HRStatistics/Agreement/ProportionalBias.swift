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
    self.init(pairs, onMean: pairs.comoments(\.meanBPM, \.errorBPM))
  }

  /// - Parameter onMean: of the means of reference and estimate and the errors.
  init(_ pairs: PairedRates, onMean: Comoments?) {
    let onReference = pairs.comoments(\.referenceBPM, \.errorBPM)
    slopeOnMean = onMean?.slope
    slopeOnReference = onReference?.slope
    self.onMean = ClusterSlope(ofErrors: pairs, on: \.meanBPM, onMean)
    self.onReference = ClusterSlope(ofErrors: pairs, on: \.referenceBPM, onReference)
  }
}
