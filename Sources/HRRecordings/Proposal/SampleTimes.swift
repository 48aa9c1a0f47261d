internal import HRSupport

/// Sample times of a channel, as far as its file states them.
struct SampleTimes {
  enum Kind {
    /// Stated by the format.
    case header
    /// A rate to be written as `sampleRate`.
    case rate(JSONText)
    /// A series of times.
    case series(SeriesOutline, unit: String, uniformRate: Double?)
    case unknown
  }

  let kind: Kind
  let why: String
  /// Number of rows that are dropped, since they repeat the time of the row before.
  var droppedRows = 0
  /// Decision about repeated times that only a person can make: the lines to write.
  var choice: (what: String, line: String)?
  /// Approximate number of samples per second; `nil` if it is unknown.
  let rate: Double?

  /// Range of sample rates of pulse waves and ECGs.
  static let signals = 4.0...20_000

  /// - Parameters:
  ///   - series: series of the channel.
  ///   - file: file of the series.
  ///   - given: rate from the command line.
  init(of series: SeriesOutline, in file: KnownFile, given: Double?) {
    if series.rateSource == .header {
      self.init(.header, "the header says \(series.rate.map(short) ?? "?") a second", series.rate)
      return
    }
    if let times = Self.series(of: series, in: file), !Self.contradicts(given, times) {
      self = times
      // Words are exact where times were rounded.
      if case .words(let words)? = series.rateSource, let stated = series.rate,
        case .series(let column, let unit, _) = times.kind, column.summary?.evenness?.isEven == true,
        let rate = times.rate, abs(rate / stated - 1) < 0.01
      {
        self.init(
          .series(column, unit: unit, uniformRate: stated),
          "\(times.why); the text before the table says \(short(stated)) (\(words))", stated)
      }
      return
    }
    switch series.rateSource {
    case .attribute(let object, let name)?:
      self.init(
        .rate(.object([LocationKey.object(object), LocationKey.attribute(name)])),
        "the attribute \(quoted(name)) says \(series.rate.map(short) ?? "?")", series.rate)
      return
    case .words(let words)?:
      self.init(
        .rate(.optional(series.rate)), "the text before the table says so (\(words))", series.rate)
      return
    case .header?, .object?, nil: break
    }
    if let number = Self.number(of: series, in: file) {
      self.init(
        .rate(.object([LocationKey.object(number.object)])),
        "\(number.object) is \(short(number.value)) and is called as a sample rate is", number.value)
    } else if let given {
      self.init(.rate(.number(given)), "given by --rate", given)
    } else if let rate = file.rateOfName {
      self.init(.rate(.number(rate)), "the file's name says so", rate)
    } else {
      self.init(.unknown, "no column of times, no rate in the file or its name", nil)
    }
  }

  init(_ kind: Kind, _ why: String, _ rate: Double?) {
    (self.kind, self.why, self.rate) = (kind, why, rate)
  }

  /// Returns true if a rate from the command line differs from that of times in a column without a name, whose unit was
  /// only guessed.
  private static func contradicts(_ given: Double?, _ times: SampleTimes) -> Bool {
    guard let given, let rate = times.rate, case .series(let column, let unit, _) = times.kind else {
      return false
    }
    return column.name.isEmpty && MomentUnit(rawValue: unit) == nil && statedUnit(column) == nil
      && abs(rate / given - 1) > 0.01
  }

  /// Returns times of the same count as the samples; in a tree of objects those nearest to the channel.
  private static func series(of series: SeriesOutline, in file: KnownFile) -> SampleTimes? {
    let times = file.guesses.filter { guess in
      (guess.role == .time || guess.role.momentUnit != nil)
        && (guess.series.count == nil || series.count == nil || guess.series.count == series.count)
    }
    let best = times.min { nearness($0.series, series) < nearness($1.series, series) }
    guard let best, nearness(best.series, series) < 100 else { return nil }
    guard let summary = best.series.summary else {
      // A text time of a file whose cells could not all be read.
      return best.role.momentUnit.map { plain(best.series, $0, holds(best), nil) }
    }
    if let moment = best.role.momentUnit {
      guard signals.contains(1 / summary.usualStep) else { return nil }
      return stamped(best.series, moment, perSecond: 1, summary, holds(best))
    }
    guard let unit = unit(of: best.series, summary, within: signals) else { return nil }
    return stamped(best.series, unit.name, perSecond: unit.perSecond, summary, holds(best))
  }

