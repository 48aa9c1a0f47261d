package import HRSignals

/// The beats one detector found over a recording, put together from windows that overlap.
///
/// Definition `beatTrain@1`. Of each window only the beats inside its ``BeatView/slice(of:in:)`` count, so that no
/// time is covered twice. A window without a rate or without beats is left out with its slice. Beats that are not
/// later than the one before are left out too.
///
/// Two windows may place one beat a little differently. If it is within ``seamSeconds`` on either side of a seam, the
/// earlier one is kept. A beat that each window puts on the other's side is lost.
package struct BeatTrain: Equatable, Sendable {
  /// Minimum distance of two beats, one from either side of a seam. Closer ones are one beat: 0.2 s is 300 bpm.
  package static let seamSeconds = 0.2

  /// Beats in seconds on the recording's clock, ascending.
  package let detected: [Double]
  /// Slices with an answer, ascending, those that touch joined. Never empty.
  package let answeredSpans: [TimeRange]
}

extension BeatTrain {
  /// Joins the trains of windows that follow each other without overlap, in order of time; `nil` for none.
  package init?(joining trains: [BeatTrain]) {
    guard !trains.isEmpty else { return nil }
    var detected: [Double] = []
    var spans: [TimeRange] = []
    for train in trains {
      let last = detected.last ?? -.infinity
      detected += train.detected.filter { $0 - last >= Self.seamSeconds }
      for span in train.answeredSpans { spans.join(span) }
    }
    self.init(detected: detected, answeredSpans: spans)
  }
}

/// The beats of one unit: the reference's, and each detector's.
package struct BeatTrains: Equatable, Sendable {
  /// All of the recording's beats, in seconds, ascending; never empty. If detectors make the reference, these are the
  /// beats that two of them agree on.
  package let reference: [Double]
  /// One per detector of the experiment, in its order; `nil` where it gave none.
  package let trains: [BeatTrain?]
}

/// Part of its window that a detector is asked about when beats are put together.
package enum BeatView: Sendable {
  /// The detector sees the whole window at once, and its middle best. Slices meet halfway between the middles of
  /// neighbours.
  case central
  /// The detector has seen all that came before, and names the newest beats. Its slice is what was not in the window
  /// before.
  case lookingBack

  /// Returns a window's slice, which is never outside the window. The first slice starts where its window does, the
  /// last one ends where its window does.
  package func slice(of index: Int, in windows: [TimeRange]) -> TimeRange {
    let window = windows[index]
    switch self {
    case .central:
      let start = index > 0 ? Self.seam(windows[index - 1], window) : window.start
      let end = index + 1 < windows.count ? Self.seam(window, windows[index + 1]) : window.end
      return TimeRange(start: max(start, window.start), end: min(end, window.end))
    case .lookingBack:
      let start = index > 0 ? max(windows[index - 1].end, window.start) : window.start
      return TimeRange(start: start, end: window.end)
    }
  }

  private static func seam(_ a: TimeRange, _ b: TimeRange) -> Double {
    (a.start + a.end + b.start + b.end) / 4
  }
}

/// Puts a train together, window by window.
package struct BeatStitcher {
  let windows: [TimeRange]
  let view: BeatView
  private(set) var detected: [Double] = []
  private(set) var spans: [TimeRange] = []

  /// Takes the beats of the next window that has a rate. Windows come in their order, those without a rate are not
  /// passed.
  package mutating func add(_ beats: [Double], ofWindow index: Int) {
    guard let first = beats.first else { return }
    var slice = view.slice(of: index, in: windows)
    if case .lookingBack = view {
      // The detector no longer knows the time before its oldest beat, or had not settled then.
      slice = TimeRange(start: max(slice.start, first), end: slice.end)
    }
    guard slice.start < slice.end else { return }
    spans.join(slice)
    let before = detected.last ?? -.infinity
    var last = before
    for beat in beats where beat >= slice.start && beat < slice.end {
      guard beat > last, beat - before >= BeatTrain.seamSeconds else { continue }
      detected.append(beat)
      last = beat
    }
  }

  /// The train; `nil` if no window gave beats.
  package var train: BeatTrain? {
    spans.isEmpty ? nil : BeatTrain(detected: detected, answeredSpans: spans)
  }
}

extension WindowTable {
  /// Spans with a known reference: the central slices of the windows that have one, ascending, those that touch
  /// joined.
  ///
  /// Outside of them a beat that the reference does not name is no false one. The reference's record may have a gap,
  /// or its detectors disagree.
  package var referenceSpans: [TimeRange] {
    var spans: [TimeRange] = []
    for (index, reference) in references.enumerated() {
      guard case .bpm = reference else { continue }
      spans.join(BeatView.central.slice(of: index, in: ranges))
    }
    return spans
  }

  /// Spans that windows cover, ascending, those that touch or overlap joined.
  package var windowSpans: [TimeRange] {
    var spans: [TimeRange] = []
    for range in ranges { spans.join(range) }
    return spans
  }
}

extension [TimeRange] {
  /// Appends a span, or lengthens the last one where the two touch.
  mutating func join(_ span: TimeRange) {
    if let last, span.start <= last.end {
      self[count - 1] = TimeRange(start: last.start, end: Swift.max(last.end, span.end))
    } else {
      append(span)
    }
  }
}
