internal import HRStatistics

/// A question of a gate about a share of a row's windows: whether it changed for the worse by more than so many
/// percentage points.
///
/// A window without an answer is in the denominator of each share, so that silence makes none of them better.
struct ShareQuestion {
  enum Kind: CaseIterable {
    /// Windows that were answered.
    case coverage
    /// Windows that were answered within the tolerance.
    case success
    /// Windows that were answered with a gross error; the only share of which more is worse.
    case gross

    func share(of summary: Gate.Summary) -> Double? {
      switch self {
      case .coverage: summary.coverage
      case .success: summary.successRate
      case .gross: summary.grossShare
      }
    }

    /// True if a share that became worse by more than is allowed holds unless its one-sided 95 per cent limit is above
    /// 0.
    ///
    /// Success and gross errors of an unchanged detector differ from one noise to the next by a point or more; if that
    /// alone left the decision open, few nights of other noise would hold (`Tests/ErrorRates`). A change behind which
    /// the clusters differ much leaves it open by the error already.
    var holdsUnlessShown: Bool {
      switch self {
      case .coverage: false
      case .success, .gross: true
      }
    }

    func allowedPoints(_ baseline: Baseline) -> Double {
      switch self {
      case .coverage: baseline.coveragePoints
      case .success: baseline.successPoints
      case .gross: baseline.grossPoints
      }
    }
  }

  let kind: Kind
  /// Percentage points by which the share may change for the worse.
  let allowedPoints: Double
  /// Largest error that counts as right, for the words on gross errors.
  let tolerance: Tolerance
  /// True if data and noise are the same, so that the change has no sampling error.
  let isOfFacts: Bool

  /// Judges the share of all windows together, and by the clusters' own shares how sure a change is.
  ///
  /// - Parameters:
  ///   - before: counts of each cluster in the baseline.
  ///   - now: counts of the same clusters in the run.
  ///   - seed: of the limits.
  ///   - families: questions that are judged together; see ``NonInferiority``.
  /// - Returns: `nil` where the share holds, or one of the runs has none.
  func finding(
    before: [Gate.Summary], now: [Gate.Summary], seed: UInt64, families: Int
  ) -> (decision: Gate.Decision, reason: String)? {
    guard let was = kind.share(of: Gate.Summary(before)), let isNow = kind.share(of: Gate.Summary(now)) else {
      return nil
    }
    let change = worsening(was, isNow)
    // Shares are quotients of counts. A change of exactly the allowed points must not fail because of rounding.
    guard change > allowedPoints + 1e-9 else { return nil }
    let changes = zip(before, now).compactMap { before, now in
      kind.share(of: before).flatMap { was in kind.share(of: now).map { worsening(was, $0) } }
    }
    let sentence = sentence(was, isNow, change)
    let shown = NonInferiority(
      clusterDeltasBPM: changes, marginBPM: allowedPoints, seed: seed, families: families)
    if shown?.decision == .regressed { return (.regressed, sentence) }
    if isOfFacts { return (.regressed, sentence + ChangeJudgement.fact) }
    if kind.holdsUnlessShown {
      // The lower limit of a worsening is the upper limit of its opposite.
      let opposite = NonInferiority(
        clusterDeltasBPM: changes.map { -$0 }, marginBPM: allowedPoints, seed: seed)
      if let limit = opposite?.upperLimitBPM, limit >= 0 { return nil }
    }
    return (.cannotTell, "\(sentence), but too few subjects (or recordings) show it")
  }

  /// Returns by how many percentage points a share became worse.
  private func worsening(_ was: Double, _ isNow: Double) -> Double {
    100 * (kind == .gross ? isNow - was : was - isNow)
  }

  private func sentence(_ was: Double, _ isNow: Double, _ change: Double) -> String {
    let (from, to) = (ChangeJudgement.number(100 * was), ChangeJudgement.number(100 * isNow))
    let amount =
      "(by \(ChangeJudgement.number(change)) percentage points, allowed: \(ChangeJudgement.number(allowedPoints)))"
    return switch kind {
    case .coverage: "coverage fell from \(from) to \(to) % \(amount)"
    case .success: "success rate fell from \(from) to \(to) % \(amount)"
    case .gross:
      "gross errors (\(tolerance.grossWords)) rose from \(from) to \(to) % of the windows \(amount)"
    }
  }
}
