internal import HRNumerics

/// At which lag one detector's estimates lie nearest the reference on one recording, and whether that place stands out.
///
/// From the ``LagCurve`` of the recording's windows, all repeats together. A lag is positive where the estimates lie
/// nearest the reference of *earlier* windows: the detector answers late, or the reference's times are too early. It is
/// negative where they lie nearest that of later ones: the reference's times are too late.
///
/// A curve may be lowest somewhere by chance, or because a detector reads high while the rate rises: its errors are
/// then smallest against a later reference although nothing is late. So the place counts as *clear* only where it shows
/// in the errors about their median too, lag by lag, in which a bias has no part (see ``isClear``).
public struct RecordingLag: Equatable, Sendable {
  /// A clear place needs so many windows.
  public static let leastWindows = 20
  /// The spread at the best lag is at most this share of the spread at either end of the curve.
  public static let mostOfEnds = 0.8
  /// And less than it by at least so much, in beats per minute: a reference that hardly moves tells no lag.
  public static let leastRiseBPM = 0.2
  /// Errors and spreads are lowest within so much of each other.
  public static let mostApartSeconds = 1.0

  /// Windows in each point of the curve.
  public let count: Int
  /// From one window's start to the next one's; lags are multiples of it.
  public let hopSeconds: Double
  /// As ``LagCurve/bestLagSeconds``.
  public let bestLagSeconds: Double
  /// Mean absolute error at the best lag, in beats per minute.
  public let bestMAEBPM: Double
  /// The same at lag 0, over the same windows.
  public let zeroLagMAEBPM: Double
  /// Whether the best lag stands out: ``leastWindows`` windows or more; not an end of the curve; the spread (mean
  /// distance of the errors from their median) there at most ``mostOfEnds`` of that at either end, and below it by
  /// ``leastRiseBPM`` or more; and the lag of the least spread (of equal ones as in ``LagCurve``) no more than
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

  /// Mean distance of the errors from their median at one lag, over the windows of the curve.
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
