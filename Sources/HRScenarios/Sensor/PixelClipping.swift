internal import HRSignals
internal import RealModule

/// A frame's mean after each of its pixels is clipped.
///
/// A frame is lit unevenly: its pixels are distributed normally about the mean level L, with a standard deviation s.
/// Clipped at c their mean is E[min(X, c)] = L − s · (φ(z) + z · Φ(z)) with z = (L − c) / s, φ and Φ the normal density
/// and distribution. So it nears c without a corner, and a pulse is left with the share 1 − Φ(z) of its height, that of
/// the pixels which are not clipped. For s = 0 it is min(L, c).
struct PixelClipping {
  /// Number of standard deviations beyond which there are less than 10⁻¹⁵ of the pixels.
  private static let reach = 8.0

  let clipLevel: Double
  /// Standard deviation of the pixels of a frame, in codes; 0: all alike.
  let spread: Double

  /// - Parameter level: the mean of the pixels, were none clipped; one that is not finite is given back.
  func mean(at level: Double) -> Double {
    guard level.isFinite else { return level }
    guard spread > 0 else { return min(level, clipLevel) }
    let distance = (level - clipLevel) / spread
    guard distance > -Self.reach else { return level }
    guard distance < Self.reach else { return clipLevel }
    let density = Double.exp(-distance * distance / 2) / Double.sqrt(2 * .pi)
    let clippedShare = 0.5 * Double.erfc(-distance * 0.5.squareRoot())
    return level - spread * (density + distance * clippedShare)
  }

  /// The factor on all levels with which the mean of the clipped ones is the given one, to 10⁻⁹ of it.
  ///
  /// - Parameters:
  ///   - mean: asked for, below ``clipLevel``.
  ///   - levels: 0 or more; those that are not finite do not count.
  /// - Returns: `nil` if no factor above 1 does: without levels, if they are that bright already, and if too many are
  ///   0.
  func gain(bringing levels: [Double], to mean: Double) -> Double? {
    let known = levels.filter(\.isFinite)
    guard !known.isEmpty else { return nil }
    func met(_ gain: Double) -> Double {
      known.reduce(0) { $0 + self.mean(at: gain * $1) } / Double(known.count)
    }
    guard met(1) < mean else { return nil }
    var (low, high) = (1.0, 2.0)
    while met(high) < mean {
      guard high < 1e6 else { return nil }
      (low, high) = (high, 2 * high)
    }
    while high - low > 1e-9 * high {
      let middle = (low + high) / 2
      if met(middle) < mean { low = middle } else { high = middle }
    }
    return high
  }
}
