internal import HRPlugins

/// CHROM as pyVHR has it: raw colours, one weight per window of 6 s, nothing filtered.
///
/// Colours are not divided by their means: X = 3R − 2G and Y = 1.5R + G − 1.5B of the levels themselves, the pulse
/// X − (σ_X / σ_Y)·Y. pyVHR cuts a recording into windows of 6 s, one each second, and gives each to a rate estimator;
/// here they overlap by half and are joined by ``CrossFade``, which also takes the mean off each.
///
/// - Note: Without normalisation white-light reflections do not cancel, so slow changes of brightness stay in.
struct CHROMPyVHRExtractor: ColourExtractor {
  static let info = PluginInfo(
    "chrom.pyvhr", version: 1, "CHROM of raw colours with one weight per 6 s, as in pyVHR.",
    source:
      "de Haan and Jeanne, IEEE Trans. Biomed. Eng. 60(10), 2013; pyVHR (Boccignone et al., PeerJ CS 2022)")

  let parameters: ColourWindow

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds)).wave { window in
      Chrominance(
        red: colours.red[window], green: colours.green[window], blue: colours.blue[window], gains: [1, 1, 1]
      ).pulse
    }
  }
}
