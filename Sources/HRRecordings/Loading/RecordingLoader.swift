internal import HRSupport
internal import HRSignals

/// Reads one recording: each file once, and only the requested data.
struct RecordingLoader {
  let dataset: Dataset
  let entry: RecordingEntry
  /// Descriptor with captures replaced by their values in this recording.
  let descriptor: DatasetDescriptor
  let budget: ReadingBudget
  /// Rule for clips; their rectangles are known once the tables are read.
  var clips: ClipRule
  /// Request to each file of the descriptor.
  var requests: [FileRequest]
  private var contents: [FileContents?]
  private var timeBases: [TimeBaseKey: TimeBase] = [:]
  private var gaps: [ChannelKind: [TimeRange]] = [:]
  private var droppedRows: [ChannelKind: Int] = [:]
  private var missingSamples: [ChannelKind: Int] = [:]
  /// Channels whose numbers are in the stored unit.
  private var inStoredUnit: Set<ChannelKind> = []
  private var knownFacts: [Fact]?

  typealias Fact = (name: String, value: String)

  /// Key of a time base; channels with the same key share its times.
  private struct TimeBaseKey: Hashable {
    let timing: Timing
    let clock: SampleClock?
    let count: Int
  }

  init(dataset: Dataset, entry: RecordingEntry, clips: ClipRule = ClipRule()) {
    self.clips = clips
    self.dataset = dataset
    self.entry = entry
    descriptor = dataset.descriptor.filled(from: entry.captures, path: entry.files.first)
    budget = ReadingBudget(dataset.limits)
    requests = dataset.descriptor.files.map { _ in FileRequest() }
    contents = dataset.descriptor.files.map { _ in nil }
  }

