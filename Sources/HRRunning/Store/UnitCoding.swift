internal import HRPlugins
internal import HRSignals

/// The bytes of a unit result, in the pipe and in the store: little-endian, columns as arrays.
extension UnitResult {
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(unit)
    writer.write(facts)
    switch outcome {
    case .failed(let reason):
      writer.write(0)
      writer.write(reason)
    case .windows(let table):
      writer.write((table.chosenTries.isEmpty ? 1 : 2) + (table.labels.isEmpty ? 0 : 2))
      writer.write(table)
      for number in table.chosenTries { writer.write(number) }
    }
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
    facts = try reader.facts()
    switch try reader.integer() {
    case 0: outcome = .failed(try reader.string())
    case let form where (1...4).contains(form):
      outcome = .windows(try reader.windowTable(wanted, areTries: form % 2 == 0, areLabelled: form > 2))
    default: throw ByteReader.Damaged()
    }
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

  mutating func write(_ table: WindowTable) {
    write(table.ranges)
    for reference in table.references {
      switch reference {
      case .bpm(let bpm): write(bpm)
      case .none(let reason):
        // NaN means no rate: the reason follows.
        write(Double.nan)
        write(reason)
      }
    }
    write(table.estimates.count)
    for column in table.estimates {
      write(column == nil ? 0 : 1)
      guard let column else { continue }
      for cell in column.cells {
        write(Int(clamping: cell.reason))
        write(cell.hasValue ? cell.bpm : 0)
        write(finite: cell.confidence)
        write(
          cell.quality.flatMap { SignalQuality.allCases.firstIndex(of: $0) }.map { UInt8(clamping: $0 + 1) }
            ?? 0)
        write(cell.motion.map { $0 ? 2 as UInt8 : 1 } ?? 0)
      }
      write(column.reasons.count)
      for reason in column.reasons { write(reason.text) }
      write(finite: column.firstReading)
    }
    write(table.referenceDetectors.count)
    for detector in table.referenceDetectors {
      write(detector.name)
      write(detector.ratesBPM)
    }
    write(table.cadenceBPM)
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
    write(table.beats == nil ? 0 : 1)
    guard let beats = table.beats else { return }
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
    let ranges = try self.ranges()
    // Statistics go through windows in the order of time.
    guard zip(ranges, ranges.dropFirst()).allSatisfy({ $0.start <= $1.start && $0.end <= $1.end }) else {
      throw Damaged()
    }
    let windowCount = ranges.count
    var references: [WindowTable.ReferenceCell] = []
    references.reserveCapacity(windowCount)
    for _ in 0..<windowCount {
      let bpm = try finiteOrNaN()
      references.append(bpm.isNaN ? .none(try string()) : .bpm(bpm))
    }
    var columns: [EstimateColumn?] = []
    for detector in 0..<(try count()) {
      guard try flag() else {
        columns.append(nil)
        continue
      }
      let rows = areTries ? 1 : windowCount
      if wanted.has(detector) {
        columns.append(try estimateColumn(count: rows))
      } else {
        try passEstimateColumn(count: rows)
        columns.append(nil)
      }
    }
    var detectors: [ReferenceDetector] = []
    for _ in 0..<(try count()) {
      let name = try string()
      let rates = try perWindow(windowCount)
      guard rates.count == windowCount else { throw Damaged() }
      detectors.append(ReferenceDetector(name: name, ratesBPM: rates))
    }
    let cadence = try perWindow(windowCount)
    var qualities: [[Double?]] = []
    for _ in 0..<(try count()) {
      if wanted.hasQualities { qualities.append(try perWindow(windowCount)) } else { try passNumbers() }
    }
    var labels: [WindowTable.LabelColumn] = []
    if areLabelled {
      for _ in 0..<(try count()) { labels.append(try labelColumn(windowCount)) }
    }
    let beats = try beatTrains(count: columns.count, wanted)
    let chosen = areTries ? try choices(of: columns.count, among: windowCount) : []
    return WindowTable(
      ranges: ranges, references: references, estimates: columns, beats: beats,
      referenceDetectors: detectors, cadenceBPM: cadence, qualities: qualities, chosenTries: chosen,
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

  private mutating func beatTrains(
    count detectors: Int, _ wanted: WantedColumns
  ) throws(Damaged) -> BeatTrains? {
    guard try flag() else { return nil }
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

  /// Bytes of one estimate: outcome, rate, confidence, quality, motion.
  private static let cellBytes = 26

  /// Skips a column without reading it.
  private mutating func passEstimateColumn(count windowCount: Int) throws(Damaged) {
    try pass(windowCount, each: Self.cellBytes)
    _ = try strings()
    _ = try number()
  }

  private mutating func estimateColumn(count windowCount: Int) throws(Damaged) -> EstimateColumn {
    let start = position
    try pass(windowCount, each: Self.cellBytes)
    var reasons: [WindowOutcome] = []
    for _ in 0..<(try count()) {
      guard let reason = WindowOutcome(text: try string()) else { throw Damaged() }
      reasons.append(reason)
    }
    let firstReading = try finiteOrNaN()
    let end = position
    position = start
    var column = EstimateColumn()
    column.firstReading = firstReading.isNaN ? nil : firstReading
    column.reserve(windowCount)
    let qualities = SignalQuality.allCases
    for _ in 0..<windowCount {
      let code = try integer()
      let bpm = try finite()
      let confidence = try finiteOrNaN()
      let quality = Int(clamping: try byte())
      let motion = try byte()
      guard quality <= qualities.count, (0...reasons.count).contains(code) else { throw Damaged() }
      column.append(
        bpm: code == 0 ? bpm : nil, outcome: code == 0 ? .value : reasons[code - 1],
        confidence: confidence.isNaN ? nil : confidence, quality: quality == 0 ? nil : qualities[quality - 1],
        motion: motion == 0 ? nil : motion == 2)
    }
    position = end
    return column
  }
}
