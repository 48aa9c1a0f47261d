internal import HRSupport
internal import HRSignals

extension ProposalBuilder {
  /// Returns possible references for the heart rate, the most reliable first: beats, intervals, rates, R peaks of the
  /// ECG.
  mutating func references(_ placed: [Placed], _ clocks: [SampleTimes]) -> [Members] {
    if !recorded.isEmpty, let columns = BeatColumns(first) { return listReferences(columns) }
    var entries: [(order: Int, members: Members)] = []
    for (file, name) in [(first, String?.none)] + companions.map({ ($0.file, String?.some($0.name)) }) {
      let companion = companions.first { $0.name == name }
      entries += found(in: file, name, companion, placed, clocks)
    }
    if placed.contains(where: { $0.channel.kind == .ecg }) {
      let why = "R peaks that three detectors find alike in the channel ecg"
      entries.append(entry(4, "ecg", .ecg, [], why))
    }
    if placed.contains(where: { $0.channel.kind == .respiration }) {
      let why = "breaths that two rules find alike in the channel respiration, for the breathing rate"
      entries.append(entry(6, "respiration", .respiration, [], why))
    }
    var names: [String] = []
    return entries.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map { entry in
        var members = entry.element.members
        guard case .string(let name)? = members.first?.value else { return members }
        let count = names.count {
          $0 == name || $0.hasPrefix(name) && Int($0.dropFirst(name.count), radix: 10) != nil
        }
        if count > 0 { members[0].value = .string("\(name)\(count + 1)") }
        if case .string(let given) = members[0].value { names.append(given) }
        return members
      }
  }

  private mutating func found(
    in file: KnownFile, _ name: String?, _ companion: Companion?, _ placed: [Placed], _ clocks: [SampleTimes]
  ) -> [(order: Int, members: Members)] {
    var entries: [(order: Int, members: Members)] = []
    let source: Members = name.map { [LocationKey.file($0)] } ?? []
    var rates: [SeriesGuess] = []
    for guess in file.references {
      let place = source + location(guess.series, file)
      let why = "\(Self.spoken(guess.series)) of \(file.path): \(guess.why)"
      switch guess.role {
      case .beatTimes(let unit):
        entries.append(entry(0, "beats", .beats, place + Self.unit(unit), why, delay(of: companion)))
      case .beatFlags:
        entries.append(entry(1, "beats", .beatFlags, place, why + derived(guess, file)))
      case .beatSamples, .breathSamples: entries += beatSamples(guess, place, why, placed, clocks, file)
      case .intervals(let unit):
        /// Returns the entry of these intervals with the times at which they ended.
        func timed(
          _ ends: SeriesOutline, _ endUnit: String, _ why: String, _ delay: Double = 0
        ) -> (order: Int, members: Members) {
          let time = location(ends, file) + Self.unit(endUnit)
          return entry(
            2, "rr", .rrIntervals, place + Self.unit(unit) + [ReferenceKey.time(time)], why, delay)
        }
        if let stamps = stamps(beside: guess, in: file, unit) {
          let times = "\(Self.spoken(stamps.series)) of \(file.path): \(stamps.why)"
          if let ends = stamps.series.summary, let intervals = guess.series.summary,
            ends.skips(more: intervals, unit, perSecond: 1)
          {
            let why = "\(why); \(times), says when each ended, and there are gaps"
            entries.append(timed(stamps.series, stamps.unit, why))
            continue
          }
          entries.append(
            entry(
              0, "beats", .beats, source + location(stamps.series, file) + Self.unit(stamps.unit),
              times + "; its times lie as far apart as the intervals beside them"))
        }
        if let ends = file.guesses.first(where: { if case .intervalEnds = $0.role { true } else { false } }),
          case .intervalEnds(let endUnit) = ends.role
        {
          let why = "\(why); \(Self.spoken(ends.series)) says when each ended"
          entries.append(timed(ends.series, endUnit, why, delay(of: companion)))
          continue
        }
        let offset = offset(of: guess, in: file, companion, unit)
        var intervals = entry(2, "rr", .rrIntervals, place + Self.unit(unit), why + offset.why)
        intervals.members.insert(contentsOf: offset.members, at: 1)
        entries.append(intervals)
      case .rates: rates.append(guess)
      case .breaths: entries.append(entry(5, "breaths", .breaths, place, why))
      default: break
      }
    }
    for family in Self.families(rates) {
      if let entry = ratesEntry(family, source, file, companion) { entries.append(entry) }
    }
    return entries
  }

