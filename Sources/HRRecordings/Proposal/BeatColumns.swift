/// Columns of a text file with beats or RR intervals: lists of straps, watches and apps.
struct BeatColumns {
  /// A column, and its unit in descriptors.
  typealias Column = (guess: SeriesGuess, unit: String)

  /// RR intervals; `nil` if the file states beats.
  let intervals: Column?
  /// Ends of the intervals, `nil` if they are not stated; without intervals the beats.
  let times: Column?

  /// - Returns: `nil` if the file has channels, or neither intervals nor beats.
  init?(_ file: KnownFile) {
    guard ["csv", "numbers"].contains(file.outline.reader), file.choice.channels.isEmpty,
      file.outline.table?.format.areRows != true, file.inner == nil, file.siblings.isEmpty
    else { return nil }
    let intervals = file.guesses.lazy.compactMap(Self.intervals).first
    // Dates come first, since two devices share them; but beats are numbers.
    let wanted = intervals == nil ? Self.numbers...Self.numbers : 0...Self.numbers + 2
    let isBeatList = file.guesses.count == 1
    times =
      file.guesses.filter { $0.series.place != intervals?.guess.series.place }
      .compactMap { Self.times($0, mayBeAny: intervals != nil || isBeatList) }
      .filter { wanted.contains($0.rank) }.enumerated()
      .min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element.column
    self.intervals = intervals
    if intervals == nil, times == nil { return nil }
  }

  var noun: String { intervals == nil ? "beats" : "intervals" }

  /// Kind of the times of a file.
  enum Clock { case none, numbers, dates, timesOfDay }

  var clock: Clock {
    switch times?.guess.role {
    case nil: .none
    case .dateTime?: .dates
    case .timeOfDay?: .timesOfDay
    default: .numbers
    }
  }

  /// Description of the guesses with their reasons, for people.
  var why: String {
    func spoken(_ column: Column, _ role: String) -> String {
      "\(ProposalBuilder.spoken(column.guess.series)) is read as \(role) (\(column.unit)): \(column.guess.why)"
    }
    let parts = [
      intervals.map { spoken($0, "RR intervals") },
      times.map { spoken($0, intervals == nil ? "beats" : "ends of the intervals") },
      times == nil ? "there are no times, so the first beat is taken to be at 0 s" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private static func intervals(_ guess: SeriesGuess) -> Column? {
    if case .intervals(let unit) = guess.role { return (guess, unit) }
    // Times of the same beats may have taken their place.
    let words = NameWords(guess.series.name)
    guard words.hasAny(Vocabulary.intervals), let summary = guess.series.summary,
      case .intervals(let unit)? = SeriesGuesser.intervals(words, summary)?.role
    else { return nil }
    return (guess, unit)
  }

  /// Rank of times that are numbers.
  private static let numbers = 1

  /// - Parameter mayBeAny: true if times that nothing calls beats are accepted.
  private static func times(_ guess: SeriesGuess, mayBeAny: Bool) -> (rank: Int, column: Column)? {
    switch guess.role {
    case .dateTime, .timeOfDay, .elapsed:
      let rank = guess.role == .dateTime ? 0 : guess.role == .elapsed ? numbers + 1 : numbers + 2
      return guess.role.momentUnit.map { (rank, (guess, $0)) }
    case .intervalEnds(let unit), .beatTimes(let unit): return (numbers, (guess, unit))
    case .time where mayBeAny, .beatSamples:
      return guess.series.summary.flatMap { SampleTimes.unit(of: guess.series, $0, within: 0.25...4) }
        .map { (numbers, (guess, $0.name)) }
    default: return nil
    }
  }
}
