internal import HRPlugins
internal import HRSignals

/// A program that is started when it is first asked, and started again after a failure.
final class RunningProgram {
  /// Number of consecutive failures after which it is not asked again in this trial.
  private static let mostFailures = 3

  private let known: KnownProgram
  private let launch: ProgramLaunch
  private let whileWaiting: () -> Void
  private var talk: ProgramConversation?
  /// True if the running program has received the beginning of the trial.
  private var hasBegun = false

  /// - Parameters:
  ///   - known: the program.
  ///   - launch: settings for starting programs.
  ///   - whileWaiting: called about once a second while it is waited for.
  init(_ known: KnownProgram, launch: ProgramLaunch, whileWaiting: @escaping () -> Void) {
    self.known = known
    self.launch = launch
    self.whileWaiting = whileWaiting
  }

  func end() {
    talk?.end(graceSeconds: 1)
    talk = nil
  }

  private func drop() {
    talk?.end()
    talk = nil
  }

  /// Returns a running program that has received the beginning of the trial.
  private func ready(for trial: ProgramTrial) throws(ProgramFailure) -> ProgramConversation {
    let talk: ProgramConversation
    if let running = self.talk {
      talk = running
    } else {
      talk = try launch.talk(with: known, whileWaiting: whileWaiting)
      self.talk = talk
      hasBegun = false
    }
    if !hasBegun {
      try talk.begin(trial.beginning)
      hasBegun = true
    }
    return talk
  }

  // MARK: Detectors

  /// - Parameters:
  ///   - windows: in the order of time.
  ///   - covers: returns true if the channels cover a window.
  ///   - trial: the program's input.
  /// - Returns: one reply per window.
  func replies(in windows: [TimeRange], objects: (TimeRange) -> Abstention?, in trial: ProgramTrial)
    -> [ProgramReply]
  {
    hasBegun = false
    var failures = 0
    var last = ""
    var refusal: String?
    /// Returns the reply of one piece of work, and counts failures for the next.
    func reply(_ work: (ProgramConversation) throws(ProgramFailure) -> ProgramReply) -> ProgramReply {
      if let refusal { return .failed(refusal) }
      guard failures < Self.mostFailures else {
        return .failed(
          "not asked again: it failed \(Self.mostFailures) times in a row, at last because \(last)")
      }
      do throws(ProgramFailure) {
        let reply = try work(try ready(for: trial))
        failures = 0
        return reply
      } catch {
        // The program itself reported that it cannot work on this recording.
        if error.isOwnWord {
          refusal = error.reason
          return .failed(error.reason)
        }
        drop()
        failures += 1
        last = error.reason
        return .failed(error.reason)
      }
    }
    switch known.description.sees {
    case .window: return windows.map { one(in: $0, objects: objects, in: trial, reply) }
    case .stream: return stream(windows, objects: objects, in: trial, reply)
    case .recording: return recording(windows, objects: objects, in: trial, reply)
    }
  }

  private typealias Replying = ((ProgramConversation) throws(ProgramFailure) -> ProgramReply) -> ProgramReply

  private func one(
    in window: TimeRange, objects: (TimeRange) -> Abstention?, in trial: ProgramTrial, _ reply: Replying
  ) -> ProgramReply {
    if let objection = objects(window) { return .estimate(.abstained(objection)) }
    return reply { (talk) throws(ProgramFailure) in
      let id = talk.freshID()
      try talk.ask(question(id, window, in: trial))
      return try self.reply(try talk.answer(to: id, origin: trial.origin))
    }
  }

  /// Sends with each window's question the samples since the previous one.
  private func stream(
    _ windows: [TimeRange], objects: (TimeRange) -> Abstention?, in trial: ProgramTrial, _ reply: Replying
  ) -> [ProgramReply] {
    var told = trial.range.start
    return windows.map { window in
      let fresh = TimeRange(start: min(told, window.end), end: window.end)
      told = max(told, window.end)
      let said = reply { (talk) throws(ProgramFailure) in
        let id = talk.freshID()
        try talk.ask(question(id, fresh, in: trial))
        return try self.reply(try talk.answer(to: id, origin: trial.origin))
      }
      if case .failed = said { return said }
      return objects(window).map { .estimate(.abstained($0)) } ?? said
    }
  }

  private func recording(
    _ windows: [TimeRange], objects: (TimeRange) -> Abstention?, in trial: ProgramTrial, _ reply: Replying
  ) -> [ProgramReply] {
    var replies = windows.map { ProgramReply.estimate(.abstained(objects($0) ?? .notCovered)) }
    var open = windows.indices.filter { objects(windows[$0]) == nil }[...]
    var asked: [UInt64] = []
    while let index = open.first {
      replies[index] = reply { (talk) throws(ProgramFailure) in
        if asked.isEmpty {
          let id = talk.freshID()
          var question = question(id, trial.range, in: trial)
          asked = open.map { _ in talk.freshID() }
          question.windows = zip(asked, open).map { ProgramQuestion.Asked(id: $0, range: windows[$1]) }
          try talk.ask(question)
        }
        return try self.reply(try talk.answer(to: asked.removeFirst(), origin: trial.origin))
      }
      open = open.dropFirst()
      // A program that has ended is started again, and asked about the rest.
      if talk == nil { asked = [] }
    }
    return replies
  }

  private func question(_ id: UInt64, _ range: TimeRange, in trial: ProgramTrial) -> ProgramQuestion {
    ProgramQuestion(
      id: id, range: range, channels: trial.channels.map { ($0.kind, $0.channel.cut(to: range)) },
      withTimes: trial.withTimes, origin: trial.origin)
  }

  private func reply(_ answer: ProgramAnswer) throws(ProgramFailure) -> ProgramReply {
    switch answer {
    case .estimate(let estimate): return .estimate(estimate)
    case .declined(let word): return .declined(word)
    case .error(let words): return .failed("the program says: \(words)")
    case .samples: throw ProgramFailure("the program answered with samples, where a rate was asked for")
    }
  }

  // MARK: Filters and extractors

  func samples(in trial: ProgramTrial) throws(ProgramFailure) -> [Double] {
    hasBegun = false
    do throws(ProgramFailure) {
      let talk = try ready(for: trial)
      let id = talk.freshID()
      let question = ProgramQuestion(
        id: id, range: trial.range, channels: trial.channels, withTimes: trial.withTimes, origin: trial.origin
      )
      try talk.ask(question)
      switch try talk.answer(to: id, origin: trial.origin) {
      case .samples(let samples):
        let wanted = trial.channels.first?.channel.count ?? 0
        guard samples.count == wanted else {
          throw ProgramFailure("the program answered with \(samples.count) samples, expected \(wanted)")
        }
        return samples
      case .error(let words): throw ProgramFailure("the program says: \(words)", isOwnWord: true)
      case .estimate, .declined:
        throw ProgramFailure("the program answered with no samples, where samples were asked for")
      }
    } catch {
      if !error.isOwnWord { drop() }
      throw error
    }
  }
}
