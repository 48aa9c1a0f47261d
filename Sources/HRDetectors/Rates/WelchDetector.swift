internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The largest peak of Welch's averaged spectrum: overlapping segments, each detrended and tapered, their powers
/// averaged.
///
/// The window is cut into segments of `segmentSeconds` (the whole window where it is shorter) that overlap by half
/// (⌊n/2⌋ samples; what is left at the end and fills no segment is not used). Each loses its least-squares line, is
/// put under a periodic Hann window and zero-padded to at least eight times its length; the powers are averaged. Of
/// the bins between the cutoffs the strongest counts, placed by a parabola through the logarithms of power. On the
/// band's first or last bin there is no answer (``Abstention/bandEdge``). Averaging steadies the spectrum in noise
/// and spreads the line of a drifting rate over its mean; the price is a main lobe 240 / segmentSeconds beats per
/// minute wide.
///
/// Confidence: the share of in-band power within half a main lobe (2 / segmentSeconds) of the peak and of its double.
/// It is halved if half the rate has a peak of its own with at least half the power, for then the true rate may be half
/// (the octave check).
///
/// The same spectrum as SciPy's `welch` with `detrend="linear"`, on the samples thinned by ``ThinnedWave``.
///
/// - Note: A window with a sample that is not finite has no answer.
struct WelchDetector: WaveDetector, BandDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var segmentSeconds = 10.0

    static let table = searchEdges([
      Parameter("segmentSeconds", \.segmentSeconds, in: 4...60, "Length of a segment; half of it overlaps.")
    ])
  }

  static let info = PluginInfo(
    "welch", version: 1, "Largest peak of the averaged spectrum of overlapping segments.",
    source: "P. D. Welch, IEEE Trans. Audio Electroacoust. 15(2), 1967")

  let parameters: Parameters

  struct Plan: Sendable {
    fileprivate let wave: ThinnedWave
    /// Samples of a segment.
    fileprivate let segment: Int
    fileprivate let transform: RealFFT
  }

  func prepare(_ channels: Channels) -> Plan? {
    guard let wave = ThinnedWave(channels, upToHz: parameters.bandHz.upperBound) else { return nil }
    let segment = max(8, Int(saturating: (parameters.segmentSeconds * wave.signal.sampleRate).rounded()))
    return Plan(
      wave: wave, segment: segment, transform: RealFFT(count: RealFFT.smoothCount(atLeast: 8 * segment)))
  }

  func read(_ range: TimeRange, of prepared: Plan) throws(Abstention) -> Estimate {
    let samples = try prepared.wave.samples(in: range, lowestHz: parameters.bandHz.lowerBound)
    guard samples.allSatisfy(\.isFinite) else { throw .notCovered }
    let segment = min(prepared.segment, samples.count)
    let power = Self.averaged(samples, segment: segment, transform: prepared.transform)

    let rate = prepared.wave.signal.sampleRate
    let binHz = rate / Double(prepared.transform.count)
    guard let bins = SpectralPeak.bins(in: parameters.bandHz, binHz: binHz, count: power.count)
    else { throw .noPeak }
    let peak = try SpectralPeak.strongest(of: power, in: bins)
    let halfWidth = 2 * Double(prepared.transform.count) / Double(segment)
    let share = peak.shareOfTone(in: power, bins: bins, halfWidth: halfWidth)
    let isAmbiguous = peak.hasRivalAtHalf(in: power, bins: bins, halfWidth: halfWidth / 2)
    return .bpm(60 * peak.place * binHz, confidence: isAmbiguous ? share / 2 : share)
  }

  /// Mean power of half-overlapping segments, unscaled.
  static func averaged(_ samples: ArraySlice<Double>, segment: Int, transform: RealFFT) -> [Double] {
    var sum = [Double](repeating: 0, count: transform.binCount)
    var power: [Double] = []
    var start = samples.startIndex
    while start + segment <= samples.endIndex {
      transform.powerSpectrum(of: taperedWithoutLine(samples[start..<start + segment]), into: &power)
      for bin in sum.indices { sum[bin] += power[bin] }
      start += segment - segment / 2
    }
    return sum
  }
}
