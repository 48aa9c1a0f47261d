internal import HRNumerics
internal import HRPlugins

/// CHROM: two colour differences in which white-light reflections cancel, set against each other so that what they
/// share besides the pulse cancels too.
///
/// The channels are band-passed once (Butterworth, order 3, 0.7 to 4 Hz, forward in time; the paper has a linear-phase
/// filter of 40 to 240 bpm), from rest on their first sample. Then in windows of 1.6 s that overlap by half, each
/// channel is divided by its unfiltered mean there and combined as ``Chrominance`` says; ``CrossFade`` joins the
/// windows. Filter first or divide first is the same, as the mean is one number per window; filtering first spares each
/// window the start-up of a filter that is as long as itself.
///
/// - Note: The causal filter delays the wave, by about 0.3 s at 1 Hz. Made for faces; on fingers the pulse is nearly
///   the same in all channels and may cancel with the reflections.
struct CHROMExtractor: WindowedColourExtractor {
  struct Parameters: BandParameters, WindowSeconds {
    var windowSeconds = 1.6
    var lowCutoffHz = 0.7
    var highCutoffHz = 4.0

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 0.5...10, "Length of a window; 1.6 as published."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.3...2, "Lower edge, at half power; 0.7 Hz is 42 bpm."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...8, "Upper edge, at half power; 4 Hz is 240 bpm."),
    ]
  }

  static let info = PluginInfo(
    "chrom", version: 1, "Chrominance: two colour differences weighed against each other in windows.",
    source: "de Haan and Jeanne, IEEE Trans. Biomed. Eng. 60(10), 2013")

  let parameters: Parameters

  func wave(of colours: CameraColours) -> [Double] {
    guard let band = BandFilter(order: 3, bandHz: parameters.bandHz, sampleRate: colours.sampleRate)
    else { return colours.red.map { _ in 0 } }
    let raw = [colours.red, colours.green, colours.blue]
    let filtered = raw.map(band.filtered)
    return fade(colours).wave { window in
      Chrominance(
        red: filtered[0][window], green: filtered[1][window], blue: filtered[2][window],
        gains: raw.map { temporalGain($0[window]) }
      ).pulse
    }
  }
}

/// The two colour-difference signals of CHROM and how they are set against each other.
///
/// X = 3R − 2G and Y = 1.5R + G − 1.5B of colours divided by their means; the pulse is X − (σ_X / σ_Y)·Y, σ with the
/// divisor n. Where Y is constant it is X alone.
struct Chrominance {
  var x: [Double]
  var y: [Double]

  /// - Parameter gains: what red, green and blue are multiplied with first.
  init(red: ArraySlice<Double>, green: ArraySlice<Double>, blue: ArraySlice<Double>, gains: [Double]) {
    let (r, g, b) = (gains[0], gains[1], gains[2])
    x = zip(red, green).map { 3 * (r * $0) - 2 * (g * $1) }
    y = zip(zip(red, green), blue).map { 1.5 * (r * $0.0) + g * $0.1 - 1.5 * (b * $1) }
  }

  var pulse: [Double] {
    let (first, second) = (Spread(x), Spread(y))
    let alpha = second.deviation > 0 ? first.deviation / second.deviation : 0
    return zip(x, y).map { $0 - alpha * $1 }
  }
}

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
struct CHROMRPPGToolboxExtractor: ColourExtractor, PlainPlugin {
  static let info = PluginInfo(
    "chrom.rppgToolbox", version: 1, "CHROM with each window filtered by itself, as in rPPG-Toolbox.",
    source:
      "de Haan and Jeanne, IEEE Trans. Biomed. Eng. 60(10), 2013; rPPG-Toolbox (Liu et al., NeurIPS 2023)")

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

/// CHROM as pyVHR has it: raw colours, one weight per window of 6 s, nothing filtered.
///
/// Colours are not divided by their means: X = 3R − 2G and Y = 1.5R + G − 1.5B of the levels themselves, the pulse
/// X − (σ_X / σ_Y)·Y. pyVHR cuts a recording into windows of 6 s, one each second, and gives each to a rate estimator;
/// here they overlap by half and are joined by ``CrossFade``, which also takes the mean off each.
///
/// - Note: Without normalisation white-light reflections do not cancel, so slow changes of brightness stay in.
struct CHROMPyVHRExtractor: WindowedColourExtractor {
  static let info = PluginInfo(
    "chrom.pyvhr", version: 1, "CHROM of raw colours with one weight per 6 s, as in pyVHR.",
    source:
      "de Haan and Jeanne, IEEE Trans. Biomed. Eng. 60(10), 2013; pyVHR (Boccignone et al., PeerJ CS 2022)")

  let parameters: ColourWindow

  func wave(of colours: CameraColours) -> [Double] {
    fade(colours).wave { window in
      Chrominance(
        red: colours.red[window], green: colours.green[window], blue: colours.blue[window], gains: [1, 1, 1]
      ).pulse
    }
  }
}