  /// Returns a share in percent with two digits or so.
  private static func percent(_ share: Double) -> String {
    shortest(100 * share, decimals: share < 1e-4 ? 4 : share < 1e-3 ? 3 : share < 1e-2 ? 2 : 1)
  }

  private static func holds(_ guess: SeriesGuess) -> String {
    let called = guess.series.name.isEmpty ? "the first column" : quoted(guess.series.name)
    return switch guess.role {
    case .dateTime: "\(called) holds dates and times"
    case .timeOfDay: "\(called) holds times of day"
    case .elapsed: "\(called) holds elapsed times"
    default: called
    }
  }

  private static func plain(
    _ series: SeriesOutline, _ unit: String, _ why: String, _ rate: Double?
  ) -> SampleTimes {
    SampleTimes(.series(series, unit: unit, uniformRate: nil), why, rate)
  }

  /// Returns the times of a column: as they are; or, if they were rounded or stand for several rows each, the rate at
  /// which the rows fit them.
  private static func stamped(
    _ series: SeriesOutline, _ unit: String, perSecond: Double, _ summary: ValueSummary, _ holds: String
  ) -> SampleTimes {
    let isMoment = MomentUnit(rawValue: unit) != nil
    let inUnit = isMoment ? holds : "\(holds) is in \(unit)"
    let (repeats, rows) = (summary.repeats, summary.count - summary.missing)
    let mean = perSecond / summary.meanStep
    if let even = summary.evenness, repeats > 0 ? even.isEven : even.isRounded {
      let exact = perSecond / even.step
      let rate = snapped(exact, within: even.uncertainty)
      let known = "\(short(rate)) rows a second over the whole, known to \(Self.percent(even.uncertainty)) %"
      return SampleTimes(
        .series(series, unit: unit, uniformRate: rate),
        repeats > 0
          ? "\(inUnit), and \(repeats) of \(rows) rows repeat the time before: \(known)"
          : "\(inUnit), rounded to \(short(even.quantum)): \(known)", rate)
    }
    guard repeats > 0 else {
      return plain(
        series, unit,
        isMoment
          ? holds
          : "\(holds) ascends by \(short(summary.step)), which in \(unit) are \(short(perSecond / summary.step)) samples a second",
        isMoment ? perSecond / summary.usualStep : mean)
    }
    var times = plain(series, unit, inUnit, mean)
    if repeats * 100 <= rows {
      times = plain(
        series, unit,
        "\(inUnit); \(repeats) of \(rows) rows repeat the time before and are dropped", mean)
      times.droppedRows = repeats
    } else {
      times.choice = (
        "when the samples were taken: \(repeats) of \(rows) rows repeat the time before, and not at an even pace"
          + (summary.evenness.map { "; the longest pause is before row \($0.rowAfterPause), counted from 0" }
            ?? ""),
        "if the sensor paused there, make two recordings of the file and start again; if only its clock jumped, \"sampleRate\": HERTZ in place of \"time\" in dataset.json keeps all rows at an even rate; \"repeatedTimes\": \"keepFirst\" beside \"time\" keeps the first row of each time and drops \(repeats)"
      )
    }
    return times
  }

