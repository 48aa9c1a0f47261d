package import HRSignals

/// The rate over a whole recording: as the reference states it and as its clearest pulse channel shows it.
package struct RateCourses: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    /// The middle of a window of 20 s, in seconds.
    package let seconds: Double
    package let bpm: Double
  }

  /// In which channel the pulse is clearest; `nil` where none shows one.
  package let channel: ChannelKind?
  /// In the windows in which two unlike methods agree about that channel.
  package let estimated: [Point]
  /// In the same grid of windows; empty without a reference of the heart rate.
  package let reference: [Point]

  /// Share of the estimated windows with a reference in which both lie within 3 bpm; `nil` without any.
  package let nearShare: Double?

  /// - Parameter recording: as it was loaded, before any scenario.
  package init(_ recording: Recording) {
    let look = Look(recording, readsReference: true)
    let half = PulseReadings.windowSeconds / 2
    channel = (look.pulse?.readings.isEmpty ?? true) ? nil : look.pulse?.kind
    estimated = look.pulse?.readings.map { Point(seconds: $0.window.start + half, bpm: $0.bpm) } ?? []
    let windows =
      look.pulse?.windows
      ?? (look.range.map { range in
        stride(from: range.start, through: range.end - 2 * half, by: PulseReadings.hopSeconds).map {
          TimeRange(start: $0, end: $0 + 2 * half)
        }
      } ?? [])
    let course = look.course
    reference = windows.compactMap { window in
      course?.bpm(at: window.start).map { Point(seconds: window.start + half, bpm: $0) }
    }
    let pairs = (look.pulse?.readings ?? []).compactMap { reading in
      course?.bpm(at: reading.window.start).map { abs($0 - reading.bpm) }
    }
    nearShare = pairs.isEmpty ? nil : Double(pairs.count { $0 < 3 }) / Double(pairs.count)
  }
}
