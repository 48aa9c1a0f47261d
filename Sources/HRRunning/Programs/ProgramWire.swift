internal import HRSupport
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
    var payload = ByteWriter()
    func add(_ range: TimeRange) {
      payload.write(range.start - question.origin)
      payload.write(range.end - question.origin)
    }
    let values = question.channels.reduce(0) { $0 + $1.channel.count }
    payload.reserve(
      32 + 24 * question.windows.count + 8 * question.channels.count + 8 * values
        * (question.withTimes ? 2 : 1))
    payload.append(question.id)
    add(question.range)
    payload.append(UInt32(clamping: question.channels.count))
    payload.append(UInt32(clamping: question.windows.count))
    for window in question.windows {
      payload.append(window.id)
      add(window.range)
    }
    for (_, channel) in question.channels {
      payload.append(UInt32(clamping: channel.count))
      payload.append((question.withTimes ? 1 : 0) as UInt32)
      payload.append(channel.values)
      if question.withTimes {
        payload.append((0..<channel.count).map { channel.time(at: $0) - question.origin })
      }
    }
    return frame(Kind.question, payload)
  }

  static func frame(_ text: String) -> [UInt8] {
    var payload = ByteWriter()
    payload.append(text.utf8)
    return frame(Kind.begin, payload)
  }

  private static func frame(_ kind: UInt32, _ payload: ByteWriter) -> [UInt8] {
    var head = ByteWriter()
    head.append(UInt32(clamping: payload.bytes.count))
    head.append(kind)
    return head.bytes + payload.bytes
  }
}
