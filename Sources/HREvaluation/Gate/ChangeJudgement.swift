internal import HRSupport
internal import HRStatistics

/// The judgement of a gate on one change, of a row or of a group of recordings.
struct ChangeJudgement {
  let difference: NonInferiority
  /// Windows of the change.
  let extent: Gate.Extent
  /// True if data and noise are the same, so that the change has no sampling error.
  let isOfFacts: Bool
  /// Unit behind a number: ` bpm`; empty for a ratio.
  let inUnit: String

  var decision: Gate.Decision { isOfFacts ? difference.decisionOnSameInputs : difference.decision }

  /// Returns true if the change is less grave than another. Regressed is worse than cannot tell, which is worse than
  /// held; then the larger rise is worse.
  func isBetter(than other: Self) -> Bool {
    (decision.gravity, difference.deltaBPM) < (other.decision.gravity, other.difference.deltaBPM)
  }

  /// Returns the reason of the decision in words; empty where it held.
  ///
  /// - Parameter place: text before the sentence: `in the group activity: walk `.
  func reason(_ place: String) -> String {
    guard decision != .held else { return "" }
    return "\(place)\(sentence), \(extent.words)" + (isKnownByFact ? Self.fact : "")
  }

  /// True if the sameness of the inputs decides, not the limits.
  private var isKnownByFact: Bool { decision != difference.decision }

  /// Addition to a reason that the limits do not show.
  static let fact = "; data and noise are the baseline's, so the change has no sampling error"

  private var sentence: String {
    let delta = Self.signed(difference.deltaBPM)
    let allowed = "allowed: \(Self.number(difference.marginBPM))"
    switch decision {
    case .regressed where isKnownByFact: return "the error rose by \(delta)\(inUnit) (\(allowed))"
    case .held, .regressed:
      return
        "the error rose by \(delta)\(inUnit) (one-sided limits \(Self.signed(difference.lowerLimitBPM)) and \(Self.signed(difference.upperLimitBPM)); \(allowed))"
    case .cannotTell where difference.upperLimitBPM == nil:
      let largest =
        isOfFacts ? ", in one of them \(Self.signed(difference.largestDeltaBPM)); \(allowed)" : ""
      return
        "too few subjects (or recordings): \(difference.clusterCount), and \(ClusterBootstrap.leastClusters) are needed (change: \(delta)\(inUnit)\(largest))"
    case .cannotTell:
      return
        "the error changed by \(delta)\(inUnit) (one-sided upper limit \(Self.signed(difference.upperLimitBPM)); \(allowed))"
    }
  }

  static func number(_ value: Double) -> String { shortest(value, decimals: 2) }

  private static func signed(_ value: Double?) -> String {
    value.map { HRSupport.signed($0, number($0)) } ?? "–"
  }
}
