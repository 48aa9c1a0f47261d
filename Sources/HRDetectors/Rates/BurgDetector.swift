internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The strongest line of an autoregressive spectrum whose coefficients are Burg's.
///
/// The wave, thinned to about three times the upper cutoff (10.5 to 21 samples per second) and band-passed forward
/// in time from 0.5 Hz to the upper cutoff (``BandedWave``), loses its mean over the window. Burg's recursion fits
/// `order` coefficients; the spectrum of the model, 1 / |A(f)|², is drawn on 1025 points up to half the rate. Each
/// of its local maxima between the cutoffs is placed by golden-section search on the exact spectrum between the
/// neighbouring points, for the lines of a clean pulse are sharper than any grid. Of these lines the one with the
/// most **power** counts, which is height times width (π γ / |A|² with the half width γ from the curvature of |A|²
/// there): the height alone says how sharp a line is, not how much of the wave it is, and picks a sharp second
/// harmonic before a broad first one. (The spectral peak is read, not the angle of the largest pole: close poles
/// pull each other's angles.) No local maximum inside the band: ``Abstention/noPeak``;
/// a line that the search puts just outside: ``Abstention/bandEdge``.
///
/// Confidence: the share of the window's power that the model predicts, 1 − E/r(0), 0…1.
///
/// - Note: Burg's lines of short, clean windows lean by up to a few tenths of a beat per minute with the phase at
///   the window's ends (S. M. Kay and S. L. Marple, Proc. IEEE 69(11), 1981). An order too low for pulse, harmonics
///   and noise merges lines; noise needs more than the usual 8 to 12.
struct BurgDetector: WaveDetector, BandDetector {
  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var order = 10

    static let table = searchEdges([
      Parameter("order", \.order, in: 2...40, "Coefficients of the model; 8 to 12 are usual.")
    ])
  }

  static let info = PluginInfo(
    "burg", version: 2, "Strongest line of an autoregressive spectrum (Burg's coefficients).",
    source: "J. P. Burg, Maximum entropy spectral analysis, 37th Meeting Soc. Explor. Geophys., 1967")

  private static let lowestPassHz = 0.5
  /// Points up to the whole sample rate.
  private static let transform = RealFFT(count: 2048)

  let parameters: Parameters

  func prepare(_ channels: Channels) -> BandedWave? {
    BandedWave(
      channels, bandHz: Self.lowestPassHz...parameters.bandHz.upperBound, upToHz: parameters.bandHz.upperBound
    )
  }

  func read(_ range: TimeRange, of wave: BandedWave) throws(Abstention) -> Estimate {
    let samples = removingMean(Array(try wave.samples(in: range, lowestHz: parameters.bandHz.lowerBound)))
    guard samples.count > 2 * parameters.order else { throw .windowTooShort }
    return try BurgModel.rate(
      of: Signal(samples: samples, sampleRate: wave.sampleRate), order: parameters.order,
      in: parameters.bandHz, transform: Self.transform
    ).within(parameters.bandBPM, else: .bandEdge)
  }
}
