internal import HRPlugins
internal import HRSignals

/// The bytes of a unit result, in the pipe and in the store: little-endian, columns as arrays.
extension UnitResult {
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(unit)
    switch outcome {
    case .failed(let reason):
      writer.write(0)
      writer.write(reason)
    case .windows(let table):
      writer.write((table.chosenTries.isEmpty ? 1 : 2) + (table.labels.isEmpty ? 0 : 2))
      writer.write(table)
      for number in table.chosenTries { writer.write(number) }
    }
    writer.write(facts)
    writer.write(exam)
    return writer.bytes
  }

  /// Reads a result.
  ///
  /// - Parameters:
  ///   - bytes: as written.
  ///   - detectors: those whose estimates and beats are wanted; `nil`: all, and the values of quality indices.
  /// - Throws: ``ByteReader/Damaged`` when the bytes are not a result.
  package init(bytes: some Collection<UInt8>, detectors: [Int]? = nil) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    let wanted = WantedColumns(detectors)
    unit = try reader.integer()
    switch try reader.integer() {
    case 0: outcome = .failed(try reader.string())
    case let form where (1...4).contains(form):
      outcome = .windows(try reader.windowTable(wanted, areTries: form % 2 == 0, areLabelled: form > 2))
    default: throw ByteReader.Damaged()
    }
    facts = try reader.facts()
    exam = try reader.exam()
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}

/// Columns of a table that are read.
struct WantedColumns {
  private let detectors: [Int]?

  /// - Parameter detectors: those whose columns are read; `nil`: everything.
  init(_ detectors: [Int]?) { self.detectors = detectors }

  func has(_ detector: Int) -> Bool { detectors?.contains(detector) ?? true }

  var hasQualities: Bool { detectors == nil }
}

/// A result together with its bytes, so that what a worker sent is stored unchanged.
package struct UnitAnswer: Sendable {
  package let result: UnitResult
  package let bytes: [UInt8]

  package init(_ result: UnitResult) {
    self.result = result
    bytes = result.bytes
  }

  /// Reads a result.
  ///
  /// - Throws: ``ByteReader/Damaged`` when the bytes are not a result.
  package init(bytes: [UInt8]) throws(ByteReader.Damaged) {
    result = try UnitResult(bytes: bytes)
    self.bytes = bytes
  }
}

extension ByteWriter {
  package mutating func write(_ facts: RecordingFacts) {
    write(facts.subject ?? "")
    write(facts.subject == nil ? 0 : 1)
    write(facts.metadata.count)
    for datum in facts.metadata {
      write(datum.name)
      write(datum.value)
    }
    write(facts.seconds)
    write(facts.channels.count)
    for channel in facts.channels {
      write(channel.kind)
      write(channel.sampleRate)
      write(channel.isIrregular ? 1 : 0)
    }
    write(facts.files.count)
    for file in facts.files {
      write(file.path)
      write(file.sha256)
      write(file.holdsSignals ? 1 : 0)
    }
  }

  /// Writes a table: first what ``NumberLists`` finds again.
  mutating func write(_ table: WindowTable) {
    write(table.ranges.count)
    write(table.estimates.count)
    let placeOfBeats = bytes.count
    write(0)
    write(table.cadenceBPM.isEmpty ? 0 as UInt8 : 1)
    for column in table.estimates { write(column == nil ? 0 as UInt8 : 1) }
    for column in table.estimates { write(finite: column?.firstReading) }
    write(list: table.ranges.map(\.start))
    write(list: table.ranges.map(\.end))
    write(list: table.references.bpm)
    if !table.cadenceBPM.isEmpty {
      write(list: table.cadenceBPM.map(\.finiteOrNaN))
    }
    for case let column? in table.estimates {
      write(list: column.bpm)
      write(list: column.confidences)
    }
    write(table.references.reasons)
    if !table.references.reasons.isEmpty { append(table.references.codes) }
    for case let column? in table.estimates {
      append(column.codes)
      append(column.qualities)
      append(column.motions)
      write(column.reasons.count)
      for reason in column.reasons { write(reason.text) }
      write(column.damage)
      write(column.variability)
    }
    write(table.referenceDetectors.count)
    for detector in table.referenceDetectors {
      write(detector.name)
      write(detector.ratesBPM)
    }
    write(table.qualities.count)
    for column in table.qualities { write(column) }
    if !table.labels.isEmpty {
      write(table.labels.count)
      for column in table.labels {
        write(column.name)
        write(column.words)
        for code in column.codes { write(code) }
      }
    }
    guard let beats = table.beats else { return }
    // Places count from the first byte of the result, with which this writer began.
    replace(at: placeOfBeats, with: bytes.count)
    var writer = ByteWriter()
    writer.write(beats)
    write(writer.bytes.count)
    write(RunStore.checksum(writer.bytes))
    append(writer.bytes)
  }

