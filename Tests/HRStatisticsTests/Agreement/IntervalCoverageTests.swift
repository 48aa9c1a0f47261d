import HRTestSupport
import Foundation
import HRSupport
import Testing

@testable import HRStatistics
@testable import HRNumerics

/// Shares of studies with a known truth in which intervals of 95 per cent hold the true figure.
///
/// Errors are cluster means plus first-order autoregressive errors. Where both are normal so is their total, with the
/// summed variance: the true MAE is σ√(2/π), the true limits are bias ± 1.96σ and the true bias is 0. The first two
/// designs resemble archives of recordings, in which clusters differ little compared with the spread within them; in
/// the next three they differ much. In the last the cluster means are very skewed: a dozen or two seldom show their
/// long tail. The figures that depend on it, the MAE and the limit on that side, are then held too seldom by every
/// interval in the comparison.
@Suite struct IntervalCoverageTests {
  struct Design: CustomTestStringConvertible, Sendable {
    let clusters: Int
    let between: Double
    let within: Double
    let persistence: Double
    /// True if the cluster means are skewed; otherwise they are normal.
    var isSkewed = false
    /// Bounds of the share for the printed intervals.
    var leastShare = 0.92
    var mostShare = 0.99

    var testDescription: String {
      "\(clusters) clusters, SD \(between) between\(isSkewed ? ", skewed" : "")"
    }

    /// Returns shares of 4000 studies simulated with NumPy.
    func simulated() throws -> JSONNode {
      let rows = try #require(try OracleFile.json("coverage")["designs"]?.elements)
      return try #require(
        rows.first { $0["kind"]?.string == (isSkewed ? "skew" : "normal") && isMade(as: $0) })
    }

    /// Returns shares of 2000 studies in which intervals of the percentiles hold; for normal means.
    func simulatedPercentiles() throws -> JSONNode {
      let rows = try #require(try OracleFile.json("percentiles")["coverage"]?.elements)
      return try #require(rows.first(where: isMade(as:)))
    }

