internal import HRStatistics

extension Gate {
  /// A change that was judged, with limits that an alarm can rest on.
  ///
  /// The limits and the decision of ``NonInferiority``, but for the lower limit far out in its tail. A mean of resampled
  /// clusters never lies below the least of them, so with six clusters chance alone puts that limit above 0 in at least 1
  /// of 64 comparisons, whatever level was asked for. Student's limit (W. S. Gosset, 1908) knows no such floor; the lower
  /// of the two counts.
  package struct Change: Equatable, Sendable {
    /// An alarm is raised by chance alone in at most this share of runs, be it for errors, for the worst group or for
    /// coverage: three in a hundred for a gate as a whole.
    package static let alarmTail = 0.01

    package let deltaBPM: Double
    /// One-sided 95 per cent limit; `nil` below ``ClusterBootstrap/leastClusters``.
    package let upperLimitBPM: Double?
    /// One-sided limit at 1 − ``alarmTail``/families; `nil` below ``ClusterBootstrap/leastClusters``.
    package let lowerLimitBPM: Double?
    package let marginBPM: Double
    package let clusterCount: Int
    package let decision: Decision

    /// - Returns: `nil` without a cluster.
    init?(clusterDeltasBPM: [Double], marginBPM: Double, seed: UInt64, families: Int) {
      // Its own tail is 0.05.
      let resampledFamilies = families * Int((0.05 / Self.alarmTail).rounded())
      guard
        let resampled = NonInferiority(
          clusterDeltasBPM: clusterDeltasBPM, marginBPM: marginBPM, seed: seed, families: resampledFamilies)
      else { return nil }
      deltaBPM = resampled.deltaBPM
      upperLimitBPM = resampled.upperLimitBPM
      let student = Self.studentLimit(clusterDeltasBPM, level: 1 - Self.alarmTail / Double(families))
      let lower = resampled.lowerLimitBPM.map { min($0, student ?? $0) }
      lowerLimitBPM = lower
      self.marginBPM = marginBPM
      clusterCount = resampled.clusterCount
      decision = resampled.decision == .regressed && (lower ?? 0) <= 0 ? .cannotTell : resampled.decision
    }

    /// Mean − t s/√n, s with divisor n − 1; `nil` for values that do not vary.
    private static func studentLimit(_ values: [Double], level: Double) -> Double? {
      let number = Double(values.count)
      guard let test = StudentTest(values), test.t != 0,
        let t = StudentDistribution.quantile(level, degreesOfFreedom: test.degreesOfFreedom)
      else { return nil }
      let mean = values.reduce(0, +) / number
      // Of a mean and its t the standard error is the quotient.
      return mean - t * mean / test.t
    }
  }
}
