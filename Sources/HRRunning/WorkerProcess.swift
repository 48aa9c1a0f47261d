internal import HRPlugins
internal import HRDiagnostics
internal import HRRecordings

/// One worker: a child process, and the talk with it.
struct WorkerProcess {
  /// Why a worker gave no answer, in words for a table.
  struct Failure: Error, Equatable {
    enum Kind: Equatable {
      /// It gave its reasons, or there is no such program: another would do the same.
      case refused
      /// The system had no room for it.
      case short
      /// It died, or said what cannot be understood.
      case lost
      /// Nothing came from it for the allowed time.
      case silent
    }

    let kind: Kind
    let reason: String
    /// Whether the worker had read the recording before.
    var hadRead = false
  }

  let child: ChildProcess

  func setUp(_ order: [UInt8], within seconds: Double) throws(Failure) {
    let answer = try talk("that was to be started", within: seconds) { () throws(FramePipe.Failure) in
      do throws(FramePipe.Failure) {
        try child.input.send(WorkerMessage.setUp, order, within: seconds)
      } catch {
        // What ended before it was told anything may have left word all the same; else the pipe says how it ended.
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

  /// The answer to a question about one recording.
  ///
  /// - Parameters:
  ///   - seconds: the longest silence; reading and what comes after it have that each.
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
    // The last words are passed on before the program can end.
    _ = child.lastSentence
  }

  /// Nothing a worker says after a damaged answer can be trusted.
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

  /// How Swift begins to say that it gets no more memory.
  private static let exhaustion = "failed to allocate"

  private static func crash(in frame: FramePipe.Frame) -> LibraryCrash? {
    frame.kind == WorkerMessage.crash ? LibraryCrash(frame: frame.payload) : nil
  }

  /// The account of a crash, behind what else may still be in the pipe.
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
      // Where it is at something in the HDF5 library it says so, and ends.
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
