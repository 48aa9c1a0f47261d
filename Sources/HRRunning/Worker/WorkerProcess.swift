internal import HRSupport
internal import HRRecordings

/// One worker: a child process, and the exchange of messages with it.
struct WorkerProcess {
  /// Reason why a worker gave no answer, in words for a table.
  struct Failure: Error, Equatable {
    enum Kind: Equatable {
      /// It gave its reasons, or there is no such program: another worker would do the same.
      case refused
      /// The system did not have the resources for it.
      case short
      /// It died, or its message cannot be understood.
      case lost
      /// No message came from it within the allowed time.
      case silent
    }

    let kind: Kind
    let reason: String
    /// True if the worker had read the recording before.
    var hadRead = false
  }

  let child: ChildProcess

  func setUp(_ order: [UInt8], within seconds: Double) throws(Failure) {
    let answer = try talk("that was to be started", within: seconds) { () throws(FramePipe.Failure) in
      do throws(FramePipe.Failure) {
        try child.input.send(WorkerMessage.setUp, order, within: seconds)
      } catch {
        // A child that ended before it received the order may have sent a message all the same; else the pipe is
        // closed.
        guard case .closed = error else { throw error }
      }
      return try child.output.receive(within: seconds)
    }
    switch answer.kind {
    case WorkerMessage.ready: return
    case WorkerMessage.refused:
      throw Failure(
        kind: .refused,
        reason: "the worker refused the experiment: \(String(decoding: answer.payload, as: UTF8.self))")
    default: throw damaged()
    }
  }

  /// Returns the answer to a question about one recording.
  ///
  /// - Parameters:
  ///   - seconds: the longest silence, separately for the reading and for the work after it.
  ///   - decoded: the answer's bytes as a value; `nil` for bytes that are no answer to this question.
  func answer<Answer>(
    to question: [UInt8], within seconds: Double, decoded: ([UInt8]) -> Answer?
  ) throws(Failure) -> Answer {
    var hasRead = false
    do throws(Failure) {
      var frame = try talk("reading it", within: seconds) { () throws(FramePipe.Failure) in
        try child.input.send(WorkerMessage.question, question, within: seconds)
        return try child.output.receive(within: seconds)
      }
      if frame.kind == WorkerMessage.read {
        hasRead = true
        frame = try talk("working on it", within: seconds) { () throws(FramePipe.Failure) in
          try child.output.receive(within: seconds)
        }
      }
      guard frame.kind == WorkerMessage.answer, let answer = decoded(frame.payload) else { throw damaged() }
      return answer
    } catch {
      var failure = error
      failure.hadRead = hasRead
      throw failure
    }
  }

  /// Closes the pipe, which ends an idle worker, and reaps the process.
  func end() {
    child.stopListening()
    if child.ending(within: 5) == nil { _ = child.endNow() }
    // The last lines are passed on before the program can end.
    _ = child.lastSentence
  }

  /// Ends the worker, since nothing that it sends after a damaged answer can be trusted.
  private func damaged() -> Failure {
    _ = child.endNow()
    return Failure(kind: .lost, reason: "the worker's answer was damaged")
  }

  private func talk(
    _ work: String, within seconds: Double, _ exchange: () throws(FramePipe.Failure) -> FramePipe.Frame
  ) throws(Failure) -> FramePipe.Frame {
    var frame: FramePipe.Frame
    do {
      frame = try exchange()
      while frame.kind == WorkerMessage.waiting { frame = try child.output.receive(within: seconds) }
    } catch {
      throw explained(error, work, within: seconds)
    }
    if let crash = Self.crash(in: frame) {
      if child.ending(within: 5) == nil { _ = child.endNow() }
      throw Failure(kind: .lost, reason: crash.crashReason)
    }
    return frame
  }

  /// Beginning of Swift's message that an allocation failed.
  private static let exhaustion = "failed to allocate"

  private static func crash(in frame: FramePipe.Frame) -> LibraryCrash? {
    frame.kind == WorkerMessage.crash ? LibraryCrash(frame: frame.payload) : nil
  }

  /// Returns the account of a crash, after other frames that may still be in the pipe.
  private func lastWords() -> LibraryCrash? {
    for _ in 0..<3 {
      guard let frame = try? child.output.receive(within: 1) else { return nil }
      if let crash = Self.crash(in: frame) { return crash }
    }
    return nil
  }

  /// - Parameter work: what the worker was doing: `reading it`.
  private func explained(_ failure: FramePipe.Failure, _ work: String, within seconds: Double) -> Failure {
    switch failure {
    case .garbled: return damaged()
    case .silent:
      // If it is in a call of the HDF5 library, it reports the call and ends.
      child.ask()
      let crash = lastWords()
      _ = child.endNow()
      return Failure(
        kind: .silent,
        reason: crash?.silenceReason(seconds: shortest(seconds))
          ?? "the worker \(work) was silent for \(shortest(seconds)) s and was ended")
    case .closed:
      switch child.ending(within: 1) {
      case nil:
        _ = child.endNow()
        return Failure(kind: .lost, reason: "the worker \(work) closed its pipe and was ended")
      case .signalled(let signal):
        // It may have crashed before it was asked.
        if let crash = lastWords() { return Failure(kind: .lost, reason: crash.crashReason) }
        let last = child.lastSentence
        let sentence = last.map { ": \($0)" } ?? ""
        let cause = last?.hasPrefix(Self.exhaustion) == true ? "; \(MemoryNeed.exhausted)" : ""
        return Failure(
          kind: .lost, reason: "the worker \(work) crashed (signal \(signal))\(sentence)\(cause)")
      case .exited(let code):
        return Failure(kind: .lost, reason: "the worker \(work) ended (code \(code))")
      case .unknown: return Failure(kind: .lost, reason: "the worker \(work) ended")
      }
    }
  }
}
