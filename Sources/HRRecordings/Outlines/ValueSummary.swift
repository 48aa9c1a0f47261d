internal import HRNumerics

/// Statistics of the values of a series, computed without knowledge of their meaning.
package struct ValueSummary: Codable, Equatable, Sendable {
  /// Number of values, missing ones included.
  package let count: Int
  /// Number of values that are missing.
  package let missing: Int
  package let first: Double
  package let last: Double
  package let lowest: Double
  package let highest: Double
  package let median: Double
  package let isWhole: Bool
  /// Number of different values, at most ``mostLevels``.
  package let levels: Int
  /// Numbers of steps between neighbouring values that go up, stay equal, go down.
  package let rises: Int
  package let repeats: Int
  package let falls: Int
  /// Median step, and the 10th and 90th percentiles of the steps.
  package let step: Double
  package let smallStep: Double
  package let largeStep: Double
  /// Median size of a step divided by the range.
  package let roughness: Double
  /// Sharpness of the slopes: 99th percentile of the step sizes divided by their mean. A pulse wave has 3 to 6, an
  /// ECG 7 and more.
  package let sharpness: Double

  package static let mostLevels = 1000
  private static let mostSteps = 100_000

  /// - Returns: `nil` if there is no finite value.
  package init?(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    guard let first = finite.first, let last = finite.last, let lowest = finite.min(),
      let highest = finite.max()
    else { return nil }
    count = values.count
    missing = values.count - finite.count
    (self.first, self.last, self.lowest, self.highest) = (first, last, lowest, highest)
    let part = Array(finite.prefix(Self.mostSteps))
    median = HRNumerics.median(part) ?? first
    isWhole = finite.allSatisfy { $0 == $0.rounded() }
    var known: Set<UInt64> = []
    for value in finite where known.count < Self.mostLevels { known.insert(value.bitPattern) }
    levels = known.count
    var (rises, repeats, falls) = (0, 0, 0)
    for (value, next) in zip(finite, finite.dropFirst()) {
      if next > value { rises += 1 } else if next < value { falls += 1 } else { repeats += 1 }
    }
    (self.rises, self.repeats, self.falls) = (rises, repeats, falls)
    let steps = zip(part, part.dropFirst()).map { $1 - $0 }.filter(\.isFinite)
    step = HRNumerics.median(steps) ?? 0
    smallStep = percentile(steps, 10) ?? 0
    largeStep = percentile(steps, 90) ?? 0
    let range = highest - lowest
    roughness = range > 0 ? (HRNumerics.median(steps.map(\.magnitude)) ?? 0) / range : 0
    let sizes = steps.map(\.magnitude)
    let mean = sizes.reduce(0, +) / Double(max(1, sizes.count))
    sharpness = mean > 0 ? (percentile(sizes, 99) ?? 0) / mean : 0
  }

  /// True if values never fall and mostly rise.
  package var ascends: Bool { falls == 0 && rises > 0 && rises >= repeats }

  /// True if every value is above the previous one.
  package var ascendsStrictly: Bool { falls == 0 && repeats == 0 && rises > 0 }

  /// Mean step; 0 for fewer than two finite values.
  package var meanStep: Double {
    count - missing > 1 ? (last - first) / Double(count - missing - 1) : 0
  }
}
