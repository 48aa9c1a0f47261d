internal import HRNumerics

/// Errors against the reference of a stated delay ago, and on the same windows the plain ones.
///
/// A detector that is read at the end of a window, and states that its readings are of a rate some seconds ago, is
/// compared with the reference at that time: between the middles of two neighbouring windows, for whose rates their
/// references stand, it is on the straight line from one to the other. The two are at most ``widestGapSeconds`` apart.
/// For display: nothing else is shifted by it.
public struct DelayedErrors: Equatable, Sendable {
  /// Largest distance in seconds of the middles of two windows between which the reference is a straight line.
  public static let widestGapSeconds = 10.0

  /// Windows with an estimate, a reference, and a reference at the delay.
  public let count: Int
  /// Mean over these windows of the time from the moment with which the estimate was compared to the window's middle,
  /// in seconds; positive: an earlier moment. It is the delay less half a window.
  public let shiftSeconds: Double
  /// Mean absolute error against the window's own reference, in beats per minute.
  public let plainMAEBPM: Double
  /// Mean absolute error at the delay, in beats per minute.
  public let delayedMAEBPM: Double
  /// Mean error (estimate − reference) against the window's own reference, in beats per minute.
  public let plainBiasBPM: Double
  /// Mean error (estimate − reference) at the delay, in beats per minute.
  public let delayedBiasBPM: Double

  /// - Parameters:
  ///   - series: of one detector, which is read at the end of each window.
  ///   - delaySeconds: time from the moment of which the reading is to that end.
  /// - Returns: `nil` where no window counts, or a sum of errors is not finite.
  public init?(_ series: some Collection<WindowSeries>, delaySeconds: Double) {
    guard delaySeconds.isFinite else { return nil }
    var sums = DelayedSums()
    for one in series { sums.add(one, delaySeconds) }
    let number = Double(sums.count)
    guard sums.count > 0, sums.isFinite else { return nil }
    count = sums.count
    shiftSeconds = sums.shift / number
    (plainMAEBPM, delayedMAEBPM) = (sums.plain.absolute / number, sums.delayed.absolute / number)
    (plainBiasBPM, delayedBiasBPM) = (sums.plain.signed / number, sums.delayed.signed / number)
  }
}

/// Sums over the windows that count.
private struct DelayedSums {
  var count = 0
  var shift = 0.0
  var plain = (absolute: 0.0, signed: 0.0)
  var delayed = (absolute: 0.0, signed: 0.0)

  /// The signed sums are finite where the absolute ones are.
  var isFinite: Bool { shift.isFinite && plain.absolute.isFinite && delayed.absolute.isFinite }

  mutating func add(_ one: WindowSeries, _ delaySeconds: Double) {
    // The last window whose middle is not after the moment that is asked for; moments ascend.
    var before = 0
    for window in 0..<one.count {
      let moment = one.endSeconds[window] - delaySeconds
      while before + 1 < one.count, one.middle(before + 1) <= moment { before += 1 }
      let error = one.errorBPM(window)
      guard !error.isNaN, let reference = one.reference(at: moment, notBefore: before) else { continue }
      let other = one.estimateBPM[window] - reference
      count += 1
      shift += one.middle(window) - moment
      plain = (plain.absolute + abs(error), plain.signed + error)
      delayed = (delayed.absolute + abs(other), delayed.signed + other)
    }
  }
}

extension WindowSeries {
  /// Time of a window's middle in seconds from the recording's start.
  fileprivate func middle(_ window: Int) -> Double { (startSeconds[window] + endSeconds[window]) / 2 }

  /// Returns the reference at a time, on the line between a window's middle and the next one's.
  ///
  /// - Parameter before: the last window whose middle is not after the time.
  /// - Returns: `nil` before the first middle, after the last, where a reference is missing, or middles are too far
  ///   apart. At a window's middle its own reference is enough.
  fileprivate func reference(at moment: Double, notBefore before: Int) -> Double? {
    let past = moment - middle(before)
    guard past >= 0, !referenceBPM[before].isNaN else { return nil }
    if past == 0 { return referenceBPM[before] }
    guard before + 1 < count, !referenceBPM[before + 1].isNaN else { return nil }
    let gap = middle(before + 1) - middle(before)
    guard past <= gap, gap <= DelayedErrors.widestGapSeconds * (1 + 1e-9) else { return nil }
    return referenceBPM[before] + past / gap * (referenceBPM[before + 1] - referenceBPM[before])
  }
}
