internal import HRSupport
internal import HRNumerics
internal import HRSignals

/// Makes a proposal from one layout of recordings and the files beside them.
struct ProposalBuilder {
  typealias Members = [(key: String, value: JSONText)]

  let summary: FolderOutline
  let main: FolderOutline.Candidate
  /// File that represents the others.
  let first: KnownFile
  private(set) var companions: [Companion] = []
  /// Table with readings of all recordings, if no recording has a reference of its own.
  private(set) var readings: ReadingTable?
  /// Lists of beats that are judged in place of detectors' output.
  var recorded: [RecordedList] = []
  var guesses: [Proposal.Guess] = []
  var gaps: [Proposal.Gap] = []

  /// Files found by the captures of the main file's path.
  struct Companion {
    let name: String
    let template: String
    let file: KnownFile
    /// Pairs of a main file and its companion, if both were examined.
    let pairs: [(main: KnownFile, other: KnownFile)]
    let count: Int
    /// True for other rows of the main file: those of another sensor.
    var isSensor: Bool { file.outline.word != nil }
  }

  init(_ summary: FolderOutline, main: FolderOutline.Candidate, files: [KnownFile]) {
    self.summary = summary
    self.main = main
    first = main.files[0]
    findCompanions(files)
    if !([first] + companions.map(\.file)).contains(where: { !$0.references.isEmpty }) {
      readings = ReadingTable(of: main.family, among: files)
    }
    for sibling in first.siblings {
      companions.append(
        Companion(
          name: sibling.outline.word ?? "other", template: main.family.pattern, file: sibling, pairs: [],
          count: main.family.paths.count))
    }
  }

  static func beside(_ path: String, _ name: String) -> String {
    path.contains("/") ? TextPath.folder(path) + "/" + name : name
  }

  // MARK: Ranking

  var hasPulse: Bool {
    first.choice.channels.contains { ![.ecg, .respiration].contains($0.kind) && !$0.kind.isAxis }
  }
  var hasECG: Bool { channels.contains { $0.channel.kind == .ecg } }
  var hasAnnotations: Bool {
    readings != nil
      || ([first] + companions.map(\.file)).contains { file in
        file.references.contains { ![.breaths, .breathSamples].contains($0.role) }
      }
  }

  /// Rank of the layout: a pulse wave with a reference is highest, then a reference, then more recordings.
  var rank: Rank {
    let hasReference = hasAnnotations || (hasECG && hasPulse)
    let kind = hasPulse && hasReference ? 4 : hasAnnotations ? 3 : hasPulse ? 2 : hasECG ? 1 : 0
    return Rank(kind: kind, count: main.family.paths.count, channels: channels.count)
  }

  struct Rank: Comparable {
    let kind, count, channels: Int
    static func < (a: Rank, b: Rank) -> Bool {
      (a.kind, a.count, a.channels) < (b.kind, b.count, b.channels)
    }
  }

  // MARK: Companions

  private mutating func findCompanions(_ files: [KnownFile]) {
    let family = main.family
    let paths = Set(summary.inventory.files)
    let signals = files.count { $0.layout != nil }
    var support: [(template: String, pairs: [(main: KnownFile, other: KnownFile)])] = []
    for other in files where !family.paths.contains(other.path) {
      guard other.layout != nil || !other.references.isEmpty, other.layout != first.layout else { continue }
      for (index, path) in family.paths.enumerated() {
        let template = family.template(of: other.path, for: index)
        // A path without captures belongs to a single recording only.
        guard template.contains("{") || isAlone(other, signals) else { continue }
        guard let mine = main.files.first(where: { $0.path == path }) else { continue }
        support[support.index(where: { $0.template == template }, else: (template, []))].pairs
          .append((mine, other))
      }
    }
    var names = ["signals"]
    // A file with more captures in its name belongs to the recording with more certainty.
    func captures(_ template: String) -> Int { template.count { $0 == "{" } }
    let ordered = support.sorted {
      (captures($1.template), $0.template) < (captures($0.template), $1.template)
    }
    var claimed: Set<String> = []
    for (template, pairs) in ordered {
      let filled = family.paths.indices.map { family.fill(template, $0) }.filter(paths.contains)
      let count = filled.count
      guard count * 2 > family.paths.count, !claimed.isSuperset(of: filled), let pair = pairs.first,
        isUseful(pair.other)
      else { continue }
      claimed.formUnion(filled)
      var name = Self.name(of: template, pair.other)
      if names.contains(name) { name = "\(name)\(names.count)" }
      names.append(name)
      companions.append(
        Companion(name: name, template: template, file: pair.other, pairs: pairs, count: count))
    }
  }