  /// Returns the dates or times of day beside intervals, if they are times of the same beats and the signals have such
  /// times too.
  private func stamps(
    beside intervals: SeriesGuess, in file: KnownFile, _ unit: String
  ) -> (series: SeriesOutline, why: String, unit: String)? {
    guard let stamps = file.moments, first.moments?.role == stamps.role, first.path != file.path,
      let summary = stamps.series.summary, summary.ascendsStrictly,
      let interval = intervals.series.summary?.median,
      (summary.step / (interval / SeriesGuesser.perSecond(unit)) - 1).magnitude < 0.2
    else { return nil }
    return (stamps.series, stamps.why, stamps.role == .dateTime ? "dateTime" : "timeOfDay")
  }

  /// Returns the time of the first beat, if dates or times of day beside the intervals and the samples tell it: its
  /// interval before the first of them.
  private mutating func offset(
    of intervals: SeriesGuess, in file: KnownFile, _ companion: Companion?, _ unit: String
  ) -> (members: Members, why: String) {
    let unknown: (Members, String) = (
      [], "; the first beat is taken to be at 0 s, which offsetSeconds says otherwise"
    )
    let offsets = (companion?.pairs ?? []).compactMap { pair -> Double? in
      guard let mine = pair.main.moments, let other = pair.other.moments, mine.role == other.role,
        let begin = mine.series.beginsAt, let end = other.series.beginsAt,
        let interval = pair.other.references.first(where: { $0.role == intervals.role })?.series.summary?
          .first
      else { return nil }
      return ((end - begin - (interval / SeriesGuesser.perSecond(unit))) * 1000).rounded() / 1000
    }
    guard let offset = offsets.first, let duration, abs(offset) < duration else { return unknown }
    guard offsets.allSatisfy({ $0 == offset }) else {
      lack(
        "when the intervals of \(file.path) begin: the times beside them differ from that in every recording",
        "\"offsetSeconds\" in its \"reference\", in a descriptor of its own for each recording")
      return unknown
    }
    return (
      offset == 0 ? [] : [ReferenceKey.offsetSeconds(offset)],
      "; the times beside them say that the first interval begins at \(short(offset)) s"
    )
  }

  /// - Parameter delay: seconds by which its file begins later than the signals.
  private mutating func entry(
    _ order: Int, _ name: String, _ kind: ReferenceKind, _ place: Members, _ why: String, _ delay: Double = 0
  ) -> (order: Int, members: Members) {
    guess("reference \(name)", why)
    return (
      order,
      [ReferenceKey.name(name), (kind.rawValue, .object(place))]
        + (delay == 0 ? [] : [ReferenceKey.offsetSeconds(delay)]) + [DatasetKey.guessed(why)]
    )
  }

  /// Returns a warning for a reference whose name is that of a channel beside it, as where a program found the beats of
  /// a wave and wrote both.
  private func derived(_ guess: SeriesGuess, _ file: KnownFile) -> String {
    let word = NameWords(guess.series.name).words.first
    let isShared = file.choice.channels.contains { NameWords($0.guess.series.name).words.first == word }
    return isShared && word != nil
      ? "; a program may have found it in the wave beside it, and then it is no independent truth" : ""
  }

  /// Returns the unit of times or intervals, if it is not the default.
  static func unit(_ unit: String) -> Members { unit == "s" ? [] : [MomentKey.unit(unit)] }

