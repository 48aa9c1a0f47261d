internal import RealModule

/// The Kaiser window's shape for ripples of an attenuation (J. F. Kaiser, 1974; SciPy `kaiser_beta`).
public func kaiserBeta(attenuationDecibels a: Double) -> Double {
  a > 50 ? 0.1102 * (a - 8.7) : a > 21 ? 0.5842 * Double.pow(a - 21, 0.4) + 0.07886 * (a - 21) : 0
}

/// Modified Bessel function I₀ by its power series.
func modifiedBesselI0(_ x: Double) -> Double {
  var (sum, term, k) = (1.0, 1.0, 1.0)
  while term > 1e-17 * sum {
    term *= (x / (2 * k)) * (x / (2 * k))
    sum += term
    k += 1
  }
  return sum
}
