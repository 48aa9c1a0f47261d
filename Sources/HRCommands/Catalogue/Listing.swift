internal import HRSupport
internal import HRRunning
internal import HRPluginTesting
internal import HRPlugins
internal import HRRecordings
internal import HRReporting
internal import HRSignals
internal import HRStatistics

/// The contents of `list`, for every kind of thing.
enum Listing {
  enum Kind: String, CaseIterable, Sendable {
    case detectors, extractors, filters, qualities, scenarios, metrics, readers, datasets, findings

    /// Noun for one of them.
    var noun: String {
      switch self {
      case .qualities: "quality index"
      case .datasets: "data set"
      case .detectors, .extractors, .filters, .scenarios, .metrics, .readers, .findings:
        String(rawValue.dropLast())
      }
    }
  }

  struct Item {
    let name: String
    let summary: String
    var facts: [(name: String, value: String)] = []
    var parameters: [ParameterDescription] = []
    /// Text in brackets after the summary in a table: the path of a data set, or the parts of a format that this build
    /// cannot read.
    var place: String?
  }

  /// - Parameters:
  ///   - plugins: this program's.
  ///   - environment: folders that are searched for data sets; not evaluated for other kinds.
  static func items(
    of kind: Kind, plugins: Plugins, environment: @autoclosure () -> DataEnvironment? = nil
  ) -> [Item] {
    switch kind {
    case .detectors: plugins.detectors.entries.map(Item.init(detector:))
    case .filters: plugins.filters.entries.map { Item(plugin: $0) }
    case .extractors:
      plugins.extractors.entries.map { entry in
        Item(
          plugin: entry,
          facts: [
            ("reads", entry.inputs.map(\.rawValue).joined(separator: ", ")),
            ("causality", entry.causality.text(beyond: "the sample")),
          ])
      }
    case .qualities:
      plugins.qualities.entries.map { entry in
        Item(
          plugin: entry,
          facts: [
            ("unit", entry.unit.isEmpty ? "none" : entry.unit), ("better", entry.better.rawValue),
            ("extractors", entry.extractors.joined(separator: ", ") + " (the first that fits)"),
          ])
      }
    case .scenarios: plugins.scenarios.entries.map(Item.init(scenario:))
    case .metrics:
      Metric.columns.map { column in
        let metric = Metric.named(column.name)
        return Item(
          name: column.name, summary: column.summary,
          facts: [("definition", column.definition), ("unit", column.unit), ("source", column.source)]
            + (metric.map { [("kind", $0.kind.rawValue), ("better", $0.better.rawValue)] } ?? [])
            + [("written to", column.isInSummary ? "summary.csv, results.json" : "results.json")])
      }
    case .readers:
      FileReader.allCases.map { reader in
        let endings =
          reader.endings.isEmpty ? "none: \"reader\" must say it" : reader.endings.joined(separator: ", ")
        return Item(
          name: reader.rawValue, summary: reader.summary,
          facts: [("endings", endings), ("this build", reader.lack ?? "reads all of it")],
          place: reader.lack)
      }
    case .datasets: environment()?.descriptors.map(Item.init(dataset:)) ?? []
    case .findings: DataFinding.Kind.allCases.map(Item.init(finding:))
    }
  }

  static func table(_ kind: Kind, _ items: [Item]) -> String {
    pairs(kind.rawValue, items.map { ("  " + $0.name, $0.summary + ($0.place.map { " (\($0))" } ?? "")) })
  }

  /// Returns two columns below a heading.
  fileprivate static func pairs(_ heading: String, _ rows: [(String, String)]) -> String {
    TerminalTable(
      Table(columns: [.left(heading), .left("")], rows: rows.map { [.text($0), .text($1)] }),
      TableStyle(.everything, colour: false)
    ).text
  }
}

extension Listing.Item {
  init(plugin entry: some CatalogEntry, facts: [(name: String, value: String)] = []) {
    var all: [(name: String, value: String)] = [("definition", entry.info.definition)]
    all += facts
    all.append(("source", entry.info.source))
    // Scenarios change recordings and are tuned on none.
    if !(entry is ScenarioEntry) { all.append(("tuned on", Self.tunedOn(entry.info.tunedOn))) }
    self.init(
      name: entry.info.name, summary: entry.info.summary, facts: all, parameters: entry.parameters)
  }

  /// Returns `bidmc (01): constants were varied.`, `not stated`.
  private static func tunedOn(_ stated: [TunedOn]?) -> String {
    guard let stated else { return "not stated" }
    guard !stated.isEmpty else { return "no recordings, as stated" }
    return stated.map { tuned in
      let recordings = tuned.recordings.isEmpty ? "" : " (\(tuned.recordings.joined(separator: ", ")))"
      return "\(tuned.dataset)\(recordings): \(tuned.what)"
    }.joined(separator: " ")
  }

