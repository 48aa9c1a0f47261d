internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// PCA: the principal component of the colours that is most like a pulse.
///
/// In a window the colours are divided by their means and centred; the eigenvectors of their covariance weigh them into
/// three components, of which ``PeriodicComponent`` takes one and gives it its sign. ``CrossFade`` joins the windows.
///
/// pyVHR hands each row of colours to scikit-learn as if it were a sample and frames were the features, so its rows are
/// centred across colours rather than over time, and it takes the second component always. That reading is not taken.
struct PCAExtractor: ColourExtractor {
  static let info = PluginInfo(
    "pca", version: 1, "The principal component of the colours with the highest spectral peak.",
    source: "Lewandowska, Rumiński, Kocejko and Nowak, FedCSIS, 2011; choice of the component: hreval")

  let parameters: ColourWindow

  var causality: Causality { .lookAhead(seconds: parameters.windowSeconds) }

  func wave(of colours: CameraColours) -> [Double] {
    let fade = CrossFade(count: colours.count, length: colours.frames(in: parameters.windowSeconds))
    let choice = PeriodicComponent(count: fade.windows.first?.count ?? 0, sampleRate: colours.sampleRate)
    return fade.wave { window in
      let rows = colours.rows(window).map { row -> [Double] in
        let gain = temporalGain(row[...])
        return centred(row.map { $0 * gain })
      }
      let eigen = SymmetricEigen(productMeans(rows))
      let components = zip(eigen.values, eigen.vectors).filter { $0.0 > 1e-10 * eigen.values[0] }.map {
        pair in
        rows[0].indices.map { index in
          pair.1[0] * rows[0][index] + pair.1[1] * rows[1][index] + pair.1[2] * rows[2][index]
        }
      }
      guard let best = choice.best(of: components) else { return window.map { _ in 0 } }
      return PeriodicComponent.signed(best, like: rows)
    }
  }
}
