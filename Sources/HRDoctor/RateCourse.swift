internal import HRNumerics
package import HRSignals

/// The reference's rate in windows of ``PulseReadings/windowSeconds`` that begin every ``step`` seconds, computed
/// once.
struct RateCourse {
  private let start: Double
  /// Rates of the windows; `nil` where the reference has none.
  private let rates: [Double?]

  /// - Parameters:
  ///   - reference: the reference of the recording.
  ///   - range: range that contains the windows; longer courses have fewer windows, see ``step``.
  ///   - notJudged: stretches excluded from the evaluation.
  init(_ reference: Reference, in range: TimeRange, notJudged: [TimeRange]) {
    let reader = ReferenceReader(reference, notJudged: notJudged)
    start = range.start
    let spare = max(0, range.duration - PulseReadings.windowSeconds)
    step = max(1, (spare / 3600).rounded(.up))
    let from = range.start
    let wide = step
    rates = (0...Int(saturating: spare / wide)).map { index in
      let begin = from + wide * Double(index)
      let window = TimeRange(start: begin, end: begin + PulseReadings.windowSeconds)
      return (try? reader.rate(in: window).get()).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
  }

  /// Whole seconds between the beginnings of two windows: 1 up to an hour, more for longer courses.
  let step: Double

  /// Returns the rate of the window that begins at a time, interpolated linearly; `nil` if a neighbouring rate is
  /// missing.
  func bpm(at begin: Double) -> Double? {
    let place = (begin - start) / step
    guard place > -0.01, place < Double(rates.count) - 0.99 else { return nil }
    let low = Int(saturating: max(0, place).rounded(.down))
    guard let first = rates[low] else { return nil }
    let share = max(0, place) - Double(low)
    guard share > 1e-6, low + 1 < rates.count else { return first }
    guard let second = rates[low + 1] else { return nil }
    return first + share * (second - first)
  }

  /// Returns the change of the rate from 10 s before the window to 10 s after it; `nil` if one of the rates is
  /// missing.
  func change(at begin: Double) -> Double? {
    guard let before = bpm(at: begin - 10), let after = bpm(at: begin + 10) else { return nil }
    return abs(after - before)
  }

  var all: [Double] { rates.compactMap(\.self) }
}

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
    let pairs = course.flatMap { analysis.pulse?.beside($0) } ?? []
    let near = pairs.count { abs($0.reference - $0.signal) < 3 }
    nearShare = pairs.isEmpty ? nil : Double(near) / Double(pairs.count)
  }
}
