internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// pyVHR's heart rate of a window (`BPM.BVP_to_BPM`): the strongest bin of Welch's spectrum with segments of 256
/// samples.
///
/// Segments of 256 samples, whatever the sample rate, that overlap by 200 (all n samples and ⌊0.8 n⌋ where there
/// are fewer than 256); each loses its mean and is put under a periodic Hann window; 2048 points; powers averaged.
/// Of the bins with 0.65 < f < 4 Hz (39 to 240 bpm, edges excluded) the strongest, of equal ones the lowest; no
/// interpolation.
///
/// At a camera's 30 frames per second a segment is 8.5 s long and a bin 0.88 beats per minute wide; at 125 samples
/// per second 2.05 s and 3.66, with two or three beats in a segment. Kept as published.
///
/// This is the detector only. pyVHR's band-pass before it (order 6, 0.65 to 4 Hz) is a filter of the pipeline: it
/// is given as one transfer function there, which is unstable at 125 Hz, where a `butterworth` of that order in
/// second-order sections is not.
///
/// - Note: pyVHR rounds frequencies and powers to 32 bits before it picks the strongest. Here they are not rounded:
///   rates differ by up to 10⁻⁵ beats per minute, and of two bins that are equal to seven digits another may be picked.
struct WelchPyVHRDetector: WindowWaveDetector, PlainPlugin {
  static let info = PluginInfo(
    "welch.pyvhr", version: 1, "Strongest bin of a Welch spectrum of 256-sample segments, as pyVHR takes it.",
    source: "G. Boccignone et al., PeerJ Comput. Sci. 8, 2022; pyVHR, BPM/utils.py")

  static let bandHz = 0.65...4.0
  private static let segment = 256
  private static let overlap = 200
  private static let transform = RealFFT(count: 2048)
  private static let taper = periodicHann(count: segment)

  var rangeBPM: ClosedRange<Double>? { Self.bandHz.perMinute }

  func read(_ wave: Signal) throws(Abstention) -> Estimate {
    guard wave.count > 3, let first = wave.samples.first else { throw .windowTooShort }
    try wave.samples.requireChanges()
    let segment = min(wave.count, Self.segment)
    let overlap = wave.count < Self.segment ? wave.count * 4 / 5 : Self.overlap
    let taper = segment == Self.segment ? Self.taper : periodicHann(count: segment)
    var sum = [Double](repeating: 0, count: Self.transform.binCount)
    var (power, tapered) = ([Double](), [Double](repeating: 0, count: segment))
    var start = 0
    while start + segment <= wave.count {
      var mean = 0.0
      for index in 0..<segment { mean += wave.samples[start + index] - first }
      mean = first + mean / Double(segment)
      for index in 0..<segment { tapered[index] = taper[index] * (wave.samples[start + index] - mean) }
      Self.transform.powerSpectrum(of: tapered, into: &power)
      for bin in sum.indices { sum[bin] += power[bin] }
      start += segment - overlap
    }
    return try sum.strongestRate(
      binHz: wave.sampleRate / Double(Self.transform.count), where: Self.isInBand)
  }

  static func isInBand(_ frequency: Double) -> Bool {
    frequency > bandHz.lowerBound && frequency < bandHz.upperBound
  }
}

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
struct STFTPyVHRDetector: WaveDetector, PlainPlugin {
  static let info = PluginInfo(
    "stft.pyvhr", version: 1,
    "Strongest bin of the Hann-windowed spectrum on half beats per minute, as pyVHR takes it.",
    source: "G. Boccignone et al., PeerJ Comput. Sci. 8, 2022; pyVHR, BPM/BPM.py")

  var rangeBPM: ClosedRange<Double>? { WelchPyVHRDetector.bandHz.perMinute }

  struct Plan: Sendable {
    fileprivate let wave: Signal
    fileprivate let transform: RealFFT
  }

  func prepare(_ channels: Channels) -> Plan? {
    guard let wave = channels[.ppg]?.uniform(), wave.count > 3 else { return nil }
    return Plan(wave: wave, transform: RealFFT(count: max(2048, Int(saturating: 120 * wave.sampleRate))))
  }

  func read(_ range: TimeRange, of plan: Plan) throws(Abstention) -> Estimate {
    let samples = plan.wave.samples[plan.wave.indices(in: range)]
    guard samples.count > 3 else { throw .windowTooShort }
    try samples.requireChanges()
    var tapered = periodicHann(count: samples.count)
    for (place, sample) in samples.enumerated() { tapered[place] *= sample }
    let transform = samples.count <= plan.transform.count ? plan.transform : RealFFT(count: samples.count)
    var power: [Double] = []
    transform.powerSpectrum(of: tapered, into: &power)
    return try power.strongestRate(
      binHz: plan.wave.sampleRate / Double(transform.count), where: WelchPyVHRDetector.isInBand)
  }
}
