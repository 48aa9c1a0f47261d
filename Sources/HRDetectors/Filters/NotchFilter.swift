internal import HRNumerics
internal import HRPlugins

/// Takes the mains' frequency and its harmonics out, and nothing else.
///
/// One section for each multiple below half the rate, all as wide at −3 dB: frequencyHz / quality, 2 Hz by default
/// (SciPy's `iirnotch` for the first). The filter starts as if the first sample had been the input for ever. Where the
/// rate is below twice the frequency nothing changes: what the mains leave there is an alias at another frequency.
/// `zeroPhase` runs forward and backward. A sample that is not a number counts as the last one before it that is.
struct NotchFilter: SampleFilter {
  struct Parameters: ParameterSet {
    var frequencyHz = 50.0
    var quality = 25.0
    var harmonics = 3
    var phase = FilterPhase.causal

    static let table: [Parameter<Self>] = [
      Parameter("frequencyHz", \.frequencyHz, in: 0.1...1000, "50 or 60 Hz for the mains."),
      Parameter(
        "quality", \.quality, in: 1...200, "The frequency over the width of the notch at -3 dB."),
      Parameter("harmonics", \.harmonics, in: 1...20, "Multiples taken out, the first included."),
      FilterPhase.parameter(\.phase),
    ]
  }

  static let info = PluginInfo(
    "notch", version: 1, "Takes one frequency and its harmonics out.",
    source: "S. J. Orfanidis, Introduction to Signal Processing, 1996; SciPy iirnotch")

  let parameters: Parameters

  var causality: Causality { parameters.phase.causality }

  func filtered(_ samples: [Double], at sampleRate: Double) -> [Double] {
    let frequencies = (1...parameters.harmonics).map { Double($0) * parameters.frequencyHz }
    guard
      let notch = SecondOrderSections.notch(
        at: frequencies, quality: parameters.quality, sampleRate: sampleRate)
    else { return samples }
    return parameters.phase == .causal
      ? notch.filtered(samples, startingAtSteadyState: true) : notch.zeroPhase(samples)
  }
}
