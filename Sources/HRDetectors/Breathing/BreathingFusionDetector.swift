internal import HRPlugins
internal import HRSignals

/// Breathing rate from all three modulations, if they agree ("smart fusion").
///
/// The mean of the three rates of ``BreathingFFTDetector`` if their standard deviation (divisor 2) is at most
/// `agreementBPM`. If one of them does not exist or the deviation is larger, the answer is ``Abstention/disagreement``.
/// Confidence: one minus the deviation as a share of `agreementBPM`, times the chance that the mean is not an alias of
/// breathing above half the heart rate (``BreathAlias``); where that chance is below 5 %, ``Abstention/disagreement``.
struct BreathingFusionDetector: WindowWaveDetector {
  struct Parameters: ParameterSet {
    var agreementBPM = 4.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "agreementBPM", \.agreementBPM, in: 0.5...20,
        "Largest standard deviation of three rates that agree, in breaths per minute.")
    ]
  }

  static let info = PluginInfo(
    "breathing.fusion", version: 3,
    "Breathing rate: the mean of the three modulations' rates where they agree.",
    source: "W. Karlen et al., IEEE Trans. Biomed. Eng. 60(7):1946-1953, 2013")
  static let extractors = BeatRate.extractors
  static let measurands = [Measurand.breathingRate]

  private static let readers = Modulation.allCases.map {
    BreathingFFTDetector(parameters: ModulationParameters(modulation: $0))
  }
  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { RespiratoryWave.plausibleBPM }

  func read(_ pulses: Signal) throws(Abstention) -> Estimate {
    let beats = try RespiratoryBeats(of: pulses)
    let estimates = Self.readers.map { reader in
      Estimate.unlessSilent { () throws(Abstention) in try reader.read(beats) }
    }
    return BreathAlias(beats).judge(fused(estimates))
  }

  private func fused(_ estimates: [Estimate]) -> Estimate {
    let rates = estimates.compactMap(\.bpm)
    guard rates.count == estimates.count else {
      // If no modulation has a rate, the first one's reason is the answer's.
      let silent = estimates.first { $0.bpm == nil }
      return rates.isEmpty ? silent ?? .abstained(.disagreement) : .abstained(.disagreement)
    }
    let mean = rates.reduce(0, +) / Double(rates.count)
    let squares = rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(rates.count - 1)).squareRoot()
    guard deviation <= parameters.agreementBPM else { return .abstained(.disagreement) }
    return .bpm(mean, confidence: 1 - deviation / parameters.agreementBPM)
  }
}
