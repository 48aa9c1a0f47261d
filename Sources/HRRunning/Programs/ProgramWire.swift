internal import HRSupport
internal import HRPlugins
internal import HRSignals

/// One question to a program: samples and, for a whole recording, the windows that are asked about.
struct ProgramQuestion {
  struct Asked {
    let id: UInt64
    let range: TimeRange
  }

  let id: UInt64
  let range: TimeRange
  let channels: [(kind: ChannelKind, channel: Channel)]
  /// Used only if the program gets the whole recording.
  var windows: [Asked] = []
  let withTimes: Bool
  /// Time to which all times in the question are relative.
  let origin: Double
}

/// Encodings of messages, in both formats.
enum ProgramWire {
  /// Kinds of binary frames.
  enum Kind {
    static let begin: UInt32 = 1
    static let question: UInt32 = 2
    static let text: UInt32 = 3
    static let rate: UInt32 = 4
    static let samples: UInt32 = 5
  }

  // MARK: JSON

  static func line(_ question: ProgramQuestion) -> [UInt8] {
    var text: [UInt8] = []
    let count = question.channels.reduce(0) { $0 + $1.channel.count }
    text.reserveCapacity(64 + count * (question.withTimes ? 40 : 20))
    func add(_ part: String) { text.append(contentsOf: part.utf8) }
    func span(_ range: TimeRange) -> String {
      "\"start\":\(shortest(range.start - question.origin)),\"end\":\(shortest(range.end - question.origin))"
    }
    func numbers(_ values: some Sequence<Double>) {
      text.append(UInt8(ascii: "["))
      var isFirst = true
      for value in values {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        if value.isFinite { add(value.description) } else { add("null") }
      }
      text.append(UInt8(ascii: "]"))
    }
    add("{\"id\":\(question.id),\(span(question.range)),\"samples\":{")
    for (number, one) in question.channels.enumerated() {
      add("\(number > 0 ? "," : "")\"\(one.kind.rawValue)\":")
      numbers(one.channel.values)
    }
    add("}")
    if question.withTimes {
      add(",\"times\":{")
      for (number, one) in question.channels.enumerated() {
        add("\(number > 0 ? "," : "")\"\(one.kind.rawValue)\":")
        numbers((0..<one.channel.count).lazy.map { one.channel.time(at: $0) - question.origin })
      }
      add("}")
    }
    if !question.windows.isEmpty {
      let windows = question.windows.map { "{\"id\":\($0.id),\(span($0.range))}" }
      add(",\"windows\":[\(windows.joined(separator: ","))]")
    }
    add("}\n")
    return text
  }

  // MARK: Binary

  static func frame(_ question: ProgramQuestion) -> [UInt8] {
    var frame = FrameWriter(Kind.question)
    let values = question.channels.reduce(0) { $0 + $1.channel.count }
    frame.reserve(
      32 + 24 * question.windows.count + 8 * question.channels.count + 8 * values
        * (question.withTimes ? 2 : 1))
    frame.add(question.id)
    frame.add(question.range, from: question.origin)
    frame.add(UInt32(clamping: question.channels.count))
    frame.add(UInt32(clamping: question.windows.count))
    for window in question.windows {
      frame.add(window.id)
      frame.add(window.range, from: question.origin)
    }
    for (_, channel) in question.channels {
      frame.add(UInt32(clamping: channel.count))
      frame.add((question.withTimes ? 1 : 0) as UInt32)
      frame.add(channel.values)
      if question.withTimes {
        frame.add((0..<channel.count).map { channel.time(at: $0) - question.origin })
      }
    }
    return frame.finished
  }

  static func frame(_ text: String) -> [UInt8] {
    var frame = FrameWriter(Kind.begin)
    frame.add(Array(text.utf8))
    return frame.finished
  }

  /// Appends little-endian numbers to a frame.
  private struct FrameWriter {
    private var bytes: [UInt8] = []

    init(_ kind: UInt32) {
      add(0 as UInt32)
      add(kind)
    }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(8 + count) }

    mutating func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func add(_ values: [Double]) {
      #if _endian(little)
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
      #else
        for value in values { add(value.bitPattern) }
      #endif
    }

    mutating func add(_ range: TimeRange, from origin: Double) {
      add((range.start - origin).bitPattern)
      add((range.end - origin).bitPattern)
    }

    /// The frame with its length filled in.
    var finished: [UInt8] {
      var frame = bytes
      withUnsafeBytes(of: UInt32(clamping: bytes.count - 8).littleEndian) { length in
        for (index, byte) in length.enumerated() { frame[index] = byte }
      }
      return frame
    }
  }
}

/// Takes little-endian numbers from a frame's payload.
struct FrameReader {
  private var rest: ArraySlice<UInt8>

  init(_ payload: ArraySlice<UInt8>) {
    rest = payload
  }

  mutating func word() -> UInt64? {
    guard rest.count >= 8 else { return nil }
    let word = rest.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    rest = rest.dropFirst(8)
    return UInt64(littleEndian: word)
  }

  mutating func number() -> Double? { word().map { Double(bitPattern: $0) } }

  /// Returns all remaining numbers; `nil` if the remaining bytes are no whole number of them.
  mutating func numbers() -> [Double]? {
    guard rest.count % 8 == 0 else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(rest.count / 8)
    while let number = number() { numbers.append(number) }
    return numbers
  }
}
