internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// pyVHR's heart rate of a reference wave (`BVPsignal.getBPM`): the strongest bin of one column of a spectrogram.
///
/// The whole window under a periodic Hann window, without detrending; zeros up to max(2048, 120·rate) points, half
/// a beat per minute apart from about 17 samples per second on; of the bins with 0.65 < f < 4 Hz (edges excluded)
/// the strongest, of equal ones the lowest; no interpolation. In pyVHR the columns are a second apart and the
/// record is mirrored at its ends; here the window is the one that is asked for, and nothing is mirrored. A window
/// of more points than that is taken as it is, where SciPy refuses.
///
/// pyVHR rates references with this and estimates with another (``WelchPyVHRDetector``).
///
/// - Note: With a large offset the taper's side lobes still leak a little into the lowest bins; pyVHR band-passes
///   first.
struct STFTPyVHRDetector: PreparedWindowDetector {
  static let info = PluginInfo(
    "stft.pyvhr", version: 1,
    "Strongest bin of the Hann-windowed spectrum on half beats per minute, as pyVHR takes it.",
    source: "G. Boccignone et al., PeerJ Comput. Sci. 8, 2022; pyVHR, BPM/BPM.py")
  static let inputs = [ChannelKind.ppg]

  init(parameters: NoParameters) {}

  var rangeBPM: ClosedRange<Double>? { WelchPyVHRDetector.bandHz.perMinute }

  struct Plan: Sendable {
    fileprivate let wave: Signal
    fileprivate let transform: RealFFT
  }

  func prepare(_ channels: Channels) -> Plan? {
    guard let wave = channels[.ppg]?.uniform(), wave.count > 3 else { return nil }
    return Plan(wave: wave, transform: RealFFT(count: max(2048, Int(saturating: 120 * wave.sampleRate))))
  }

  func estimate(in range: TimeRange, of plan: Plan?) -> Estimate {
    guard let plan else { return .abstained(.windowTooShort) }
    let indices = plan.wave.indices(in: range)
    guard indices.count > 3 else { return .abstained(.windowTooShort) }
    let samples = plan.wave.samples[indices]
    guard samples.allSatisfy(\.isFinite) else { return .abstained(.notCovered) }
    let first = samples[samples.startIndex]
    guard samples.contains(where: { abs($0 - first) > 1e-12 * abs(first) }) else {
      return .abstained(.flatSignal)
    }
    var tapered = periodicHann(count: samples.count)
    for (place, sample) in samples.enumerated() { tapered[place] *= sample }
    let transform = samples.count <= plan.transform.count ? plan.transform : RealFFT(count: samples.count)
    var power: [Double] = []
    transform.powerSpectrum(of: tapered, into: &power)
    let binHz = plan.wave.sampleRate / Double(transform.count)
    guard let best = strongestBin(of: power, where: { WelchPyVHRDetector.isInBand(Double($0) * binHz) })
    else {
      return .abstained(.windowTooShort)
    }
    return .bpm(60 * Double(best) * binHz)
  }
}
