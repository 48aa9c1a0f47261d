import Foundation
import Testing

@testable import HRStatistics

/// How often intervals of 95 per cent hold the true figure, in studies whose truth is known in closed form.
///
/// Errors are cluster means (normal) plus first-order autoregressive errors (normal): their total is normal
/// with the summed variance, so the true MAE is σ√(2/π), the true limits are bias ± 1.96σ and the true bias is
/// 0. The first two designs are shaped like archives of recordings, where clusters differ little beside the
/// spread within them; in the third they differ much.
@Suite struct IntervalCoverageTests {
  struct Design: CustomTestStringConvertible, Sendable {
    let clusters: Int
    let between: Double
    let within: Double
    let persistence: Double
    /// Of the intervals that follow the errors' shape, the MAE's and the percentiles'.
    let leastShapedShare: Double

    var testDescription: String { "\(clusters) clusters, SD \(between) between" }
  }

  private static let studies = 500

  @Test(arguments: [
    Design(clusters: 12, between: 1, within: 4, persistence: 0.5, leastShapedShare: 0.92),
    Design(clusters: 20, between: 1, within: 4, persistence: 0.8, leastShapedShare: 0.92),
    // The MAE of clusters that differ much is skewed, and few clusters make up a tail; for that a dozen are too
    // few for any interval tried.
    Design(clusters: 12, between: 2, within: 3, persistence: 0.5, leastShapedShare: 0.86),
  ])
  func printedIntervalsHoldTheTruth(design: Design) {
    let sd = (design.between * design.between + design.within * design.within).squareRoot()
    let trueMAE = sd * (2 / Double.pi).squareRoot()
    let trueLimit = limitFactor * sd
    var numbers = NormalNumbers(seed: UInt64(design.clusters))
    var (bias, mae, lower, upper) = (0, 0, 0, 0)
    var (lowerPercentile, upperPercentile) = (0, 0)
    var (pooledBias, pooledLower, pooledUpper) = (0, 0, 0)
    for study in 0..<Self.studies {
      let pairs = numbers.study(design)
      let errors = pairs.errorsBPM
      if let found = ClusterBootstrap.intervals(
        pairs, errors: errors, seed: UInt64(study), resamples: 200)
      {
        bias += found.biasBPM.holds(0)
        mae += found.maeBPM.holds(trueMAE)
      }
      if let limits = ClusterLimits(
        pairs, errors: errors, persistence: ErrorPersistence(pairs, errors: errors))
      {
        lower += limits.lowerLimitIntervalBPM.holds(-trueLimit)
        upper += limits.upperLimitIntervalBPM.holds(trueLimit)
      }
      if let percentiles = PercentileLimitIntervals(
        pairs, errors: errors, sorted: SortedErrors(errors))
      {
        lowerPercentile += percentiles.lowerBPM.holds(-trueLimit)
        upperPercentile += percentiles.upperBPM.holds(trueLimit)
      }
      if let pooled = BlandAltman(errors: errors) {
        pooledBias += pooled.biasIntervalBPM.holds(0)
        pooledLower += pooled.lowerLimitIntervalBPM.holds(-trueLimit)
        pooledUpper += pooled.upperLimitIntervalBPM.holds(trueLimit)
      }
    }
    func share(_ held: Int) -> Double { Double(held) / Double(Self.studies) }
    for (name, held) in [
      ("MAE", mae), ("lower percentile", lowerPercentile), ("upper percentile", upperPercentile),
    ] {
      #expect((design.leastShapedShare...0.98).contains(share(held)), "\(name): \(share(held))")
    }
    for (name, held) in [("bias", bias), ("lower limit", lower), ("upper limit", upper)] {
      #expect((0.92...0.98).contains(share(held)), "\(name): \(share(held))")
    }
    for (name, held) in [
      ("bias", pooledBias), ("lower limit", pooledLower), ("upper limit", pooledUpper),
    ] {
      #expect(share(held) < 0.75, "\(name) as if windows were independent: \(share(held))")
    }
  }
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

  /// 20 to 150 windows a cluster.
  mutating func study(_ design: IntervalCoverageTests.Design) -> PairedRates {
    var (estimates, clusters): ([Double], [Int]) = ([], [])
    let fresh = (1 - design.persistence * design.persistence).squareRoot()
    for cluster in 0..<design.clusters {
      let mean = design.between * next()
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
