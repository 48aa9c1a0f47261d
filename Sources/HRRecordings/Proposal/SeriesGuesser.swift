internal import HRSignals

/// Guesses at the series of one file: by names, which the values must confirm, then by values alone.
struct SeriesGuesser {
  let outline: FileOutline
  /// Words of the file's name and folders, for series without a name of their own.
  let around: NameWords
  /// Kinds of waves without a name, by ``SeriesOutline/shortName``, if several files of one kind were compared.
  var shapes: [String: ChannelKind] = [:]

  /// Limit of the sharpness of slopes: pulse waves are below, ECGs above. Waves near it may be either.
  static let sharp = 7.0
  private static let unsure = 5.0...10.0
  /// Limit of the turns of a series as a share of its values: sampled waves of pulses are below, RR intervals above.
  private static let restless = 0.25
  static let conceivable = 20.0...260.0
  /// Kinds of the waves that were identified by their shape alone.
  private(set) var byShape: [String: ChannelKind] = [:]

  mutating func guesses() -> [SeriesGuess] {
    var guesses = outline.series.map(guess)
    refuseSlow(&guesses)
    nameEvents(&guesses)
    nameWaves(&guesses)
    return guesses
  }

  /// Rejects waves with more than 0.25 s between their values.
  private func refuseSlow(_ guesses: inout [SeriesGuess]) {
    guard ["csv", "npy"].contains(outline.reader), let seconds = guesses.secondsBetweenRows, seconds > 0.25
    else {
      return
    }
    for index in guesses.indices {
      switch guesses[index].role {
      case .channel, .lead, .wave:
        guesses[index].role = .other("slow")
        guesses[index].why += "; one value every \(short(seconds)) s is no wave"
      default: break
      }
    }
  }

  private func guess(_ series: SeriesOutline) -> SeriesGuess {
    let words = NameWords(series.name)
    func made(_ role: SeriesRole, _ why: String) -> SeriesGuess { SeriesGuess(role, why, series) }
    let called = series.name.isEmpty ? "it has no name" : "it is called \(quoted(series.name))"
    switch series.form {
    case .texts: return made(.other("texts"), "it holds texts")
    case .pixels(let sizes):
      return made(
        .other("pixels"),
        "\(sizes.map(String.init).joined(separator: "×")) numbers look like a camera's frames")
    case .dateTimes: return made(.dateTime, "\(called), and its cells are dates and times")
    case .timesOfDay: return made(.timeOfDay, "\(called), and its cells are times of day")
    case .elapsed: return made(.elapsed, "\(called), and its cells are times since the beginning")
    case .numbers: break
    }
    if case .annotations(let texts) = series.place {
      return made(
        .beatTimes(unit: "s"),
        texts.isEmpty
          ? "WFDB calls these annotations beats"
          : "these annotations stand \(short(series.summary?.step ?? 0)) s apart or so, as heartbeats do")
    }
    let summary = series.summary
    if let summary, summary.levels <= 1 {
      // A camera's colour may be dark throughout, and an axis constant; any other constant series has no information.
      if let found = named(words, series, called), case .channel(let kind) = found.role,
        kind.isAxis || [.red, .green, .blue].contains(kind)
      {
        return made(found.role, "\(called), though all its values are \(short(summary.first))")
      }
      if isNameless(words), case .row = series.place, isRate(summary) {
        return made(
          .rates,
          "all its values are \(short(summary.first)), as readings of a heart rate that stays the same")
      }
      return made(.other("constant"), "all its values are \(short(summary.first))")
    }
    if case .at(let kept)? = outline.table?.format.keptRows?.column, series.place == .column(.at(kept - 1)) {
      return made(
        .beatSamples, "the column behind it has the signs of beats, as rdann prints annotations of WFDB")
    }
    if let found = named(words, series, called) { return made(found.role, found.why) }
    if let summary, summary.isWhole, summary.smallStep == 1, summary.largeStep == 1 {
      return made(.other("counter"), "it counts up by 1")
    }
    // A name without meaning is replaced by the name of the sensor, then by that of the file.
    for hint in series.hints {
      if let found = named(NameWords(hint), series, "the file calls it \(quoted(hint))") {
        return made(found.role, found.why)
      }
    }
    guard let summary else { return made(.other("unknown"), "\(called), which says nothing") }
    if words.hasAny(Vocabulary.others) { return made(.other("named"), called) }
    if words.hasAny(Vocabulary.events) {
      return made(
        .other("events"),
        "\(called), and its values, \(short(summary.lowest)) to \(short(summary.highest)) with \(short(summary.median)) in the middle, are no such times or intervals"
      )
    }
    let isNameless = isNameless(words)
    let isWave = summary.levels >= 20 && summary.rises > 0 && summary.falls > 0
    if isNameless, let found = named(around, series, "its file's name says so") {
      if case .channel = found.role, !isWave {
        return made(.other("no wave"), "its values are no wave: \(summary.levels) different ones")
      }
      return made(found.role, found.why)
    }
    if isNameless, around.hasAny(Vocabulary.quantities) {
      return made(.other("named"), "its file's name says that it is something else")
    }
    if isNameless, case .row = series.place, 2 * summary.repeats > summary.count,
      10 * summary.levels < summary.count, isRate(summary), !summary.ascends
    {
      return made(
        .rates,
        "its values, \(short(summary.lowest)) to \(short(summary.highest)), change seldom, as readings of a heart rate do"
      )
    }
    if summary.ascendsStrictly {
      return made(isNameless ? .time : .other("ascends"), "its values ascend")
    }
    if isNameless, outline.series.count == 1, Double(summary.turns) > Self.restless * Double(summary.count),
      summary.lowest > 0, let found = Self.intervals(words, summary)
    {
      return made(
        found.role,
        "nothing names it; it turns too often for a wave, \(found.why)")
    }
    if summary.ascends || !isWave {
      return made(.other("no wave"), "its values are no wave: \(summary.levels) different ones")
    }
    return made(.wave, "\(called), and its values go up and down like a wave")
  }

