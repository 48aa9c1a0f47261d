internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// CHROM as in rPPG-Toolbox: every 1.6 s window is filtered by itself.
///
/// Windows hold ⌈1.6 · rate⌉ frames, one more if that is odd, and overlap by half. In each: colours divided by their
/// means, X and Y of ``Chrominance``, a Butterworth band-pass of order 3, 0.7 to 2.5 Hz, forward and backward, the
/// pulse, a symmetric Hann window (zero at both ends); sums of neighbours. The frames left over at the end, fewer than
/// half a window, are zero.
///
/// - Note: Rates above 150 bpm are outside the band, and a slow pulse is weakened so that its second harmonic may be
///   the stronger; the filter is longer than the window it is run on. If a channel has no mean, or Y is constant, the
///   toolbox divides by zero; here see ``temporalGain(_:epsilon:)`` and ``Chrominance``. If 2.5 Hz is not below half
///   the frame rate, only frequencies below 0.7 Hz are cut.
struct CHROMRPPGToolboxExtractor: ColourExtractor {
  static let info = PluginInfo(
    "chrom.rppgToolbox", version: 1, "CHROM with each window filtered by itself, as in rPPG-Toolbox.",
    source:
      "de Haan and Jeanne, IEEE Trans. Biomed. Eng. 60(10), 2013; rPPG-Toolbox (Liu et al., NeurIPS 2023)")

  init(parameters: NoParameters) {}

  /// Look-ahead of one window: up to two frames more than 1.6 s; 1.8 s covers it from 5 frames per second on.
  var causality: Causality { .lookAhead(seconds: 1.8) }

  func wave(of colours: CameraColours) -> [Double] {
    var result = Array(repeating: 0.0, count: colours.count)
    let half = (colours.frames(in: 1.6) + 1) / 2
    guard let band = BandFilter(order: 3, bandHz: 0.7...2.5, sampleRate: colours.sampleRate) else {
      return result
    }
    let taper = symmetricHann(count: 2 * half)
    for start in stride(from: 0, through: colours.count - 2 * half, by: half) {
      let window = start..<(start + 2 * half)
      let (red, green, blue) = (colours.red[window], colours.green[window], colours.blue[window])
      var pair = Chrominance(
        red: red, green: green, blue: blue, gains: [red, green, blue].map { temporalGain($0) })
      pair.x = band.sections.zeroPhase(centred(pair.x))
      pair.y = band.sections.zeroPhase(centred(pair.y))
      for (index, value) in pair.pulse.enumerated() { result[start + index] += value * taper[index] }
    }
    return result
  }
}
