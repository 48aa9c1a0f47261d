package import HRRunning
package import HRStatistics

/// Limits of agreement with the intervals of each.
package struct AgreementLimits: Equatable, Sendable {
  /// True if they treat windows as independent; else they are those of repeated measures.
  package let areSimple: Bool
  package let limits: Interval
  package let lower: Interval?
  package let upper: Interval?
}

extension Evaluation.Row {
  /// True if there are too few clusters for an interval: fewer than 5.
  package var lacksClusters: Bool { score.clusterCount < ClusterBootstrap.leastClusters }

  /// The limits of agreement that fit these pairs.
  package var limits: AgreementLimits? {
    if let limits = score.repeatedMeasures?.limitsBPM {
      let intervals = score.limitIntervals
      return AgreementLimits(
        areSimple: false, limits: limits, lower: intervals?.lowerLimitBPM,
        upper: intervals?.upperLimitBPM)
    }
    guard let simple = score.simple else { return nil }
    // With one pair per cluster windows are as independent as clusters, and the exact intervals hold.
    let exact = lacksClusters ? nil : score.exact
    return AgreementLimits(
      areSimple: true, limits: simple.limitsBPM, lower: exact?.lowerLimitIntervalBPM,
      upper: exact?.upperLimitIntervalBPM)
  }

  /// - Returns: `nil` where the plan declares no acceptable difference.
  package func acceptable(_ plan: RunPlan) -> AcceptableAgreement? {
    plan.acceptableDifferenceBPM.map { AcceptableAgreement(limits, within: $0) }
  }
}

/// Verdict on whether limits of agreement are within a difference that was called acceptable beforehand.
///
/// J. M. Bland and D. G. Altman, "Measuring agreement in method comparison studies", Statistical Methods in Medical
/// Research 8:135-160, 1999: the difference is chosen before. The limits are estimates, so their intervals decide, not
/// the limits themselves. An end on the bound is inside.
package enum AcceptableAgreement: Equatable, Sendable {
  /// The intervals of both limits are inside.
  case shown
  /// The interval of the lower limit is wholly below, or that of the upper one wholly above.
  case refuted
  case unclear
  case unknown(Reason)

  /// Reason why there is no verdict.
  package enum Reason: Equatable, Sendable {
    /// Too few pairs for limits.
    case noLimits
    /// Too few subjects (or recordings) for the limits' intervals: fewer than 5.
    case noIntervals
  }

  /// The verdict as `results.json` has it.
  package enum Word: String, CaseIterable, Sendable {
    case shown, refuted, unclear, unknown
  }

  /// - Parameters:
  ///   - limits: with their intervals; `nil` where there are none.
  ///   - differenceBPM: largest acceptable distance of a limit from 0, either way.
  package init(_ limits: AgreementLimits?, within differenceBPM: Double) {
    guard let limits else {
      self = .unknown(.noLimits)
      return
    }
    guard let lower = limits.lower, let upper = limits.upper else {
      self = .unknown(.noIntervals)
      return
    }
    if lower.low >= -differenceBPM, upper.high <= differenceBPM {
      self = .shown
    } else if lower.high < -differenceBPM || upper.low > differenceBPM {
      self = .refuted
    } else {
      self = .unclear
    }
  }

  package var word: Word {
    switch self {
    case .shown: .shown
    case .refuted: .refuted
    case .unclear: .unclear
    case .unknown: .unknown
    }
  }
}
