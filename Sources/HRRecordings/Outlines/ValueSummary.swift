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
  /// Mean of the finite values.
  package let mean: Double
  package let isWhole: Bool
  /// Number of different values, at most ``mostLevels``.
  package let levels: Int
  /// Numbers of steps between neighbouring values that go up, stay equal, go down.
  package let rises: Int
  package let repeats: Int
  package let falls: Int
  /// Number of steps that go up after one that went down, or down after one that went up.
  package let turns: Int
  /// Median step, and the 10th and 90th percentiles of the steps.
  package let step: Double
  package let smallStep: Double
  package let largeStep: Double
  /// Median size of a step divided by the range.
  package let roughness: Double
  /// Sharpness of the slopes: 99th percentile of the step sizes divided by their mean. A pulse wave has 3 to 6, an
  /// ECG 7 and more.
  package let sharpness: Double
  /// Highest autocorrelation beyond its first zero, from 0 to 1: how much the changes of a wave repeat themselves. 0 for
  /// fewer than ``leastRhythm`` values.
  package let rhythm: Double
  /// Fit of evenly spaced rows; `nil` if a value falls, or for fewer than three different values.
  package let evenness: Evenness?

  package static let mostLevels = 1000
  private static let mostSteps = 100_000
  /// Numbers of values of which the rhythm is found, and of the means of neighbours that stand for them.
  private static let (leastRhythm, mostRhythm, rhythmPoints) = (200, 8192, 1024)

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
    mean = finite.reduce(0, +) / Double(finite.count)
    isWhole = finite.allSatisfy { $0 == $0.rounded() }
    var known: Set<UInt64> = []
    for value in finite where known.count < Self.mostLevels { known.insert(value.bitPattern) }
    levels = known.count
    var (rises, repeats, falls, turns) = (0, 0, 0, 0)
    var before = 0.0
    for (value, next) in zip(finite, finite.dropFirst()) {
      if next > value { rises += 1 } else if next < value { falls += 1 } else { repeats += 1 }
      if (next - value) * before < 0 { turns += 1 }
      before = next - value
    }
    (self.rises, self.repeats, self.falls, self.turns) = (rises, repeats, falls, turns)
    let steps = zip(part, part.dropFirst()).map { $1 - $0 }.filter(\.isFinite)
    step = HRNumerics.median(steps) ?? 0
    smallStep = percentile(steps, 10) ?? 0
    largeStep = percentile(steps, 90) ?? 0
    let range = highest - lowest
    roughness = range > 0 ? (HRNumerics.median(steps.map(\.magnitude)) ?? 0) / range : 0
    let sizes = steps.map(\.magnitude)
    let mean = sizes.reduce(0, +) / Double(max(1, sizes.count))
    sharpness = mean > 0 ? (percentile(sizes, 99) ?? 0) / mean : 0
    rhythm = falls > 0 && known.count >= 20 ? Self.rhythm(finite) : 0
    evenness = falls == 0 ? Evenness(finite) : nil
  }

  private static func rhythm(_ values: [Double]) -> Double {
    guard values.count >= leastRhythm else { return 0 }
    let part = values.prefix(mostRhythm)
    let group = max(1, part.count / rhythmPoints)
    let points = stride(from: 0, to: part.count - group + 1, by: group).map { start in
      part[start..<(start + group)].reduce(0, +) / Double(group)
    }
    let changes = zip(points.dropFirst(), points).map { $0 - $1 }
    func product(_ lag: Int) -> Double {
      zip(changes, changes.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
        / Double(max(1, changes.count - lag))
    }
    let power = product(0)
    guard power > 0 else { return 0 }
    let correlations = (1...max(1, changes.count / 2)).map { product($0) / power }
    return correlations.drop { $0 > 0 }.max().map { min(1, max(0, $0)) } ?? 0
  }

  /// True if values never fall and mostly rise.
  package var ascends: Bool { falls == 0 && rises > 0 && rises >= repeats }

  /// True if every value is above the previous one.
  package var ascendsStrictly: Bool { falls == 0 && repeats == 0 && rises > 0 }

  /// Mean step from row to row; if rows share values, from the first row of each value. 0 for fewer than two finite
  /// values.
  package var meanStep: Double {
    if repeats > 0, let evenness { return evenness.step }
    return count - missing > 1 ? (last - first) / Double(count - missing - 1) : 0
  }

  /// Usual step from row to row: the median, or the mean if rows share values.
  package var usualStep: Double { repeats == 0 && step > 0 ? step : meanStep }
}

/// Fit of evenly spaced rows to values that never fall, such as times that were rounded, or one time for a packet of
/// rows.
///
/// A value is known at the first row that has it. Of the first value that row is unknown, since rows before it may
/// have been cut off, so the fit begins at the second value.
package struct Evenness: Codable, Equatable, Sendable {
  /// Distance from row to row: from the second value to the last, divided by the rows between their first rows.
  package let step: Double
  /// Median difference between a value and the next different one.
  package let resolution: Double
  /// Largest distance of a value from that of its row at even distances.
  package let departure: Double
  /// Largest power of ten, from 10⁻⁶ to 10⁶, of which all values are multiples; 0 if there is none.
  package let quantum: Double
  /// First row of the second value, and the rows from there to the first row of the last one.
  let second: Int
  let rows: Int
  /// First row of the value that is farthest above the one before.
  package let rowAfterPause: Int
  /// Uncertainty of the step as a share of it: either end is known to one row, or to ``departure``.
  package let uncertainty: Double

  /// Reciprocals of the quanta that are tried.
  private static let perUnit = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6]

  /// - Parameter values: finite values that never fall.
  /// - Returns: `nil` for fewer than three different values.
  init?(_ values: [Double]) {
    var firsts: [Int] = []
    for index in values.indices where index == 0 || values[index] > values[index - 1] { firsts.append(index) }
    guard firsts.count >= 3, let last = firsts.last else { return nil }
    let second = firsts[1]
    let step = (values[last] - values[second]) / Double(last - second)
    guard step.isFinite, step > 0 else { return nil }
    (self.second, rows) = (second, last - second)
    rowAfterPause =
      firsts.dropFirst().max { values[$0] - values[$0 - 1] < values[$1] - values[$1 - 1] } ?? second
    self.step = step
    resolution = median(zip(firsts.dropFirst(), firsts).map { values[$0] - values[$1] }) ?? step
    departure =
      firsts.dropFirst().map { abs(values[$0] - values[second] - step * Double($0 - second)) }.max() ?? 0
    quantum = Self.quantum(of: values)
    uncertainty = 2 * max(1, departure / step) / Double(rows)
  }

  /// Returns the largest power of ten, from 10⁻⁶ to 10⁶, of which all values are multiples; 0 if there is none.
  static func quantum(of values: [Double]) -> Double {
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    // Of a power beyond their range only 0 is a multiple.
    let perUnit = Self.perUnit.first { perUnit in
      range * perUnit >= 1
        && values.allSatisfy {
          abs($0 * perUnit - ($0 * perUnit).rounded()) <= max(1e-6, 4 * ($0 * perUnit).ulp)
        }
    }
    return perUnit.map { 1 / $0 } ?? 0
  }

  /// True if the rows fit even distances: to two rows, or to three quarters of the difference between values.
  package var isEven: Bool { departure <= max(2 * step, 0.75 * resolution) }

  /// True if the values depart from even distances, and by no more than rounding to ``quantum`` makes them.
  package var isRounded: Bool { departure > 1e-4 * step && departure <= 1.01 * quantum }
}
