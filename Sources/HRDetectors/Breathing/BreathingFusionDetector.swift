package import HRPlugins
package import HRSignals

/// Breathing rates from all three modulations, where they agree ("smart fusion").
///
/// The mean of the three rates of ``BreathingFFTDetector`` if their standard deviation (divisor 2) is at most
/// `agreementBPM`; if one of them does not exist or they lie further apart the answer is
/// ``Abstention/disagreement``. Confidence: one minus the deviation as a share of `agreementBPM`.
package struct BreathingFusionDetector: CompositeDetector {
  package struct Parameters: ParameterSet {
    package var agreementBPM = 4.0

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter(
        "agreementBPM", \.agreementBPM, in: 0.5...20,
        "Largest standard deviation of three rates that agree, in breaths per minute.")
    ]
  }

  package static let info = PluginInfo(
    "breathing.fusion", version: 2,
    "Breathing rate: the mean of the three modulations' rates where they agree.",
    source: "W. Karlen et al., IEEE Trans. Biomed. Eng. 60(7):1946-1953, 2013")
  package static let inputs = [ChannelKind.ppg]
  package static let extractors = ["ppg", "red.inverted"]
  package static let measurands = [Measurand.breathingRate]

  package let components = Modulation.allCases.map {
    Component(BreathingFFTDetector.self, ModulationParameters($0))
  }
  private let agreementBPM: Double

  package init(_ parameters: Parameters) {
    agreementBPM = parameters.agreementBPM
  }

  package var rangeBPM: ClosedRange<Double>? { RespiratoryWave.plausibleBPM }

  package func estimate(from estimates: [Estimate]) -> Estimate {
    let rates = estimates.compactMap(\.bpm)
    guard rates.count == components.count else {
      // Where there are no beats at all, that is the reason.
      let silent = estimates.first { $0.bpm == nil }
      return rates.isEmpty ? silent ?? .abstained(.disagreement) : .abstained(.disagreement)
    }
    let mean = rates.reduce(0, +) / Double(rates.count)
    let squares = rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(rates.count - 1)).squareRoot()
    guard deviation <= agreementBPM else { return .abstained(.disagreement) }
    return .bpm(mean, confidence: 1 - deviation / agreementBPM)
  }
}
