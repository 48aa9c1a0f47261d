internal import HRNumerics
internal import HRPlugins
internal import HRSignals

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
  typealias Phase = FilterPhase

  struct Parameters: RecursiveBandParameters {
    var order = 3
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var phase = Phase.causal

    static let table: [Parameter<Self>] = [
      Parameter("order", \.order, in: 1...8, "Poles of each edge."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.01...20, "Lower edge, at half power."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 0.1...100, "Upper edge, at half power."),
      Parameter("phase", \.phase, "Forward in time, or forward and backward."),
    ]
  }

  static let info = PluginInfo(
    "butterworth", version: 1, "Butterworth band-pass, causal or zero-phase.",
    source: "S. Butterworth, Experimental Wireless & the Wireless Engineer 7, 1930")

  let parameters: Parameters

  var prototype: AnalogPrototype { .butterworth(order: parameters.order) }
}
