internal import HRNumerics
internal import HRPlugins
internal import HRSignals

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
struct ICAExtractor: ColourExtractor {
  struct Parameters: ParameterSet {
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

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    let fade = CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds))
    let choice = PeriodicComponent(count: fade.windows.first?.count ?? 0, sampleRate: colours.sampleRate)
    let relative = colours.sampleRate / 30
    return fade.wave { window in
      let rows = colours.rows(window).map { row -> [Double] in
        // What a constant leaves behind is rounding.
        guard Spread(row).deviation > 0 else { return row.map { _ in 0 } }
        return smoothnessPriorsDetrended(row, lambda: 100 * relative * relative)
      }
      guard let best = choice.best(of: JADE(rows).components) else { return window.map { _ in 0 } }
      return PeriodicComponent.signed(best, like: rows)
    }
  }
}
