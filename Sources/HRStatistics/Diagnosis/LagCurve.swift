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

  /// Points by rising lag, at multiples of the hop.
  public let points: [Point]
  /// Windows in each point: those with an estimate and a reference at *every* lag of their recording.
  public let count: Int
  /// Distance of the starts of neighbouring windows; lags are multiples of it.
  public let hopSeconds: Double
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
    guard let (hop, longest) = Self.hop(series), hop <= reachSeconds * (1 + 1e-9) else { return nil }
    let reach = Int(saturating: reachSeconds / hop * (1 + 1e-9))
    // Checked before arrays as long as the reach are made: a tiny hop would need more memory than there is.
    guard longest > 2 * reach else { return nil }
    var sums = [Double](repeating: 0, count: 2 * reach + 1)
    var number = 0
    for one in series {
      for latest in Self.latestPlaces(in: one, reach: reach) {
        let estimate = one.estimateBPM[latest - reach]
        number += 1
        for shift in 0...(2 * reach) { sums[shift] += abs(estimate - one.referenceBPM[latest - shift]) }
      }
    }
    guard number > 0, sums.allSatisfy(\.isFinite) else { return nil }
    // Shift 0 compares with the latest reference: the most negative lag.
    let best = Self.least(of: sums)
    func point(_ shift: Int) -> Point {
      Point(lagSeconds: Double(shift - reach) * hop, maeBPM: sums[shift] / Double(number))
    }
    points = sums.indices.map(point)
    count = number
    hopSeconds = hop
    bestLagSeconds = point(best).lagSeconds
    bestMAEBPM = point(best).maeBPM
    zeroLagMAEBPM = point(reach).maeBPM
  }

  /// Returns the windows that count: those with an estimate whose recording has a reference in every one of the
  /// windows from `reach` before it to `reach` after. Each is given as the index of the last of these; its estimate is
  /// `reach` before.
  static func latestPlaces(in one: WindowSeries, reach: Int) -> [Int] {
    guard one.count > 2 * reach else { return [] }
    var places: [Int] = []
    // Number of consecutive windows with a reference.
    var known = 0
    for latest in 0..<one.count {
      known = one.referenceBPM[latest].isNaN ? 0 : known + 1
      if known > 2 * reach, !one.estimateBPM[latest - reach].isNaN { places.append(latest) }
    }
    return places
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
