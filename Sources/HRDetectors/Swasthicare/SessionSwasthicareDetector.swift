package import HRPlugins
package import HRSignals

/// The red-channel guide's final answer to a whole measurement, as published.
///
/// The app reads the combination at every new frame from the 150th on, each time on the newest 600 samples. Its
/// answer is the mean of all readings that gave a rate, truncated to a whole number; its confidence is the guide's
/// over the same readings. The window is the measurement: use it in `spot` mode.
package struct SessionSwasthicareDetector: WindowDetector {
  package typealias Parameters = NoParameters

  package static let info = PluginInfo(
    "session.swasthicare", version: 2, "The red-channel guide's answer to a whole measurement, as published.",
    source: "red-channel camera guide (SwasthiCare)")
  package static let inputs = [ChannelKind.ppg]
  package static let extractors = ["red", "ppg"]
  package static let sampleRate: Double? = SwasthicareGuide.sampleRate

  package init(_ parameters: Parameters) {}

  /// Readings of 0, where a spectrum had no power, count in the mean.
  package var rangeBPM: ClosedRange<Double>? {
    1...CombinedSwasthicareDetector.rangeBPM(.published).upperBound
  }

  package func estimate(in window: Window) -> Estimate {
    let samples = window[.ppg].samples
    guard samples.count >= SwasthicareGuide.firstReadingCount else { return .abstained(.windowTooShort) }
    var rates: [Double] = []
    var silence = Abstention.noReading
    for count in SwasthicareGuide.firstReadingCount...samples.count {
      switch CombinedSwasthicareDetector.rate(
        samples.prefix(count).suffix(SwasthicareGuide.bufferCount), spacing: .published)
      {
      case .success(let rate): rates.append(rate)
      case .failure(let failure): silence = failure.reason
      }
    }
    let mean = rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)
    // A rate of 0 is no rate.
    var estimate =
      mean.map { $0 < 1 ? .abstained(.flatSignal) : Estimate.bpm($0.rounded(.towardZero)) }
      ?? .abstained(silence)
    estimate.confidence = SwasthicareGuide.confidence(of: rates)
    estimate.quality = SwasthicareGuide.quality(of: samples)
    estimate.motion = SwasthicareGuide.hasExcessiveMotion(in: samples)
    return estimate
  }
}
