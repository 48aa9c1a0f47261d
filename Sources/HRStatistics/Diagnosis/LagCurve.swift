internal import HRNumerics

/// The mean absolute error at time offsets of the reference, some seconds earlier or later.
///
/// A detector that smooths or answers late has its minimum at a positive lag. The curve is for display: nothing is
/// shifted by it.
public struct LagCurve: Equatable, Sendable {
  /// The error at one lag.
  public struct Point: Equatable, Sendable {
    /// Lag in seconds. Positive: the estimate is compared with the reference of the window that starts so much
    /// earlier.
    public let lagSeconds: Double
    /// Mean absolute error at this lag, in beats per minute.
    public let maeBPM: Double
  }

  /// Least distance of neighbouring lags in seconds: where windows are closer together, lags are several
  /// windows apart.
  public static let leastStepSeconds = 0.5

  /// Points by rising lag, at multiples of the step.
  public let points: [Point]
  /// Windows in each point: those with an estimate, whose recording has a reference in every window from the largest
  /// lag before to the largest after.
  public let count: Int
  /// Distance of neighbouring lags: the distance of the starts of neighbouring windows, or its least multiple that is
  /// not below ``leastStepSeconds``.
  public var stepSeconds: Double { steps.seconds }
  /// Number of windows from one lag to the next.
  package var windowsPerStep: Int { steps.stride }
  fileprivate let steps: LagSteps
  /// The lag with the smallest error; of equal errors the lag nearest 0, of two as near the negative one.
  public let bestLagSeconds: Double
  /// Mean absolute error at the best lag, in beats per minute.
  public let bestMAEBPM: Double
  /// Mean absolute error at lag 0, over the same windows.
  public let zeroLagMAEBPM: Double

  /// - Parameters:
  ///   - series: of one detector; recordings of one window are left out.
  ///   - reachSeconds: the largest lag either way.
  /// - Returns: `nil` where starts are not evenly spaced (to 1 ms, the same in all recordings), the hop exceeds the
  ///   reach, no window has an estimate and a reference at every lag, or the sum of errors is not finite.
  public init?(_ series: some Collection<WindowSeries>, reachSeconds: Double = 10) {
    guard let (hop, longest) = Self.hop(series), let steps = LagSteps(hop: hop, reachSeconds: reachSeconds)
    else { return nil }
    // Checked before arrays as long as the reach are made.
    guard longest > 2 * steps.reachWindows else { return nil }
    var sums = [Double](repeating: 0, count: 2 * steps.reach + 1)
    var number = 0
    for one in series { number += steps.add(one, to: &sums) }
    guard number > 0, sums.allSatisfy(\.isFinite) else { return nil }
    // Shift 0 compares with the latest reference: the most negative lag.
    let best = Self.least(of: sums)
    func point(_ shift: Int) -> Point {
      Point(lagSeconds: Double(shift - steps.reach) * steps.seconds, maeBPM: sums[shift] / Double(number))
    }
    points = sums.indices.map(point)
    count = number
    self.steps = steps
    bestLagSeconds = point(best).lagSeconds
    bestMAEBPM = point(best).maeBPM
    zeroLagMAEBPM = point(steps.reach).maeBPM
  }

  /// Returns the index of the least of an odd number of values; of equal ones that nearest the middle, of two as near
  /// the earlier.
  static func least(of values: [Double]) -> Int {
    let middle = values.count / 2
    var best = middle
    for away in 0...middle {
      if values[middle - away] < values[best] { best = middle - away }
      if values[middle + away] < values[best] { best = middle + away }
    }
    return best
  }

  /// Returns the mean hop of the first recording with two windows, and the number of windows of the longest; `nil`
  /// where any hop is more than 1 ms off it.
  private static func hop(_ series: some Collection<WindowSeries>) -> (seconds: Double, longest: Int)? {
    var found: Double?
    var longest = 0
    for one in series where one.count > 1 {
      guard let first = one.startSeconds.first, let last = one.startSeconds.last else { continue }
      let hop = found ?? (last - first) / Double(one.count - 1)
      guard hop > 0 else { return nil }
      found = hop
      longest = max(longest, one.count)
      for index in 1..<one.count
      where abs(one.startSeconds[index] - one.startSeconds[index - 1] - hop) > 0.001 {
        return nil
      }
    }
    return found.map { ($0, longest) }
  }
}

/// Lags at which the windows of a recording are compared, and the comparison itself.
private struct LagSteps: Equatable {
  /// Windows from one lag to the next.
  let stride: Int
  /// Distance of neighbouring lags in seconds.
  let seconds: Double
  /// Number of lags either way.
  let reach: Int
  /// Windows from lag 0 to the largest.
  var reachWindows: Int { reach * stride }

  /// - Returns: `nil` where the hop exceeds the reach.
  init?(hop: Double, reachSeconds: Double) {
    guard hop <= reachSeconds * (1 + 1e-9) else { return nil }
    let hops = (LagCurve.leastStepSeconds / hop * (1 - 1e-9)).rounded(.up)
    // No recording is so long, and products with more would not be numbers.
    stride = max(1, Int(saturating: min(hops, 1e12)))
    seconds = stride == 1 ? hop : Double(stride) * hop
    reach = Int(saturating: reachSeconds / seconds * (1 + 1e-9))
  }

