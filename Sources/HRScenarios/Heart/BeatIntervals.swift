internal import HRSignals

/// What scenarios that move beats hold to.
enum BeatIntervals {
  /// No interval becomes shorter than this, unless it was recorded so: 222 beats per minute.
  static let shortestSeconds = 0.27

  /// Whether the time from the beat before to this one is an interval of the heart, and not a gap in the reference.
  static func isInterval(_ beats: [Double], to index: Int) -> Bool {
    index > 0 && Measurand.heartRate.intervalSeconds.contains(beats[index] - beats[index - 1])
  }

  /// The wanted interval, but not shorter than ``shortestSeconds`` or, where that was shorter, the recorded one.
  static func limited(_ seconds: Double, recorded: Double) -> Double {
    max(seconds, min(recorded, shortestSeconds))
  }
}
