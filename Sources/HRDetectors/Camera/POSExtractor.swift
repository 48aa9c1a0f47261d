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
struct POSExtractor: ColourExtractor {
  struct Parameters: ParameterSet {
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

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    let length = colours.frames(in: parameters.windowSeconds)
    return PlaneOrthogonal().wave(
      of: colours, length: length, starts: 0..<max(0, colours.count - length + 1))
  }
}