  /// Returns true if a file adds a new channel or a reference.
  private func isUseful(_ file: KnownFile) -> Bool {
    if !file.references.isEmpty { return true }
    let known = ([first] + companions.map(\.file)).flatMap { $0.choice.channels.map(\.kind) }
    // A file with the same channels is another form of the same data, and not a further sensor.
    return !file.choice.channels.contains { known.contains($0.kind) }
  }

  /// Returns true if a file can only belong to the single recording.
  ///
  /// - Parameter signals: number of files that have channels.
  private func isAlone(_ file: KnownFile, _ signals: Int) -> Bool {
    guard main.family.paths.count == 1 else { return false }
    if signals == 1 { return true }
    let (mine, other) = (first.path, file.path)
    guard TextPath.folder(mine) == TextPath.folder(other),
      file.choice.channels.allSatisfy({ channel in
        !first.choice.channels.contains { $0.kind == channel.kind }
      })
    else { return false }
    // Such as `walk_ppg.csv` and `walk_beats.csv`; or `BVP.csv` and `ACC.csv`, whose names say sensors alone.
    let (prefix, _) = PathFamily.ends([mine, other], isFile: true)
    let shared = prefix.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return shared.count >= 3 || Self.differInSensorAlone(mine, other)
  }

  /// Returns true if the names of two files differ in words for what they hold, and in times of their beginning.
  private static func differInSensorAlone(_ a: String, _ b: String) -> Bool {
    func words(_ path: String) -> [String] {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return NameWords(PackedText.stem(name)).words
    }
    let (a, b) = (words(a), words(b))
    return (a.filter { !b.contains($0) } + b.filter { !a.contains($0) }).allSatisfy { word in
      Vocabulary.sensors.contains(word) || word.count >= 6 && word.allSatisfy(\.isNumber)
    }
  }

  /// Returns the name of a companion from the parts of its path that are not captures: `{recording}_beats.csv` is
  /// beats.
  private static func name(of template: String, _ file: KnownFile) -> String {
    if file.choice.channels.isEmpty, let noun = file.references.lazy.compactMap(\.role.noun).first {
      return noun
    }
    if let kind = file.choice.channels.first?.kind {
      if kind.isAxis { return "accelerometer" }
      return [.red, .green, .blue].contains(kind) ? "camera" : kind.rawValue
    }
    for part in template.split(separator: "/").reversed() {
      let plain = PathFamily.wildcards(String(part)).replacing("*", with: "_")
      let words = PackedText.stem(plain).split { !$0.isLetter && !$0.isNumber }.filter {
        $0.contains(where: \.isLetter)
      }
      if let last = words.last { return String(last) }
    }
    return "other"
  }

  // MARK: Channels

  struct Placed {
    let channel: ChannelChoice.Channel
    let file: KnownFile
    /// Name of the companion file; `nil` for the main file.
    let companion: String?
    /// True for a mean colour of a video's frames.
    var isOfVideo: Bool { file.outline.reader == FileReader.video.rawValue }
  }

  /// True if all videos look like light through a finger, false if one does not; `nil` without videos.
  var showsFinger: Bool? {
    let looks = ([first] + main.files + companions.map(\.file)).compactMap(\.outline.showsFinger)
    return looks.isEmpty ? nil : looks.allSatisfy(\.self)
  }

  /// Channels of all files of a recording, without repetition.
  var channels: [Placed] {
    var placed: [Placed] = []
    func add(_ file: KnownFile, companion: String? = nil) {
      for channel in file.choice.channels
      where !placed.contains(where: { $0.channel.kind == channel.kind }) {
        placed.append(Placed(channel: channel, file: file, companion: companion))
      }
    }
    add(first)
    for other in main.files.dropFirst() { add(other) }
    for companion in companions {
      guard companion.isSensor else {
        add(companion.file, companion: companion.name)
        continue
      }
      // Another sensor's pulse wave is one more.
      for channel in companion.file.choice.channels {
        let kind = channel.kind.isPulse ? Self.nextPulse(after: placed.map(\.channel.kind)) : channel.kind
        guard !placed.contains(where: { $0.channel.kind == kind }) else { continue }
        placed.append(
          Placed(
            channel: .init(kind: kind, guess: channel.guess, remark: channel.remark), file: companion.file,
            companion: companion.name))
      }
    }
    return placed
  }

