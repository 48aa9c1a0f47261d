internal import HRSupport
internal import Synchronization

/// A child process that takes frames on its standard input and answers on its standard output. Its standard error
/// is passed on.
final class ChildProcess: Sendable {
  /// Mutable state: how the child ended, and whether its input is open.
  private struct State {
    var ending: ProcessEnding?
    var isListening = true
  }

  /// Lock for starting children: between the making of a pipe and its mark "close on exec" no other child may be
  /// started, since it would hold the pipe open.
  private static let starting = Mutex(())

  /// Frames to the child.
  let input: FramePipe
  /// Frames from the child.
  let output: FramePipe
  private let speech: WorkerErrorOutput
  private let identifier: pid_t
  private let state = Mutex(State())

  init(executable: String, arguments: [String]) throws(ProcessStart.Refusal) {
    // Writing to a child that has died must be an error of that child, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    // Swift's own account of a crash takes seconds and fills the terminal; of a child only its end is needed.
    let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
      own, _ in own
    }
    func begun() -> Result<(pid_t, FramePipe, FramePipe, WorkerErrorOutput), ProcessStart.Refusal> {
      Self.starting.withLock { _ in
        Result { () throws(ProcessStart.Refusal) in
          try Self.start(executable, arguments: arguments, environment: environment)
        }
      }
    }
    var started = begun()
    // A program that has just been written counts as being written while any process that is being started holds a copy
    // of the descriptor. This passes after a short time.
    _ = Polling.value(within: 2, everyMicroseconds: 5000) { () -> Bool? in
      guard case .failure(let refusal) = started, refusal.code == ETXTBSY else { return true }
      started = begun()
      return nil
    }
    (identifier, input, output, speech) = try started.get()
  }

  /// Sentence in which the child gave the cause of its crash, once it has crashed; waits up to 1 s for it.
  var lastSentence: String? { speech.lastSentence(within: 1) }

  deinit {
    stopListening()
    _ = endNow()
    close(output.descriptor)
  }

  /// Closes the child's standard input, which ends an idle worker.
  func stopListening() {
    state.withLock { state in
      if state.isListening { close(input.descriptor) }
      state.isListening = false
    }
  }

  /// Returns how the child ended; `nil` if it has not ended within the time.
  func ending(within seconds: Double) -> ProcessEnding? {
    Polling.value(within: seconds, everyMicroseconds: 2000) { state.withLock { collected(&$0) } }
  }

  /// Ends the child by force and waits for it.
  func endNow() -> ProcessEnding {
    kill()
    while true {
      if let ending = ending(within: 60) { return ending }
    }
  }

  /// Ends the child by force; does nothing once it has ended, when its number may be another process's.
  func kill() { send(SIGKILL) }

  /// Asks a silent child for the HDF5 call that it is in. The child ends then.
  func ask() { send(SIGUSR2) }

  private func send(_ signal: Int32) {
    state.withLock { state in
      if collected(&state) == nil { _ = systemKill(identifier, signal) }
    }
  }

  private func collected(_ state: inout State) -> ProcessEnding? {
    state.ending = state.ending ?? ProcessEnding.of(identifier, waits: false)
    return state.ending
  }

  // MARK: Starting

  private static func start(
    _ executable: String, arguments: [String], environment: [String: String]
  ) throws(ProcessStart.Refusal) -> (pid_t, FramePipe, FramePipe, WorkerErrorOutput) {
    let pipes = try PipeEnds.several(3)
    let (toChild, fromChild, errors) = (pipes[0], pipes[1], pipes[2])
    let speech = WorkerErrorOutput()
    // Without a thread that reads it, the child's standard error is this process's.
    let isHeard = speech.listen(to: errors.reading)
    defer {
      close(toChild.reading)
      close(fromChild.writing)
      close(errors.writing)
    }
    let handed: [ProcessStart.Handed] = [
      .init(toChild.reading, as: STDIN_FILENO), .init(fromChild.writing, as: STDOUT_FILENO),
    ]
    // Signals to the whole group (Ctrl-C, the end of a terminal, a batch system's warning) are handled by the parent,
    // so they are blocked in the child from its start.
    let start = ProcessStart(
      executable, arguments: arguments, environment: environment,
      handed: handed + (isHeard ? [.init(errors.writing, as: STDERR_FILENO)] : []),
      blocked: [SIGINT, SIGHUP, SIGUSR1, SIGXCPU])
    do {
      return (
        try start.begin(), FramePipe(descriptor: toChild.writing), FramePipe(descriptor: fromChild.reading),
        speech
      )
    } catch {
      close(toChild.writing)
      close(fromChild.reading)
      throw error
    }
  }
}
