internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// LGI, local group invariance: what is left of green when the colours' main direction is taken out.
///
/// In a window the main direction u is the first left singular vector of the three rows of colours (not centred), which
/// is nearly their mean colour; the wave is the green row of (I − u·uᵀ)·C. ``CrossFade`` joins the windows.
///
/// - Note: Where green is the only channel with light, all of it is taken out and the wave is zero.
struct LGIExtractor: ColourExtractor {
  static let info = PluginInfo(
    "lgi", version: 1, "Green without what lies along the colours' main direction.",
    source: "Pilz, Zaunseder, Krajewski and Blazek, CVPR Workshops, 2018; as in rPPG-Toolbox and pyVHR")

  let parameters: ColourWindow

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds)).wave { window in
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
