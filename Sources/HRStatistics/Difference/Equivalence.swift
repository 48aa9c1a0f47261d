/// Whether a difference is shown to lie inside ±margin: two one-sided tests (D. J. Schuirmann, J. Pharmacokinet.
/// Biopharm. 15:657-680, 1987).
public struct Equivalence: Equatable, Sendable {
  /// The largest difference that does not matter.
  public let marginBPM: Double
  /// One-sided t test that the difference lies above −margin; `nil` where there is no t test.
  public let pLower: Double?
  /// One-sided t test that the difference lies below +margin.
  public let pUpper: Double?
  /// Between the one-sided limits of the bootstrap: of the 95 per cent limits, the 90 per cent interval. `nil`
  /// with too few clusters.
  public let intervalBPM: Interval?

  /// The larger of the two one-sided p values.
  public var p: Double? {
    guard let pLower, let pUpper else { return nil }
    return max(pLower, pUpper)
  }

  /// Whether the bootstrap interval lies inside ±margin, its ends excluded; no with too few clusters. Where
  /// cluster differences are skewed this and ``p`` can disagree; this one decides.
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
