internal import HRPlugins

/// Which way a recursive filter runs.
enum FilterPhase: String, CaseIterable, Sendable {
  /// Forward in time.
  case causal
  /// Forward, then backward over the whole recording: no delay, twice the attenuation, and a look into the future.
  case zeroPhase

  var causality: Causality {
    switch self {
    case .causal: .causal
    case .zeroPhase: .lookAhead(seconds: .infinity)
    }
  }
}
