internal import HRNumerics

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
  /// Distance of the starts of neighbouring windows; lags are multiples of it.
  public let hopSeconds: Double
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
    count = curve.count
    hopSeconds = curve.hopSeconds
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
    func spread(_ shift: Int) -> Double { spreadBPM(series, shift: shift, reach: last / 2) }
    let (least, ends) = (spread(best), min(spread(0), spread(last)))
    guard least <= mostOfEnds * ends, ends - least >= leastRiseBPM else { return false }
    let spreads = curve.points.indices.map(spread)
    let apart = abs(LagCurve.least(of: spreads) - best)
    return Double(apart) * curve.hopSeconds <= mostApartSeconds + 1e-9
  }

  /// Returns the mean distance of the errors from their median at one lag, over the windows of the curve.
  private static func spreadBPM(_ series: some Collection<WindowSeries>, shift: Int, reach: Int) -> Double {
    let errors = series.flatMap { one in
      LagCurve.latestPlaces(in: one, reach: reach).map {
        one.estimateBPM[$0 - reach] - one.referenceBPM[$0 - shift]
      }
    }
    guard let middle = median(errors) else { return 0 }
    return errors.reduce(0) { $0 + abs($1 - middle) } / Double(errors.count)
  }
}
