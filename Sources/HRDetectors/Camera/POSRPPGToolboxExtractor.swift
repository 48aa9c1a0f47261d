internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// POS as in rPPG-Toolbox: the sum over sliding windows is then detrended and band-passed.
///
/// Windows of ⌈1.6 · rate⌉ frames; the last position, the one that ends with the recording, is left out, so the very
/// last frame's sum is 0. Then smoothness-priors detrending with λ = 100 over the whole recording, which at 30 frames
/// per second removes what is slower than about 0.48 Hz and at other rates something else, and a Butterworth band-pass
/// of order 1, 0.75 to 3 Hz, forward and backward. Both depend on samples up to the recording's end.
///
/// - Note: Rates above 180 bpm are outside the band, and a slow pulse is weakened so that its second harmonic may be
///   the stronger. If a channel has no mean to divide by, or S₂ is constant, the toolbox divides by zero; here see
///   ``PlaneOrthogonal``. If 3 Hz is not below half the frame rate, only frequencies below 0.75 Hz are cut.
struct POSRPPGToolboxExtractor: ColourExtractor {
  static let info = PluginInfo(
    "pos.rppgToolbox", version: 1, "POS, detrended and band-passed as in rPPG-Toolbox.",
    source: "Wang et al., IEEE Trans. Biomed. Eng. 64(7), 2017; rPPG-Toolbox (Liu et al., NeurIPS 2023)")

  init(parameters: NoParameters) {}

  var causality: Causality { .lookAhead(seconds: .infinity) }

  func wave(of colours: CameraColours) -> [Double] {
    let length = colours.frames(in: 1.6)
    let sum = PlaneOrthogonal().wave(of: colours, length: length, starts: 0..<max(0, colours.count - length))
    let flat = smoothnessPriorsDetrended(sum, lambda: 100)
    let band = BandFilter(order: 1, bandHz: 0.75...3, sampleRate: colours.sampleRate)
    return band?.sections.zeroPhase(flat) ?? flat.map { _ in 0 }
  }
}
