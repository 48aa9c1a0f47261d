internal import HRNumerics

/// The generalised Lomb–Scargle periodogram of one window: at each frequency, the share of the weighted variance
/// that a sine and a constant explain (M. Zechmeister and M. Kürster, Astron. Astrophys. 496(2), 2009); 0…1.
struct LombPeriodogram {
  /// Weighted samples and weights, each spread for its Fourier sums.
  private var samples: NonuniformTransform
  private var weights: NonuniformTransform
  private let variance: Double

  /// - Parameters:
  ///   - times: seconds from the window's start, ascending.
  ///   - values: one per time; they lose their weighted least-squares line.
  ///   - shares: weights ≥ 0, of any sum.
  /// - Returns: `nil` if the values have no variation besides the line.
  init?(times: [Double], values: [Double], weights shares: [Double], seconds: Double, highestHz: Double) {
    guard let origin = values.first else { return nil }
    var (sum, sumT, sumTT, sumY, sumTY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let middle = seconds / 2
    for index in times.indices {
      let (w, t, y) = (shares[index], times[index] - middle, values[index] - origin)
      sum += w
      sumT += w * t
      sumTT += w * t * t
      sumY += w * y
      sumTY += w * t * y
    }
    guard sum > 0 else { return nil }
    let meanT = sumT / sum
    let spread = sumTT - sumT * meanT
    let slope = spread > 0 ? (sumTY - meanT * sumY) / spread : 0
    let level = sumY / sum - slope * meanT
    var weighted: [Double] = []
    var normal: [Double] = []
    weighted.reserveCapacity(times.count)
    normal.reserveCapacity(times.count)
    var (squares, raw) = (0.0, 0.0)
    for index in times.indices {
      let w = shares[index] / sum
      let y = values[index] - origin - level - slope * (times[index] - middle)
      normal.append(w)
      weighted.append(w * y)
      squares += w * y * y
      raw += w * values[index] * values[index]
    }
    guard squares > 1e-24 * raw, squares.isFinite else { return nil }
    variance = squares
    // Weights are needed at twice the frequency; both share one grid.
    samples = NonuniformTransform(seconds: seconds, highestHz: 2 * highestHz)
    weights = samples
    samples.add(weighted, at: times)
    weights.add(normal, at: times)
  }

  /// The power at one frequency.
  func power(atHz frequency: Double) -> Double {
    power(
      samples.sum(atHz: frequency), weights.sum(atHz: frequency), weights.sum(atHz: 2 * frequency))
  }

  /// The power at all multiples of a step that is at most one over four times the grid's length, up to a frequency.
  func drawn(upToHz highestHz: Double) -> (stepHz: Double, power: [Double]) {
    let transform = TransformTable.smooth(atLeast: 4 * samples.grid.count)
    var (real, imaginary): ([Double], [Double]) = ([], [])
    var (weightReal, weightImaginary): ([Double], [Double]) = ([], [])
    transform.transform(samples.grid, real: &real, imaginary: &imaginary)
    transform.transform(weights.grid, real: &weightReal, imaginary: &weightImaginary)
    let step = samples.gridRate / Double(transform.count)
    let power = (0...Int(saturating: highestHz / step) + 1).map { bin in
      let frequency = Double(bin) * step
      return self.power(
        samples.corrected(real[bin], imaginary[bin], atHz: frequency),
        weights.corrected(weightReal[bin], weightImaginary[bin], atHz: frequency),
        weights.corrected(weightReal[2 * bin], weightImaginary[2 * bin], atHz: 2 * frequency))
    }
    return (step, power)
  }

  /// Power from the sums of e^(−iωt) over weighted samples, weights, and weights at the double.
  private func power(
    _ y: (real: Double, imaginary: Double), _ w: (real: Double, imaginary: Double),
    _ double: (real: Double, imaginary: Double)
  ) -> Double {
    let (yc, ys, c, s) = (y.real, -y.imaginary, w.real, -w.imaginary)
    let cc = (1 + double.real) / 2 - c * c
    let ss = (1 - double.real) / 2 - s * s
    let cs = -double.imaginary / 2 - c * s
    let determinant = cc * ss - cs * cs
    guard determinant > 1e-12 else { return 0 }
    return max(0, (ss * yc * yc + cc * ys * ys - 2 * cs * yc * ys) / (variance * determinant))
  }
}
