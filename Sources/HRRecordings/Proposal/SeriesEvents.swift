/// Guesses at beats, intervals and rates.
extension SeriesGuesser {
  /// Identifies beats: times alone in a file named after beats, or beside intervals that match their distances.
  func nameEvents(_ guesses: inout [SeriesGuess]) {
    guard let times = guesses.firstIndex(where: { $0.role == .time }), let look = guesses[times].series.look,
      look.ascendsStrictly, guesses.count(where: { $0.role == .time }) == 1
    else { return }
    if guesses.count == 1, around.hasAny(Vocabulary.beats), let found = reference(around, look) {
      guesses[times].role = found.role
      guesses[times].why = "its file is called after beats, \(found.why)"
    }
    for index in guesses.indices {
      guard case .intervals(let unit) = guesses[index].role, let interval = guesses[index].series.look?.median
      else { continue }
      let seconds = unit == "ms" ? interval / 1000 : interval
      for (name, perSecond) in [("s", 1.0), ("ms", 1000.0)]
      where (look.step / perSecond / seconds - 1).magnitude < 0.2 {
        guesses[times].role = .beatTimes(unit: name)
        guesses[times].why = "its values lie as far apart as the intervals beside them"
        guesses[index].role = .other("intervals")
        guesses[index].why += "; the times beside them say the same"
        return
      }
    }
  }

  // MARK: Beats and rates

  func isRate(_ look: ValueLook?) -> Bool {
    guard let look else { return false }
    return Self.conceivable.contains(look.median) && look.lowest >= 0 && look.highest <= 300
      && look.roughness * (look.highest - look.lowest) < 15
  }

  func reference(_ words: NameWords, _ look: ValueLook?) -> (role: SeriesRole, why: String)? {
    guard let look else { return nil }
    let saysRate =
      words.hasAny(Vocabulary.rate)
      || (words.words.contains("rate") && (words.words.contains("heart") || words.words.contains("pulse")))
      || words.words.first == "pulse"
    if saysRate, isRate(look), !look.ascendsStrictly {
      return (
        .rates, "and its values, \(short(look.lowest)) to \(short(look.highest)), may be beats per minute"
      )
    }
    if words.hasAny(Vocabulary.beats), look.ascendsStrictly, look.count >= 3 {
      return beats(look)
    }
    if words.hasAny(Vocabulary.intervals), look.falls > 0 {
      if (250...2500).contains(look.median), look.lowest > 0 {
        return (
          .intervals(unit: "ms"), "and its values, \(short(look.median)) in the middle, may be milliseconds"
        )
      }
      if (0.25...2.5).contains(look.median), look.lowest > 0 {
        return (.intervals(unit: "s"), "and its values, \(short(look.median)) in the middle, may be seconds")
      }
    }
    if words.hasAny(Vocabulary.intervals), look.ascendsStrictly, look.count >= 3 { return beats(look) }
    return nil
  }

  private func beats(_ look: ValueLook) -> (role: SeriesRole, why: String) {
    if (0.25...2.5).contains(look.meanStep), !look.isWhole || look.step < 2.5 {
      return (.beatTimes(unit: "s"), "and its values ascend by \(short(look.step)) or so, as seconds do")
    }
    if look.isWhole {
      return (.beatSamples, "and its values ascend in whole numbers, as numbers of samples do")
    }
    return (.beatTimes(unit: "ms"), "and its values ascend by \(short(look.step)) or so, as milliseconds do")
  }
}
