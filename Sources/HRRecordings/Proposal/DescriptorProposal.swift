internal import HRSupport
internal import HRSignals

extension ProposalBuilder {
  /// - Parameter others: recordings that the descriptor does not include.
  func proposal(others: [Proposal.Group]) -> Proposal {
    var builder = self
    let descriptor = builder.descriptor()
    let references = descriptor.references
    let experiment = builder.experiment(references: references)
    return Proposal(
      descriptor: .object(descriptor.members), experiment: experiment, groups: groups,
      guesses: builder.guesses, gaps: builder.gaps, others: others,
      recordings: recordingNames,
      detector: builder.detectors.first ?? "fusion")
  }

  mutating func guess(_ what: String, _ why: String) {
    guesses.append(Proposal.Guess(what: what, why: why))
  }

  /// - Parameter line: what a person writes in its place.
  mutating func lack(_ what: String, _ line: String, isNeeded: Bool = false) {
    gaps.append(Proposal.Gap(what: what, line: line, isNeeded: isNeeded))
  }

  private mutating func descriptor() -> (members: Members, references: [Members]) {
    let placed = channels
    let clocks = placed.map(times)
    var files = [mainFile(placed, clocks)]
    for companion in companions { files.append(self.file(of: companion, placed, clocks)) }
    if let file = readingsFile() { files.append(file) }
    let channels = zip(placed, clocks).filter { !$0.0.isOfVideo }.map { placed, times in
      (placed.channel.kind.rawValue, channel(placed, times))
    }
    let frames = framesMembers(placed)
    let references = self.references(placed, clocks) + [readingsReference()].compactMap(\.self)
    typealias Key = DatasetKey
    var members: Members = [
      Key.schemaVersion(1), Key.name(summary.name),
      Key.summary(
        "Proposed by init from what the files say: look at every \"comment\", and compare the first recordings with what you know of them."
      ),
    ]
    if summary.root == nil { members.append(Key.root(".")) }
    members.append(Key.files(files))
    let family = main.family
    let recording = recordingTemplate
    if recording != "{recording}" { members.append(Key.recording(recording)) }
    guess(
      "recordings: \(recording)",
      innerWhy ?? (family.parts.isEmpty ? "the file's name" : "the part of the names that differs"))
    if let inner = first.inner, inner.captures.contains("subject") {
      guess("subjects: {subject}", "the outer groups are taken to be people")
    } else if let subject = family.subject {
      if subject != "{subject}" { members.append(Key.subject(subject)) }
      guess("subjects: \(subject)", family.subjectWhy)
    } else if let why = first.inner?.whyPeople {
      members.append(Key.subject("{recording}"))
      guess("subjects: {recording}", why)
    } else {
      lack(
        "who was recorded: \(family.subjectWhy)",
        "\"subject\": \"\(recording)\" in dataset.json, if every recording is of another person")
    }
    if !channels.isEmpty { members.append(Key.channels(channels)) }
    if !frames.isEmpty { members.append(Key.frames(frames)) }
    if !references.isEmpty { members.append(Key.reference(references)) }
    let facts = family.parts.map(\.name).filter { !["recording", "subject", "number"].contains($0) }
    if !facts.isEmpty {
      members.append(Key.metadata(facts.map { [MetadataKey.name($0), MetadataKey.value("{\($0)}")] }))
      for name in facts {
        let values = family.parts.first { $0.name == name }?.values.distinct ?? []
        guess(
          "metadata: \(name)", "names of files have \(values.prefix(4).map(quoted).joined(separator: ", "))")
      }
    }
    sayUnused(placed)
    return (members, references)
  }

  /// Names of the recordings in the files that were looked into.
  private var recordingNames: [String] {
    guard first.inner != nil, !main.family.parts.isEmpty else {
      return first.inner?.names ?? main.family.names
    }
    return zip(main.family.paths, main.family.names).flatMap { path, name in
      (main.files.first { $0.path == path }?.inner?.names ?? []).map { "\(name)-\($0)" }
    }
  }

  /// Template of the recordings' names.
  private var recordingTemplate: String {
    guard let inner = first.inner else { return main.family.recording }
    let template = inner.captures.map { "{\($0)}" }.joined(separator: "-")
    return main.family.parts.isEmpty ? template : "\(main.family.recording)-\(template)"
  }

  /// Reason for taking a file for several recordings.
  private var innerWhy: String? {
    guard let inner = first.inner else { return nil }
    let names = inner.names.prefix(4).joined(separator: ", ") + (inner.names.count > 4 ? " …" : "")
    let count = "\(first.path) holds \(inner.names.count) (\(names))"
    return switch inner.place {
    case .groups(let pattern): "\(count), in its groups \(pattern), which are alike"
    case .column(let column): "\(count), distinguished by \(column.spoken)"
    }
  }

  private var innerMembers: Members {
    switch first.inner?.place {
    case .groups(let pattern)?: [FileKey.recordingGroups(pattern)]
    case .column(let column)?: [FileKey.recordingColumn(column)]
    case nil: []
    }
  }

  // MARK: Files

  private mutating func mainFile(_ placed: [Placed], _ clocks: [SampleTimes]) -> Members {
    var members: Members = companions.isEmpty && readings == nil ? [] : [FileKey.name("signals")]
    members.append(FileKey.path(main.family.pattern))
    let except = exceptions()
    if !except.isEmpty { members.append(FileKey.except(except)) }
    members += innerMembers
    members += layout(of: first, path: main.family.pattern, others: main.files)
    members += timing(of: first, placed, clocks)
    return members
  }

