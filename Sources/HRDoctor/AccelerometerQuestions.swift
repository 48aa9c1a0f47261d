internal import HRSupport
internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Check for an accelerometer whose magnitude at rest is not that of gravity.
///
/// A second is quiet if the root of the axes' summed variances in it (divisor n) is at most 1/20 of gravity: of 1 g
/// where accelerations are in g, or of the median magnitude of the quietest fifth of all seconds if that is more; of
/// the radius of the sphere through the quietest fifth where their unit is not known. Fewer than ten quiet seconds say
/// nothing, nor do fewer than three axes.
///
/// In g, something is wrong if more than half of the quiet seconds are more than 15 % from 1 g, unless the median
/// magnitude is below 0.15 g: then gravity was taken out. In an unknown unit, if the sphere's centre is more than 15 % of
/// its radius from 0, or, where there is no such sphere, if whole numbers that are never negative lie about half of the
/// range of a converter, which is then said as a guess.
struct AccelerometerQuestions {
  private static let leastSeconds = 10
  private static let quietShare = 0.05
  private static let toleratedShare = 0.15

  /// Mean of the three axes in each second, and the root of their summed variances.
  private let seconds: [(mean: [Double], deviation: Double)]
  private let channels: Channels

  init(_ recording: Recording) {
    channels = recording.channels
    let axes = Cadence.axes.compactMap { recording.channels[$0]?.uniform() }
    guard axes.count == 3, let first = axes.first, axes.allSatisfy({ $0.hasTimes(of: first) }),
      first.sampleRate >= 4
    else {
      seconds = []
      return
    }
    let count = Int(saturating: (first.endTime - first.startTime + TimeRange.slack).rounded(.down))
    seconds = (0..<max(0, count)).compactMap { second in
      let start = first.startTime + Double(second)
      let range = TimeRange(start: start, end: start + 1)
      var (mean, variance) = ([Double](), 0.0)
      for axis in axes {
        let part = axis.samples[axis.indices(in: range)]
        guard part.count > 1 else { return nil }
        let level = part.reduce(0, +) / Double(part.count)
        variance += part.reduce(0) { $0 + ($1 - level) * ($1 - level) } / Double(part.count)
        mean.append(level)
      }
      // A missing sample makes the second unknown.
      return variance.isFinite ? (mean, variance.squareRoot()) : nil
    }
  }

  var finding: DataFinding? { channels.accelerationIsInG ? findingInG : findingInUnknownUnit }

  // MARK: In g

  private var findingInG: DataFinding? {
    let usual = median(quietest.map(Self.magnitude)) ?? 0
    let quiet = quiet(upTo: Self.quietShare * max(1, usual))
    let magnitudes = quiet.map(Self.magnitude).sorted()
    guard quiet.count >= Self.leastSeconds, let middle = median(magnitudes), middle >= Self.toleratedShare
    else { return nil }
    let others = magnitudes.count { abs($0 - 1) > Self.toleratedShare }
    guard 2 * others > magnitudes.count else { return nil }
    let (low, high) = (magnitudes[magnitudes.count / 20], magnitudes[magnitudes.count * 19 / 20])
    let said =
      "in \(quiet.count) quiet seconds its magnitude is \(shortest(low, decimals: 2)) to \(shortest(high, decimals: 2)) g, with a median of \(shortest(middle, decimals: 2)), where gravity has 1 g"
    guard let sphere = Sphere(quiet) else {
      return finding(
        said,
        "is its \"unit\" or \"scale\" right, and is its \"offset\" missing? Rest in more positions would show the offset"
      )
    }
    let isScaled = abs(sphere.radius - 1) > Self.toleratedShare
    return finding(
      said + "; its values are on a sphere about \(Self.words(sphere.centre))",
      isScaled
        ? Self.mend(sphere)
        : "is an offset missing? \"offset\" \(Self.words(sphere.centre.map { -$0 })) of the axes, in g and beside their \"unit\", would leave 1 g at rest"
    )
  }

  // MARK: In an unknown unit

  private var findingInUnknownUnit: DataFinding? {
    guard let first = Sphere(quietest) else { return guess }
    let quiet = quiet(upTo: Self.quietShare * first.radius)
    guard quiet.count >= Self.leastSeconds, let sphere = Sphere(quiet) else { return guess }
    let distance = Self.magnitude(sphere.centre)
    guard distance > Self.toleratedShare * sphere.radius else { return nil }
    return finding(
      "in \(quiet.count) quiet seconds its values are on a sphere about \(Self.words(sphere.centre)), and gravity has no such centre but 0",
      "does it count from there? " + Self.mend(sphere))
  }

