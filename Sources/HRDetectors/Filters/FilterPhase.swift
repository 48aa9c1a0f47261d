internal import HRPlugins

/// Direction in which a recursive filter runs.
enum FilterPhase: String, CaseIterable, Sendable {
  /// Forward in time.
  case causal
  /// Forward, then backward over the whole recording: no delay, twice the attenuation, and dependence on later samples.
  case zeroPhase

  var causality: Causality {
    switch self {
    case .causal: .causal
    case .zeroPhase: .lookAhead(seconds: .infinity)
    }
  }
}