  private mutating func beatSamples(
    _ guess: SeriesGuess, _ place: Members, _ why: String, _ placed: [Placed], _ clocks: [SampleTimes],
    _ file: KnownFile
  ) -> [(order: Int, members: Members)] {
    let isBreath = guess.role == .breathSamples
    let (name, kind) = isBreath ? ("breaths", ReferenceKind.breathSamples) : ("beats", .beatSamples)
    let last = guess.series.summary?.last ?? 0
    // The signal that is long enough for its beats: the ECG, if there is one.
    let candidates = zip(placed, clocks).sorted { a, _ in a.0.channel.kind == .ecg }
    let numbered = candidates.first { placed, _ in
      placed.channel.guess.series.count.map { last <= Double($0) } ?? true
    }
    guard let (channel, times) = numbered else {
      // Longer than any signal: milliseconds or samples of another rate, if they last about as long as the signals.
      if let duration, !isBreath, let step = guess.series.summary?.meanStep {
        func lasts(_ perSecond: Double) -> Bool {
          (0.8...1.05).contains(last / perSecond / duration) && (0.3...2).contains(step / perSecond)
        }
        if lasts(1000) {
          return [
            entry(
              0, "beats", .beats, place + Self.unit("ms"),
              why + "; too large for samples: milliseconds")
          ]
        }
        if let rate = Self.usualRates.filter(lasts).min(by: {
          abs(last / $0 - duration) < abs(last / $1 - duration)
        }) {
          let found =
            "beyond the end of every signal, and in milliseconds they would last \(short(last / 1000)) of \(short(duration)) s"
          lack(
            "what \(why) counts: its last value, \(short(last)), is \(found)",
            "the \"sampleRate\" of \"\(kind.rawValue)\" in dataset.json; \(short(rate)) is put there, by which they last as long as the signals"
          )
          return [
            entry(
              1, name, kind,
              place + [ReferenceKey.firstIndex(0), TimingKey.sampleRate(rate)],
              why
                + "; sample numbers of another rate: by \(short(rate)) a second they last as long as the signals"
            )
          ]
        }
      }
      lack(
        "what \(why) counts: its last value is \(short(last)), beyond the end of every signal",
        "a \"reference\" in dataset.json, if you know")
      return []
    }
    var rate: Members = []
    if case .rate(let value) = times.kind {
      rate = [(TimingKey.sampleRate.name, timingMembers(times, channel.file).first?.value ?? value)]
    } else if let known = times.rate {
      rate = [TimingKey.sampleRate(SampleTimes.snapped(known))]
    } else {
      lack(
        "the sample rate that the numbers of \(name) in \(file.path) count by",
        "\"sampleRate\": HERTZ in \"\(kind.rawValue)\" in dataset.json, the same as above; --rate writes both",
        isNeeded: true)
    }
    let index = guess.series.summary?.first != 0 && file.outline.reader == "mat" ? 1 : 0
    return [
      entry(
        isBreath ? 5 : 1, name, kind, place + [ReferenceKey.firstIndex(index)] + rate,
        why + "; the first sample is taken to be number \(index)")
    ]
  }

  /// Usual sample rates of ECGs, by which beats may be counted.
  private static let usualRates: [Double] = [
    100, 125, 128, 130, 200, 250, 256, 300, 360, 400, 500, 512, 1000, 1024, 2000, 4000,
  ]

  /// Groups the rates of several devices, whose names differ in a number, into one reference.
  private static func families(_ rates: [SeriesGuess]) -> [[SeriesGuess]] {
    var families: [(stem: String, members: [SeriesGuess])] = []
    for guess in rates {
      let stem = NameWords(guess.series.name).words.filter { Double($0) == nil }.joined(separator: " ")
      let found = families.index(where: { $0.stem == stem && !stem.isEmpty }, else: (stem, []))
      families[found].members.append(guess)
    }
    return families.map(\.members)
  }

  private mutating func ratesEntry(
    _ family: [SeriesGuess], _ source: Members, _ file: KnownFile, _ companion: Companion?
  ) -> (order: Int, members: Members)? {
    guard let first = family.first, let summary = first.series.summary else { return nil }
    let spoken = family.map { Self.spoken($0.series) }.joined(separator: ", ")
    var why = "\(spoken) of \(file.path): \(first.why)\(derived(first, file))"
    let names = Set(family.map(\.series.name))
    let all = [file] + (companion?.pairs.map(\.other) ?? main.files)
    let isZeroMissing = all.contains { other in
      other.references.contains { names.contains($0.series.name) && $0.series.summary?.lowest == 0 }
    }
    let missing: Members = isZeroMissing ? [(ChannelKey.missing.name, .array([.integer(0)]))] : []
    if isZeroMissing { why += "; 0 is taken to mean no reading" }
    func made(_ name: String, _ kind: ReferenceKind, _ place: Members) -> (order: Int, members: Members) {
      entry(3, name, kind, place, why)
    }
    let starts = file.guesses.first { $0.role == .windowStart }
    let ends = file.guesses.first { $0.role == .windowEnd }
    if let starts, let ends, let times = starts.series.summary {
      let unit = SampleTimes.unit(of: starts.series, times, within: 0.002...20)?.name ?? "s"
      return made(
        "windows", .windowRates,
        source + [
          WindowKey.start(location(starts.series, file)), WindowKey.end(location(ends.series, file)),
          WindowKey.bpm(location(first.series, file)),
        ] + Self.unit(unit) + missing)
    }
    var place = source
    if family.count == 1 {
      place += location(first.series, file)
    } else {
      place += [
        (ReferenceKey.columns.name, .array(family.compactMap { location($0.series, file).last?.value })),
        ReferenceKey.combine("median"),
      ]
      why += "; the middle one of \(family.count)"
    }
    // Rates in the same rows as the samples of a channel.
    if companion == nil || !file.choice.channels.isEmpty || file.guesses.secondsBetweenRows != nil
      || first.series.rate != nil
    {
      return made("rates", .rateSeries, place + missing)
    }
    return windows(first, summary, file, source, missing, &why)
      .map { made($0.name, $0.kind, $0.kind == .rateSeries ? place + $0.members : $0.members) }
  }

