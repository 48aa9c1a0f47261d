internal import HRPlugins

/// Holds the beat rate (``PeakDetector``) against the spectral rate (``FFTDetector``), and may refuse.
///
/// Within `agreementBPM` of each other: their plain mean, with the higher of the two confidences, since agreement of
/// two methods is worth more than either alone. Otherwise, or if only one answers: the one with the higher confidence,
/// if that is at least `minimumConfidence` (of equal ones the beat rate). Else it abstains: two answers disagree; one
/// answer alone is of low quality; no answer, for the beat detector's reason.
///
/// Unlike the guide's combination it has no favourite rate.
struct CombinedDetector: CompositeDetector {
  struct Parameters: ParameterSet {
    var agreementBPM = 5.0
    var minimumConfidence = 0.6

    static let table: [Parameter<Self>] = [
      Parameter("agreementBPM", \.agreementBPM, in: 0...50, "Largest difference of two rates that agree."),
      Parameter(
        "minimumConfidence", \.minimumConfidence, in: 0...1,
        "Least confidence of a rate that stands against or without the other."),
    ]
  }

  static let info = PluginInfo(
    "combined", version: 1, "Beat rate and spectral rate: the mean if they agree, else the surer or nothing.",
    source: "hreval; corrects combined.swasthicare")
  static let extractors = CameraExtractor.preferred

  let components: [Component]
  private let parameters: Parameters

  init(parameters: Parameters) {
    self.parameters = parameters
    components = [
      Component(PeakDetector.self, PeakDetector.Parameters()),
      Component(FFTDetector.self, FFTDetector.Parameters()),
    ]
  }

  var rangeBPM: ClosedRange<Double>? {
    BeatRhythm.plausibleBPM.joined(with: FFTDetector.Parameters().bandBPM)
  }

  func estimate(from estimates: [Estimate]) -> Estimate {
    guard let peak = estimates.first, let spectrum = estimates.last, estimates.count == 2 else {
      return .abstained(.noReading)
    }
    switch (peak.bpm, spectrum.bpm) {
    case (.some(let beatBPM), .some(let spectralBPM)):
      if abs(beatBPM - spectralBPM) <= parameters.agreementBPM {
        var estimate = Estimate.bpm(
          (beatBPM + spectralBPM) / 2, confidence: max(peak.confidence ?? 0, spectrum.confidence ?? 0))
        estimate.beats = peak.beats
        return estimate
      }
      let surer = (spectrum.confidence ?? 0) > (peak.confidence ?? 0) ? spectrum : peak
      return isSure(surer) ? surer : .abstained(.disagreement)
    case (.some, nil): return isSure(peak) ? peak : .abstained(.lowQuality)
    case (nil, .some): return isSure(spectrum) ? spectrum : .abstained(.lowQuality)
    case (nil, nil): return Estimate(peak.outcome)
    }
  }

  private func isSure(_ estimate: Estimate) -> Bool {
    (estimate.confidence ?? 0) >= parameters.minimumConfidence
  }
}
