internal import HRPlugins
internal import RealModule

/// OMIT, orthogonal matrix image transformation: what is left of green when the direction of the first frame's colour
/// is taken out.
///
/// The method takes the first column of Q from a QR decomposition of the three rows of colours. That column is, but for
/// its sign, the first frame's colour scaled to length one, so no decomposition is done here. The wave is the green row
/// of (I − q·qᵀ)·C, in windows joined by ``CrossFade``. After a black first frame nothing is taken out.
///
/// - Note: It depends on a single frame per window.
struct OMITExtractor: ColourExtractor {
  static let info = PluginInfo(
    "omit", version: 1, "Green without what lies along the first frame's colour.",
    source:
      "Álvarez Casado and Bordallo López, IEEE J. Biomed. Health Inform., 2023; as in rPPG-Toolbox and pyVHR")

  let parameters: ColourWindow

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds)).wave { window in
      let first = window.lowerBound
      let colour = [colours.red[first], colours.green[first], colours.blue[first]]
      let size = Double.sqrt(colour.reduce(0) { $0 + $1 * $1 })
      return colours.green(window, without: size > 0 ? colour.map { $0 / size } : [0, 0, 0])
    }
  }
}
