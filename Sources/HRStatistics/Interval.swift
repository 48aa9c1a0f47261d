/// A confidence interval in the unit of its figure.
public struct Interval: Equatable, Sendable {
  /// The lower end.
  public let low: Double
  /// The upper end.
  public let high: Double

  /// Creates an interval with these ends.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Creates an interval; `nil` where an end does not exist.
  package init?(ifAny low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low: low, high: high)
  }

  /// Creates the interval `center ± half`.
  init(_ center: Double, plusMinus half: Double) {
    self.init(low: center - half, high: center + half)
  }

  /// Returns the interval with both ends limited to −most … most.
  func capped(at most: Double) -> Interval {
    Interval(low: min(max(low, -most), most), high: min(max(high, -most), most))
  }

  func mapped(_ change: (Double) -> Double) -> Interval { Interval(low: change(low), high: change(high)) }
}

/// Largest error of an estimate that counts as right.
public struct Tolerance: Hashable, Sendable {
  /// Limit in beats per minute.
  public var withinBPM: Double
  /// Limit in per cent of the reference; the wider of the two limits counts. `nil`: only ``withinBPM`` counts.
  ///
  /// 5 bpm or 10 per cent, whichever is greater, is ANSI/AAMI EC13 and IEC 60601-2-27.
  public var withinPercent: Double?

  /// Creates a tolerance from beats per minute, and per cent of the reference or `nil`.
  public init(withinBPM: Double = 5, withinPercent: Double? = 10) {
    self.withinBPM = withinBPM
    self.withinPercent = withinPercent
  }

  /// Returns the limit in beats per minute at a reference rate; inclusive.
  public func limitBPM(at referenceBPM: Double) -> Double {
    guard let withinPercent else { return withinBPM }
    return max(withinBPM, withinPercent / 100 * abs(referenceBPM))
  }

  /// Returns true if an estimate with this error counts as right.
  package func allows(_ errorBPM: Double, at referenceBPM: Double) -> Bool {
    abs(errorBPM) <= limitBPM(at: referenceBPM)
  }
}
