/// How far an estimate may be off and still count as right.
public struct Tolerance: Hashable, Sendable {
  /// Beats per minute.
  public var withinBPM = 5.0
  /// Per cent of the reference; the wider of the two limits counts. `nil`: only ``withinBPM`` counts.
  ///
  /// 5 bpm or 10 per cent, whichever is greater, is ANSI/AAMI EC13 and IEC 60601-2-27.
  public var withinPercent: Double? = 10

  /// Beats per minute, and per cent of the reference or `nil`.
  public init(withinBPM: Double = 5, withinPercent: Double? = 10) {
    self.withinBPM = withinBPM
    self.withinPercent = withinPercent
  }

  /// The limit in beats per minute at a reference rate; inclusive.
  public func limitBPM(at referenceBPM: Double) -> Double {
    guard let withinPercent else { return withinBPM }
    return max(withinBPM, withinPercent / 100 * abs(referenceBPM))
  }

  /// Whether an estimate that is so far off counts as right.
  package func allows(_ errorBPM: Double, at referenceBPM: Double) -> Bool {
    abs(errorBPM) <= limitBPM(at: referenceBPM)
  }
}
