package import HRPlugins
package import HRSignals

/// The parameter all breathing detectors share.
package struct ModulationParameters: ParameterSet {
  package var modulation = Modulation.baseline

  package init() {}

  package init(_ modulation: Modulation) {
    self.modulation = modulation
  }

  package static let table: [Parameter<Self>] = [
    Parameter(
      "modulation", \.modulation,
      "What breathing is read from: the pulses' level, their height, or the intervals.")
  ]
}

/// A detector of the breathing rate that looks at one modulation. Conform with `estimate(of:)`.
package protocol BreathingDetector: WindowDetector where Parameters == ModulationParameters {
  var modulation: Modulation { get }
  func estimate(of wave: RespiratorySignal) -> Estimate
}

/// What a ``BreathingDetector`` is shown: the breathing wave and the band in which the rate may lie.
package struct RespiratorySignal: Sendable {
  package let signal: Signal
  package let bandHz: ClosedRange<Double>
}

extension BreathingDetector {
  package static var inputs: [ChannelKind] { [.ppg] }
  package static var extractors: [String] { ["ppg", "red.inverted"] }
  package static var measurands: [Measurand] { [.breathingRate] }
  package var rangeBPM: ClosedRange<Double>? { RespiratoryWave.plausibleBPM }

  package func estimate(in window: Window) -> Estimate {
    switch RespiratoryWave.read(modulation, from: window) {
    case .failure(let silence): return .abstained(silence.reason)
    case .success(let wave):
      guard let band = wave.bandHz else { return .abstained(.noPeak) }
      guard !wave.isFlat else { return .abstained(.flatSignal) }
      // A line on the band's outermost bin may be placed beyond it.
      return estimate(of: RespiratorySignal(signal: wave.signal, bandHz: band))
        .within(RespiratoryWave.plausibleBPM, else: .bandEdge)
    }
  }
}
