extension Reference {
  /// Time from the first to the last moment of the reference, in seconds; `nil` if it is empty.
  package var span: TimeRange? {
    switch self {
    case .beats(let events), .breaths(let events), .agreeingBreaths(let events, _):
      Self.range(events.first, events.last)
    case .agreeingBeats(let agreeing): Self.range(agreeing.matched.first, agreeing.matched.last)
    case .rateSeries(let series): Self.range(series.times.first, series.times.last)
    case .windowRates(let rates): Self.range(rates.map(\.range.start).min(), rates.map(\.range.end).max())
    case .none: nil
    }
  }

  private static func range(_ start: Double?, _ end: Double?) -> TimeRange? {
    guard let start, let end else { return nil }
    return TimeRange(start: start, end: end)
  }
}
