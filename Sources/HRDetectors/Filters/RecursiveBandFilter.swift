internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Parameters of a recursive band-pass.
protocol RecursiveBandParameters: BandParameters {
  var phase: FilterPhase { get }
}

/// A band-pass that is designed as an analogue filter: the filters of the catalog differ in that design only.
protocol RecursiveBandFilter: Filter where Parameters: RecursiveBandParameters {
  var parameters: Parameters { get }
  var prototype: AnalogPrototype { get }
}

extension RecursiveBandFilter {
  var causality: Causality { parameters.phase.causality }

  /// Applies the band-pass. A sample that is not a number counts as the last one before it that is. Of a band that
  /// reaches beyond half the rate only the lower edge is cut. A band wholly beyond it is empty, and the output is zero
  /// throughout.
  func apply(to signal: Signal) -> Signal {
    let band = BandFilter(prototype, bandHz: parameters.bandHz, sampleRate: signal.sampleRate)
    let samples: [Double] =
      switch (band, parameters.phase) {
      case (.some(let band), .causal): band.filtered(signal.samples.holdingOverGaps)
      case (.some(let band), .zeroPhase): band.sections.zeroPhase(signal.samples.holdingOverGaps)
      case (nil, _): Array(repeating: 0, count: signal.count)
      }
    return Signal(samples: samples, sampleRate: signal.sampleRate, startTime: signal.startTime)
  }
}

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