  private mutating func write(_ beats: BeatTrains) {
    write(beats.reference)
    // One per detector, so no count is written.
    for train in beats.trains {
      write(train == nil ? 0 : 1)
      guard let train else { continue }
      write(train.detected)
      write(train.answeredSpans)
    }
  }
}

extension ByteReader {
  package mutating func facts() throws(Damaged) -> RecordingFacts {
    let subject = try string()
    let hasSubject = try integer() == 1
    var metadata: [Recording.Metadatum] = []
    for _ in 0..<(try count()) { metadata.append(.init(name: try string(), value: try string())) }
    let seconds = try finite()
    var channels: [RecordingFacts.ChannelFacts] = []
    for _ in 0..<(try count()) {
      channels.append(.init(kind: try string(), sampleRate: try finite(), isIrregular: try integer() == 1))
    }
    var files: [RecordingFacts.FileFacts] = []
    for _ in 0..<(try count()) {
      files.append(.init(path: try string(), sha256: try string(), holdsSignals: try flag()))
    }
    return RecordingFacts(
      subject: hasSubject ? subject : nil, metadata: metadata, seconds: seconds, channels: channels,
      files: files)
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - wanted: the columns that are read; the rest is skipped, and then missing.
  ///   - areTries: whether each detector has a single estimate, of one of the windows.
  ///   - areLabelled: whether windows are grouped by labels.
  mutating func windowTable(
    _ wanted: WantedColumns, areTries: Bool, areLabelled: Bool
  ) throws(Damaged) -> WindowTable {
    let windowCount = try integer()
    let detectorCount = try count()
    let hasBeats = try integer() > 0
    let marks = try plainBytes(1 + detectorCount)
    guard marks.allSatisfy({ $0 <= 1 }) else { throw Damaged() }
    let firstReadings = try plainNumbers(detectorCount)
    let (starts, ends) = (try list(windowCount), try list(windowCount))
    let references = try list(windowCount)
    let cadence = marks[0] == 1 ? try list(windowCount) : []
    // Statistics go through windows in the order of time.
    guard starts.ascend, ends.ascend, !cadence.contains(where: \.isInfinite),
      !firstReadings.contains(where: \.isInfinite)
    else { throw Damaged() }
    let rowCount = areTries ? 1 : windowCount
    let (isThere, isRead) = (marks.dropFirst().map { $0 == 1 }, { wanted.has($0) })
    var lists: [(rates: [Double], confidences: [Double])?] = []
    for detector in isThere.indices {
      guard isThere[detector], isRead(detector) else {
        if isThere[detector] { try passLists(2, rowCount) }
        lists.append(nil)
        continue
      }
      lists.append((try list(rowCount), try list(rowCount)))
    }
    let absences = try strings()
    let column = ReferenceColumn(
      bpm: references, reasons: absences, codes: absences.isEmpty ? [] : try codes(windowCount))
    guard let column else { throw Damaged() }
    var columns: [EstimateColumn?] = []
    for detector in isThere.indices {
      guard let lists = lists[detector] else {
        if isThere[detector] { try passEstimateColumn(count: rowCount) }
        columns.append(nil)
        continue
      }
      columns.append(try estimateColumn(lists.rates, lists.confidences, firstReadings[detector]))
    }
    var detectors: [ReferenceDetector] = []
    for _ in 0..<(try count()) {
      let name = try string()
      let rates = try perWindow(windowCount)
      guard rates.count == windowCount else { throw Damaged() }
      detectors.append(ReferenceDetector(name: name, ratesBPM: rates))
    }
    var qualities: [[Double?]] = []
    for _ in 0..<(try count()) {
      if wanted.hasQualities { qualities.append(try perWindow(windowCount)) } else { try passNumbers() }
    }
    var labels: [WindowTable.LabelColumn] = []
    if areLabelled {
      for _ in 0..<(try count()) { labels.append(try labelColumn(windowCount)) }
    }
    if hasBeats { try pass(2, each: 8) }
    let beats = hasBeats ? try beatTrains(count: columns.count, wanted) : nil
    let chosen = areTries ? try choices(of: columns.count, among: windowCount) : []
    return WindowTable(
      ranges: zip(starts, ends).map { TimeRange(start: $0, end: $1) }, references: column, estimates: columns,
      beats: beats, referenceDetectors: detectors, cadenceBPM: cadence.map { $0.isNaN ? nil : $0 },
      qualities: qualities, chosenTries: chosen,
      labels: labels)
  }

  private mutating func choices(of detectors: Int, among tries: Int) throws(Damaged) -> [Int] {
    guard detectors > 0 else { throw Damaged() }
    var chosen: [Int] = []
    for _ in 0..<detectors {
      let number = try integer()
      guard (0..<tries).contains(number) else { throw Damaged() }
      chosen.append(number)
    }
    return chosen
  }

  mutating func beatTrains(count detectors: Int, _ wanted: WantedColumns) throws(Damaged) -> BeatTrains {
    let reference = try finiteNumbers()
    var trains: [BeatTrain?] = []
    for detector in 0..<detectors {
      guard try flag() else {
        trains.append(nil)
        continue
      }
      guard wanted.has(detector) else {
        try passNumbers()
        try passRanges()
        trains.append(nil)
        continue
      }
      trains.append(BeatTrain(detected: try finiteNumbers(), answeredSpans: try ranges()))
    }
    return BeatTrains(reference: reference, trains: trains)
  }

  private mutating func labelColumn(_ windowCount: Int) throws(Damaged) -> WindowTable.LabelColumn {
    let name = try string()
    let words = try strings()
    var values: [String] = []
    values.reserveCapacity(windowCount)
    for _ in 0..<windowCount {
      let code = try integer()
      guard words.indices.contains(code) else { throw Damaged() }
      values.append(words[code])
    }
    return WindowTable.LabelColumn(name: name, values: values)
  }

  /// Reads a number or none for each window; an empty list is allowed too.
  private mutating func perWindow(_ windowCount: Int) throws(Damaged) -> [Double?] {
    let numbers = try numbers()
    guard numbers.isEmpty || numbers.count == windowCount else { throw Damaged() }
    return numbers.map { $0.isNaN ? nil : $0 }
  }

  /// Bytes of one estimate beside its numbers: outcome, quality, motion.
  private static let cellBytes = 4

  /// Skips the rest of a column without reading it.
  private mutating func passEstimateColumn(count: Int) throws(Damaged) {
    try pass(count, each: Self.cellBytes)
    _ = try strings()
    try passNumbers()
    try passNumbers()
  }

  private mutating func estimateColumn(
    _ rates: [Double], _ confidences: [Double], _ firstReading: Double
  ) throws(Damaged) -> EstimateColumn {
    let codes = try codes(rates.count)
    let qualities = try plainBytes(rates.count)
    let motions = try plainBytes(rates.count)
    var reasons: [WindowOutcome] = []
    for _ in 0..<(try count()) {
      guard let reason = WindowOutcome(text: try string()) else { throw Damaged() }
      reasons.append(reason)
    }
    let column = EstimateColumn(
      reasons: reasons, bpm: rates, codes: codes, confidences: confidences, qualities: qualities,
      motions: motions, firstReading: firstReading.isNaN ? nil : firstReading, damage: try finiteNumbers(),
      variability: try numbers())
    guard let column else { throw Damaged() }
    return column
  }
}

extension [Double] {
  /// True if all are finite and none is below the one before.
  fileprivate var ascend: Bool {
    for index in indices {
      guard self[index].isFinite, index == 0 || self[index - 1] <= self[index] else { return false }
    }
    return true
  }
}