  /// Scale and offset that make g of the values as they are now, as descriptors apply them.
  private static func mend(_ sphere: Sphere) -> String {
    let offsets = sphere.centre.map { shortest(-$0 / sphere.radius, decimals: 3) }.joined(separator: ", ")
    return
      "1 g is \(shortest(sphere.radius, decimals: 3)) of its numbers: \"scale\" \(shortest(1 / sphere.radius, decimals: 9)) and \"offset\" \(offsets) of the axes would make g of what is read now"
  }

  /// Levels half-way up the range of a converter.
  private static let halves = [15, 13, 11, 9, 7].map { Double(1 << $0) }

  private var guess: DataFinding? {
    let levels = (0..<3).compactMap { axis in median(seconds.map { $0.mean[axis] }) }
    guard seconds.count >= Self.leastSeconds, levels.count == 3,
      let half = Self.halves.first(where: { half in levels.allSatisfy { abs($0 / half - 1) <= 0.25 } }),
      Cadence.axes.allSatisfy({ kind in
        channels[kind]?.values.allSatisfy { !$0.isFinite || ($0 >= 0 && $0 == $0.rounded()) } ?? false
      })
    else { return nil }
    return finding(
      "its values are whole numbers that are never negative, and all axes stay about \(shortest(half)): \(Self.words(levels))",
      "probably, and this is a guess, \(shortest(half)) stands for 0: \"offset\": \(shortest(-half)) for each axis would say so"
    )
  }

  // MARK: Quiet seconds

  private var quietest: [[Double]] {
    let count = max(Self.leastSeconds, seconds.count / 5)
    return seconds.sorted { $0.deviation < $1.deviation }.prefix(count).map(\.mean)
  }

  private func quiet(upTo deviation: Double) -> [[Double]] {
    seconds.filter { $0.deviation <= deviation }.map(\.mean)
  }

  private static func magnitude(_ vector: [Double]) -> Double {
    vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  private static func words(_ vector: [Double]) -> String {
    vector.map { shortest($0, decimals: abs($0) < 100 ? 2 : 0) }.joined(separator: ", ")
  }

  private func finding(_ evidence: String, _ mend: String) -> DataFinding {
    DataFinding(.accelerometerLevel, at: "accelerometer", evidence: evidence, mend: mend)
  }
}

/// The sphere on which the directions of gravity lie: its centre is the offset, its radius 1 g.
///
/// Algebraic least squares, |p|² = 2 c·p + (r² − |c|²) over all points, about their mean. I. D. Coope, Circle fitting by
/// linear and nonlinear least squares, Journal of Optimization Theory and Applications 76(2):381-388, 1993.
struct Sphere {
  let centre: [Double]
  let radius: Double

  /// Smallest extent of the points in any direction (standard deviation, divisor n), and largest distance from the
  /// sphere (root mean square), both by the radius.
  private static let (leastExtent, mostDistance) = (0.1, 0.05)

  /// - Returns: `nil` for points that are near one plane, or not on a sphere.
  init?(_ points: [[Double]]) {
    let count = Double(points.count)
    guard points.count >= 4 else { return nil }
    let mean = (0..<3).map { axis in points.reduce(0) { $0 + $1[axis] } / count }
    let centred = points.map { point in zip(point, mean).map { $0 - $1 } }
    let spread = SymmetricEigen(
      (0..<3).map { row in
        (0..<3).map { column in centred.reduce(0) { $0 + $1[row] * $1[column] } / count }
      })
    let squares = centred.map { point in point.reduce(0) { $0 + $1 * $1 } }
    let products = (0..<3).map { axis in
      zip(centred, squares).reduce(0) { $0 + $1.0[axis] * $1.1 } / count / 2
    }
    guard let least = spread.values.min(), least > 0 else { return nil }
    var centre = [0.0, 0, 0]
    for (value, vector) in zip(spread.values, spread.vectors) {
      let share = zip(vector, products).reduce(0) { $0 + $1.0 * $1.1 } / value
      for axis in 0..<3 { centre[axis] += share * vector[axis] }
    }
    let radius = (squares.reduce(0, +) / count + centre.reduce(0) { $0 + $1 * $1 }).squareRoot()
    let distances = centred.map { point in
      zip(point, centre).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot() - radius
    }
    let distance = (distances.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    guard radius.isFinite, least.squareRoot() >= Self.leastExtent * radius,
      distance <= Self.mostDistance * radius
    else { return nil }
    self.centre = zip(centre, mean).map { $0 + $1 }
    self.radius = radius
  }
}
