/// Dependence of the error on the rate: least-squares slopes of estimate − reference, in bpm per bpm.
///
/// The two answer different questions. On the mean (J. M. Bland and D. G. Altman, Stat. Methods Med. Res. 8:135-160,
/// 1999) a difference in spread alone gives a slope. On the reference noise in the reference alone gives one.
public struct ProportionalBias: Equatable, Sendable {
  /// Slope on the mean of reference and estimate; `nil` where that does not vary.
  public let slopeOnMean: Double?
  /// Slope on the reference; `nil` where that does not vary.
  public let slopeOnReference: Double?
  /// ``slopeOnMean`` with its error over clusters; `nil` with fewer than five.
  public let onMean: ClusterSlope?
  /// ``slopeOnReference`` with its error over clusters; `nil` with fewer than five.
  public let onReference: ClusterSlope?

  /// Computes the slopes of these pairs.
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
