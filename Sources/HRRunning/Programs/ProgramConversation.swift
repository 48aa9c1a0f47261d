internal import HRSupport

/// The exchange of messages with a running program: its description, then questions one at a time.
final class ProgramConversation {
  /// Least time allowed for its description and for the beginning of a trial, as libraries and models are loaded
  /// then.
  static let startingSeconds = 60.0
  private static let hello = "{\"hreval\":1,\"frames\":[\"json\",\"binary\"]}\n"

  private let process: ProgramProcess
  private let seconds: Double
  private var frames = ProgramDescription.Frames.json
  private var lastBegin = 0

  /// - Parameters:
  ///   - process: just started.
  ///   - seconds: longest time for an answer.
  init(_ process: ProgramProcess, seconds: Double) {
    self.process = process
    self.seconds = seconds
  }

  /// Asks for its description, and returns the line.
  func introduce() throws(ProgramFailure) -> String {
    let deadline = patience(max(Self.startingSeconds, seconds))
    try process.send(Array(Self.hello.utf8), until: deadline)
    let line = try process.line(until: deadline)
    _ = try ProgramAnswer.object(line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Sets the format of all further messages.
  func use(_ frames: ProgramDescription.Frames) { self.frames = frames }

  func end(graceSeconds: Double = 0) { process.end(graceSeconds: graceSeconds) }

  /// - Parameter members: of the message, without its number.
  func begin(_ members: [(key: String, value: JSONText)]) throws(ProgramFailure) {
    lastBegin += 1
    let text = JSONText.object([(key: "begin", value: .integer(lastBegin))] + members).rendered(
      indented: false)
    let deadline = patience(max(Self.startingSeconds, seconds))
    try process.send(frames == .json ? Array((text + "\n").utf8) : ProgramWire.frame(text), until: deadline)
    let root = try ProgramAnswer.object(try textAnswer(until: deadline))
    guard root["begin"]?.integer == lastBegin else {
      throw ProgramFailure("the program's answer is not to \"begin\" \(lastBegin)")
    }
    if let error = root["error"] {
      throw ProgramFailure(
        "the program cannot work on this: \(ProgramAnswer.phrase(error.string ?? error.described))",
        isOwnWord: true)
    }
  }

  private func textAnswer(until deadline: ContinuousClock.Instant) throws(ProgramFailure) -> [UInt8] {
    if frames == .json { return try process.line(until: deadline) }
    let frame = try process.frame(until: deadline)
    guard frame.kind == ProgramWire.Kind.text else {
      throw ProgramFailure(
        "the program sent a frame of kind \(frame.kind), expected \(ProgramWire.Kind.text)")
    }
    return Array(frame.payload)
  }

  /// Returns a random number for a question. The program cannot know it before it reads the question, so an answer
  /// with it came afterwards. It appears in no result. JSON readers take whole numbers up to 2⁵³.
  func freshID() -> UInt64 { UInt64.random(in: 1..<(1 << 53)) }

  func ask(_ question: ProgramQuestion) throws(ProgramFailure) {
    let bytes = frames == .json ? ProgramWire.line(question) : ProgramWire.frame(question)
    try process.send(bytes, until: patience(seconds))
  }

  /// - Parameters:
  ///   - id: of the question.
  ///   - origin: time to which the answer's times are relative.
  func answer(to id: UInt64, origin: Double) throws(ProgramFailure) -> ProgramAnswer {
    let deadline = patience(seconds)
    switch frames {
    case .json: return try ProgramAnswer(try process.line(until: deadline), to: id, origin: origin)
    case .binary:
      let frame = try process.frame(until: deadline)
      return try ProgramAnswer(frame.kind, frame.payload, to: id, origin: origin)
    }
  }

  private func patience(_ seconds: Double) -> ContinuousClock.Instant {
    process.patience = seconds
    return .now + .seconds(seconds)
  }
}
