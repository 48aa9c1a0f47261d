internal import HRNumerics
internal import HRPlugins
internal import RealModule

/// PBV: the weights of the channels whose sum has, in each channel, the strength that a blood volume pulse has there.
///
/// In a window the colours C are divided by their means, but not centred. The pulse's signature p is taken from the
/// window itself, as both rPPG-Toolbox and pyVHR take it: the standard deviations of the three, scaled to length one.
/// The weights w solve (C·Cᵀ)·w = p; the wave is wᵀC / (pᵀw). ``CrossFade`` joins the windows.
///
/// A channel without a mean counts as zero. Directions in which C has no power (below 1e-13 of the greatest) are left
/// out of the solution, so constant or equal channels do no harm.
///
/// - Note: The paper has a signature of white light on skin, fixed, and centred colours; with the signature taken from
///   the window, motion that moves the channels more than the pulse does is taken for it.
struct PBVExtractor: WindowedColourExtractor {
  static let info = PluginInfo(
    "pbv", version: 1, "Weights of the channels that fit the pulse's strength in each.",
    source: "de Haan and van Leest, Physiol. Meas. 35, 2014; as read by rPPG-Toolbox and pyVHR")

  let parameters: ColourWindow

  func wave(of colours: CameraColours) -> [Double] {
    fade(colours).wave { window in
      let rows = colours.rows(window).map { row -> [Double] in
        let gain = temporalGain(row[...])
        return row.map { $0 * gain }
      }
      let deviations = rows.map { Spread($0).deviation }
      let size = Double.sqrt(deviations.reduce(0) { $0 + $1 * $1 })
      guard size > 0 else { return window.map { _ in 0 } }
      let signature = deviations.map { $0 / size }
      let eigen = SymmetricEigen(productMeans(rows))
      var weights = [0.0, 0, 0]
      for (value, vector) in zip(eigen.values, eigen.vectors) where value > 1e-13 * eigen.values[0] {
        let share = zip(vector, signature).reduce(0) { $0 + $1.0 * $1.1 } / value
        for k in weights.indices { weights[k] += share * vector[k] }
      }
      let scale = zip(signature, weights).reduce(0) { $0 + $1.0 * $1.1 }
      guard scale > 0 else { return window.map { _ in 0 } }
      return window.indices.map { index in
        let frame = index - window.lowerBound
        return (weights[0] * rows[0][frame] + weights[1] * rows[1][frame] + weights[2] * rows[2][frame])
          / scale
      }
    }
  }
}
