internal import RealModule

/// 95 per cent intervals of correlations of reference and estimate, over clusters.
///
/// Each cluster is left out in turn (the jackknife: J. W. Tukey, Ann. Math. Stat. 29:614, 1958), on the scale of
/// Fisher's z = artanh, with Student's t of k − 1 degrees of freedom. A figure's interval does not exist where it, or
/// that without some cluster, is within 1e-12 of −1 or 1 or does not exist.
public struct CorrelationIntervals: Equatable, Sendable {
  /// Of Pearson's correlation.
  public let pearson: Interval?
  /// Of the concordance correlation.
  public let ccc: Interval?
  /// Of ICC(2,1).
  public let agreement: Interval?
  /// Of ICC(3,1).
  public let consistency: Interval?

  /// - Parameters:
  ///   - pairs: rates and their clusters.
  ///   - comoments: of reference and estimate.
  /// - Returns: `nil` for fewer clusters than ``ClusterBootstrap/leastClusters``.
  init?(_ pairs: PairedRates, comoments: Comoments?) {
    guard pairs.clusterCount >= ClusterBootstrap.leastClusters, let comoments else { return nil }
    // Relative to the means of all pairs, so that sums can be reduced by a cluster without losing digits.
    var own = [Sums](repeating: Sums(), count: pairs.clusterCount)
    pairs.forEach {
      own[$0.cluster].add($0.referenceBPM - comoments.meanX, $0.estimateBPM - comoments.meanY)
    }
    let whole = own.reduce(into: Sums()) { $0.add($1, sign: 1) }
    let shift = comoments.meanX - comoments.meanY
    let left = own.map { one -> Figures in
      var rest = whole
      rest.add(one, sign: -1)
      return Figures(rest, of: whole, shift: shift)
    }
    let all = Figures(whole, of: whole, shift: shift)
    let k = Double(pairs.clusterCount)
    guard let t = StudentDistribution.quantile(0.975, degreesOfFreedom: k - 1) else { return nil }
    func interval(_ figure: (Figures) -> Double?) -> Interval? {
      func z(_ figures: Figures) -> Double? {
        figure(figures).flatMap { abs($0) < 1 - 1e-12 ? Double.atanh($0) : nil }
      }
      let without = left.compactMap(z)
      guard let center = z(all), without.count == left.count else { return nil }
      let reach = t * Double.sqrt((k - 1) / k * squaredDeviations(without))
      return Interval(low: Double.tanh(center - reach), high: Double.tanh(center + reach))
    }
    pearson = interval(\.pearson)
    ccc = interval(\.ccc)
    agreement = interval { $0.intraclass?.agreement }
    consistency = interval { $0.intraclass?.consistency }
  }

  private struct Sums {
    private(set) var (n, x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(_ x: Double, _ y: Double) {
      n += 1
      self.x += x
      self.y += y
      xx += x * x
      yy += y * y
      xy += x * y
    }

    mutating func add(_ other: Sums, sign: Double) {
      n += sign * other.n
      x += sign * other.x
      y += sign * other.y
      xx += sign * other.xx
      yy += sign * other.yy
      xy += sign * other.xy
    }
  }

  private struct Figures {
    var pearson: Double?
    var ccc: Double?
    var intraclass: (agreement: Double, consistency: Double)?

    /// Squared deviations of 1e-12 of those of all clusters and less are rounding, and count as 0.
    init(_ sums: Sums, of whole: Sums, shift: Double) {
      guard sums.n >= 2 else { return }
      func rest(_ squares: Double, _ sum: Double, _ whole: Double) -> Double {
        let rest = squares - sum * sum / sums.n
        return rest <= 1e-12 * whole ? 0 : rest
      }
      let moments = Comoments(
        meanX: sums.x / sums.n + shift, meanY: sums.y / sums.n, xx: rest(sums.xx, sums.x, whole.xx),
        yy: rest(sums.yy, sums.y, whole.yy), xy: sums.xy - sums.x * sums.y / sums.n)
      pearson = moments.correlation
      ccc = moments.concordance(count: sums.n)
      intraclass = MeanSquares(moments, count: sums.n).correlations
    }
  }
}