  init(dataset found: DataEnvironment.Found) {
    let places =
      [("descriptor", shownPath(found.path))]
      + found.hidden.map { ("not taken", "\(shownPath($0)): of the same name, and searched later") }
    guard let descriptor = try? DatasetDescriptor(path: found.path) else {
      self.init(
        name: found.name, summary: "(its descriptor has problems: hreval inspect \(found.name))",
        facts: places, place: shownPath(found.path))
      return
    }
    self.init(
      name: found.name, summary: descriptor.title ?? "",
      facts: [
        ("about", descriptor.summary ?? "not stated"),
        ("channels", descriptor.channelKinds.map(\.rawValue).joined(separator: ", ")),
        ("references", descriptor.referenceNames.joined(separator: ", ")),
        ("licence", descriptor.license ?? "not stated"), ("cite", descriptor.citation ?? "not stated"),
        ("home page", descriptor.homePage ?? "not stated"),
      ] + places, place: shownPath(found.path))
  }

  init(scenario entry: ScenarioEntry) {
    var facts: [(name: String, value: String)] = [("changes", entry.touchesText)]
    if entry.movesBeats { facts.append(("reference", "moves along: the heart beats otherwise")) }
    if !entry.needs.isEmpty { facts.append(("needs", entry.needs.map(\.words).joined(separator: ", "))) }
    self.init(plugin: entry, facts: facts)
  }

  init(detector entry: DetectorEntry) {
    var facts: [(name: String, value: String)] = [
      ("estimates", entry.measurands.map(\.words).joined(separator: ", ")), ("reads", entry.readsText),
    ]
    if !entry.optionalInputs.isEmpty {
      facts.append(
        ("takes too", entry.optionalInputs.map(\.rawValue).joined(separator: ", ") + " (if there)"))
    }
    if entry.inputs.contains(.ppg) {
      facts.append(("extractors", entry.extractors.joined(separator: ", ") + " (the first that fits)"))
    }
    if let rate = entry.sampleRate { facts.append(("sample rate", "\(shortest(rate)) Hz")) }
    if let rate = entry.assumedSampleRate {
      facts.append(("time stamps", "not looked at: samples count as \(shortest(rate)) a second"))
    } else if case .asRecorded = entry.timeBase {
      facts.append(("time stamps", "as recorded, even or not"))
    }
    if !entry.words.isEmpty {
      facts.append(("says", "words of " + entry.words.map(\.rawValue).joined(separator: ", ")))
    }
    let chance = entry.chanceWithinBPM.map { "chance of being within \(shortest($0)) bpm" }
    if let chance { facts.append(("confidence", chance)) }
    if let delay = entry.delaySeconds { facts.append(("delay", Self.delayText(delay))) }
    facts.append(("causality", entry.causality.text(beyond: "the window")))
    facts.append(("declared range", entry.declaredRangeText))
    facts.append(
      ("memory", entry.tracks ? "remembers what came before the window" : "none: each window by itself"))
    self.init(plugin: entry, facts: facts)
  }

  /// Returns `18.6 s behind the heart, 3.6 s behind the mean of a window of 30 s, with its defaults (measured: delay@1)`.
  private static func delayText(_ seconds: Double) -> String {
    // The window in which resolution and range are measured.
    let window = 30.0
    let behind = seconds - window / 2
    let direction = behind < 0 ? "ahead of" : "behind"
    return
      "\(shortest(seconds, decimals: 1)) s behind the heart, \(shortest(abs(behind), decimals: 1)) s \(direction) the mean of a window of \(shortest(window)) s, with its defaults (measured: delay@1)"
  }

  var detailed: String {
    var parts = [
      name.printable, "  " + summary.printable, Listing.pairs("", facts.map { ("  " + $0.name, $0.value) }),
    ]
    if !parameters.isEmpty {
      let rows = parameters.map {
        ("    " + $0.name, "\($0.domain.text), default \($0.defaultValue.text). \($0.summary)")
      }
      parts.append("\n" + Listing.pairs("  parameters", rows))
    }
    return parts.joined(separator: "\n")
  }

  var json: JSONText {
    var members: [(key: String, value: JSONText)] = [("name", .string(name)), ("summary", .string(summary))]
    members += facts.map { ($0.name, .string($0.value)) }
    if !parameters.isEmpty {
      let objects = parameters.map {
        JSONText.object([
          ("name", .string($0.name)), ("domain", .string($0.domain.text)),
          ("default", .string($0.defaultValue.text)), ("summary", .string($0.summary)),
        ])
      }
      members.append(("parameters", .array(objects)))
    }
    return .object(members)
  }
}

extension ScenarioEntry {
  /// `optical channels, accelerometer`
  var touchesText: String {
    let optical = ChannelKind.allCases.filter(\.isOptical)
    let camera = ChannelKind.allCases.filter { $0.levels != nil }
    let groups: [(kinds: [ChannelKind], words: String)] = [
      (optical, "optical channels"), (camera, "camera channels"), (Cadence.axes, "accelerometer"),
    ]
    var left = touches
    var texts: [String] = []
    for group in groups where group.kinds.allSatisfy({ left.contains($0) }) {
      texts.append(group.words)
      left.removeAll { group.kinds.contains($0) }
    }
    texts += left.map(\.rawValue)
    return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
  }
}

