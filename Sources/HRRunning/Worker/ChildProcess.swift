internal import Foundation
internal import HRSupport
internal import Synchronization

/// A child process that takes frames on its standard input and answers on its standard output. Its standard error
/// is passed on.
final class ChildProcess: Sendable {
  enum Ending: Equatable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// The exit status is not available: `waitpid` failed.
    case unknown
  }

  /// Mutable state: how the child ended, and whether its input is open.
  private struct State {
    var ending: Ending?
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
    .sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
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
    let deadline = ContinuousClock.now + .seconds(2)
    while case .failure(let refusal) = started, refusal.code == ETXTBSY, ContinuousClock.now < deadline {
      usleep(5000)
      started = begun()
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
  func ending(within seconds: Double) -> Ending? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if let ending = state.withLock({ reaped(&$0, options: WNOHANG) }) { return ending }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(2000)
    }
  }

  /// Ends the child by force and waits for it.
  func endNow() -> Ending {
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
      if reaped(&state, options: WNOHANG) == nil { _ = Foundation.kill(identifier, signal) }
    }
  }

  private func reaped(_ state: inout State, options: Int32) -> Ending? {
    if state.ending == nil {
      var status: Int32 = 0
      let answer = waitpid(identifier, &status, options)
      if answer == identifier {
        let signal = status & 0x7f
        state.ending = signal == 0 ? .exited(code: (status >> 8) & 0xff) : .signalled(signal)
      } else if answer < 0, errno != EINTR {
        state.ending = .unknown
      }
    }
    return state.ending
  }

  // MARK: Starting

  private static func start(
    _ executable: String, arguments: [String], environment: [String]
  ) throws(ProcessStart.Refusal) -> (pid_t, FramePipe, FramePipe, WorkerErrorOutput) {
    let pipes = try PipeEnds.several(3)
    let (toChild, fromChild, errors) = (pipes[0], pipes[1], pipes[2])
    let speech = WorkerErrorOutput()
    // Without a thread that reads it, the child's standard error is this process's.
    let isHeard = speech.listen(to: errors.reading)
    if !isHeard { close(errors.reading) }
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
