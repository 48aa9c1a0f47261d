internal import HRPlugins
internal import HRSignals

/// The bytes of a unit result, as they cross the pipe and stand in the store: little-endian, columns as arrays.
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
      writer.write(1)
      writer.write(table)
    }
    return writer.bytes
  }

  /// - Throws: ``ByteReader/Damaged`` when the bytes are not a result.
  package init(bytes: some Collection<UInt8>) throws(ByteReader.Damaged) {
    var reader = ByteReader(bytes)
    unit = try reader.integer()
    facts = try reader.facts()
    switch try reader.integer() {
    case 0: outcome = .failed(try reader.string())
    case 1: outcome = .windows(try reader.windowTable())
    default: throw ByteReader.Damaged()
    }
    guard reader.isAtEnd else { throw ByteReader.Damaged() }
  }
}

/// Appends plain values to bytes.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ integer: Int) {
    write(UInt64(bitPattern: Int64(integer)))
  }

  package mutating func write(_ bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ number: Double) {
    write(number.bitPattern)
  }

  package mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func write(_ facts: RecordingFacts) {
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
    }
  }

  mutating func write(_ table: WindowTable) {
    write(table.ranges.count)
    for range in table.ranges {
      write(range.start)
      write(range.end)
    }
    for reference in table.references {
      switch reference {
      case .bpm(let bpm): write(bpm)
      case .none(let reason):
        // NaN is no rate: the reason follows.
        write(Double.nan)
        write(reason)
      }
    }
    write(table.estimates.count)
    for column in table.estimates {
      for cell in column.cells {
        write(column.code(of: cell))
        write(cell.hasValue ? cell.bpm : 0)
        write(cell.confidence ?? .nan)
        write(cell.quality.flatMap { SignalQuality.allCases.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? 0)
        write(cell.motion.map { $0 ? UInt8(2) : 1 } ?? 0)
      }
      write(column.reasons.count)
      for reason in column.reasons { write(reason) }
    }
  }
}

/// Reads what a ``ByteWriter`` wrote; every read checks its bounds.
package struct ByteReader {
  package struct Damaged: Error {}

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
  }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func bits() throws(Damaged) -> UInt64 {
    guard bytes.count - position >= 8 else { throw Damaged() }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    position += 8
    return UInt64(littleEndian: value)
  }

  package mutating func integer() throws(Damaged) -> Int {
    Int(Int64(bitPattern: try bits()))
  }

  /// A count of things that take at least a byte each.
  package mutating func count() throws(Damaged) -> Int {
    let value = try integer()
    guard value >= 0, value <= bytes.count - position else { throw Damaged() }
    return value
  }

  package mutating func number() throws(Damaged) -> Double {
    Double(bitPattern: try bits())
  }

  package mutating func byte() throws(Damaged) -> UInt8 {
    guard position < bytes.count else { throw Damaged() }
    position += 1
    return bytes[position - 1]
  }

  package mutating func string() throws(Damaged) -> String {
    let length = try count()
    defer { position += length }
    return String(decoding: bytes[position..<position + length], as: UTF8.self)
  }

  mutating func facts() throws(Damaged) -> RecordingFacts {
    let subject = try string()
    let hasSubject = try integer() == 1
    var metadata: [Recording.Metadatum] = []
    for _ in 0..<(try count()) { metadata.append(.init(name: try string(), value: try string())) }
    let seconds = try number()
    var channels: [RecordingFacts.ChannelFacts] = []
    for _ in 0..<(try count()) {
      channels.append(.init(kind: try string(), sampleRate: try number(), isIrregular: try integer() == 1))
    }
    var files: [RecordingFacts.FileFacts] = []
    for _ in 0..<(try count()) { files.append(.init(path: try string(), sha256: try string())) }
    return RecordingFacts(
      subject: hasSubject ? subject : nil, metadata: metadata, seconds: seconds, channels: channels,
      files: files)
  }

  mutating func windowTable() throws(Damaged) -> WindowTable {
    let windowCount = try count()
    var ranges: [TimeRange] = []
    ranges.reserveCapacity(windowCount)
    for _ in 0..<windowCount { ranges.append(TimeRange(start: try number(), end: try number())) }
    var references: [WindowTable.ReferenceCell] = []
    references.reserveCapacity(windowCount)
    for _ in 0..<windowCount {
      let bpm = try number()
      references.append(bpm.isNaN ? .none(try string()) : .bpm(bpm))
    }
    var columns: [EstimateColumn] = []
    for _ in 0..<(try count()) { columns.append(try estimateColumn(count: windowCount)) }
    return WindowTable(ranges: ranges, references: references, estimates: columns)
  }

  private mutating func estimateColumn(count windowCount: Int) throws(Damaged) -> EstimateColumn {
    var codes: [Int] = []
    var cells: [(bpm: Double, confidence: Double?, quality: SignalQuality?, motion: Bool?)] = []
    codes.reserveCapacity(windowCount)
    cells.reserveCapacity(windowCount)
    for _ in 0..<windowCount {
      codes.append(try integer())
      let bpm = try number()
      let confidence = try number()
      let quality = Int(try byte())
      let motion = try byte()
      guard quality <= SignalQuality.allCases.count else { throw Damaged() }
      cells.append(
        (
          bpm, confidence.isNaN ? nil : confidence, quality == 0 ? nil : SignalQuality.allCases[quality - 1],
          motion == 0 ? nil : motion == 2
        ))
    }
    var reasons: [String] = []
    for _ in 0..<(try count()) { reasons.append(try string()) }
    var column = EstimateColumn()
    for (code, cell) in zip(codes, cells) {
      guard (0...reasons.count).contains(code) else { throw Damaged() }
      column.append(
        bpm: code == 0 ? cell.bpm : nil, outcome: code == 0 ? "value" : reasons[code - 1],
        confidence: cell.confidence, quality: cell.quality, motion: cell.motion)
    }
    return column
  }
}

extension EstimateColumn {
  fileprivate func code(of cell: Cell) -> Int {
    cell.hasValue ? 0 : (reasons.firstIndex(of: outcome(of: cell)) ?? 0) + 1
  }
}
