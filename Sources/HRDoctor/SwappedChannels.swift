internal import HRSupport
internal import HRNumerics
internal import HRSignals

/// Check for a pulse wave and an ECG under each other's name, by the sharpness of their slopes.
struct SwappedChannels {
  /// Sharpness above which a wave is no pulse, and below which it is no ECG; see ``sharpness(of:)``.
  private static let (leastOfECG, mostOfPulse) = (8.0, 6.0)
  private static let (windowSeconds, mostWindows) = (5.0, 12)

  let analysis: RecordingAnalysis

  var finding: DataFinding? {
    guard let ecg = analysis.channels.first(where: { $0.kind == .ecg }),
      let ofECG = Self.sharpness(of: ecg), ofECG < Self.mostOfPulse
    else { return nil }
    for pulse in analysis.channels where pulse.kind.pulseNumber != nil {
      guard let ofPulse = Self.sharpness(of: pulse), ofPulse > Self.leastOfECG else { continue }
      return DataFinding(
        .swappedChannels, at: "\(pulse.place), \(ecg.place)",
        evidence:
          "the steepest slopes of \(pulse.kind.rawValue) are \(shortest(ofPulse, decimals: 1)) times its mean slope, as an ECG's are, and those of the ECG \(shortest(ofECG, decimals: 1)) times, as a pulse wave's are (medians over windows of 5 s)",
        mend: "is each under the other's name? swap their columns in \"channels\"")
    }
    return nil
  }

  /// Returns the median over windows of the 99th percentile of the sizes of the differences between samples about
  /// 10 ms apart, divided by their mean; `nil` for fewer than three windows, or fewer than 40 samples a second.
  static func sharpness(of channel: ChannelAnalysis) -> Double? {
    guard let signal = channel.signal, signal.sampleRate >= 40 else { return nil }
    let width = Int(saturating: windowSeconds * signal.sampleRate)
    let step = max(1, Int(saturating: (0.01 * signal.sampleRate).rounded()))
    let count = min(mostWindows, signal.count / max(1, width))
    guard count >= 3 else { return nil }
    let hop = (signal.count - width) / (count - 1)
    let values = (0..<count).compactMap { index -> Double? in
      let part = signal.samples[(index * hop)..<(index * hop + width)]
      let sizes = zip(part.dropFirst(step), part).map { abs($0 - $1) }
      let mean = sizes.reduce(0, +) / Double(max(1, sizes.count))
      return mean > 0 ? percentile(sizes, 99).map { $0 / mean } : nil
    }
    return values.count >= 3 ? median(values) : nil
  }
}
