/// The heart rate, or breathing rate, that estimates are held against.
public enum Reference: Equatable, Sendable {
  /// Times of beats in seconds, ascending.
  case beats([Double])
  /// Beats that two independent detectors found, and what each found alone; see ``ReferenceReader``.
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

  /// The beats it knows, in seconds, ascending; of those two detectors found, the matched ones. Empty for rates.
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

  /// Beats that two detectors found, as pairs and apart.
  public struct AgreeingBeats: Equatable, Sendable {
    /// Matched beats; `continues[i]` says that beat i follows beat i − 1 in both lists, with none between.
    public let matched: [Double]
    /// As many as there are matched beats; the first is false.
    public let continues: [Bool]
    /// What the first detector found, in seconds, ascending.
    public let first: [Double]
    /// What the second detector found, in seconds, ascending.
    public let second: [Double]

    /// Matches two ascending lists of beat times one to one.
    ///
    /// A pair is two beats that are each other's nearest and at most `toleranceSeconds` apart; the pair's time is the
    /// first list's.
    public init(first: [Double], second: [Double], toleranceSeconds: Double = 0.15) {
      var matched: [Double] = []
      var continues: [Bool] = []
      var before: (Int, Int)?
      for (i, time) in first.enumerated() {
        guard let j = second.nearestIndex(to: time), abs(second[j] - time) <= toleranceSeconds,
          first.nearestIndex(to: second[j]) == i
        else { continue }
        matched.append(time)
        continues.append(before.map { $0.0 == i - 1 && $0.1 == j - 1 } ?? false)
        before = (i, j)
      }
      self.matched = matched
      self.continues = continues
      self.first = first
      self.second = second
    }
  }
}

extension [Double] {
  /// Index of the element nearest to `value` in an ascending array; the earlier of two equally near.
  public func nearestIndex(to value: Double) -> Int? {
    guard !isEmpty else { return nil }
    let above = firstIndex(notBefore: value)
    guard above > 0 else { return 0 }
    guard above < count else { return count - 1 }
    return value - self[above - 1] <= self[above] - value ? above - 1 : above
  }
}
