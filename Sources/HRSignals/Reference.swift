/// The heart rate, or breathing rate, that estimates are held against.
public enum Reference: Equatable, Sendable {
  /// Times of beats in seconds, ascending.
  case beats([Double])
  /// Beats that several detectors found, and what each found alone; see ``ReferenceReader``.
  case agreeingBeats(AgreeingBeats)
  /// Times of breaths in seconds, ascending.
  case breaths([Double])
  /// Times of breaths that two rules found, each ascending; the first's are the reference where their rates agree.
  case agreeingBreaths(first: [Double], second: [Double])
  /// Rates per minute over time.
  case rateSeries(TimeSeries)
  /// One rate per window, as given.
  case windowRates([WindowRate])
  /// There is none, for example because only readings are wanted.
  case none

  /// The beats it knows, in seconds, ascending; of those several detectors found, the ones that count. Empty for rates.
  public var beatTimes: [Double] {
    switch self {
    case .beats(let beats): beats
    case .agreeingBeats(let agreeing): agreeing.matched
    case .breaths, .agreeingBreaths, .rateSeries, .windowRates, .none: []
    }
  }

  /// The rate of one window.
  public struct WindowRate: Equatable, Sendable {
    /// The window.
    public let range: TimeRange
    /// Beats, or breaths, per minute.
    public let bpm: Double

    /// A rate for this window.
    public init(range: TimeRange, bpm: Double) {
      self.range = range
      self.bpm = bpm
    }
  }
}
