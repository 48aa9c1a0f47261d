/// Kinds of errors that a detector makes; shares are of the windows with reference and estimate, 0…1.
public struct ErrorAnatomy: Equatable, Sendable {
  /// Windows with reference and estimate.
  public let count: Int
  /// Share of estimates within 5 per cent (inclusive) of ½ times the reference: 0.475…0.525 of it. The next three are
  /// those of 2, ⅔ and 3/2 times: 1.9…2.1, 0.6333…0.7 and 1.425…1.575 of it.
  public let halfShare: Double
  /// Estimate near twice the reference.
  public let doubleShare: Double
  /// Estimate near ⅔ of the reference.
  public let twoThirdsShare: Double
  /// Estimate near 3/2 of the reference.
  public let threeHalvesShare: Double
  /// Share of windows that are wrong by more than the tolerance *and* within 5 bpm (inclusive) of 1, 2 or ½ times the
  /// cadence. It is a share of the ``cadenceCount`` windows of recordings with an accelerometer; a window in which no
  /// cadence was found counts as not at it. `nil` without such windows.
  public let cadenceShare: Double?
  /// The windows that ``cadenceShare`` is a share of.
  public let cadenceCount: Int
  /// Estimates within 1 per cent (inclusive) of the detector's smallest or largest estimate anywhere, where
  /// exactly that estimate occurs at least three times. A detector that answers in coarse steps can repeat
  /// its extremes without a band that ends there.
  public let bandEdgeShare: Double
  /// Windows in runs of at least five equal consecutive estimates in which the reference moved by more than 1
  /// bpm (largest minus smallest). A window without estimate ends a run; one without reference does not, but
  /// has no share.
  public let stuckShare: Double
  /// Error exactly 0: many may mean that the estimate is the reference.
  public let exactZeroShare: Double
  /// Runs of errors above 5 bpm.
  public let runsOver5BPM: ErrorRuns
  /// Runs of errors above 10 bpm.
  public let runsOver10BPM: ErrorRuns
  /// Median over recordings of the time of the first reading minus the start of the first window. That time is the end
  /// of the first window with an estimate, or ``WindowSeries/firstReadingSeconds`` where that is known. A recording
  /// without a reading is later than all others; `nil` where the median is such a recording.
  public let timeToFirstReadingSeconds: Double?
  /// Median over the runs over 10 bpm that end in an answer within 10 bpm: that window's start minus the
  /// start of the run's first. Runs that end in silence, without reference or with the recording recover at
  /// an unknown time and are left out. `nil` where no run recovered.
  public let recoverySeconds: Double?

  /// - Parameters:
  ///   - series: of one detector.
  ///   - tolerance: an estimate at the cadence that is further off is wrong.
  /// - Returns: `nil` where no window has reference and estimate.
  public init?(_ series: some Collection<WindowSeries>, tolerance: Tolerance) {
    let edges = Edges(series)
    var tally = Tally()
    var (stuck, starts) = (0, [Double]())
    var (over5, over10) = (ErrorRuns.Tally(overBPM: 5), ErrorRuns.Tally(overBPM: 10))
    // Making a series may cost more than reading it, so every figure is computed in one pass.
    for one in series {
      tally.add(one, edges: edges, tolerance: tolerance)
      stuck += Self.stuckCount(one)
      over5.add(one)
      over10.add(one)
      if let start = Self.firstReading(one) { starts.append(start) }
    }
    guard tally.count > 0 else { return nil }
    let total = Double(tally.count)
    count = tally.count
    halfShare = Double(tally.half) / total
    doubleShare = Double(tally.double) / total
    twoThirdsShare = Double(tally.twoThirds) / total
    threeHalvesShare = Double(tally.threeHalves) / total
    cadenceCount = tally.cadenceCount
    cadenceShare = tally.cadenceCount > 0 ? Double(tally.cadence) / Double(tally.cadenceCount) : nil
    bandEdgeShare = Double(tally.edge) / total
    stuckShare = Double(stuck) / total
    exactZeroShare = Double(tally.zero) / total
    runsOver5BPM = over5.runsFound
    runsOver10BPM = over10.runsFound
    timeToFirstReadingSeconds = Self.firstReading(ofTimes: starts.sorted())
    recoverySeconds = quantile(0.5, ofSorted: runsOver10BPM.recoveriesSeconds.sorted())
  }

  /// Limits of the estimates at the ends of the band; infinite where that end is not repeated.
  private struct Edges {
    var low = -Double.infinity
    var high = Double.infinity

