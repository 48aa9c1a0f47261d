internal import HRNumerics
internal import HRPlugins

/// Parameters of a recursive band-pass.
protocol RecursiveBandParameters: BandParameters {
  var order: Int { get set }
  var phase: FilterPhase { get set }
}

extension RecursiveBandParameters {
  /// Rows of the shared parameters, with a filter's own ones after the first.
  ///
  /// - Parameter edge: meaning of both edges.
  static func rows(edge: String, _ own: [Parameter<Self>] = []) -> [Parameter<Self>] {
    [Parameter("order", \.order, in: 1...8, "Poles of each edge.")] + own
      + edges(low: 0.01...20, ", \(edge).", high: 0.1...100, ", \(edge).")
      + [FilterPhase.parameter(\.phase)]
  }

  /// Row of the depth of the ripples.
  static func ripple(_ path: WritableKeyPath<Self, Double> & Sendable) -> Parameter<Self> {
    Parameter("rippleDecibels", path, in: 0.01...6, "Depth of the ripples in the band.")
  }
}

/// A band-pass that is designed as an analogue filter: the filters of the catalog differ in that design only.
protocol RecursiveBandFilter: SampleFilter where Parameters: RecursiveBandParameters {
  var parameters: Parameters { get }
  var prototype: AnalogPrototype { get }
}

extension RecursiveBandFilter {
  var causality: Causality { parameters.phase.causality }

  /// Applies the band-pass. A sample that is not a number counts as the last one before it that is. Of a band that
  /// reaches beyond half the rate only the lower edge is cut. A band wholly beyond it is empty, and the output is zero
  /// throughout.
  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    guard let band = BandFilter(prototype, bandHz: parameters.bandHz, sampleRate: sampleRate)
    else { return samples.map { _ in 0 } }
    return parameters.phase == .causal ? band.filtered(samples) : band.sections.zeroPhase(samples)
  }
}

/// Direction in which a recursive filter runs.
enum FilterPhase: String, CaseIterable, Sendable {
  /// Forward in time.
  case causal
  /// Forward, then backward over the whole recording: no delay, twice the attenuation, and dependence on later samples.
  case zeroPhase

  static func parameter<Set>(_ path: WritableKeyPath<Set, FilterPhase> & Sendable) -> Parameter<Set> {
    Parameter("phase", path, "Forward in time, or forward and backward.")
  }

  var causality: Causality {
    switch self {
    case .causal: .causal
    case .zeroPhase: .lookAhead(seconds: .infinity)
    }
  }
}

/// Butterworth band-pass, forward in time or both ways.
///
/// `order` counts as usual for band-passes: the poles of each edge, so the filter has twice as many. `zeroPhase` runs
/// forward and backward: no delay, twice the attenuation, and dependence on later samples. The first sample is
/// subtracted first, so an offset causes no start-up swing of the causal form.
///
/// - Note: Parameters cannot know the signal's rate, on which the possible band depends. Of a band that reaches beyond
///   half the rate, everything up to there is in band already: then only the lower edge is cut, by a Butterworth
///   high-pass of the same order. A band that is wholly beyond it is empty: the output is zero throughout, and
///   detectors report a flat signal. A sample that is not a number counts as the last one before it that is.
struct ButterworthFilter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static var table: [Parameter<Self>] { rows(edge: "at half power") }
  }

  static let info = PluginInfo(
    "butterworth", version: 1, "Butterworth band-pass, causal or zero-phase.",
    source: "S. Butterworth, Experimental Wireless & the Wireless Engineer 7, 1930")

  let parameters: Parameters

  var prototype: AnalogPrototype { .butterworth(order: parameters.order) }
}

/// Chebyshev type I band-pass, forward in time or both ways: steeper than Butterworth's for its order, for ripples in
/// the band.
///
/// The gain swings between 1 and `-rippleDecibels` inside the band and is the latter at both edges (run both ways,
/// twice that in decibels). The same transfer function as SciPy's `cheby1`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct Chebyshev1Filter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var rippleDecibels = 0.5
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static let table = rows(edge: "where the ripple ends", [ripple(\.rippleDecibels)])
  }

  static let info = PluginInfo(
    "chebyshev1", version: 1, "Chebyshev type I band-pass: ripples in the band.",
    source: "SciPy cheby1")

  let parameters: Parameters

  var prototype: AnalogPrototype {
    .chebyshev1(order: parameters.order, rippleDecibels: parameters.rippleDecibels)
  }
}

