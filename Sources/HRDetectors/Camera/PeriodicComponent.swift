internal import HRNumerics
internal import HRPlugins

/// Picks, of several waves, the one whose spectrum has the highest peak for its total, and gives it a sign.
///
/// The spectrum is that of the wave without its line under a periodic Hann window; the peak is sought between 0.7
/// and 4 Hz (42 to 240 bpm), the total is that of all frequencies above 0. Of equals the first wins.
///
/// The sign makes the wave rise and fall with green (their covariance is positive), with red where green does not vary
/// along with it, else with blue; so it is the same from window to window, whatever the decomposition came up with.
struct PeriodicComponent {
  private let fft: RealFFT
  private let bins: Range<Int>

  /// - Parameter count: values per wave; at least 1.
  init(count: Int, sampleRate: Double) {
    fft = RealFFT(count: max(1, count))
    let resolution = sampleRate / Double(max(1, count))
    let low = max(1, Int(saturating: (0.7 / resolution - 1e-9).rounded(.up)))
    let high = min(fft.binCount - 1, Int(saturating: (4 / resolution + 1e-9).rounded(.down)))
    bins = low..<max(low, high + 1)
  }

  /// The wave most like a pulse, with the sign of the colours that it was made from; zeros for no waves.
  ///
  /// - Parameter colours: red, green and blue.
  func pulse(among waves: [[Double]], of colours: [[Double]]) -> [Double] {
    best(of: waves).map { Self.signed($0, like: colours) } ?? colours[0].map { _ in 0 }
  }

  private func best(of waves: [[Double]]) -> [Double]? {
    var power: [Double] = []
    var (found, highest): ([Double]?, Double) = (nil, -1)
    for wave in waves {
      fft.powerSpectrum(of: taperedWithoutLine(wave[...]), into: &power)
      var total = 0.0
      for bin in 1..<max(1, power.count) { total += power[bin] }
      var peak = 0.0
      for bin in bins { peak = max(peak, power[bin]) }
      let share = total > 0 ? peak / total : 0
      if share > highest { (found, highest) = (wave, share) }
    }
    return found
  }

  private static func signed(_ wave: [Double], like colours: [[Double]]) -> [Double] {
    let level = Spread(wave)
    for colour in [colours[1], colours[0], colours[2]] {
      let other = Spread(colour)
      var covariance = 0.0
      for index in wave.indices { covariance += (wave[index] - level.mean) * (colour[index] - other.mean) }
      covariance /= Double(max(1, wave.count))
      // A correlation below 1e-9 has no reliable sign.
      guard covariance.magnitude > 1e-9 * level.deviation * other.deviation else { continue }
      return covariance < 0 ? wave.map { -$0 } : wave
    }
    return wave
  }
}

/// PCA: the principal component of the colours that is most like a pulse.
///
/// In a window the colours are divided by their means and centred; the eigenvectors of their covariance weigh them into
/// three components, of which ``PeriodicComponent`` takes one and gives it its sign. ``CrossFade`` joins the windows.
///
/// pyVHR hands each row of colours to scikit-learn as if it were a sample and frames were the features, so its rows are
/// centred across colours rather than over time, and it takes the second component always. That reading is not taken.
struct PCAExtractor: WindowedColourExtractor {
  static let info = PluginInfo(
    "pca", version: 1, "The principal component of the colours with the highest spectral peak.",
    source: "Lewandowska, Rumiński, Kocejko and Nowak, FedCSIS, 2011; choice of the component: hreval")

  let parameters: ColourWindow

  func wave(of colours: CameraColours) -> [Double] {
    let fade = fade(colours)
    let choice = PeriodicComponent(count: fade.windows.first?.count ?? 0, sampleRate: colours.sampleRate)
    return fade.wave { window in
      let rows = colours.rows(window).map { row -> [Double] in
        let gain = temporalGain(row[...])
        return centred(row.map { $0 * gain })
      }
      let eigen = SymmetricEigen(productMeans(rows))
      let components = zip(eigen.values, eigen.vectors).filter { $0.0 > 1e-10 * eigen.values[0] }.map {
        pair in
        rows[0].indices.map { index in
          pair.1[0] * rows[0][index] + pair.1[1] * rows[1][index] + pair.1[2] * rows[2][index]
        }
      }
      return choice.pulse(among: components, of: rows)
    }
  }
}

/// ICA: the independent component of the colours that is most like a pulse.
///
/// In windows of 30 s the channels are detrended by smoothness priors, centred and scaled to unit variance; JADE splits
/// them into independent components, of which ``PeriodicComponent`` takes one and gives it its sign. ``CrossFade``
/// joins the windows (the paper moves on by 1 s and takes one rate from each window).
///
/// λ is 100 at 30 frames per second, as in rPPG-Toolbox, and grows with the square of the rate so that what is removed
/// is below the same 0.48 Hz. JADE is Cardoso's of 1999 for real signals (as in pyVHR; rPPG-Toolbox has the complex
/// one with the three strongest eigenmatrices). rPPG-Toolbox seeks the peak at all frequencies and band-passes the
/// result from 0.7 to 2.5 Hz; here the peak is within 0.7 to 4 Hz and filters are for the experiment to choose.
///
/// - Note: Which component is taken may change from window to window, and the wave with it.
struct ICAExtractor: WindowedColourExtractor {
  struct Parameters: WindowSeconds {
    var windowSeconds = 30.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "windowSeconds", \.windowSeconds, in: 5...600,
        "Length of the windows, which overlap by half; 30 as published.")
    ]
  }

  static let info = PluginInfo(
    "ica", version: 1, "The independent component (JADE) of the colours with the highest spectral peak.",
    source: "Poh, McDuff and Picard, Opt. Express 18(10), 2010; JADE: Cardoso, Neural Comput. 11(1), 1999")

  let parameters: Parameters

  func wave(of colours: CameraColours) -> [Double] {
    let fade = fade(colours)
    let choice = PeriodicComponent(count: fade.windows.first?.count ?? 0, sampleRate: colours.sampleRate)
    let relative = colours.sampleRate / 30
    return fade.wave { window in
      let rows = colours.rows(window).map { row -> [Double] in
        // What a constant leaves behind is rounding.
        guard Spread(row).deviation > 0 else { return row.map { _ in 0 } }
        return smoothnessPriorsDetrended(row, lambda: 100 * relative * relative)
      }
      return choice.pulse(among: JADE(rows).components, of: rows)
    }
  }
}
