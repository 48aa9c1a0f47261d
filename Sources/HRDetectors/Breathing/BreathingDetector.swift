internal import HRPlugins
internal import HRSignals

/// The parameter all breathing detectors share.
struct ModulationParameters: ParameterSet {
  var modulation = Modulation.baseline

  static let table: [Parameter<Self>] = [
    Parameter(
      "modulation", \.modulation,
      "What breathing is read from: the pulses' level, their height, or the intervals.")
  ]
}

/// A detector of the breathing rate from one modulation. Conform with `estimate(of:)`.
protocol BreathingDetector: WindowDetector where Parameters == ModulationParameters {
  var parameters: ModulationParameters { get }
  func estimate(of wave: RespiratorySignal) -> Estimate
}

/// Input of a ``BreathingDetector``: the breathing wave and the band in which the rate may be.
struct RespiratorySignal: Sendable {
  let signal: Signal
  let bandHz: ClosedRange<Double>
}

extension BreathingDetector {
  static var inputs: [ChannelKind] { [.ppg] }
  static var extractors: [String] { ["ppg", "red.inverted"] }
  static var measurands: [Measurand] { [.breathingRate] }
  var rangeBPM: ClosedRange<Double>? { RespiratoryWave.plausibleBPM }

  func estimate(in window: Window) -> Estimate {
    switch RespiratoryWave.read(parameters.modulation, from: window) {
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