/// Chebyshev type II band-pass, forward in time or both ways: no ripples in the band, even ones outside.
///
/// The defaults are the short-recording recipe of Liang et al.: fourth order, 0.5–10 Hz, 20 dB. The edges are the
/// points at which the attenuation is first reached, as in SciPy and MATLAB. The band that passes is therefore narrower
/// than they are (the defaults' −3 dB points are near 0.63 and 8.0 Hz). The same transfer function as SciPy's `cheby2`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct Chebyshev2Filter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 4
    var attenuationDecibels = 20.0
    var lowCutoffHz = 0.5
    var highCutoffHz = 10.0
    var phase = FilterPhase.causal

    static let table = rows(
      edge: "where the attenuation is reached",
      [
        Parameter(
          "attenuationDecibels", \.attenuationDecibels, in: 3...120,
          "Least attenuation outside the edges; run both ways, twice that.")
      ])
  }

  static let info = PluginInfo(
    "chebyshev2", version: 1, "Chebyshev type II band-pass: ripples outside the band.",
    source:
      "Y. Liang, M. Elgendi, Z. Chen and R. Ward, An optimal filter for short photoplethysmogram signals, Scientific Data 5, 2018; SciPy cheby2"
  )

  let parameters: Parameters

  var prototype: AnalogPrototype {
    .chebyshev2(order: parameters.order, attenuationDecibels: parameters.attenuationDecibels)
  }
}

/// Elliptic (Cauer) band-pass, forward in time or both ways: ripples inside and outside the band, and the steepest
/// flanks an order can have; the phase bends most, too.
///
/// The gain swings between 1 and `-rippleDecibels` inside the band, is the latter at both edges, and stays below
/// `-attenuationDecibels` outside; run both ways, twice that in decibels. The same transfer function as SciPy's
/// `ellip`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct EllipticFilter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var rippleDecibels = 0.5
    var attenuationDecibels = 40.0
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static let table = rows(
      edge: "where the ripple ends",
      [
        ripple(\.rippleDecibels),
        Parameter(
          "attenuationDecibels", \.attenuationDecibels, in: 7...120,
          "Least attenuation outside the flanks."),
      ])
  }

  static let info = PluginInfo(
    "elliptic", version: 1, "Elliptic band-pass: the steepest flanks for its order.",
    source: "W. Cauer, 1931; SciPy ellip")

  let parameters: Parameters

  var prototype: AnalogPrototype {
    .elliptic(
      order: parameters.order, rippleDecibels: parameters.rippleDecibels,
      attenuationDecibels: parameters.attenuationDecibels)
  }
}

/// Bessel band-pass, forward in time or both ways: the flattest delay, so that a pulse keeps its shape, and the
/// shallowest flanks.
///
/// The edges are where the prototype's phase is half-way (SciPy's `norm='phase'`, its default and MATLAB's): the gain
/// there is −3 dB for order 1 and falls with the order. The bilinear transform and the turn into a band-pass bend the
/// delay somewhat. The same transfer function as SciPy's `bessel`.
///
/// Start-up, a band beyond half the rate, and samples that are not numbers are as in ``ButterworthFilter``.
struct BesselFilter: RecursiveBandFilter {
  struct Parameters: RecursiveBandParameters {
    var order = 3
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = FilterPhase.causal

    static var table: [Parameter<Self>] { rows(edge: "where the phase is half-way") }
  }

  static let info = PluginInfo(
    "bessel", version: 1, "Bessel band-pass: keeps the shape of a wave best.",
    source: "W. E. Thomson, Proceedings of the IEE 96, 1949; SciPy bessel")

  let parameters: Parameters

  var prototype: AnalogPrototype { .bessel(order: parameters.order) }
}
