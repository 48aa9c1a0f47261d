package import HRRunning
package import HRStatistics

/// Limits of agreement with the intervals of each.
package struct AgreementLimits: Equatable, Sendable {
  /// True if they treat windows as independent; else they are those of repeated measures.
  package let areSimple: Bool
  package let limits: Interval
  /// Reasons why there are no intervals although there are clusters enough.
  package let doubts: [LimitDoubts.Reason]
  /// Intervals of both limits, shown only without ``doubts``: with any they are too narrow outwards. Inwards they hold,
  /// so they can refute.
  fileprivate let ends: Ends?

  struct Ends: Equatable, Sendable {
    let lower, upper: Interval
  }

  /// - Parameters:
  ///   - areSimple: true if the limits treat windows as independent.
  ///   - limits: both.
  ///   - ends: intervals of both; `nil` where there are none.
  ///   - doubts: reasons not to show them.
  init(areSimple: Bool, limits: Interval, ends: Ends?, doubts: [LimitDoubts.Reason] = []) {
    (self.areSimple, self.limits, self.ends) = (areSimple, limits, ends)
    self.doubts = ends == nil ? [] : doubts
  }

  package var lower: Interval? { doubts.isEmpty ? ends?.lower : nil }
  package var upper: Interval? { doubts.isEmpty ? ends?.upper : nil }
}

extension Score {
  /// The limits of agreement that fit these pairs.
  package var agreementLimits: AgreementLimits? {
    if let limits = repeatedMeasures?.limitsBPM {
      let ends = doubtedLimitIntervals.map {
        AgreementLimits.Ends(lower: $0.lowerLimitBPM, upper: $0.upperLimitBPM)
      }
      return AgreementLimits(areSimple: false, limits: limits, ends: ends, doubts: limitDoubts.reasons)
    }
    guard let simple else { return nil }
    // With one pair per cluster windows are as independent as clusters, and the exact intervals hold.
    let exact = clusterCount < ClusterBootstrap.leastClusters ? nil : doubtedExact
    let ends = exact.map {
      AgreementLimits.Ends(lower: $0.lowerLimitIntervalBPM, upper: $0.upperLimitIntervalBPM)
    }
    return AgreementLimits(
      areSimple: true, limits: simple.limitsBPM, ends: ends, doubts: limitDoubts.reasons)
  }
}

extension Evaluation.Row {
  /// True if there are too few clusters for an interval: fewer than 5.
  package var lacksClusters: Bool { score.clusterCount < ClusterBootstrap.leastClusters }

  /// The limits of agreement that fit these pairs.
  package var limits: AgreementLimits? { score.agreementLimits }

  /// - Returns: `nil` where the plan declares no acceptable difference.
  package func acceptable(_ plan: RunPlan) -> AcceptableAgreement? {
    plan.acceptableDifference(of: scenario).map { AcceptableAgreement(limits, within: $0) }
  }
}

/// Verdict on whether limits of agreement are within a difference that was called acceptable beforehand.
///
/// J. M. Bland and D. G. Altman, "Measuring agreement in method comparison studies", Statistical Methods in Medical
/// Research 8:135-160, 1999: the difference is chosen before. The limits are estimates, so their intervals decide, not
/// the limits themselves. An end on the bound is inside. Where the data are too skewed for intervals (``LimitDoubts``)
/// nothing is shown; what is further out than even these allow is refuted.
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
    /// The data are too skewed, or have too heavy tails, for the limits' intervals.
    case doubts
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
    guard let ends = limits.ends else {
      self = .unknown(.noIntervals)
      return
    }
    let (lower, upper) = (ends.lower, ends.upper)
    if lower.high < -differenceBPM || upper.low > differenceBPM {
      self = .refuted
    } else if !limits.doubts.isEmpty {
      self = .unknown(.doubts)
    } else {
      self = lower.low >= -differenceBPM && upper.high <= differenceBPM ? .shown : .unclear
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
