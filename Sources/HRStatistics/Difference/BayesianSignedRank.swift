internal import HRNumerics
internal import RealModule

/// Probabilities that a candidate is better than, equivalent to, or worse than a baseline, given the cluster
/// differences: the Bayesian signed-rank test with a region of practical equivalence.
///
/// A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, J. Mach. Learn. Res. 18(77):1-36, 2017. The prior is a Dirichlet
/// process of strength ½ at a difference of 0. Each draw from the posterior weights the differences. It gives the
/// probabilities that the mean of two differences drawn with these weights is below −margin, within ±margin or above.
/// The figures are the shares of draws in which each is the most probable of the three.
public struct BayesianSignedRank: Equatable, Sendable {
  /// Default number of draws from the posterior.
  public static let draws = 20_000

  /// Probability that the candidate has the lower error, by more than the margin.
  public let betterProbability: Double
  /// Probability that the difference is at most the margin.
  public let equivalentProbability: Double
  /// Probability that the candidate has the higher error, by more than the margin.
  public let worseProbability: Double

  /// - Parameters:
  ///   - clusterDeltasBPM: candidate minus baseline in each cluster, in beats per minute.
  ///   - marginBPM: the largest difference that does not matter; at least 0.
  ///   - seed: the same seed and differences give the same figures.
  ///   - draws: from the posterior; at least one.
  /// - Precondition: finite differences, candidate minus baseline.
  /// - Returns: `nil` without a cluster. A draw in which equivalence ties with another counts as equivalent, one
  ///   in which only better and worse tie half as each.
  public init?(clusterDeltasBPM: [Double], marginBPM: Double, seed: UInt64, draws: Int = draws) {
    precondition(marginBPM.isFinite && marginBPM >= 0, "a margin of at least 0")
    precondition(clusterDeltasBPM.allSatisfy(\.isFinite), "differences are finite")
    precondition(draws > 0, "at least one draw")
    guard !clusterDeltasBPM.isEmpty else { return nil }
    let order = AscendingOrder([0] + clusterDeltasBPM)
    let isPrior = order.indices.map { $0 == 0 }
    // For each difference, the number of ascending ones with which its mean is below −margin, and up to +margin.
    let belowCounts = order.values.map { one in
      order.values.prefix { one + $0 < -2 * marginBPM }.count
    }
    let upToCounts = order.values.map { one in
      order.values.prefix { one + $0 <= 2 * marginBPM }.count
    }
    var stream = RandomStream(seed: seed, ["paired difference", "signed-rank posterior"])
    var (better, equivalent, worse) = (0.0, 0.0, 0.0)
    var weights = order.values
    var sums = [Double](repeating: 0, count: weights.count + 1)
    for _ in 0..<draws {
      for (index, prior) in isPrior.enumerated() {
        weights[index] = prior ? Self.halfGamma(&stream) : stream.exponential(mean: 1)
        sums[index + 1] = sums[index] + weights[index]
      }
      let total = sums[weights.count]
      var (below, within, above) = (0.0, 0.0, 0.0)
      for (index, weight) in weights.enumerated() {
        let first = sums[belowCounts[index]]
        let last = sums[upToCounts[index]]
        below += weight * first
        within += weight * (last - first)
        above += weight * (total - last)
      }
      if within >= max(below, above) {
        equivalent += 1
      } else if below == above {
        better += 0.5
        worse += 0.5
      } else if below > above {
        better += 1
      } else {
        worse += 1
      }
    }
    betterProbability = better / Double(draws)
    equivalentProbability = equivalent / Double(draws)
    worseProbability = worse / Double(draws)
  }

  /// Returns a gamma value with shape ½ (the prior's strength) and scale 1: half a squared normal. The others have shape
  /// 1 and are exponential; divided by their sum all together are the Dirichlet weights.
  private static func halfGamma(_ stream: inout RandomStream) -> Double {
    let normal = stream.normal()
    return normal * normal / 2
  }
}
