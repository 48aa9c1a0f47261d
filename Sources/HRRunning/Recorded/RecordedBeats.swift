internal import HRSupport
internal import HRRecordings
package import HRPlugins
package import HRSignals

/// Beats that another program gave for one recording.
package struct RecordedBeats: Equatable, Sendable {
  /// Seconds on the recording's clock, strictly ascending.
  package let times: [Double]
  private let reader: ReferenceReader

  /// - Parameter times: seconds; those that are not later than the one before are left out.
  package init(_ times: [Double]) {
    var kept: [Double] = []
    for time in times where time > kept.last ?? -.infinity { kept.append(time) }
    self.times = kept
    reader = ReferenceReader(.beats(kept))
  }

  /// Returns the heart rate of a window by the rule for beats of a reference, ``ReferenceReader``.
  ///
  /// - Returns: an abstention if no beat is inside, or if intervals cover too little of it.
  package func estimate(in range: TimeRange) -> Estimate {
    if times.isEmpty { return .abstained(.recordEmpty) }
    if case .success(let rate) = reader.rate(in: range) { return .bpm(rate) }
    let first = times.firstIndex(notBefore: range.start - TimeRange.slack)
    return .abstained(first < times.count && times[first] < range.end ? .tooFewBeats : .recordNotCovered)
  }

  /// Beats with the spans from the first to the last between which no two are further apart than an interval can be;
  /// `nil` for fewer than two beats that are near enough.
  package var train: BeatTrain? {
    let longest = Measurand.heartRate.intervalSeconds.upperBound
    var spans: [TimeRange] = []
    for (beat, next) in zip(times, times.dropFirst()) where next - beat <= longest {
      spans.join(TimeRange(start: beat, end: next))
    }
    return spans.isEmpty ? nil : BeatTrain(detected: times, answeredSpans: spans)
  }

  package static func == (a: RecordedBeats, b: RecordedBeats) -> Bool { a.times == b.times }
}

/// Clock of a recording, to which the times of recorded beats are moved.
package struct RecordingClock: Equatable, Sendable {
  /// Seconds from the recording's begin to its end; `nil` if they are unknown, and nothing is held against them.
  let extent: TimeRange?
  /// Date and time, or time of day, of 0 s, as in ``Recording/zeroMoment``; `nil` if no file states it.
  var zeroMoment: String?
  /// The same in seconds, as in ``Recording/zeroSeconds``.
  var zeroSeconds = 0.0

  /// Clock of a recording of which nothing is known.
  package static let unknown = RecordingClock(extent: nil)

  /// Seconds from which times are taken to count from 1970: those of 1973.
  private static let leastUnix = 1e8

  private var isUnix: Bool { extent.map { $0.start >= Self.leastUnix } ?? false }

  /// Returns the beats of a file on this clock: unchanged if both count from the same moment.
  ///
  /// Beats without times begin at 0 s, or with a recording whose times count from 1970. Dates and times that count
  /// from 1970 are put on the clock of a recording that has dates. Nothing else is moved.
  ///
  /// - Throws: if nothing says when the recording's 0 s was, or if no beat is in the recording.
  func beats(of file: BeatFile, in path: String) throws(Diagnostics) -> [Double] {
    let shift = try shift(of: file, in: path)
    let beats = shift == 0 ? file.beats : file.beats.map { $0 + shift }
    if let extent, let first = beats.first, let last = beats.last, last < extent.start || first > extent.end {
      throw Diagnostics(
        "the beats (\(shortest(first, decimals: 3)) to \(shortest(last, decimals: 3)) s) do not overlap the recording (\(shortest(extent.start, decimals: 3)) to \(shortest(extent.end, decimals: 3)) s)",
        in: path, hint: "write times that count from the recording's 0 s, or leave the column of times out")
    }
    return beats
  }

  private func shift(of file: BeatFile, in path: String) throws(Diagnostics) -> Double {
    switch file.clock {
    case .none: return isUnix ? extent?.start ?? 0 : 0
    case .seconds:
      let hasDates = zeroMoment?.hasSuffix("Z") ?? false
      return hasDates && file.beats.first ?? 0 >= Self.leastUnix ? -zeroSeconds : 0
    case .moments(let zero, let isZoned, let isTimeOfDay):
      if let zeroMoment, zeroMoment.hasSuffix("Z") == isZoned, zeroMoment.contains(" ") != isTimeOfDay {
        return zero - zeroSeconds
      }
      if isUnix, isZoned { return zero }
      guard extent != nil else { return 0 }
      let own =
        isTimeOfDay
        ? "times of day" : isZoned ? "dates and times with zones" : "dates and times without zones"
      throw Diagnostics(
        "the beats have \(own), and the recording has \(zeroMoment.map { "0 s at \($0)" } ?? "none"): nothing says when its 0 s was",
        in: path, hint: "write times in seconds from the recording's 0 s, or leave the column of times out")
    }
  }
}

extension RecordingClock {
  init(_ recording: Recording, _ extent: TimeRange) {
    self.init(extent: extent, zeroMoment: recording.zeroMoment, zeroSeconds: recording.zeroSeconds)
  }
}
