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