  /// Returns the distance of times from a channel: 0 in the same table; in a tree smaller the more of path and name
  /// they share; 100 for times of another channel.
  private static func nearness(_ times: SeriesOutline, _ channel: SeriesOutline) -> Int {
    func path(_ series: SeriesOutline) -> [String]? {
      series.objectPath?.split { $0 == "/" || $0 == "." }.map(String.init)
    }
    guard let a = path(times), let b = path(channel) else { return 0 }
    if times.place == channel.place { return 100 }
    let shared = zip(a, b).prefix { $0 == $1 }.count
    let names = (a.last ?? "").lowercased().hasPrefix((b.last ?? "").lowercased()) ? 1 : 0
    // Times of another channel do not apply.
    if names == 0, let stem = (a.last ?? "").lowercased().split(separator: "_").first, a.count == b.count,
      shared == a.count - 1, !Vocabulary.time.contains(String(stem)),
      !Vocabulary.timeAlone.contains(String(stem))
    {
      return 100
    }
    return 20 - 2 * shared - names
  }

  /// Returns the unit of times: the one that a name or a row of units states, else the first that gives a rate in a
  /// range.
  ///
  /// - Returns: `nil` if no unit fits.
  static func unit(
    of series: SeriesOutline, _ summary: ValueSummary, within rates: ClosedRange<Double>
  ) -> (name: String, perSecond: Double)? {
    let step = summary.meanStep
    guard step > 0 else { return nil }
    let stated = statedUnit(series)
    // Without a word for it, times are in no more unusual unit.
    let usual = [TimeUnit.s, .ms, .us, .ns].first { rates.contains($0.perSecond / step) }
    return (stated ?? usual).map { ($0.rawValue, $0.perSecond) }
  }

  /// Returns the unit that a name states: `time_ms`, `Time [s]`, `ms`; or a row of units below it.
  static func statedUnit(_ series: SeriesOutline) -> TimeUnit? {
    let words = NameWords(series.name).words
    let named = words.dropFirst(words.count > 1 ? 1 : 0).last { Vocabulary.timeUnits[$0] != nil }
    return (named ?? series.unit?.lowercased()).flatMap { Vocabulary.timeUnits[$0] }.flatMap(TimeUnit.init)
  }

  /// Returns a single number with the name of a sample rate, the nearest to the channel.
  private static func number(of series: SeriesOutline, in file: KnownFile) -> NumberOutline? {
    let known: Set<String> = [
      "fs", "samplerate", "samplingrate", "samplingfrequency", "samplefrequency", "sr", "freq", "frequency",
      "hz", "rate",
    ]
    func nearness(_ number: NumberOutline) -> Int {
      guard case .object(let path, .whole) = series.place else { return 0 }
      let names = NameWords(number.object).words
      let channel = NameWords(path).words
      return zip(Array(number.object), Array(path)).prefix { $0 == $1 }.count
        + 100 * (names.contains { channel.contains($0) } ? 1 : 0)
    }
    return file.outline.numbers.filter { number in
      let parts = number.object.split { $0 == "/" || $0 == "." }.map { NameWords(String($0)).joined }
      return signals.contains(number.value) && parts.contains { known.contains($0) }
    }.max { nearness($0) < nearness($1) }
  }

  /// Rounds a rate to the nearest whole number, if it is less than 0.2 % away, or less than its uncertainty.
  ///
  /// - Parameter uncertainty: as a share of the rate; at most half the distance between two whole numbers counts.
  static func snapped(_ rate: Double, within uncertainty: Double = 0) -> Double {
    let whole = rate.rounded()
    return whole > 0 && (rate / whole - 1).magnitude < max(0.002, min(uncertainty, 0.5 / rate)) ? whole : rate
  }
}

/// Sample times in the form of a descriptor.
extension ProposalBuilder {
  /// Returns the sample times of all channels of a table.
  mutating func timing(
    of file: KnownFile, _ placed: [Placed], _ clocks: [SampleTimes]
  ) -> Members {
    let mine = zip(placed, clocks).filter { $0.0.file.path == file.path }
    guard let (_, times) = mine.first else { return [] }
    if let choice = mine.lazy.compactMap(\.1.choice).first {
      lack("\(file.path): \(choice.what)", choice.line, isNeeded: true)
    }
    if Self.isTree(file) {
      // Each channel states its own times; unknown times are reported once.
      if mine.contains(where: { if case .unknown = $0.1.kind { true } else { false } }) { unknownRate(file) }
      return []
    }
    if case .unknown = times.kind {
      unknownRate(file)
      return [DatasetKey.comment("The sample rate is not known: add \"sampleRate\": samples per second.")]
    }
    let members = timingMembers(times, file)
    if !members.isEmpty { guess("times of \(file.path)", times.why) }
    return members.isEmpty ? [] : members + [DatasetKey.comment("Times: \(times.why).")]
  }

