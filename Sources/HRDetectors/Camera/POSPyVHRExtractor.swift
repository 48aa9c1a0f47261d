internal import HRPlugins
internal import HRSignals

/// POS as pyVHR has it: windows of ⌊1.6 · rate⌋ frames, nothing filtered.
///
/// The first window starts at the second frame, so the first frame's sum is 0; 1e-9 is added to the means and to σ₂.
/// pyVHR runs it on cuts of 6 s and filters these; here it runs on the whole recording once, which differs only within
/// a window of the cuts' ends. A channel whose mean is not above zero counts as constant, where pyVHR divides by 1e-9.
struct POSPyVHRExtractor: ColourExtractor {
  static let info = PluginInfo(
    "pos.pyvhr", version: 1, "POS with the windows of pyVHR.",
    source: "Wang et al., IEEE Trans. Biomed. Eng. 64(7), 2017; pyVHR (Boccignone et al., PeerJ CS 2022)")

  init(parameters: NoParameters) {}

  var causality: Causality { .lookAhead(seconds: 1.6) }

  func wave(of colours: CameraColours) -> [Double] {
    let length = max(1, Int(saturating: 1.6 * colours.sampleRate))
    return PlaneOrthogonal(epsilon: 1e-9).wave(
      of: colours, length: length, starts: 1..<max(1, colours.count - length + 1))
  }
}