  private func isNameless(_ words: NameWords) -> Bool {
    words.words.allSatisfy { Double($0) != nil || Self.emptyWords.contains($0) }
  }

  /// Words of names that programs assign automatically.
  private static let emptyWords: Set<String> = [
    "column", "row", "channel", "ch", "chan", "signal", "sig", "data", "value", "values", "v", "y", "x",
    "raw", "var", "unnamed", "port", "chn", "a", "analog", "record", "arr",
  ]

  // MARK: Names

  private func named(
    _ words: NameWords, _ series: SeriesOutline, _ called: String
  ) -> (role: SeriesRole, why: String)? {
    let summary = series.summary
    let ascends = summary?.ascends ?? false
    if words.hasAny(Self.derived) { return nil }
    if let light = emotiBitLight(words) {
      return (.channel(light), "\(called), as EmotiBit calls its lights")
    }
    if words.hasAny(Vocabulary.acceleration) || (words.joined.count == 2 && words.joined.hasPrefix("a")),
      let axis = words.words.last(where: { ["x", "y", "z", "ax", "ay", "az"].contains($0) })
    {
      let kind: ChannelKind =
        axis.hasSuffix("x") ? .accelerometerX : axis.hasSuffix("y") ? .accelerometerY : .accelerometerZ
      return ascends ? nil : (.channel(kind), called)
    }
    if isAcceleration(series.unit), !words.hasAny(Vocabulary.pulse) {
      return (.lead, "its unit is \(quoted(series.unit ?? ""))")
    }
    if words.hasAny(Vocabulary.acceleration) { return ascends ? nil : (.lead, called) }
    if words.hasAny(Vocabulary.starts), !words.hasAny(Vocabulary.rate), ascends {
      return (.windowStart, called)
    }
    if words.hasAny(Vocabulary.ends), !words.hasAny(Vocabulary.rate), ascends { return (.windowEnd, called) }
    // `peak_times` are peaks.
    if words.hasAny(Vocabulary.beats), !words.hasAny(Vocabulary.breaths),
      let found = reference(words, summary)
    {
      return (found.role, "\(called), \(found.why)")
    }
    if isTime(words), let summary, summary.falls == 0, summary.rises > 0 {
      return (.time, "\(called), and its values never fall")
    }
    if words.hasAny(Vocabulary.breaths), let summary, ascends {
      return (1...20).contains(summary.meanStep)
        ? (.breaths, "\(called), and its values ascend by \(short(summary.step)) or so, as seconds do")
        : summary.isWhole
          ? (.breathSamples, "\(called), and its values ascend in whole numbers, as numbers of samples do")
          : (.other("breaths"), "\(called), and its values are no seconds")
    }
    if let found = reference(words, summary) { return (found.role, "\(called), \(found.why)") }
    if words.hasAny(Vocabulary.pulse) || (words.words.first == "pulse" && !isRate(summary)) {
      return ascends ? nil : (.channel(.ppg), called)
    }
    if words.hasAny(Vocabulary.ecg) || isLead(words, series) {
      return ascends ? nil : (.channel(.ecg), called)
    }
    if words.hasAny(Vocabulary.breathing), !words.hasAny(Vocabulary.rate), !words.words.contains("rate") {
      return ascends ? nil : (.channel(.respiration), called)
    }
    if let summary, words.joined.contains("spo"), summary.highest > 150 {
      return (.channel(.ppg), "\(called), and its values are too large for percent: the light of an oximeter")
    }
    return colour(words).map { (.channel($0), called) }
  }