  /// Returns the delay of a companion against the main file, if both state their beginning.
  mutating func start(of companion: Companion) -> Members {
    let delays = delays(of: companion)
    guard let delay = delays.first, delay != 0 else { return [] }
    guard delays.allSatisfy({ $0 == delay }) else {
      lack(
        "when \(companion.template) begins: by up to \(short(delays.max() ?? 0)) s later, other in every recording",
        "\"startTime\" in its entry of \"files\", in a descriptor of its own for each")
      return []
    }
    guess("\(companion.template) begins at \(short(delay)) s", "the first lines say when each file begins")
    return [TimingKey.startTime(delay)]
  }

  /// Returns the delays of a companion against the main file, if both state their beginning.
  private func delays(of companion: Companion) -> [Double] {
    companion.pairs.compactMap { pair in
      guard let mine = pair.main.outline.table?.beginsAt, let other = pair.other.outline.table?.beginsAt
      else {
        return nil
      }
      return ((other - mine) * 1000).rounded() / 1000
    }
  }

  /// Returns the delay of a companion's events, which is the same in all recordings; else 0, and ``start(of:)`` asks.
  func delay(of companion: Companion?) -> Double {
    guard let delays = companion.map(delays), let first = delays.first, delays.allSatisfy({ $0 == first })
    else { return 0 }
    return first
  }

  mutating func unknownRate(_ file: KnownFile) {
    let unread = file.unreadTimes
    let line = unread?.line.map { "\($0) in its entry of \"files\" in dataset.json" }
    lack(
      "how many samples a second \(file.path) has: \(unread?.why ?? "no column of times, and no rate in the file or its name")",
      (line.map { "\($0); or " } ?? "")
        + "\"sampleRate\": HERTZ \(line == nil ? "in its entry of \"files\" in dataset.json" : "there"); or once more with --rate HERTZ --force",
      isNeeded: true)
  }

  static func isTree(_ file: KnownFile) -> Bool { ["hdf5", "mat"].contains(file.outline.reader) }

  func timingMembers(_ times: SampleTimes, _ file: KnownFile) -> Members {
    switch times.kind {
    case .header, .unknown: return []
    case .rate(let value): return [(TimingKey.sampleRate.name, starred(value, file))]
    case .series(let series, let unit, let rate):
      let time = location(series, file) + Self.unit(unit) + (rate == nil ? [] : [TimingKey.uniform(true)])
      return (rate.map { [TimingKey.sampleRate($0)] } ?? []) + [TimingKey.time(time)]
        + (times.droppedRows > 0 ? [TimingKey.keepsFirst] : [])
    }
  }
}

extension KnownFile {
  /// Times that the file has, why they are not read, and the line that would read them; `nil` without such times.
  fileprivate var unreadTimes: (why: String, line: String?)? {
    for guess in guesses {
      let called = quoted(guess.series.name)
      switch (guess.role, guess.series.form) {
      case (.time, .numbers):
        guard let summary = guess.series.summary,
          SampleTimes.unit(of: guess.series, summary, within: SampleTimes.signals) == nil
        else { continue }
        return (
          "the times in \(called) ascend by \(short(summary.step)), which in no unit that is read (\(TimeUnit.spoken)) is a rate of such signals",
          nil
        )
      case (_, .texts(let texts)):
        guard let text = texts.first, Double(text) == nil,
          let hint = MomentHint.hint(for: text, MomentForm(iso: .both))
        else { continue }
        return (
          "\(called) holds texts such as \(quoted(text)), of which nothing says how to read them",
          "\"time\": { \"column\": \(called), \"format\": … } (\(hint))"
        )
      default: continue
      }
    }
    return nil
  }
}
