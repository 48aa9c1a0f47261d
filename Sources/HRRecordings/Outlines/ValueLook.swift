internal import HRNumerics

/// What the values of a series look like, in a few numbers that need no knowledge of what they are.
package struct ValueLook: Codable, Equatable, Sendable {
  /// How many were looked at.
  package let count: Int
  /// Of these, how many are missing.
  package let missing: Int
  package let first: Double
  package let last: Double
  package let lowest: Double
  package let highest: Double
  package let median: Double
  package let isWhole: Bool
  /// How many different values there are, up to ``mostLevels``.
  package let levels: Int
  /// From one value to the next: how many steps go up, stay, go down.
  package let rises: Int
  package let repeats: Int
  package let falls: Int
  /// The median step, and the tenth part of steps that are the smallest and the largest.
  package let step: Double
  package let smallStep: Double
  package let largeStep: Double
  /// Median size of a step as a share of the range.
  package let roughness: Double
  /// How sharp its slopes are: the size of a step that one in a hundred exceeds, over the mean size. A pulse wave has 3
  /// to 6, an ECG 7 and more.
  package let sharpness: Double

  package static let mostLevels = 1000
  private static let mostSteps = 100_000

  /// - Returns: `nil` where there is no finite value.
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

  /// Whether values never fall and mostly rise.
  package var ascends: Bool { falls == 0 && rises > 0 && rises >= repeats }

  /// Whether no value equals or is below the one before it.
  package var ascendsStrictly: Bool { falls == 0 && repeats == 0 && rises > 0 }

  /// The mean step.
  package var meanStep: Double {
    count - missing > 1 ? (last - first) / Double(count - missing - 1) : 0
  }
}
