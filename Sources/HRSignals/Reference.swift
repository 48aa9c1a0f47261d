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
