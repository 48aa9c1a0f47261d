internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// Signal-to-noise ratio as pyVHR measures it, without a reference.
///
/// Welch's spectrum: segments of 256 samples, 200 of which overlap, each without its mean under a Hann window and
/// padded with zeros to 120 s, averaged; of fewer samples than 256 one segment. Signal is the power within 0.2 Hz of
/// the rate and of its double (pyVHR's documentation says 0.1 Hz for the former), noise the rest of 0.65–4 Hz, these
/// two excluded.
///
/// pyVHR takes the rate from a reference; here it is the strongest bin of the same spectrum, so a strong movement is
/// measured as if it were the pulse. pyVHR rounds frequencies to single precision, which moves no bin but on an edge.
///
/// - Note: Made for 30 samples per second: at 250 a segment is one second long, and no lines are resolved. `nil` for
///   less than 2 s and if there is no noise at all.
struct SNRPyVHRIndex: QualityIndex, PlainPlugin {
  static let info = PluginInfo(
    "snr.pyvhr", version: 1,
    "Power about the strongest rate and its double over the rest of Welch's spectrum.",
    source: "G. Boccignone et al., PeerJ Computer Science 8:e929, 2022; pyVHR get_SNR")
  static let better = QualityDirection.higher
  static let unit = "decibels"

  func value(of wave: Signal) -> Double? {
    guard let readable = try? BeatRate.readable(wave) else { return nil }
    let spectrum = Self.spectrum(of: readable)
    // The edges are excluded: by a bin's breadth of rounding.
    let range = 0.65 + 1e-6...4 - 1e-6
    return spectrum.strongestHz(in: range).flatMap {
      spectrum.decibels(of: $0, within: 0.2, doubleWithin: 0.2, in: range)
    }
  }

  /// The padded spectra's mean is drawn from the segments' mean autocorrelation, which takes one long transform instead
  /// of one per segment.
  private static func spectrum(of wave: Signal) -> WaveSpectrum {
    let length = min(wave.count, 256)
    let step = wave.count < 256 ? length : 56
    let taper = periodicHann(count: length)
    let short = TransformTable.powerOfTwo(atLeast: 512)
    var (sums, powers) = (Array(repeating: 0.0, count: short.count), [Double]())
    for start in stride(from: 0, through: wave.count - length, by: step) {
      let segment = removingMean(Array(wave.samples[start..<start + length]))
      short.powerSpectrum(of: zip(segment, taper).map { $0 * $1 }, into: &powers)
      for bin in powers.indices { sums[bin] += powers[bin] }
    }
    for bin in 1..<short.count / 2 { sums[short.count - bin] = sums[bin] }
    var (correlation, nothing) = ([Double](), [Double]())
    short.transform(sums, real: &correlation, imaginary: &nothing)
    let long = WaveSpectrum.halfBeatTransform(wave.sampleRate)
    var lags = correlation.prefix(min(length, long.count)).map { 2 * $0 }
    lags[0] /= 2
    var spectrum: [Double] = []
    long.transform(lags, real: &spectrum, imaginary: &nothing)
    return WaveSpectrum(powers: spectrum, binHz: wave.sampleRate / Double(long.count))
  }
}
