internal import HRSignals

/// Limits of scenarios that move beats.
enum BeatIntervals {
  /// Shortest interval, unless a shorter one was recorded: 222 beats per minute.
  static let shortestSeconds = 0.27

  /// Returns true if the time from the beat before to this one is an interval of the heart, and not a gap in the
  /// reference.
  static func isInterval(_ beats: [Double], to index: Int) -> Bool {
    index > 0 && Measurand.heartRate.intervalSeconds.contains(beats[index] - beats[index - 1])
  }

  /// The wanted interval, but not shorter than ``shortestSeconds`` or, if that was shorter, the recorded one.
  static func limited(_ seconds: Double, recorded: Double) -> Double {
    max(seconds, min(recorded, shortestSeconds))
  }
}