  mutating func recording(
    needing kinds: Set<ChannelKind>?, wishing wishes: Set<ChannelKind>, withReference: Bool,
    labels wantedLabels: [String]?
  ) throws(Diagnostics) -> Recording {
    let wanted = try wantedChannels(kinds?.union(wishes))
    let reference = withReference ? descriptor.references.first { $0.name == dataset.referenceName } : nil
    for channel in wanted { request(channel) }
    if let reference { request(reference.source) }
    let labelled = descriptor.labels.filter { description in
      (wantedLabels?.contains(description.name) ?? true)
        || (reference != nil && description.notJudged != .none)
    }
    for description in labelled { request(description) }
    requestFacts()
    let candidates = requestOrigin()
    try readFiles()
    contents = try MomentClock.settled(contents, candidates: candidates)

    var problems = neverWritten(besides: wanted)
    var channels = Channels()
    for description in wanted {
      guard let channel = problems.gather(try channel(description)) else { continue }
      channels[description.kind] = channel
      if channel == nil, let kinds, kinds.contains(description.kind) { problems.append(absent(description)) }
    }
    channels.accelerationIsInG = channels.hasAllAxes(among: inStoredUnit)
    problems += Self.unequalPartners(channels)
    problems += overlong(channels)
    var truth = Reference.none
    if let reference, let found = problems.gather(try self.reference(reference, known: channels)) {
      truth = found
    }
    var labels: [LabelledStretches] = []
    var notJudged: [TimeRange] = []
    for description in labelled {
      let found = problems.gather(try self.labels(description, recording: channels.timeRange)) ?? nil
      guard let found else { continue }
      if wantedLabels?.contains(description.name) ?? true { labels.append(found) }
      notJudged += found.stretches.filter { description.notJudged.holds($0.label) }.map(\.range)
    }
    let facts = problems.gather(try facts()) ?? []
    var subject = entry.subject
    if case .attribute(let file, let attribute)? = descriptor.subject {
      subject = subject ?? text(attribute, inFile: file)
    }
    if channels.isEmpty, kinds == nil, problems.isEmpty, !wanted.isEmpty {
      problems.add("the recording has none of the declared channels", in: entry.files.first ?? "")
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    let origin = contents.lazy.compactMap { $0?.origin }.first
    var recording = Recording(
      id: entry.id, subject: subject, metadata: facts.map { .init(name: $0.name, value: $0.value) },
      channels: channels, reference: truth,
      labels: labels, notJudged: notJudged,
      zeroMoment: origin?.spoken())
    recording.zeroSeconds = Double(origin?.nanoseconds ?? 0) / 1e9
    for description in wanted {
      recording.neverWritten[description.kind] =
        contents[description.location.file]?.neverWritten[description.location.cell]
      let clock = contents[description.location.file]?.clocks[description.location.cell]
      if clock?.isStated == false, description.timing.sampleRate == nil, description.timing.stamps == nil {
        recording.unstatedRates.insert(description.kind)
      }
    }
    recording.assumedColours = contents.lazy.compactMap { $0?.assumedColours }.first
    (recording.gaps, recording.droppedRows) = (gaps, droppedRows)
    recording.missingSamples = missingSamples
    return recording
  }

  /// Returns the facts about the recording, which are looked up once.
  mutating func facts() throws(Diagnostics) -> [Fact] {
    if let knownFacts { return knownFacts }
    let found = try metadata()
    knownFacts = found
    return found
  }

  /// Returns the problems of files in which times, beats or labels were never written, which may have no gaps.
  private func neverWritten(besides channels: [ChannelDescription]) -> [Diagnostic] {
    requests.indices.flatMap { file in
      requests[file].cells.compactMap { item in
        guard let read = contents[file], let count = read.neverWritten[item.cell],
          !channels.contains(where: { $0.location.file == file && $0.location.cell == item.cell })
        else { return nil }
        return Diagnostic(
          "\(count) of \(read.columns[item.cell]?.count ?? 0) values were never written to the file",
          in: read.path, at: item.cell.described, hint: HDF5File.unfinished)
      }
    }
  }

  func wantedChannels(_ kinds: Set<ChannelKind>?) throws(Diagnostics) -> [ChannelDescription] {
    guard let kinds else { return descriptor.channels }
    let declared = descriptor.channelKinds
    let unknown = Channels.ordered(kinds).filter { !declared.contains($0) }
    if !unknown.isEmpty {
      let names = declared.map(\.rawValue).joined(separator: ", ")
      throw Diagnostics(
        unknown.map {
          Diagnostic(
            "the data set \"\(descriptor.name)\" has no channel \"\($0.rawValue)\"",
            hint: names.isEmpty ? nil : "it has \(names)")
        })
    }
    return descriptor.channels.filter { kinds.contains($0.kind) }
  }

  mutating func readFiles() throws(Diagnostics) {
    var problems: [Diagnostic] = []
    // Clips come last, since tables may say which of their pixels are wanted.
    let order = requests.indices.filter { descriptor.files[$0].reader != .video }
    for index in order + requests.indices.filter({ !order.contains($0) }) where !requests[index].isEmpty {
      if descriptor.files[index].reader == .video {
        guard problems.isEmpty else { continue }
        problems.gather(try readRectangles(for: requests[index]))
        guard problems.isEmpty else { continue }
      }
      contents[index] = problems.gather(
        try FileContents.read(
          requests[index], of: descriptor.files[index], at: entry.paths[index].get(), scope: dataset.scope,
          budget: budget, clips: clips))
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
  }

  private mutating func readRectangles(for request: FileRequest) throws(Diagnostics) {
    for columns in request.cells.compactMap(\.cell.rectangleColumns) where clips.rectangles[columns] == nil {
      let series = columns.columns.compactMap {
        self.series(DataLocation(file: columns.file, cell: .column($0)))
      }
      guard series.count == columns.columns.count else { continue }
      clips.rectangles[columns] = try Rectangles(columns, series)
    }
  }

  // MARK: Assembly

  /// Returns true if the recording has no such file.
  func lacks(file: Int) -> Bool {
    if case .failure = entry.paths[file] { true } else { false }
  }

  /// Returns the contents of a file; `nil` if nothing was requested from it.
  func contents(ofFile file: Int) -> FileContents? { contents[file] }

  /// Returns the cells of a table's column as written, without blanks around them.
  func texts(_ column: NameOrIndex, ofFile file: Int) throws(Diagnostics) -> [String] {
    var format = descriptor.files[file].format
    format.mayBeEmpty = true
    let path = try entry.paths[file].get()
    return try CSVTable.texts(path, format: format, columns: [column], budget: budget)[0]
  }

  /// Returns a series; `nil` if it is optional and absent.
  func series(_ location: DataLocation) -> Series? {
    guard let file = contents[location.file], let values = file.columns[location.cell] else { return nil }
    return Series(values: values, cell: location.cell, file: file)
  }

  mutating func number(
    _ source: NumberSource, _ what: String, for cell: DataCell
  ) throws(Diagnostics) -> Double {
    let (file, lack): (Int, String)
    switch source {
    case .given(let number): return number
    case .fact(let name): return try number(ofFact: name, what, for: cell)
    case .attribute(let index, let object, let name):
      (file, lack) = (index, "\(object) has no attribute \"\(name)\" with a number")
    case .object(let index, let object): (file, lack) = (index, "there is no object \(object)")
    }
    if let number = contents[file]?.numbers[source] { return number }
    throw Diagnostics("\(what) is missing: \(lack)", in: contents[file]?.path ?? "", at: cell.described)
  }

  private mutating func number(
    ofFact name: String, _ what: String, for cell: DataCell
  ) throws(Diagnostics) -> Double {
    let path = entry.files.first ?? ""
    guard let text = try facts().first(where: { $0.name == name })?.value else {
      throw Diagnostics(
        "\(what) is missing: the recording has no \(JSONText.quoted(name))", in: path, at: cell.described)
    }
    guard let number = Double(text), number.isFinite else {
      throw Diagnostics(
        "\(what) is no number: \(JSONText.quoted(name)) of this recording is \(JSONText.quoted(text))",
        in: path,
        at: cell.described, hint: "write a number with a decimal point and without unit")
    }
    return number
  }

  mutating func timeBase(_ timing: Timing, of samples: Series) throws(Diagnostics) -> TimeBase {
    let key = TimeBaseKey(
      timing: timing, clock: samples.file.clocks[samples.cell], count: samples.values.count)
    if let known = timeBases[key] { return known }
    let base = try makeTimeBase(timing, of: samples, count: samples.values.count)
    timeBases[key] = base
    return base
  }

  /// - Parameter count: number of the samples, which need not have been read if no column has their times.
  mutating func makeTimeBase(
    _ timing: Timing, of samples: Series, count: Int
  ) throws(Diagnostics) -> TimeBase {
    let clock = samples.file.clocks[samples.cell]
    var rate = clock?.sampleRate
    if let rate { try RecordingLimits.check(sampleRate: rate, samples) }
    // A rate that is replaced by time stamps may be absent.
    let stamps = timing.stamps.flatMap { stamps in series(stamps.location).map { (stamps, $0) } }
    if let source = timing.sampleRate, stamps == nil || stamps?.0.isUniform == true {
      let read = try number(source, "the sample rate", for: samples.cell)
      try RecordingLimits.check(sampleRate: read, samples)
      rate = read
    }
    guard let (description, times) = stamps else {
      guard let rate else { throw samples.problem("nothing says when these samples were taken") }
      var start = clock?.start ?? 0
      if let source = timing.startTime { start = try number(source, "the start time", for: samples.cell) }
      guard start.isFinite else { throw samples.problem("the start time is not a finite number") }
      try RecordingLimits.check(
        from: start, to: start + Double(count) / rate, cause: "the sample rate or the start time looks wrong",
        hint: "rates are in Hz, start times in seconds", samples)
      return .even(sampleRate: rate, start: start)
    }
    guard times.values.count == count else {
      throw samples.problem("there are \(count) samples but \(times.values.count) times")
    }
    var moved = times
    if times.cell == .frameTimes, let source = timing.startTime, let first = times.values.first {
      // A clip's own times, from another beginning on.
      let start = try number(source, "the start time", for: samples.cell)
      moved.values = times.values.map { $0 - first + start }
    }
    return try TimeBase(
      moved, description, uniformRate: description.isUniform ? rate : nil,
      repeatedTimes: timing.repeatedTimes)
  }

  /// - Returns: `nil` for an optional channel that the recording does not have.
  mutating func channel(_ description: ChannelDescription) throws(Diagnostics) -> Channel? {
    guard let series = series(description.location) else { return nil }
    guard !series.values.isEmpty else {
      throw series.problem("channel \"\(description.kind.rawValue)\" has no samples")
    }
    let base = try timeBase(description.timing, of: series)
    let unit = try unitConversion(description, series)
    let made = try ChannelAssembly(
      description: description, series: series, base: base, factor: unit.factor, budget: budget
    ).channel()
    if unit.isKnown { inStoredUnit.insert(description.kind) }
    if made.missing > 0 { missingSamples[description.kind] = made.missing }
    if !made.gaps.isEmpty { gaps[description.kind] = made.gaps }
    if let kept = base.keptRows { droppedRows[description.kind] = series.values.count - kept.count }
    return made.channel
  }

  /// Returns the problem of channels that are each short, but far apart in time.
  private func overlong(_ channels: Channels) -> [Diagnostic] {
    guard let range = channels.timeRange,
      let message = RecordingLimits.problem(
        from: range.start, to: range.end, cause: "its channels do not begin at about the same time")
    else { return [] }
    return [
      Diagnostic(
        message, in: entry.files.first ?? "", hint: "times of all channels count from the same moment")
    ]
  }

  private func absent(_ description: ChannelDescription) -> Diagnostic {
    Diagnostic(
      "the recording has no channel \"\(description.kind.rawValue)\" (\(description.location.cell.described))",
      in: contents[description.location.file]?.path ?? "")
  }

  static let partners: [[ChannelKind]] = [
    [.red, .green, .blue], [.accelerometerX, .accelerometerY, .accelerometerZ],
  ]

  /// Returns the problems of partner channels (colours of one camera, axes of one sensor) with different sample
  /// counts.
  private static func unequalPartners(_ channels: Channels) -> [Diagnostic] {
    return partners.compactMap { kinds in
      let present = kinds.compactMap { kind in channels[kind].map { (kind, $0.count) } }
      guard let first = present.first, present.contains(where: { $0.1 != first.1 }) else { return nil }
      let counts = present.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: ", ")
      return Diagnostic("channels that belong together differ in their number of samples: \(counts)")
    }
  }

  /// Returns a text of a file; `nil` if the file does not have it.
  func text(_ attribute: FileRequest.Attribute, inFile file: Int) -> String? {
    contents[file]?.texts[attribute]
  }
}

extension Channels {
  /// Returns true if each axis of the accelerometer is one of some kinds; also if there is none.
  func hasAllAxes(among known: Set<ChannelKind>) -> Bool {
    Cadence.axes.allSatisfy { self[$0] == nil || known.contains($0) }
  }
}