  /// Words of what programs make of a signal, and not of the signal.
  private static let derived: Set<String> = ["quality", "sqi", "phase", "completion", "troughs"]

  /// Returns the light that a tag of EmotiBit stands for: in its tables, or beside another such tag.
  private func emotiBitLight(_ words: NameWords) -> ChannelKind? {
    let tags: [String: ChannelKind] = ["pi": .infrared, "pr": .red, "pg": .green]
    guard let light = tags[words.joined] else { return nil }
    let isEmotiBit = outline.series.contains { $0.name.lowercased().hasPrefix("emotibit") }
    return isEmotiBit || outline.words.count { tags[$0.lowercased()] != nil } > 1 ? light : nil
  }

  private func colour(_ words: NameWords) -> ChannelKind? {
    let rest = words.words.filter {
      Double($0) == nil && !["mean", "avg", "average", "led"].contains($0) && !Self.emptyWords.contains($0)
    }
    guard let word = rest.last, rest.count <= 2 else { return nil }
    // A single letter is a colour only by itself, and beside the two others.
    if word.count == 1 {
      let names = Set(outline.series.map { $0.name.lowercased() })
      guard rest.count == 1, names.isSuperset(of: ["r", "g", "b"]) else { return nil }
    }
    return Vocabulary.colours[word]
  }

  /// Returns true for names of leads. They may mean anything elsewhere, so they are accepted in formats with labelled
  /// signals, and beside other leads.
  private func isLead(_ words: NameWords, _ series: SeriesOutline) -> Bool {
    guard Vocabulary.leads.contains(words.joined) else { return false }
    if outline.reader == "edf" || outline.reader == "wfdb" { return true }
    if let unit = series.unit, ["v", "mv", "uv", "µv"].contains(unit.lowercased()) { return true }
    return outline.series.count { Vocabulary.leads.contains(NameWords($0.name).joined) } >= 2
  }

  private func isTime(_ words: NameWords) -> Bool {
    words.hasAny(Vocabulary.time) || Vocabulary.timeAlone.contains(words.joined)
  }

  private func isAcceleration(_ unit: String?) -> Bool {
    guard let unit else { return false }
    let plain = unit.lowercased().filter { !"^*·() ".contains($0) }
    return ["g", "mg", "m/s2", "m/s²", "ms-2", "ms−2", "m/s/s", "m/sec2", "m.s-2"].contains(plain)
  }

  // MARK: Waves

  /// Returns the waves that may be a pulse wave or an ECG: both of two; of more, in a table without names, the round one
  /// and the sharp one that repeat themselves most.
  private func chosen(_ waves: [Int], _ guesses: [SeriesGuess]) -> [Int]? {
    guard waves.count > 2 else { return waves }
    guard outline.table?.format.hasHeader == false, waves.count <= Self.mostWaves else { return nil }
    // Of several files those that most of them have.
    if !shapes.isEmpty { return waves.filter { shapes[guesses[$0].series.shortName] != nil } }
    func best(_ isFitting: (ValueSummary) -> Bool) -> Int? {
      let rhythms = waves.compactMap { index -> (index: Int, rhythm: Double)? in
        guard let summary = guesses[index].series.summary, isFitting(summary), summary.rhythm > 0.3 else {
          return nil
        }
        return (index, summary.rhythm)
      }
      return rhythms.max { ($0.rhythm, $1.index) < ($1.rhythm, $0.index) }?.index
    }
    return [best { $0.sharpness <= Self.sharp }, best { $0.sharpness > Self.sharp }].compactMap(\.self)
  }

  /// Maximum number of columns without names that are told by their shape.
  private static let mostWaves = 16

  /// Identifies waves by their shape if no series of the file has a known name; a file of one column is one wave.
  private mutating func nameWaves(_ guesses: inout [SeriesGuess]) {
    let hasWave = guesses.contains { if case .channel = $0.role { true } else { $0.role == .lead } }
    let waves = guesses.indices.filter { guesses[$0].role == .wave }
    guard !hasWave, let longest = waves.compactMap({ guesses[$0].series.count }).max() else { return }
    // A much shorter series is a summary of the others.
    let full = waves.filter { (guesses[$0].series.count ?? longest) * 2 > longest }
    guard let chosen = chosen(full, guesses) else { return }
    for index in chosen {
      let series = guesses[index].series
      guard let summary = series.summary, summary.count >= 100 else { continue }
      let kind = shapes[series.shortName] ?? (summary.sharpness > Self.sharp ? .ecg : .ppg)
      byShape[series.shortName] = kind
      guesses[index].role = .channel(kind)
      guesses[index].isUnsure = full.count > 2 || Self.unsure.contains(summary.sharpness)
      guesses[index].why =
        "nothing names it; its slopes are \(kind == .ecg ? "as sharp as an ECG's" : "as round as a pulse wave's")"
    }
  }
}
