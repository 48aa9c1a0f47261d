/// Guesses at beats, intervals and rates.
extension SeriesGuesser {
  /// Identifies beats: times alone in a file named after beats, or beside intervals that match their distances. Times
  /// between which more than half an interval is missing are no beats that follow each other, but ends of intervals.
  func nameEvents(_ guesses: inout [SeriesGuess]) {
    let candidates = guesses.indices.filter { guesses[$0].role == .time || guesses[$0].isOfBeatTimes }
    guard let times = candidates.first, candidates.count == 1, let summary = guesses[times].series.summary,
      summary.ascendsStrictly
    else { return }
    if guesses.count == 1, guesses[times].role == .time, around.hasAny(Vocabulary.beats),
      let found = reference(around, summary)
    {
      guesses[times].role = found.role
      guesses[times].why = "its file is called after beats, \(found.why)"
    }
    for index in guesses.indices {
      guard case .intervals(let unit) = guesses[index].role, let intervals = guesses[index].series.summary
      else { continue }
      let seconds = intervals.median / Self.perSecond(unit)
      for (name, perSecond) in [("s", 1.0), ("ms", 1000.0)]
      where (summary.step / perSecond / seconds - 1).magnitude < 0.2 {
        if summary.skips(more: intervals, unit, perSecond: perSecond) {
          guesses[times].role = .intervalEnds(unit: name)
          guesses[times].why = "its values lie as far apart as the intervals beside them, but for gaps"
          return
        }
        if guesses[times].isOfBeatTimes { return }
        guesses[times].role = .beatTimes(unit: name)
        guesses[times].why = "its values lie as far apart as the intervals beside them"
        guesses[index].role = .other("intervals")
        guesses[index].why += "; the times beside them say the same"
        return
      }
    }
  }

  /// Returns how many of a unit make a second.
  static func perSecond(_ unit: String) -> Double { TimeUnit(rawValue: unit)?.perSecond ?? 1 }

  // MARK: Beats and rates

  func isRate(_ summary: ValueSummary?) -> Bool {
    guard let summary else { return false }
    return Self.conceivable.contains(summary.median) && summary.lowest >= 0 && summary.highest <= 300
      && summary.roughness * (summary.highest - summary.lowest) < 15
  }

  /// Words beside "rate" that make it a heart rate.
  private static let owners = Vocabulary.pulse.union(Vocabulary.ecg).union(["heart", "pulse"])

  func reference(_ words: NameWords, _ summary: ValueSummary?) -> (role: SeriesRole, why: String)? {
    guard let summary else { return nil }
    let saysRate =
      words.hasAny(Vocabulary.rate)
      || words.words.contains("rate") && words.hasAny(Self.owners)
      || words.words.contains("beats") && words.words.contains("minute")
      || words.words.first == "pulse"
    if saysRate, isRate(summary), !summary.ascendsStrictly {
      return (
        .rates,
        "and its values, \(short(summary.lowest)) to \(short(summary.highest)), may be beats per minute"
      )
    }
    if words.hasAny(Vocabulary.beats), summary.ascendsStrictly, summary.count >= 3 {
      return beats(summary, words)
    }
    if words.hasAny(Vocabulary.beats), summary.levels == 2, summary.lowest == 0, summary.highest == 1,
      summary.rises >= 3
    {
      // P, Q, S and T waves have peaks and onsets too, and breaths.
      let others = Vocabulary.breathing.union(Vocabulary.others).union(["p", "q", "s", "t"])
      return words.hasAny(others)
        ? (.other("flags"), "and flags something other than heartbeats")
        : (.beatFlags, "and its values are 1 now and then and 0 elsewhere")
    }
    if words.hasAny(Vocabulary.intervals), let found = Self.intervals(words, summary) { return found }
    if words.hasAny(Vocabulary.intervals), summary.ascendsStrictly, summary.count >= 3 {
      return beats(summary, words)
    }
    return nil
  }

  /// Returns the unit in which values may be RR intervals, with the reason; `nil` if they are too small or too large,
  /// or ascend as beats do.
  static func intervals(_ words: NameWords, _ summary: ValueSummary) -> (role: SeriesRole, why: String)? {
    let odd = summary.lowest > 0 ? "" : ", though the least is \(short(summary.lowest))"
    let units = [("1/1024 s", "1/1024 s", 250.0...2500)].filter { _ in words.words.contains("1024") }
    for (unit, spoken, range) in units
      + [("ms", "milliseconds", 250.0...2500), ("s", "seconds", 0.25...2.5)]
    where range.contains(summary.median) && (summary.falls > 0 || summary.meanStep < range.lowerBound) {
      return (
        .intervals(unit: unit),
        "and its values, \(short(summary.median)) in the middle, may be \(spoken)\(odd)"
      )
    }
    return nil
  }

  private func beats(_ summary: ValueSummary, _ words: NameWords) -> (role: SeriesRole, why: String) {
    // The unit in the name, if beats may lie so far apart in it.
    for (unit, perSecond) in [("s", 1.0), ("ms", 1e3), ("us", 1e6)]
    where words.words.count > 1 && words.words.last.flatMap({ Vocabulary.timeUnits[$0] }) == unit
      && (0.25...2.5).contains(summary.meanStep / perSecond)
    {
      return (
        .beatTimes(unit: unit), "and its values ascend by \(short(summary.step)) or so, which may be \(unit)"
      )
    }
    if (0.25...2.5).contains(summary.meanStep), !summary.isWhole || summary.step < 2.5 {
      return (.beatTimes(unit: "s"), "and its values ascend by \(short(summary.step)) or so, as seconds do")
    }
    if summary.isWhole {
      return (.beatSamples, "and its values ascend in whole numbers, as numbers of samples do")
    }
    return (
      .beatTimes(unit: "ms"), "and its values ascend by \(short(summary.step)) or so, as milliseconds do"
    )
  }
}

extension SeriesGuess {
  fileprivate var isOfBeatTimes: Bool { if case .beatTimes = role { true } else { false } }
}

extension ValueSummary {
  /// Returns true if these times go on longer than the intervals beside them, by more than half of one.
  ///
  /// - Parameters:
  ///   - intervals: of the same rows.
  ///   - unit: their unit.
  ///   - perSecond: how many units of the times make a second.
  func skips(more intervals: ValueSummary, _ unit: String, perSecond: Double) -> Bool {
    let sum = intervals.mean * Double(intervals.count - intervals.missing) - intervals.first
    return (last - first) / perSecond > (sum + intervals.median / 2) / SeriesGuesser.perSecond(unit)
  }
}
