internal import HRNumerics
internal import HRPlugins
internal import RealModule

/// LGI, local group invariance: what is left of green when the colours' main direction is taken out.
///
/// In a window the main direction u is the first left singular vector of the three rows of colours (not centred), which
/// is nearly their mean colour; the wave is the green row of (I − u·uᵀ)·C. ``CrossFade`` joins the windows.
///
/// - Note: Where green is the only channel with light, all of it is taken out and the wave is zero.
struct LGIExtractor: WindowedColourExtractor {
  static let info = PluginInfo(
    "lgi", version: 1, "Green without what lies along the colours' main direction.",
    source: "Pilz, Zaunseder, Krajewski and Blazek, CVPR Workshops, 2018; as in rPPG-Toolbox and pyVHR")

  let parameters: ColourWindow

  func wave(of colours: CameraColours) -> [Double] {
    fade(colours).wave { window in
      let eigen = SymmetricEigen(productMeans(colours.rows(window)))
      return colours.green(window, without: eigen.vectors[0])
    }
  }
}

extension CameraColours {
  /// Green minus its component along a direction of unit length.
  func green(_ window: Range<Int>, without direction: [Double]) -> [Double] {
    let (r, g, b) = (direction[0], direction[1], direction[2])
    return window.map { frame in
      green[frame] - g * (r * red[frame] + g * green[frame] + b * blue[frame])
    }
  }
}

/// OMIT, orthogonal matrix image transformation: what is left of green when the direction of the first frame's colour
/// is taken out.
///
/// The method takes the first column of Q from a QR decomposition of the three rows of colours. That column is, but for
/// its sign, the first frame's colour scaled to length one, so no decomposition is done here. The wave is the green row
/// of (I − q·qᵀ)·C, in windows joined by ``CrossFade``. After a black first frame nothing is taken out.
///
/// - Note: It depends on a single frame per window.
struct OMITExtractor: WindowedColourExtractor {
  static let info = PluginInfo(
    "omit", version: 1, "Green without what lies along the first frame's colour.",
    source:
      "Álvarez Casado and Bordallo López, IEEE J. Biomed. Health Inform., 2023; as in rPPG-Toolbox and pyVHR")

  let parameters: ColourWindow

  func wave(of colours: CameraColours) -> [Double] {
    fade(colours).wave { window in
      let first = window.lowerBound
      let colour = [colours.red[first], colours.green[first], colours.blue[first]]
      let size = Double.sqrt(colour.reduce(0) { $0 + $1 * $1 })
      return colours.green(window, without: size > 0 ? colour.map { $0 / size } : [0, 0, 0])
    }
  }
}
