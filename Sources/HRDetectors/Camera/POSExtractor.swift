internal import HRNumerics
internal import HRPlugins

/// POS, the plane orthogonal to the skin: a window of 1.6 s slides on frame by frame; in each, the temporally
/// normalised colours are projected as ``PlaneOrthogonal`` says, and all windows are summed.
///
/// The window holds ⌈1.6 · rate⌉ frames, and every position inside the recording is taken, the last included. A
/// recording shorter than one window gives zeros. Frames within a window's length of the recording's ends are in fewer
/// windows, so the wave fades in and out there.
///
/// - Note: Made for faces in white light. It depends on the difference between the channels: if green and blue carry no
///   pulse (a finger lit by an LED on a phone that clips them to 0) the wave is zero.
struct POSExtractor: WindowedColourExtractor {
  struct Parameters: WindowSeconds {
    var windowSeconds = 1.6

    static let table: [Parameter<Self>] = [
      Parameter(
        "windowSeconds", \.windowSeconds, in: 0.5...10, "Length of the sliding window; 1.6 as published.")
    ]
  }

  static let info = PluginInfo(
    "pos", version: 1, "Plane orthogonal to the skin: colours normalised and projected in sliding windows.",
    source: "Wang, den Brinker, Stuijk and de Haan, IEEE Trans. Biomed. Eng. 64(7), 2017")

  let parameters: Parameters

  func wave(of colours: CameraColours) -> [Double] {
    let length = colours.frames(in: parameters.windowSeconds)
    return PlaneOrthogonal().wave(
      of: colours, length: length, starts: 0..<max(0, colours.count - length + 1))
  }
}

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
struct POSRPPGToolboxExtractor: ColourExtractor, PlainPlugin {
  static let info = PluginInfo(
    "pos.rppgToolbox", version: 1, "POS, detrended and band-passed as in rPPG-Toolbox.",
    source: "Wang et al., IEEE Trans. Biomed. Eng. 64(7), 2017; rPPG-Toolbox (Liu et al., NeurIPS 2023)")

  var causality: Causality { .lookAhead(seconds: .infinity) }

  func wave(of colours: CameraColours) -> [Double] {
    let length = colours.frames(in: 1.6)
    let sum = PlaneOrthogonal().wave(of: colours, length: length, starts: 0..<max(0, colours.count - length))
    let flat = smoothnessPriorsDetrended(sum, lambda: 100)
    let band = BandFilter(order: 1, bandHz: 0.75...3, sampleRate: colours.sampleRate)
    return band?.sections.zeroPhase(flat) ?? flat.map { _ in 0 }
  }
}

/// POS as pyVHR has it: windows of ⌊1.6 · rate⌋ frames, nothing filtered.
///
/// The first window starts at the second frame, so the first frame's sum is 0; 1e-9 is added to the means and to σ₂.
/// pyVHR runs it on cuts of 6 s and filters these; here it runs on the whole recording once, which differs only within
/// a window of the cuts' ends. A channel whose mean is not above zero counts as constant, where pyVHR divides by 1e-9.
struct POSPyVHRExtractor: ColourExtractor, PlainPlugin {
  static let info = PluginInfo(
    "pos.pyvhr", version: 1, "POS with the windows of pyVHR.",
    source: "Wang et al., IEEE Trans. Biomed. Eng. 64(7), 2017; pyVHR (Boccignone et al., PeerJ CS 2022)")

  var causality: Causality { .lookAhead(seconds: 1.6) }

  func wave(of colours: CameraColours) -> [Double] {
    let length = max(1, Int(saturating: 1.6 * colours.sampleRate))
    return PlaneOrthogonal(epsilon: 1e-9).wave(
      of: colours, length: length, starts: 1..<max(1, colours.count - length + 1))
  }
}
