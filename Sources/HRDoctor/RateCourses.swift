package import HRSignals

/// Rates over a whole recording: those of the reference and those of its clearest pulse channel.
package struct RateCourses: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    /// Middle of a window of 20 s, in seconds.
    package let seconds: Double
    package let bpm: Double
  }

  /// Channel with the clearest pulse; `nil` if none shows one.
  package let channel: ChannelKind?
  /// Rates of that channel in the windows in which two different methods agree.
  package let estimated: [Point]
  /// Rates of the reference on the same grid of windows; empty without a reference of the heart rate.
  package let reference: [Point]

  /// Share of the estimated windows with a reference in which both differ by at most 3 bpm; `nil` without any.
  package let nearShare: Double?

  /// - Parameter recording: recording as loaded, before any scenario.
  package init(_ recording: Recording) {
    let analysis = RecordingAnalysis(recording, readsReference: true)
    let half = PulseReadings.windowSeconds / 2
    channel = (analysis.pulse?.readings.isEmpty ?? true) ? nil : analysis.pulse?.kind
    estimated = analysis.pulse?.readings.map { Point(seconds: $0.window.start + half, bpm: $0.bpm) } ?? []
    let windows =
      analysis.pulse?.windows
      ?? (analysis.range.map { range in
        stride(from: range.start, through: range.end - 2 * half, by: PulseReadings.hopSeconds).map {
          TimeRange(start: $0, end: $0 + 2 * half)
        }
      } ?? [])
    let course = analysis.course
    reference = windows.compactMap { window in
      course?.bpm(at: window.start).map { Point(seconds: window.start + half, bpm: $0) }
    }
    let pairs = (analysis.pulse?.readings ?? []).compactMap { reading in
      course?.bpm(at: reading.window.start).map { abs($0 - reading.bpm) }
    }
    nearShare = pairs.isEmpty ? nil : Double(pairs.count { $0 < 3 }) / Double(pairs.count)
  }
}
