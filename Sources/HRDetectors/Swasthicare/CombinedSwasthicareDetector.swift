internal import HRPlugins
internal import HRSignals

/// The red-channel guide's combination of its two methods, as published.
///
/// Both must answer. Within 10 bpm of each other: their mean, truncated. Otherwise the one closer to 70.
///
/// The third component gives no rate of its own that counts: it re-reads the combination while the window fills, for
/// the guide's confidence cannot be had from the two final readings.
///
/// - Note: Preferring 70 is a prior that flatters subjects at rest; hold it against the `constant` detector.
struct CombinedSwasthicareDetector: CompositeDetector, SwasthicareDetector, ArrivalReader {
  typealias Parameters = FFTSwasthicareDetector.Parameters

  static let info = PluginInfo(
    "combined.swasthicare", version: 3, "Peak and spectrum of the red-channel guide combined, as published.",
    source: "red-channel camera guide (SwasthiCare)")

  let components: [Component]
  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { Self.rangeBPM(parameters.binSpacing) }

  init(parameters: Parameters) {
    self.parameters = parameters
    var peak = PeakSwasthicareDetector.Parameters()
    peak.readingIntervalSeconds = parameters.readingIntervalSeconds
    peak.timeStamps = parameters.timeStamps
    components = [
      Component(PeakSwasthicareDetector.self, peak),
      Component(FFTSwasthicareDetector.self, parameters),
      Component(CombinedReadingsDetector.self, parameters),
    ]
  }

  func firstReading(in window: Window) -> Double? {
    CombinedReadingsDetector(parameters: parameters).firstReading(in: window)
  }

  func estimate(from estimates: [Estimate]) -> Estimate {
    guard estimates.count == components.count else { return .abstained(.noReading) }
    let (peak, spectrum, whole) = (estimates[0], estimates[1], estimates[2])
    var estimate: Estimate
    // Where no bin has any power the app reads 0, and reckons with it.
    let spectrumBPM = spectrum.outcome == .abstained(.flatSignal) ? 0 : spectrum.bpm
    if let peakBPM = peak.bpm, let spectrumBPM {
      let bpm = Self.combined(peakBPM, spectrumBPM)
      // Of a fast pulse the 0 is closer to 70; a rate of 0 is no rate.
      estimate = bpm > 0 ? .bpm(bpm) : .abstained(.flatSignal)
    } else {
      estimate = Estimate(peak.bpm == nil ? peak.outcome : spectrum.outcome)
    }
    estimate.confidence = whole.confidence
    estimate.quality = whole.quality
    estimate.motion = whole.motion
    return estimate
  }

  /// Range of either rate, and of any rate between the two.
  static func rangeBPM(_ spacing: FFTSwasthicareDetector.BinSpacing) -> ClosedRange<Double> {
    PeakSwasthicareDetector.plausibleBPM.joined(with: FFTSwasthicareDetector.rangeBPM(spacing))
  }

  /// Both rates in whole beats per minute; equally close to 70, the spectrum's.
  static func combined(_ peakBPM: Double, _ spectrumBPM: Double) -> Double {
    if abs(peakBPM - spectrumBPM) <= 10 { return ((peakBPM + spectrumBPM) / 2).rounded(.towardZero) }
    return abs(peakBPM - 70) < abs(spectrumBPM - 70) ? peakBPM : spectrumBPM
  }

  /// The combined rate from raw frames, taken to be 1/30 s apart.
  static func rate(
    _ raw: ArraySlice<Double>, spacing: FFTSwasthicareDetector.BinSpacing
  ) throws(Abstention) -> Double {
    combined(try PeakSwasthicareDetector.rate(raw), FFTSwasthicareDetector.rate(raw, spacing: spacing))
  }
}

/// The combination read again and again while the window fills; a part of ``CombinedSwasthicareDetector``.
struct CombinedReadingsDetector: ReadingDetector {
  typealias Parameters = FFTSwasthicareDetector.Parameters

  static let info = PluginInfo(
    "combinedReadings.swasthicare", version: 2, "Confidence of the red-channel guide's combined readings.",
    source: "red-channel camera guide (SwasthiCare)")

  let parameters: Parameters

  func rate(_ frames: ArraySlice<Double>) throws(Abstention) -> Double {
    try CombinedSwasthicareDetector.rate(frames, spacing: parameters.binSpacing)
  }
}
