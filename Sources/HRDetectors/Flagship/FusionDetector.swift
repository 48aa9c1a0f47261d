package import HRPlugins
package import HRSignals

/// Follows the rate through short spectra and lays the likeliest row of beats along it.
package struct FusionDetector: PreparedWindowDetector {
  package struct Parameters: ParameterSet {
    package var minimumConfidence = 0.0

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter(
        "minimumConfidence", \.minimumConfidence, in: 0...1, "Readings less sure than this are held back.")
    ]
  }

  package static let info = PluginInfo(
    "fusion", version: 1, "Follows the rate through short spectra and lays the likeliest beats along it.",
    source: "hreval")
  package static let inputs = [ChannelKind.ppg]

  private let parameters: Parameters

  package init(_ parameters: Parameters) {
    self.parameters = parameters
  }

  package func prepare(_ channels: Channels) -> PulseWave? {
    guard let raw = channels[.ppg]?.uniform(), raw.count > 0 else { return nil }
    return PulseChain(rawRate: raw.sampleRate)?.apply(to: raw)
  }

  package func heartRate(in range: TimeRange, of wave: PulseWave?) -> Estimate {
    guard let wave else { return .abstained(.windowTooShort) }
    switch FusionReading.read(range, of: wave) {
    case .failure(let silence): return .abstained(silence.reason)
    case .success(let reading):
      guard reading.confidence >= parameters.minimumConfidence else { return .abstained(.lowQuality) }
      return reading.estimate
    }
  }
}
