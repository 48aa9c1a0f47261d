internal import RealModule

/// Exact intervals of the simple limits of agreement, for normal and independent differences; in beats per minute.
///
/// A. Carkeet, Optom. Vis. Sci. 92:e71-e80, 2015. Every interval is bias ± factor × sd; the factors depend on
/// the number of pairs only. Only where each cluster has one pair are pairs independent.
public struct CarkeetLimits: Equatable, Sendable {
  /// Factors of the interval that holds bias + 1.96 σ in 95 of 100 studies, inner and outer: quantiles 0.025
  /// and 0.975 of the noncentral t of n − 1 degrees of freedom and noncentrality 1.96 √n, over √n.
  public let individualFactors: Interval
  /// Factors for both limits at once: with the inner one bias ± factor × sd holds at least 95 per cent of all
  /// differences in 2.5 of 100 studies, with the outer one in 97.5 of 100
  /// (``twoSidedFactor(pairs:confidence:)``).
  public let pairwiseFactors: Interval
  /// Intervals of each limit by itself.
  public let lowerLimitIntervalBPM: Interval
  /// The interval of the upper limit by itself.
  public let upperLimitIntervalBPM: Interval
  /// Intervals of both limits at once.
  public let lowerLimitPairwiseBPM: Interval
  /// The interval of the upper limit, of both at once.
  public let upperLimitPairwiseBPM: Interval

  /// - Returns: `nil` where a cluster has more than one pair, or for fewer than two pairs.
  public init?(_ pairs: PairedRates) {
    self.init(pairs, simple: BlandAltman(pairs))
  }

  init?(_ pairs: PairedRates, simple: BlandAltman?) {
    guard pairs.clusterCount == pairs.count, let simple,
      let individual = Self.individualFactors(pairs: pairs.count),
      let inner = Self.twoSidedFactor(pairs: pairs.count, confidence: 0.025),
      let outer = Self.twoSidedFactor(pairs: pairs.count, confidence: 0.975)
    else { return nil }
    individualFactors = individual
    pairwiseFactors = Interval(low: inner, high: outer)
    func below(_ factors: Interval) -> Interval {
      Interval(
        low: simple.biasBPM - factors.high * simple.sdBPM, high: simple.biasBPM - factors.low * simple.sdBPM)
    }
    func above(_ factors: Interval) -> Interval {
      Interval(
        low: simple.biasBPM + factors.low * simple.sdBPM, high: simple.biasBPM + factors.high * simple.sdBPM)
    }
    lowerLimitIntervalBPM = below(individual)
    upperLimitIntervalBPM = above(individual)
    lowerLimitPairwiseBPM = below(pairwiseFactors)
    upperLimitPairwiseBPM = above(pairwiseFactors)
  }

  /// See the property of that name; `nil` for fewer than two pairs.
  public static func individualFactors(pairs: Int) -> Interval? {
    let n = Double(pairs)
    let noncentrality = limitFactor * Double.sqrt(n)
    guard pairs >= 2,
      let low = NoncentralStudent.quantile(0.025, degreesOfFreedom: n - 1, noncentrality: noncentrality),
      let high = NoncentralStudent.quantile(0.975, degreesOfFreedom: n - 1, noncentrality: noncentrality)
    else { return nil }
    return Interval(low: low / Double.sqrt(n), high: high / Double.sqrt(n))
  }

  /// The k with which mean ± k × sd of n normal values holds at least 95 per cent of their population in a
  /// share `confidence` of studies: the factor of a two-sided tolerance interval (A. Wald and J. Wolfowitz,
  /// Ann. Math. Stat. 17:208-215, 1946; here by integration).
  ///
  /// P = ∫ P(χ² ≥ (n − 1)(r(x)/k)²) φ_{1/√n}(x) dx, where r(x) solves Φ(x + r) − Φ(x − r) = 0.95. Summed over
  /// 121 places of the mean, evenly spaced, which is exact to some 1e-12.
  ///
  /// - Returns: `nil` for fewer than two pairs or outside 0 < confidence < 1.
  public static func twoSidedFactor(pairs: Int, confidence: Double) -> Double? {
    guard pairs >= 2, confidence > 0, confidence < 1 else { return nil }
    let n = Double(pairs)
    let step = 0.15
    let places = (0...60).map { index in
      let z = step * Double(index)
      let weight = (index == 0 ? 1 : 2) * step * Double.exp(-z * z / 2) / Double.sqrt(2 * Double.pi)
      return (weight: weight, half: halfWidth(at: z / Double.sqrt(n)))
    }
    // Increasing in k; in log k, for a few pairs have factors of a hundred.
    let logarithm = root(from: Double.log(limitFactor), low: -5, high: 12, increasing: true) { logarithm in
      let k = Double.exp(logarithm)
      var (held, slope) = (0.0, 0.0)
      for place in places {
        let ratio = place.half / k
        let tails = GammaTails(shape: (n - 1) / 2, x: (n - 1) * ratio * ratio / 2)
        held += place.weight * tails.upper
        slope += place.weight * 2 * tails.scaledDensity
      }
      return (held - confidence, slope)
    }
    return Double.exp(logarithm)
  }

  /// The r with Φ(x + r) − Φ(x − r) = 0.95 for x ≥ 0.
  private static func halfWidth(at x: Double) -> Double {
    root(from: x + limitFactor, low: 0, high: x + 10, increasing: true) { r in
      // Outside, not inside: near 0.95 both are exact enough, and neither tail is lost far out.
      let outside = NormalDistribution.cdf(-x - r) + NormalDistribution.cdf(x - r)
      let density = Double.exp(-(x + r) * (x + r) / 2) + Double.exp(-(x - r) * (x - r) / 2)
      return (0.05 - outside, density / Double.sqrt(2 * Double.pi))
    }
  }
}