extension ScenarioNeed {
  var words: String {
    switch self {
    case .heartRate: "a reference of the heart rate"
    case .beats: "a reference with beats"
    case .noise: "a recording of noise (the key \"noise\")"
    case .video: "data sets of videos"
    }
  }
}

extension DetectorEntry {
  /// `pulse wave, accelerometerX`
  var readsText: String {
    inputs.map { $0 == .ppg ? "pulse wave" : $0.rawValue }.joined(separator: ", ")
  }

  /// Declared range of the detector with its default parameters; `nil` where it declares none.
  var declaredRangeBPM: ClosedRange<Double>? {
    (try? make())?.rangeBPM
  }

  /// `42 to 210 bpm with its defaults; a rate outside counts as failed`
  var declaredRangeText: String {
    guard let range = declaredRangeBPM else {
      let conceivable = (measurands.first ?? .heartRate).conceivablePerMinute
      return "none; a rate outside \(conceivable.boundsText) bpm counts as failed"
    }
    let defaults = parameters.isEmpty ? "" : " with its defaults"
    return range.upperBound.isFinite
      ? "\(range.boundsText) bpm\(defaults); a rate outside counts as failed"
      : "any rate: its method sets no bound"
  }
}

extension ClosedRange<Double> {
  /// `42 to 210`
  var boundsText: String {
    "\(shortest(lowerBound, decimals: 1)) to \(shortest(upperBound, decimals: 1))"
  }
}

extension DetectorProbe {
  /// The measured facts, for the listing of one detector.
  var facts: [(name: String, value: String)] {
    let resolution =
      resolutionBPM.map { $0 <= 0.1 ? "0.1 bpm or finer" : "\(shortest($0, decimals: 2)) bpm" }
      ?? "tells none apart"
    let range = rangeBPM.map { "\(shortest($0.lowerBound)) to \(shortest($0.upperBound)) bpm" } ?? "not read"
    return [("resolution", resolution), ("range", range)].map { name, value in
      (name, value + " (measured: resolution@1)")
    }
  }
}

extension Causality {
  /// `causal: looks at nothing after the window`, `looks 1.6 s beyond the sample`
  func text(beyond end: String) -> String {
    switch self {
    case .causal: "causal: looks at nothing after \(end)"
    case .lookAhead(.infinity): "looks to the recording's end"
    case .lookAhead(let seconds): "looks \(shortest(seconds)) s beyond \(end)"
    }
  }
}

extension ParameterDomain {
  /// `0.3 to 2`, `one of linear, mean`
  var text: String {
    switch self {
    case .number(let range): "\(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound), whole"
    case .choice(let names): "one of " + names.joined(separator: ", ")
    }
  }
}

extension Listing.Item {
  /// Lists a program in another language by its own description.
  init(program: KnownProgram) {
    let description = program.description
    func names(_ kinds: [ChannelKind]) -> String {
      kinds.isEmpty ? "none" : kinds.map(\.rawValue).joined(separator: ", ")
    }
    var facts: [(name: String, value: String)] = [
      ("definition", description.definition), ("kind", description.kind.rawValue),
      ("channels", names(description.channels)),
    ]
    if description.kind == .detector {
      facts += [
        ("optional channels", names(description.optionalChannels)), ("sees", description.sees.rawValue),
        (
          "estimates",
          description.measurands.map(\.words).joined(separator: ", ")
            + (description.rangeBPM.map {
              ", \(ParameterValue.number($0.lowerBound).text) to \(ParameterValue.number($0.upperBound).text) per minute"
            } ?? "")
        ),
        (
          "sample rate",
          description.sampleRate.map { "\(ParameterValue.number($0).text) Hz" } ?? "as recorded"
        ),
        ("samples", description.samples == .even ? "evenly spaced" : "with their recorded times"),
        ("tracks", description.tracks ? "yes" : "no"),
      ]
    }
    let isShown = description.kind == .detector && description.sees != .recording
    let beyond = description.kind == .detector ? "the window" : "the sample"
    facts += [
      (
        "causality",
        description.causality.text(beyond: beyond)
          + (isShown ? " (it is shown nothing later)" : " (as it states)")
      ),
      ("messages", description.frames == .json ? "lines of JSON" : "binary frames"),
      ("files", program.sha256.map { "SHA-256 \($0)" } ?? "none of its own"),
    ]
    self.init(
      name: description.name,
      summary: "A \(description.kind.rawValue) in another language: \(program.command.noted)",
      facts: facts, parameters: description.parameters)
  }
}

extension Listing.Item {
  /// Lists a kind of finding about data.
  init(finding kind: DataFinding.Kind) {
    self.init(name: kind.rawValue, summary: kind.title, facts: [("rule", kind.rule)])
  }
}
