internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// What becomes of a linear-phase filter's delay.
package enum FIRDelay: String, CaseIterable, Sendable {
  /// The output is put back by half the length, which looks that far ahead.
  case compensated
  /// The output is causal and comes late by half the length.
  case delayed

  func causality(lengthSeconds: Double) -> Causality {
    switch self {
    case .compensated: .lookAhead(seconds: lengthSeconds / 2)
    case .delayed: .causal
    }
  }

  /// A signal through weights that are designed for its rate.
  ///
  /// - Parameter design: makes the weights from half their number and a band inside 0…Nyquist.
  func apply(
    lengthSeconds: Double, bandHz: ClosedRange<Double>, to signal: Signal,
    _ design: (Int, FilterBand) -> LinearPhaseFIR
  ) -> Signal {
    let rate = signal.sampleRate
    guard bandHz.lowerBound < rate / 2 else {
      return Signal(
        samples: Array(repeating: 0, count: signal.count), sampleRate: rate,
        startTime: signal.startTime)
    }
    let filter = design(
      Int(saturating: (lengthSeconds * rate / 2).rounded(.down)),
      bandHz.upperBound < rate / 2
        ? .bandPass(bandHz.lowerBound, bandHz.upperBound) : .highPass(bandHz.lowerBound))
    let samples = signal.samples.holdingOverGaps
    return Signal(
      samples: self == .compensated ? filter.centred(samples) : filter.delayed(samples),
      sampleRate: rate,
      startTime: signal.startTime)
  }
}