  private static func nextPulse(after kinds: [ChannelKind]) -> ChannelKind {
    switch kinds.count(where: \.isPulse) {
    case 0: .ppg
    case 1: .ppg2
    case let count: .furtherPulse(count + 1)
    }
  }

  /// Returns the sample times of a channel, from the file itself or from the length of a reference.
  func times(of placed: Placed) -> SampleTimes {
    let times = SampleTimes(of: placed.channel.guess.series, in: placed.file, given: summary.rate)
    guard case .unknown = times.kind, placed.companion == nil, let rate = rateBesideReference() else {
      return times
    }
    return rate
  }

  /// Returns the rate at which the samples last as long as a companion's rates with known times.
  private func rateBesideReference() -> SampleTimes? {
    for companion in companions {
      let rates = companion.pairs.compactMap { pair -> Double? in
        guard let step = pair.other.guesses.secondsBetweenRows,
          let rows = pair.other.references.first(where: { $0.role == .rates })?.series.count,
          let samples = pair.main.choice.channels.first?.guess.series.count, rows > 30
        else { return nil }
        return Double(samples) / (Double(rows) * step)
      }
      guard let rate = median(rates) else { continue }
      let whole = rate.rounded()
      guard whole >= 5, (rate / whole - 1).magnitude < 0.01,
        rates.allSatisfy({ ($0 / whole - 1).magnitude < 0.03 })
      else { continue }
      return SampleTimes(
        .rate(.number(whole)),
        "nothing states it; at \(short(whole)) a second the samples last as long as the readings in \(quoted(companion.template)), if both began and ended together",
        whole)
    }
    return nil
  }

  /// Length of the first recording, in seconds.
  var duration: Double? {
    for placed in channels {
      guard let rate = times(of: placed).rate, let count = placed.channel.guess.series.count, rate > 0 else {
        continue
      }
      return Double(count) / rate
    }
    return nil
  }

  // MARK: Words

  var mainGroup: Proposal.Group {
    Proposal.Group(
      pattern: main.family.pattern + Self.rows(first), count: main.family.paths.count,
      reader: first.outline.reader,
      holds: (recorded.isEmpty ? nil : BeatColumns(first)?.noun) ?? Self.holds(first))
  }

  var groups: [Proposal.Group] {
    [mainGroup]
      + companions.map {
        Proposal.Group(
          pattern: $0.template + Self.rows($0.file), count: $0.count, reader: $0.file.outline.reader,
          holds: Self.holds($0.file))
      }
      + (readings.map {
        [
          Proposal.Group(
            pattern: $0.file.path, count: 1, reader: $0.file.outline.reader,
            holds: $0.time == nil ? "one rate for each recording" : "rates of all recordings")
        ]
      } ?? [])
      + recorded.map {
        Proposal.Group(
          pattern: $0.path, count: $0.count, reader: $0.file.outline.reader,
          holds: "\($0.columns.noun), judged as recorded output")
      }
  }

  /// Returns the rows of one sensor in words; empty for a whole file.
  private static func rows(_ file: KnownFile) -> String { file.outline.word.map { ", rows \($0)" } ?? "" }

  /// Returns the contents of a file in words: `ppg, ecg, beats`.
  static func holds(_ file: KnownFile) -> String {
    let references = file.references.compactMap(\.role.noun)
    return (file.choice.channels.map(\.kind.rawValue) + references.distinct).joined(separator: ", ")
  }
}

extension ChannelKind {
  /// True for a pulse wave that is one of several alike.
  var isPulse: Bool {
    switch self {
    case .ppg, .ppg2, .furtherPulse: true
    default: false
    }
  }

  var isAxis: Bool { [.accelerometerX, .accelerometerY, .accelerometerZ].contains(self) }
}

enum TextPath {
  /// Returns the folder of a relative path; empty for the top.
  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
