internal import HRSupport

/// Sample times of a channel, as far as its file states them.
struct SampleTimes {
  enum Kind {
    /// Stated by the format.
    case header
    /// A rate to be written as `sampleRate`.
    case rate(JSONText)
    /// A series of times.
    case series(SeriesOutline, unit: String, uniformRate: Double?, keepsFirst: Bool)
    case unknown
  }

  let kind: Kind
  let why: String
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
    if let times = Self.series(of: series, in: file) {
      self = times
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

  /// Returns times of the same count as the samples; in a tree of objects those nearest to the channel.
  private static func series(of series: SeriesOutline, in file: KnownFile) -> SampleTimes? {
    let times = file.guesses.filter { guess in
      [.time, .dateTime, .timeOfDay].contains(guess.role)
        && (guess.series.count == nil || series.count == nil || guess.series.count == series.count)
    }
    let best = times.min { nearness($0.series, series) < nearness($1.series, series) }
    guard let best, nearness(best.series, series) < 100 else { return nil }
    let summary = best.series.summary
    let called = best.series.name.isEmpty ? "the first column" : quoted(best.series.name)
    let repeats = summary?.repeats ?? 0
    if best.role != .time {
      let unit = best.role == .dateTime ? "dateTime" : "timeOfDay"
      let rate = summary.map { 1 / $0.meanStep }
      guard rate.map(signals.contains) ?? true else { return nil }
      return SampleTimes(
        .series(best.series, unit: unit, uniformRate: nil, keepsFirst: repeats > 0),
        "\(called) holds \(unit == "dateTime" ? "dates and times" : "times of day")", rate)
    }
    guard let summary, let unit = unit(of: best.series, summary, within: signals) else { return nil }
    let rate = unit.perSecond / summary.meanStep
    if repeats > 0 {
      // Repeated times were rounded, so the rate is that of the whole series.
      let even = snapped(rate)
      return SampleTimes(
        .series(best.series, unit: unit.name, uniformRate: even, keepsFirst: false),
        "\(called) is in \(unit.name), and \(repeats) times repeat the one before, as rounded ones do: \(short(even)) a second over the whole",
        even)
    }
    return SampleTimes(
      .series(best.series, unit: unit.name, uniformRate: nil, keepsFirst: false),
      "\(called) ascends by \(short(summary.step)), which in \(unit.name) are \(short(unit.perSecond / summary.step)) samples a second",
      rate)
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

  static func unit(
    of series: SeriesOutline, _ summary: ValueSummary, within rates: ClosedRange<Double>
  ) -> (name: String, perSecond: Double)? {
    let units = [("s", 1.0), ("ms", 1e3), ("us", 1e6)]
    let step = summary.meanStep
    guard step > 0 else { return nil }
    let words = NameWords(series.name).words
    let said = [
      "ms": "ms", "msec": "ms", "millis": "ms", "milliseconds": "ms", "us": "us", "microseconds": "us",
    ]
    if let name = words.dropFirst(words.count > 1 ? 1 : 0).compactMap({ said[$0] }).last,
      let unit = units.first(where: { $0.0 == name }), rates.contains(unit.1 / step)
    {
      return unit
    }
    return units.first { rates.contains($0.1 / step) }
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

  /// Rounds a rate to a whole number that is less than 0.2 % away.
  static func snapped(_ rate: Double) -> Double {
    let whole = rate.rounded()
    return whole > 0 && (rate / whole - 1).magnitude < 0.002 ? whole : rate
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
    let delays = companion.pairs.compactMap { pair -> Double? in
      guard let mine = pair.main.outline.table?.beginsAt, let other = pair.other.outline.table?.beginsAt
      else {
        return nil
      }
      return ((other - mine) * 1000).rounded() / 1000
    }
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

  mutating func unknownRate(_ file: KnownFile) {
    lack(
      "how many samples a second \(file.path) has: no column of times, and no rate in the file or its name",
      "\"sampleRate\": HERTZ in its entry of \"files\" in dataset.json; or once more with --rate HERTZ --force",
      isNeeded: true)
  }

  static func isTree(_ file: KnownFile) -> Bool { ["hdf5", "mat"].contains(file.outline.reader) }

  func timingMembers(_ times: SampleTimes, _ file: KnownFile) -> Members {
    switch times.kind {
    case .header, .unknown: return []
    case .rate(let value): return [(TimingKey.sampleRate.name, starred(value, file))]
    case .series(let series, let unit, let rate, let keepsFirst):
      let time = location(series, file) + Self.unit(unit) + (rate == nil ? [] : [TimingKey.uniform(true)])
      return (rate.map { [TimingKey.sampleRate($0)] } ?? []) + [TimingKey.time(time)]
        + (keepsFirst ? [TimingKey.keepsFirst] : [])
    }
  }
}
