internal import HRNumerics
internal import HRPlugins

/// Takes the slow drift out by smoothness priors; see ``smoothnessPriorsDetrended(_:lambda:)``.
///
/// `lambda` is meant for 30 samples per second, as in toolboxes for cameras with their 10, 50 and 100. It is scaled
/// with the square of the rate, so that it cuts at the same frequency: half the amplitude stays at about 30 / (2π√λ)
/// Hz, which is 0.48 Hz for 100. `rateScaling: none` takes it unscaled, as those toolboxes do at any rate. The whole
/// signal is one system of equations: every sample depends a little on all others. A sample that is not a number counts
/// as the last one before it that is.
struct TarvainenFilter: SampleFilter {
  enum RateScaling: String, CaseIterable, Sendable {
    case square
    case none
  }

  struct Parameters: ParameterSet {
    var lambda = 100.0
    var rateScaling = RateScaling.square

    static let table: [Parameter<Self>] = [
      Parameter(
        "lambda", \.lambda, in: 0.1...10000, "Smoothness of the drift at 30 samples per second."),
      Parameter("rateScaling", \.rateScaling, "Grows with the square of the rate, or not at all."),
    ]
  }

  static let info = PluginInfo(
    "tarvainen", version: 1, "Takes the slow drift out by smoothness priors.",
    source: "M. P. Tarvainen et al., IEEE Transactions on Biomedical Engineering 49, 2002")

  let causality = Causality.lookAhead(seconds: .infinity)
  let parameters: Parameters

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    let ratio = sampleRate / 30
    let lambda = parameters.lambda * (parameters.rateScaling == .square ? ratio * ratio : 1)
    return smoothnessPriorsDetrended(samples, lambda: lambda)
  }
}
