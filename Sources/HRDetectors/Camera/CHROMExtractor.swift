internal import HRPlugins
internal import HRSignals

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
struct CHROMExtractor: ColourExtractor {
  struct Parameters: BandParameters {
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

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    guard
      let band = BandFilter(
        order: 3, bandHz: parameters.bandHz, sampleRate: colours.sampleRate)
    else { return colours.red.map { _ in 0 } }
    let raw = [colours.red, colours.green, colours.blue]
    let filtered = raw.map(band.filtered)
    return CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds)).wave {
      window in
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