  /// Calls the body with each window that counts: the index of the last of the windows that it is compared with. The
  /// estimate is ``reachWindows`` before.
  @inline(__always) private func forEachPlace(
    _ estimates: UnsafeBufferPointer<Double>, _ references: UnsafeBufferPointer<Double>, _ body: (Int) -> Void
  ) {
    // Number of consecutive windows with a reference.
    var known = 0
    for latest in references.indices {
      known = references[latest].isNaN ? 0 : known + 1
      if known > 2 * reachWindows, !estimates[latest - reachWindows].isNaN { body(latest) }
    }
  }

  /// Adds the absolute errors of a recording to the sums at each lag, and returns the number of windows that count.
  func add(_ one: WindowSeries, to sums: inout [Double]) -> Int {
    var number = 0
    sums.withUnsafeMutableBufferPointer { sums in
      one.estimateBPM.withUnsafeBufferPointer { estimates in
        one.referenceBPM.withUnsafeBufferPointer { references in
          forEachPlace(estimates, references) { latest in
            let estimate = estimates[latest - reachWindows]
            number += 1
            for shift in sums.indices { sums[shift] += abs(estimate - references[latest - shift * stride]) }
          }
        }
      }
    }
    return number
  }

  /// Appends a recording's errors at one lag.
  func append(_ one: WindowSeries, shift: Int, to errors: inout [Double]) {
    one.estimateBPM.withUnsafeBufferPointer { estimates in
      one.referenceBPM.withUnsafeBufferPointer { references in
        forEachPlace(estimates, references) { latest in
          errors.append(estimates[latest - reachWindows] - references[latest - shift * stride])
        }
      }
    }
  }
}

/// The lag at which one detector's estimates are nearest the reference on one recording, and whether that lag is
/// clear.
///
/// It is from the ``LagCurve`` of the recording's windows, all repeats together. A lag is positive where the estimates
/// are nearest the reference of *earlier* windows: the detector answers late, or the reference's times are too early.
/// It is negative where they are nearest that of later ones: the reference's times are too late.
///
/// A curve may have its minimum at a lag by chance, or because a detector reads high while the rate rises: its errors
/// are then smallest against a later reference although nothing is late. So the lag counts as *clear* only where the
/// errors about their median show it too, lag by lag, in which a bias has no part (see ``isClear``).
public struct RecordingLag: Equatable, Sendable {
  /// Least number of windows of a clear lag.
  public static let leastWindows = 20
  /// Largest ratio of the spread at the best lag to that at either end of the curve.
  public static let mostOfEnds = 0.8
  /// Least difference of the two in beats per minute. A reference that hardly moves shows no lag.
  public static let leastRiseBPM = 0.2
  /// Largest distance between the lags of the least error and the least spread.
  public static let mostApartSeconds = 1.0

  /// Windows in each point of the curve.
  public let count: Int
  /// Distance of neighbouring lags, as ``LagCurve/stepSeconds``.
  public let stepSeconds: Double
  /// Lag with the smallest error, as ``LagCurve/bestLagSeconds``.
  public let bestLagSeconds: Double
  /// Mean absolute error at the best lag, in beats per minute.
  public let bestMAEBPM: Double
  /// Mean absolute error at lag 0, over the same windows.
  public let zeroLagMAEBPM: Double
  /// True if the best lag is clear. It has ``leastWindows`` windows or more and is not an end of the curve. The spread
  /// (mean distance of the errors from their median) at it is at most ``mostOfEnds`` of that at either end, and below
  /// it by ``leastRiseBPM`` or more. The lag of the least spread (of equal ones as in ``LagCurve``) is no more than
  /// ``mostApartSeconds`` away.
  public let isClear: Bool

  /// - Parameter series: the windows of one recording as one detector answered them, one series per repeat.
  /// - Returns: `nil` where there is no ``LagCurve``.
  public init?(_ series: some Collection<WindowSeries>) {
    guard let curve = LagCurve(series) else { return nil }
    self.init(curve, of: series)
  }

  /// - Parameter curve: the ``LagCurve`` of the series.
  package init(_ curve: LagCurve, of series: some Collection<WindowSeries>) {
    count = curve.count
    stepSeconds = curve.stepSeconds
    bestLagSeconds = curve.bestLagSeconds
    bestMAEBPM = curve.bestMAEBPM
    zeroLagMAEBPM = curve.zeroLagMAEBPM
    isClear = Self.isClear(curve, series)
  }

  private static func isClear(_ curve: LagCurve, _ series: some Collection<WindowSeries>) -> Bool {
    let last = curve.points.count - 1
    guard curve.count >= leastWindows,
      let best = curve.points.firstIndex(where: { $0.lagSeconds == curve.bestLagSeconds }),
      best > 0, best < last
    else { return false }
    var errors: [Double] = []
    errors.reserveCapacity(curve.count)
    func spread(_ shift: Int) -> Double {
      errors.removeAll(keepingCapacity: true)
      for one in series { curve.steps.append(one, shift: shift, to: &errors) }
      return meanDistanceFromMedian(errors) ?? 0
    }
    let (least, ends) = (spread(best), min(spread(0), spread(last)))
    guard least <= mostOfEnds * ends, ends - least >= leastRiseBPM else { return false }
    let apart = abs(LagCurve.least(of: curve.points.indices.map(spread)) - best)
    return Double(apart) * curve.stepSeconds <= mostApartSeconds + 1e-9
  }

  /// Returns the mean distance of numbers from their median; `nil` without a number.
  private static func meanDistanceFromMedian(_ values: [Double]) -> Double? {
    median(values).map { middle in
      values.reduce(0) { $0 + abs($1 - middle) } / Double(values.count)
    }
  }
}
