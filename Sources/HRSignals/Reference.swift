/// The heart rate, or breathing rate, with which estimates are compared.
public enum Reference: Equatable, Sendable {
  /// Times of beats in seconds, ascending.
  case beats([Double])
  /// Beats found by several detectors, and the beats of each; see ``ReferenceReader``.
  case agreeingBeats(AgreeingBeats)
  /// Times of breaths in seconds, ascending.
  case breaths([Double])
  /// Times of breaths found by two rules, each ascending; the first's are the reference where their rates agree.
  case agreeingBreaths(first: [Double], second: [Double])
  /// Rates per minute over time.
  case rateSeries(TimeSeries)
  /// One rate per window, as given.
  case windowRates([WindowRate])
  /// No reference, for example if only readings are wanted.
  case none

  /// Beats in seconds, ascending; of several detectors the accepted ones. Empty for rates.
  public var beatTimes: [Double] {
    switch self {
    case .beats(let beats): beats
    case .agreeingBeats(let agreeing): agreeing.matched
    case .breaths, .agreeingBreaths, .rateSeries, .windowRates, .none: []
    }
  }

  /// Time from the first to the last moment of the reference, in seconds; `nil` if it is empty.
  package var span: TimeRange? {
    switch self {
    case .beats(let events), .breaths(let events), .agreeingBreaths(let events, _):
      TimeRange(events.first, events.last)
    case .agreeingBeats(let agreeing): TimeRange(agreeing.matched.first, agreeing.matched.last)
    case .rateSeries(let series): TimeRange(series.times.first, series.times.last)
    case .windowRates(let rates): TimeRange(rates.map(\.range.start).min(), rates.map(\.range.end).max())
    case .none: nil
    }
  }

  /// Time range of the reference, for recordings without channels; `nil` if it is empty or a single moment.
  package var timeRange: TimeRange? {
    guard let span else { return nil }
    var end = span.end
    if case .rateSeries(let series) = self { end += series.medianInterval ?? 0 }
    return end > span.start ? TimeRange(start: span.start, end: end) : nil
  }

  /// Rate of one window.
  public struct WindowRate: Equatable, Sendable {
    /// Time range of the window.
    public let range: TimeRange
    /// Beats, or breaths, per minute.
    public let bpm: Double

    /// Creates the rate of a window.
    public init(range: TimeRange, bpm: Double) {
      self.range = range
      self.bpm = bpm
    }
  }
}

/// Relation of the clock of a reference's times to that of the signals.
///
/// Separate clocks drift apart, so a single beat on one cannot be told from its neighbour on the other. Rates over
/// windows tolerate this; a comparison of beats with beats does not.
package enum ReferenceClocks: String, CaseIterable, Codable, Sendable {
  case shared, separate
}