    private func isMade(as row: JSONNode) -> Bool {
      row["clusters"]?.number == Double(clusters) && row["between"]?.number == between
        && row["within"]?.number == within && row["persistence"]?.number == persistence
    }
  }

  private static let studies = 250

  private static let designs = [
    Design(clusters: 12, between: 1, within: 4, persistence: 0.5),
    Design(clusters: 20, between: 1, within: 4, persistence: 0.8),
    // The MAE of clusters that differ much is skewed, and a dozen of them do not show its tail.
    Design(
      clusters: 12, between: 2, within: 3, persistence: 0.5, leastShare: 0.89),
    Design(clusters: 12, between: 3, within: 2, persistence: 0.5, leastShare: 0.9),
    Design(clusters: 20, between: 3, within: 2, persistence: 0.5, leastShare: 0.9),
    Design(
      clusters: 20, between: 2, within: 3, persistence: 0.5, isSkewed: true, leastShare: 0.78,
      mostShare: 0.995),
  ]

  /// The printed intervals of bias, MAE and limits hold the truth as often as their independent simulation states:
  /// within 3.5 standard errors of the two shares' difference. 200 resamples instead of 2000 cost the MAE about one
  /// study in a hundred.
  @Test(arguments: designs)
  func printedIntervalsHoldTheTruth(design: Design) throws {
    let simulated = try design.simulated()
    let trueMAE = try #require(simulated["trueMAE"]?.number)
    let trueLimit = limitFactor * design.sd
    if !design.isSkewed { expectClose(trueMAE, design.sd * (2 / Double.pi).squareRoot(), 2e-3) }
    var numbers = NormalNumbers(seed: UInt64(design.clusters))
    var (bias, mae, lower, upper) = (0, 0, 0, 0)
    for study in 0..<Self.studies {
      let pairs = numbers.study(design)
      let found = ClusterBootstrap.intervals(pairs, seed: UInt64(study), resamples: 200)
      bias += found?.biasBPM.holds(0) ?? 0
      mae += found?.maeBPM.holds(trueMAE) ?? 0
      let parts = ClusterComponents(pairs)
      let limits = LimitIntervals(parts, limits: RepeatedMeasuresAgreement(parts))
      lower += limits?.lowerLimitBPM.holds(-trueLimit) ?? 0
      upper += limits?.upperLimitBPM.holds(trueLimit) ?? 0
    }
    for (name, held) in [("bias", bias), ("mae", mae), ("lower", lower), ("upper", upper)] {
      let share = share(held)
      let expected = try #require(simulated[name]?.number)
      let error = standardError(expected, studies: 4000)
      #expect(abs(share - expected) < 3.5 * error, "\(name): \(share), simulated \(expected)")
      #expect((design.leastShare...design.mostShare).contains(share), "\(name): \(share)")
    }
  }

  /// Other intervals over clusters hold as often; those that treat windows as independent do not.
  @Test(arguments: designs.prefix(3))
  func otherIntervals(design: Design) throws {
    let percentiles = try design.simulatedPercentiles()
    let trueLimit = limitFactor * design.sd
    var numbers = NormalNumbers(seed: UInt64(design.clusters))
    var (lower, upper, lowerPercentile, upperPercentile) = (0, 0, 0, 0)
    var (pooledBias, pooledLower, pooledUpper) = (0, 0, 0)
    for _ in 0..<Self.studies {
      let pairs = numbers.study(design)
      if let limits = ClusterLimits(pairs) {
        lower += limits.lowerLimitIntervalBPM.holds(-trueLimit)
        upper += limits.upperLimitIntervalBPM.holds(trueLimit)
      }
      if let percentiles = PercentileLimitIntervals(pairs) {
        lowerPercentile += percentiles.lowerBPM.holds(-trueLimit)
        upperPercentile += percentiles.upperBPM.holds(trueLimit)
      }
      if let pooled = BlandAltman(pairs) {
        pooledBias += pooled.biasIntervalBPM.holds(0)
        pooledLower += pooled.lowerLimitIntervalBPM.holds(-trueLimit)
        pooledUpper += pooled.upperLimitIntervalBPM.holds(trueLimit)
      }
    }
    for (name, held) in [("lower limit", lower), ("upper limit", upper)] {
      #expect((0.92...0.98).contains(share(held)), "\(name): \(share(held))")
    }
    for (name, held) in [("lower", lowerPercentile), ("upper", upperPercentile)] {
      let expected = try #require(percentiles[name]?.number)
      let error = standardError(expected, studies: 2000)
      #expect(abs(share(held) - expected) < 3.5 * error, "\(name) percentile: \(share(held)), \(expected)")
    }
    for (name, held) in [
      ("bias", pooledBias), ("lower limit", pooledLower), ("upper limit", pooledUpper),
    ] {
      #expect(share(held) < 0.75, "\(name) as if windows were independent: \(share(held))")
    }
  }

  private func share(_ held: Int) -> Double { Double(held) / Double(Self.studies) }

  /// Returns the standard error of the difference between the share held here and one simulated in a number of
  /// studies.
  private func standardError(_ share: Double, studies: Double) -> Double {
    (share * (1 - share) * (1 / Double(Self.studies) + 1 / studies)).squareRoot()
  }
}

extension IntervalCoverageTests.Design {
  fileprivate var sd: Double { (between * between + within * within).squareRoot() }
}

extension Interval {
  fileprivate func holds(_ value: Double) -> Int { low <= value && value <= high ? 1 : 0 }
}

/// Normal numbers (G. E. P. Box and M. E. Muller, 1958) from the test numbers, and studies made of them.
private struct NormalNumbers {
  private var stream: TestNumbers
  private var spare: Double?

  init(seed: UInt64) {
    stream = TestNumbers(seed: seed)
  }

  mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    let radius = (-2 * log(1 - stream.uniform())).squareRoot()
    let angle = 2 * Double.pi * stream.uniform()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }

  /// Returns a gamma distributed number with shape 2, moved and scaled to mean 0 and variance 1.
  private mutating func gamma() -> Double {
    (-log((1 - stream.uniform()) * (1 - stream.uniform())) - 2) / 2.0.squareRoot()
  }

  /// Returns a study of 20 to 150 windows a cluster.
  mutating func study(_ design: IntervalCoverageTests.Design) -> PairedRates {
    var (estimates, clusters): ([Double], [Int]) = ([], [])
    let fresh = (1 - design.persistence * design.persistence).squareRoot()
    for cluster in 0..<design.clusters {
      let mean = design.between * (design.isSkewed ? gamma() : next())
      var error = next()
      for _ in 0..<(20 + stream.index(below: 131)) {
        estimates.append(70 + mean + design.within * error)
        clusters.append(cluster)
        error = design.persistence * error + fresh * next()
      }
    }
    return PairedRates(
      referenceBPM: Array(repeating: 70, count: estimates.count), estimateBPM: estimates, cluster: clusters)
  }
}