    init(_ series: some Collection<WindowSeries>) {
      var (smallest, largest) = (Double.infinity, -Double.infinity)
      var (smallestCount, largestCount) = (0, 0)
      for one in series {
        for estimate in one.estimateBPM where !estimate.isNaN {
          if estimate < smallest { (smallest, smallestCount) = (estimate, 0) }
          if estimate > largest { (largest, largestCount) = (estimate, 0) }
          if estimate == smallest { smallestCount += 1 }
          if estimate == largest { largestCount += 1 }
        }
      }
      if smallestCount >= 3 { low = smallest + 0.01 * abs(smallest) }
      if largestCount >= 3 { high = largest - 0.01 * abs(largest) }
    }
  }

  private struct Tally {
    var (count, half, double, twoThirds, threeHalves) = (0, 0, 0, 0, 0)
    var (cadence, cadenceCount, edge, zero) = (0, 0, 0, 0)

    mutating func add(_ one: WindowSeries, edges: Edges, tolerance: Tolerance) {
      let hasCadence = !one.cadenceBPM.isEmpty
      for index in 0..<one.count {
        let (reference, estimate) = (one.referenceBPM[index], one.estimateBPM[index])
        if reference.isNaN || estimate.isNaN { continue }
        count += 1
        func isNear(_ multiple: Double) -> Bool { abs(estimate - multiple) <= 0.05 * abs(multiple) }
        if isNear(0.5 * reference) { half += 1 }
        if isNear(2 * reference) { double += 1 }
        if isNear(2 * reference / 3) { twoThirds += 1 }
        if isNear(1.5 * reference) { threeHalves += 1 }
        if estimate <= edges.low || estimate >= edges.high { edge += 1 }
        if estimate == reference { zero += 1 }
        guard hasCadence else { continue }
        cadenceCount += 1
        let steps = one.cadenceBPM[index]
        // False for a cadence of NaN.
        let isAtCadence =
          abs(estimate - steps) <= 5 || abs(estimate - 2 * steps) <= 5 || abs(estimate - steps / 2) <= 5
        if isAtCadence, abs(estimate - reference) > tolerance.limitBPM(at: reference) { cadence += 1 }
      }
    }
  }

  private static func stuckCount(_ one: WindowSeries) -> Int {
    var stuck = 0
    var first = 0
    while first < one.count {
      let value = one.estimateBPM[first]
      var next = first
      var (low, high, compared) = (Double.infinity, -Double.infinity, 0)
      while next < one.count, one.estimateBPM[next] == value {
        let reference = one.referenceBPM[next]
        if !reference.isNaN {
          low = min(low, reference)
          high = max(high, reference)
          compared += 1
        }
        next += 1
      }
      if next - first >= 5, high - low > 1 { stuck += compared }
      first = max(next, first + 1)
    }
    return stuck
  }

  /// Returns the time of the first reading, infinite without one; `nil` for a recording without a window.
  private static func firstReading(_ one: WindowSeries) -> Double? {
    guard let start = one.startSeconds.first else { return nil }
    if let early = one.firstReadingSeconds { return early - start }
    guard let index = one.estimateBPM.firstIndex(where: { !$0.isNaN }) else { return .infinity }
    return one.endSeconds[index] - start
  }

  /// - Parameter times: of each recording, ascending.
  private static func firstReading(ofTimes times: [Double]) -> Double? {
    // Not interpolated beside an infinite neighbour. Of an even number the upper of the middle two decides.
    let middle = times.count / 2
    guard times.indices.contains(middle), times[middle].isFinite else { return nil }
    return times.count % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2
  }
}

/// Runs of consecutive windows of one recording whose |error| exceeds a limit.
///
/// A window without estimate or reference ends a run, and so does the recording's end.
public struct ErrorRuns: Equatable, Sendable {
  /// Number of runs.
  public let count: Int
  /// Windows of the longest run; `nil` without runs.
  public let longest: Int?
  /// Windows per run; `nil` without runs.
  public let meanLength: Double?
  /// Recovery time of each run that an answer within the limit ended, in time order of each recording: start of that
  /// window minus start of the run's first.
  let recoveriesSeconds: [Double]

  /// Collects runs of one recording after the other.
  struct Tally {
    private var (runs, windows, most) = (0, 0, 0)
    private var recoveries: [Double] = []
    private let limit: Double

    init(overBPM limit: Double) { self.limit = limit }

    mutating func add(_ one: WindowSeries) {
      var length = 0
      for index in 0..<one.count {
        let size = abs(one.errorBPM(index))
        if size > limit {
          if length == 0 { runs += 1 }
          length += 1
          windows += 1
          most = max(most, length)
        } else {
          // Neither comparison holds for NaN, a window without error.
          if length > 0, size <= limit {
            recoveries.append(one.startSeconds[index] - one.startSeconds[index - length])
          }
          length = 0
        }
      }
    }

    var runsFound: ErrorRuns {
      ErrorRuns(
        count: runs, longest: runs > 0 ? most : nil,
        meanLength: runs > 0 ? Double(windows) / Double(runs) : nil,
        recoveriesSeconds: recoveries)
    }
  }
}
