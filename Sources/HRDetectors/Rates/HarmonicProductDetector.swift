internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The rate with the strongest harmonics together: the harmonic product (or sum) spectrum.
///
/// The window, linearly detrended and under a Hann window, is zero-padded to at least four times its length. For
/// each bin f between the cutoffs the powers at f, 2f … `harmonics`·f are multiplied (`product`, the mean of their
/// logarithms) or added (`sum`). The best bin counts, placed by a parabola through the logarithms of the score. On
/// the band's edge, or where it is no peak, there is no answer.
///
/// A pulse wave is no sine: its second harmonic is often strong, at times stronger than the first, and a plain
/// spectral peak then reads double. The product cannot: at twice the rate its factors are the second and the fourth
/// harmonic, and at half the rate one factor is a place between harmonics, where there is only noise. In the
/// product a place with no power at all is worth 10⁻⁶ of the strongest bin, so that one empty bin does not decide.
///
/// The `sum` is what a comb filter in the frequency domain measures (teeth at the rate and its multiples); it
/// forgives a missing harmonic and is more easily drawn to half the rate.
///
/// Confidence: the share of the power up to `harmonics`·highCutoffHz (from the lower cutoff on) within half a main
/// lobe of the rate and of its double.
///
/// - Note: Under strong noise the weak second harmonic of a rounded wave drowns, and with it the reason for the
///   product.
/// - Note: A window with a sample that is not finite has no answer. If half the sample rate is below a
///   harmonic, that harmonic is left out for all rates: the highest number of harmonics with
///   `harmonics`·highCutoffHz below it is taken.
struct HarmonicProductDetector: WaveDetector, BandDetector {
  enum Form: String, CaseIterable, Sendable {
    case product, sum
  }

  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var harmonics = 2
    var form = Form.product

    static let table = searchEdges([
      Parameter("harmonics", \.harmonics, in: 1...4, "Multiples of the rate that count, itself included."),
      Parameter("form", \.form, "Whether the harmonics' powers are multiplied or added."),
    ])
  }

  static let info = PluginInfo(
    "harmonicProduct", version: 1, "The rate whose first harmonics, multiplied or added, are strongest.",
    source:
      "M. R. Schroeder, J. Acoust. Soc. Am. 43(4), 1968; A. M. Noll, Symp. Comput. Process. Commun., 1969")

  /// Share of the strongest bin that an empty bin counts in a product.
  private static let floorShare = 1e-6

  let parameters: Parameters

  func prepare(_ channels: Channels) -> ThinnedWave? {
    ThinnedWave(channels, upToHz: parameters.bandHz.upperBound * Double(parameters.harmonics))
  }

  func read(_ range: TimeRange, of wave: ThinnedWave) throws(Abstention) -> Estimate {
    let samples = try wave.samples(in: range, lowestHz: parameters.bandHz.lowerBound)
    guard samples.allSatisfy(\.isFinite) else { throw .notCovered }
    let sampleRate = wave.signal.sampleRate
    let transform = TransformTable.smooth(atLeast: 4 * samples.count)
    var power: [Double] = []
    transform.powerSpectrum(of: taperedWithoutLine(samples), into: &power)
    let binHz = sampleRate / Double(transform.count)
    var harmonics = parameters.harmonics
    while harmonics > 1, Double(harmonics) * parameters.bandHz.upperBound >= sampleRate / 2 { harmonics -= 1 }
    guard let bins = SpectralPeak.bins(in: parameters.bandHz, binHz: binHz, count: power.count / harmonics)
    else { throw .noPeak }
    let scores = scores(of: power, bins: bins, harmonics: harmonics)
    let peak = try SpectralPeak.strongest(of: scores, in: bins)
    let all = bins.lowerBound...min(harmonics * bins.upperBound, power.count - 1)
    let halfWidth = 2 * Double(transform.count) / Double(samples.count)
    return .bpm(
      60 * peak.place * binHz, confidence: peak.shareOfTone(in: power, bins: all, halfWidth: halfWidth))
  }

  /// Scores of the bins and one neighbour either side, in the units of power; 0 elsewhere.
  private func scores(of power: [Double], bins: ClosedRange<Int>, harmonics: Int) -> [Double] {
    var scores = [Double](repeating: 0, count: bins.upperBound + 2)
    var most = 0.0
    for bin in bins { most = max(most, power[bin]) }
    let floor = Self.floorShare * most
    for bin in bins.lowerBound - 1...bins.upperBound + 1 {
      switch parameters.form {
      case .sum:
        for multiple in 1...harmonics where multiple * bin < power.count {
          scores[bin] += power[multiple * bin] / Double(harmonics)
        }
      case .product:
        var product = 1.0
        for multiple in 1...harmonics where multiple * bin < power.count {
          product *= max(power[multiple * bin], floor) / max(most, .leastNormalMagnitude)
        }
        scores[bin] = product
      }
    }
    return scores
  }
}
