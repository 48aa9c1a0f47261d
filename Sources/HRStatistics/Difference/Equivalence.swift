/// Whether a difference is shown to lie inside ±margin: two one-sided tests (D. J. Schuirmann, J. Pharmacokinet.
/// Biopharm. 15:657-680, 1987).
public struct Equivalence: Equatable, Sendable {
  /// The largest difference that does not matter.
  public let marginBPM: Double
  /// One-sided t test that the difference lies above −margin; `nil` where there is no t test.
  public let pLower: Double?
  /// One-sided t test that the difference lies below +margin.
  public let pUpper: Double?
  /// Between the one-sided limits of the difference: of the 95 per cent limits, the 90 per cent interval. Each is the
  /// bootstrap's or Student's, whichever is further out. `nil` with too few clusters.
  public let intervalBPM: Interval?

  /// The larger of the two one-sided p values.
  public var p: Double? {
    guard let pLower, let pUpper else { return nil }
    return max(pLower, pUpper)
  }

  /// Whether the interval lies inside ±margin, its ends excluded; no with too few clusters. Then ``p`` is below 1 −
  /// the level as well, where there is one; where cluster differences are skewed p alone says less, and this decides.
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