  private mutating func file(
    of companion: Companion, _ placed: [Placed], _ clocks: [SampleTimes]
  ) -> Members {
    var members: Members = [FileKey.name(companion.name), FileKey.path(companion.template)]
    members += layout(of: companion.file, path: companion.template, others: companion.pairs.map(\.other))
    members += timing(of: companion.file, placed, clocks)
    members += start(of: companion)
    if companion.file.choice.channels.isEmpty { members += rateTiming(of: companion) }
    let missing = main.family.paths.count - companion.count
    if missing > 0 {
      guess(
        "\(companion.template) for \(companion.count) of \(main.family.paths.count) recordings",
        "the others have no such file, and will be failed recordings where it is needed")
    }
    return members
  }

  /// Returns paths that match the main pattern but are not recordings of it.
  private func exceptions() -> [String] {
    let family = main.family
    let mine = Set(family.paths)
    let strange = (summary.inventory.files + summary.inventory.leftOut.flatMap(\.paths)).filter { path in
      // No pattern matches hidden files.
      !mine.contains(path) && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        && PathFamily.fits(path, family.wildcards)
    }
    let templates = companions.map { PathFamily.wildcards($0.template) }.filter { pattern in
      !family.paths.contains { PathFamily.fits($0, pattern) }
    }
    return strange.map { path in templates.first { PathFamily.fits(path, $0) } ?? path }.distinct
  }

  /// Returns the reader, if the name does not select it, and the layout of a table.
  mutating func layout(of file: KnownFile, path: String, others: [KnownFile]) -> Members {
    var members: Members = []
    let ending = PackedText.unpackedName(path).split(separator: ".").last?.lowercased() ?? ""
    let usual = [
      "csv": "csv", "tsv": "csv", "hea": "wfdb", "atr": "wfdbAnnotations", "bdf": "edf", "hdf": "hdf5",
    ]
    let isVideo = FileReader.video.endings.contains(ending)
    let expected = isVideo ? "video" : usual[ending] ?? (ending == "h5" ? "hdf5" : ending)
    let reader = file.outline.reader
    if reader != expected { members.append(FileKey.reader(reader)) }
    guard reader == "csv", let table = file.outline.table?.format else { return members }
    typealias Key = CSVKey
    var csv: Members = []
    let delimiter = table.delimiterText
    if delimiter != (ending == "tsv" ? "\t" : ",") { csv.append(Key.delimiter(delimiter)) }
    if table.decimalMark != UInt8(ascii: ".") {
      csv.append(Key.decimalMark(String(UnicodeScalar(table.decimalMark))))
    }
    if table.skipLines > 0 { csv.append(Key.skipLines(table.skipLines)) }
    if let prefix = table.commentPrefix { csv.append(Key.commentPrefix(prefix)) }
    if !table.hasHeader { csv.append(Key.header(false)) }
    if table.skipBelowHeader > 0 { csv.append(Key.skipBelowHeader(table.skipBelowHeader)) }
    if table.areRows { csv.append(Key.rows(true)) }
    let missing = others.flatMap { $0.outline.table?.format.missing ?? [] }.distinct
    if !missing.isEmpty { csv.append(Key.missing(missing)) }
    let stop = others.lazy.compactMap { $0.outline.table?.format.stopAt }.first ?? table.stopAt
    if let stop { csv.append(Key.stopAt(stop)) }
    if let kept = table.keptRows {
      let texts = others.flatMap { $0.outline.table?.format.keptRows?.values ?? [] }.distinct
      csv.append(
        Key.keepRows([
          Key.KeepRows.column(kept.column), Key.KeepRows.values(texts.isEmpty ? kept.values : texts),
        ]))
    }
    guard !csv.isEmpty else { return members }
    guess(
      "\(path) as a table with "
        + csv.map { "\($0.key) \($0.value.rendered(indented: false))" }.joined(separator: ", "),
      "so most lines have as many cells, and most of these are numbers")
    return members + [FileKey.csv(csv)]
  }
}

/// Members of a descriptor that is written.
extension JSONKey {
  func callAsFunction(_ text: String) -> (key: String, value: JSONText) { (name, .string(text)) }
  func callAsFunction(_ number: Int) -> (key: String, value: JSONText) { (name, .integer(number)) }
  func callAsFunction(_ number: Double) -> (key: String, value: JSONText) { (name, .number(number)) }
  func callAsFunction(_ boolean: Bool) -> (key: String, value: JSONText) { (name, .boolean(boolean)) }

  func callAsFunction(_ name: NameOrIndex) -> (key: String, value: JSONText) {
    switch name {
    case .named(let text): self(text)
    case .at(let index): self(index)
    }
  }

  func callAsFunction(_ members: ProposalBuilder.Members) -> (key: String, value: JSONText) {
    (name, .object(members))
  }

  func callAsFunction(_ objects: [ProposalBuilder.Members]) -> (key: String, value: JSONText) {
    (name, .array(objects.map { .object($0) }))
  }

  func callAsFunction(_ texts: [String]) -> (key: String, value: JSONText) {
    (name, .array(texts.map { .string($0) }))
  }
}

extension DatasetKey {
  static func guessed(_ why: String) -> (key: String, value: JSONText) { comment("Guessed: \(why).") }
}

extension TimingKey {
  static let keepsFirst = repeatedTimes(RepeatedTimes.keepFirst.rawValue)
}
