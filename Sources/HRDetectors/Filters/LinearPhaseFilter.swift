internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Treatment of a linear-phase filter's delay.
enum FIRDelay: String, CaseIterable, Sendable {
  /// The output is put back by half the length, so it depends on samples that much later.
  case compensated
  /// The output is causal and comes late by half the length.
  case delayed
}

/// Parameters of a band-pass with exactly linear phase.
protocol LinearPhaseParameters: BandParameters {
  var lengthSeconds: Double { get }
  var delay: FIRDelay { get }
}

/// A band-pass with exactly linear phase: the filters of the catalog differ in the design of their weights only.
protocol LinearPhaseFilter: Filter where Parameters: LinearPhaseParameters {
  var parameters: Parameters { get }

  /// Weights from half their number and a band inside 0…Nyquist.
  func design(half: Int, band: FilterBand, sampleRate: Double) -> LinearPhaseFIR
}

extension LinearPhaseFilter {
  var causality: Causality {
    parameters.delay == .compensated ? .lookAhead(seconds: parameters.lengthSeconds / 2) : .causal
  }

  func apply(to signal: Signal) -> Signal {
    let rate = signal.sampleRate
    guard parameters.lowCutoffHz < rate / 2 else {
      return Signal(
        samples: Array(repeating: 0, count: signal.count), sampleRate: rate, startTime: signal.startTime)
    }
    let filter = design(
      half: Int(saturating: (parameters.lengthSeconds * rate / 2).rounded(.down)),
      band: parameters.highCutoffHz < rate / 2
        ? .bandPass(parameters.lowCutoffHz, parameters.highCutoffHz) : .highPass(parameters.lowCutoffHz),
      sampleRate: rate)
    let samples = signal.samples.holdingOverGaps
    return Signal(
      samples: parameters.delay == .compensated ? filter.centred(samples) : filter.delayed(samples),
      sampleRate: rate, startTime: signal.startTime)
  }
}