  /// Returns the windows of rates without times: one per second, or one for each of even windows.
  private mutating func windows(
    _ guess: SeriesGuess, _ summary: ValueSummary, _ file: KnownFile, _ source: Members, _ missing: Members,
    _ why: inout String
  ) -> (name: String, kind: ReferenceKind, members: Members)? {
    let count = guess.series.count ?? summary.count
    func even(_ window: Double, _ hop: Double, _ reason: String) -> (
      name: String, kind: ReferenceKind, members: Members
    ) {
      why += "; \(reason)"
      var members =
        source + [
          WindowKey.bpm(location(guess.series, file)), WindowKey.windowSeconds(window),
          WindowKey.hopSeconds(hop),
        ]
      if let duration, Double(count) < ((duration - window) / hop + 1.1).rounded(.down) {
        members.append(WindowKey.endsEarly(true))
      }
      return ("windows", .windowRates, members + missing)
    }
    if let named = file.windowsOfName {
      return even(
        named.window, named.hop,
        "the file's name speaks of windows of \(short(named.window)) s every \(short(named.hop)) s")
    }
    if let duration {
      if (Double(count) - duration).magnitude <= max(2, 0.02 * duration) {
        why += "; there are as many as seconds, so it is one a second"
        return ("rates", .rateSeries, [TimingKey.sampleRate(1)] + missing)
      }
      for (window, hop) in [
        (8.0, 2.0), (10, 5), (8, 1), (10, 1), (30, 1), (30, 5), (60, 30), (30, 30), (60, 60),
      ]
      where Double(count) == ((duration - window) / hop + 1.1).rounded(.down) {
        return even(
          window, hop,
          "there are as many as windows of \(short(window)) s every \(short(hop)) s, which is usual")
      }
    }
    lack(
      "when the \(count) rates in \(file.path) were taken: they have no times",
      "{ \"windowRates\": { \"file\": …, \"bpm\": …, \"windowSeconds\": …, \"hopSeconds\": … } } in \"reference\" of dataset.json"
    )
    return nil
  }

  /// Returns the times of the rates in a table without channels.
  mutating func rateTiming(of companion: Companion) -> Members {
    let file = companion.file
    guard file.references.contains(where: { $0.role == .rates }),
      !file.guesses.contains(where: { $0.role == .windowStart })
    else { return [] }
    if let rate = file.references.first(where: { $0.role == .rates })?.series.rate {
      let why = "the text before the table says how many there are a second"
      guess("times of \(file.path)", why)
      return [TimingKey.sampleRate(rate), DatasetKey.guessed(why)]
    }
    guard let seconds = file.guesses.secondsBetweenRows else { return [] }
    let signalsHaveDates = first.guesses.contains { [.dateTime, .timeOfDay].contains($0.role) }
    for guess in file.guesses {
      switch guess.role {
      case .time:
        guard let summary = guess.series.summary,
          let unit = SampleTimes.unit(of: guess.series, summary, within: 0.005...20)
        else { continue }
        return [TimingKey.time(location(guess.series, file) + Self.unit(unit.name))] + keptFirst(guess, file)
      case .dateTime where signalsHaveDates, .timeOfDay where signalsHaveDates:
        let unit = guess.role == .dateTime ? "dateTime" : "timeOfDay"
        return [TimingKey.time(location(guess.series, file) + Self.unit(unit))] + keptFirst(guess, file)
      case .dateTime, .timeOfDay:
        let why =
          "its rows are \(short(seconds)) s apart; the signals have no date or time of day, so both are taken to begin together"
        self.guess("times of \(file.path)", why)
        return [TimingKey.sampleRate(1 / seconds), DatasetKey.guessed(why)]
      default: continue
      }
    }
    return []
  }

  /// Returns the key that drops rows with a repeated time, and says so.
  private mutating func keptFirst(_ times: SeriesGuess, _ file: KnownFile) -> Members {
    guard let summary = times.series.summary, summary.repeats > 0 else { return [] }
    guess(
      "of \(file.path) \(summary.repeats) of \(summary.count) rows are not read",
      "they repeat the time of the row before; \"repeatedTimes\": \"keepFirst\" drops them")
    return [TimingKey.keepsFirst]
  }
}
