internal import HRSupport
package import HRPlugins

/// Result of one window that a program was asked about.
package enum ProgramReply: Equatable, Sendable {
  case estimate(Estimate)
  /// The program gave no rate, for the given reason of its own.
  case declined(String)
  case failed(String)
}

/// An answer, decoded.
enum ProgramAnswer {
  case estimate(Estimate)
  case declined(String)
  case error(String)
  case samples([Double])

  private static let members = ["id", "bpm", "confidence", "beats", "abstain", "error", "samples"]

  /// - Parameters:
  ///   - line: of JSON.
  ///   - id: of the question.
  init(_ line: [UInt8], to id: UInt64, origin: Double) throws(ProgramFailure) {
    let root = try Self.object(line)
    guard let answered = root["id"] else { throw ProgramFailure("the program's answer has no \"id\"") }
    guard answered.number == Double(id) else { throw Self.otherQuestion }
    if let odd = root.members?.first(where: { !Self.members.contains($0.key) }) {
      throw ProgramFailure(
        "the program's answer has a member \"\(odd.key.prefix(40).description.printable)\" that no answer has"
      )
    }
    let kinds = ["bpm", "abstain", "error", "samples"].filter { root[$0] != nil }
    guard kinds.count == 1 else {
      throw ProgramFailure(
        "the program's answer has \(kinds.isEmpty ? "none" : "more than one") of \"bpm\", \"abstain\", \"error\" and \"samples\""
      )
    }
    if let words = root["error"] ?? root["abstain"] {
      guard let text = words.string.map(Self.phrase), !text.isEmpty else {
        throw ProgramFailure("the program's \"\(kinds[0])\" is \(words.described), not a few words")
      }
      self = kinds[0] == "error" ? .error(text) : .declined(text)
    } else if let elements = root["samples"]?.elements {
      self = .samples(try Self.numbers(elements, "samples", allowsNone: true))
    } else {
      guard let bpm = root["bpm"]?.number else {
        throw ProgramFailure("the program's \"bpm\" is \(root["bpm"]?.described ?? "missing"), not a number")
      }
      let confidence = root["confidence"]
      if let confidence, confidence.number == nil, confidence.value != .null {
        throw ProgramFailure("the program's \"confidence\" is \(confidence.described), not a number")
      }
      let beats = try Self.numbers(root["beats"]?.elements ?? [], "beats", allowsNone: false)
      self = .estimate(try Self.estimate(bpm, confidence?.number, beats, origin: origin))
    }
  }

  /// - Parameters:
  ///   - kind: of the frame.
  ///   - payload: of the frame.
  ///   - id: of the question.
  ///   - origin: time to which the answer's times are relative.
  init(_ kind: UInt32, _ payload: ArraySlice<UInt8>, to id: UInt64, origin: Double) throws(ProgramFailure) {
    if kind == ProgramWire.Kind.text {
      try self.init(Array(payload), to: id, origin: origin)
      return
    }
    guard kind == ProgramWire.Kind.rate || kind == ProgramWire.Kind.samples else {
      throw ProgramFailure("the program sent a frame of kind \(kind), which is none")
    }
    var reader = ByteReader(payload)
    guard let answered = try? reader.bits() else { throw Self.cutOff }
    guard answered == id else { throw Self.otherQuestion }
    if kind == ProgramWire.Kind.samples {
      guard let samples = try? reader.rest() else { throw Self.cutOff }
      self = .samples(samples)
      return
    }
    guard let bpm = try? reader.number(), let confidence = try? reader.number(),
      let beats = try? reader.rest()
    else { throw Self.cutOff }
    self = .estimate(try Self.estimate(bpm, confidence.isNaN ? nil : confidence, beats, origin: origin))
  }

  private static let cutOff = ProgramFailure("the program's frame is cut off")

  /// An answer that is early, late, repeated, or has a wrong number: all have one message, as which of them it is
  /// depends on timing.
  private static let otherQuestion = ProgramFailure(
    "the program gave an answer with an id that is not this question's")

  private static func estimate(
    _ bpm: Double, _ confidence: Double?, _ beats: [Double], origin: Double
  ) throws(ProgramFailure) -> Estimate {
    guard bpm.isFinite, bpm > 0 else {
      throw ProgramFailure("the program's rate is \(shortest(bpm)), which is no positive number")
    }
    if let confidence, !(0...1).contains(confidence) {
      throw ProgramFailure("the program's confidence is \(shortest(confidence)), expected 0 to 1")
    }
    guard beats.allSatisfy(\.isFinite), zip(beats, beats.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw ProgramFailure("the program's beats are not times in rising order")
    }
    var estimate = Estimate.bpm(bpm, confidence: confidence)
    estimate.beats = beats.map { $0 + origin }
    return estimate
  }

  private static func numbers(
    _ elements: [JSONNode], _ what: String, allowsNone: Bool
  ) throws(ProgramFailure) -> [Double] {
    var numbers: [Double] = []
    numbers.reserveCapacity(elements.count)
    for element in elements {
      if let number = element.number {
        numbers.append(number)
      } else if allowsNone, element.value == .null {
        numbers.append(.nan)
      } else {
        throw ProgramFailure("one of the program's \"\(what)\" is \(element.described), not a number")
      }
    }
    return numbers
  }

  /// Parses a line as a JSON object.
  static func object(_ line: [UInt8]) throws(ProgramFailure) -> JSONNode {
    guard let text = String(bytes: line, encoding: .utf8) else {
      throw ProgramFailure("the program's answer is not UTF-8 text")
    }
    // Other text was most often printed by mistake; the words in the message help to find it.
    guard text.hasPrefix("{") else {
      throw ProgramFailure("the program's answer is no JSON object: \(phrase(String(text.prefix(60))))")
    }
    do {
      return try JSONDocument(text, file: "").root
    } catch {
      throw ProgramFailure("the program's answer is no JSON: \(error.first.message)")
    }
  }

  /// Returns at most 200 characters of the program's text, on one line.
  static func phrase(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").printable
    return line.count > 200 ? String(line.prefix(199)) + "…" : line
  }
}

/// Reason why a program gave no usable answer, as a table states it.
package struct ProgramFailure: Error, Equatable, Sendable {
  package let reason: String
  /// True if the program itself reported the failure, so that it can be asked the next question.
  let isOwnWord: Bool
  /// All problems, if they are of a description.
  let diagnostics: Diagnostics?

  init(_ reason: String, isOwnWord: Bool = false) {
    self.reason = reason
    self.isOwnWord = isOwnWord
    diagnostics = nil
  }

  init(_ diagnostics: Diagnostics) {
    reason = diagnostics.first.message
    isOwnWord = false
    self.diagnostics = diagnostics
  }
}
