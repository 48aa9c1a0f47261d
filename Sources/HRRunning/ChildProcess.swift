internal import Foundation
internal import Synchronization

/// A child process that takes frames on its standard input and answers on its standard output; what it says on standard
/// error is passed on.
///
/// Not Foundation's `Process`: that takes many more descriptors for each child, and traps where they run out.
final class ChildProcess: Sendable {
  /// The system's reason why no child could be started.
  struct Refusal: Error {
    let code: Int32

    var text: String { String(cString: strerror(code)) }

    /// Whether there was only too little of something: descriptors, processes, memory.
    var isShortage: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(code) }
  }

  enum Ending: Equatable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// Somebody else has taken the child's last word.
    case unknown
  }

  /// What is not yet over.
  private struct State {
    var ending: Ending?
    var isListening = true
  }

  /// Between the making of a pipe and its mark "close on exec" no other child may be started, or it would hold the pipe
  /// open.
  private static let starting = Mutex(())

  /// What goes to the child.
  let input: FramePipe
  /// What comes from it.
  let output: FramePipe
  private let speech: WorkerSpeech
  private let identifier: pid_t
  private let state = Mutex(State())

  init(executable: String, arguments: [String]) throws(Refusal) {
    // Writing to a child that has died must be an error of that child, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    // Swift's own account of a crash takes seconds and fills the terminal; what is wanted of a child is that it has
    // ended.
    let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
      own, _ in own
    }
    .sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    func begun() -> Result<(pid_t, FramePipe, FramePipe, WorkerSpeech), Refusal> {
      Self.starting.withLock { _ in
        Result { () throws(Refusal) in
          try Self.start(executable, arguments: [executable] + arguments, environment: environment)
        }
      }
    }
    var started = begun()
    // A program that was written a moment ago counts as being written while any process that is just being started
    // holds a copy of the descriptor. That passes.
    let deadline = ContinuousClock.now + .seconds(2)
    while case .failure(let refusal) = started, refusal.code == ETXTBSY, ContinuousClock.now < deadline {
      usleep(5000)
      started = begun()
    }
    (identifier, input, output, speech) = try started.get()
  }

  /// What the child said it died of, once it has died.
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

  /// How the child ended; `nil` when it has not within the time.
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

  /// Asks a child that is silent what it is at; it ends then.
  func ask() { send(SIGUSR1) }

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
  ) throws(Refusal) -> (pid_t, FramePipe, FramePipe, WorkerSpeech) {
    var pipes: [PipeEnds] = []
    do throws(Refusal) {
      for _ in 0..<3 { pipes.append(try PipeEnds()) }
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw error
    }
    let (toChild, fromChild, errors) = (pipes[0], pipes[1], pipes[2])
    let speech = WorkerSpeech()
    // Without a thread to listen, the child speaks for itself.
    let isHeard = speech.listen(to: errors.reading)
    if !isHeard { close(errors.reading) }
    var identifier = pid_t()
    let problem = spawn(
      &identifier, executable, arguments, environment, toChild, fromChild, isHeard ? errors : nil)
    close(toChild.reading)
    close(fromChild.writing)
    close(errors.writing)
    guard problem == 0 else {
      close(toChild.writing)
      close(fromChild.reading)
      throw Refusal(code: problem)
    }
    return (
      identifier, FramePipe(descriptor: toChild.writing), FramePipe(descriptor: fromChild.reading), speech
    )
  }

  private static func spawn(
    _ identifier: inout pid_t, _ executable: String, _ arguments: [String], _ environment: [String],
    _ toChild: PipeEnds, _ fromChild: PipeEnds, _ errors: PipeEnds?
  ) -> Int32 {
    #if os(macOS)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, toChild.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild.writing, STDOUT_FILENO)
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    } else {
      #if os(macOS)
        posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO)
      #endif
    }
    // What reaches the whole group (Ctrl-C, the end of a terminal) is the parent's to answer, from the child's first
    // moment.
    var blocked = SignalSet([SIGINT, SIGHUP]).value
    var usual = SignalSet([SIGTERM, SIGPIPE, SIGCHLD]).value
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    return withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&identifier, executable, &actions, &attributes, arguments, environment)
      }
    }
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// A set of signals as the system's calls want it.
package struct SignalSet: Sendable {
  let value: sigset_t

  package init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    value = set
  }

  /// Lets the signals wait, in this thread and in those it starts.
  package func block() { change(SIG_BLOCK) }

  package func unblock() { change(SIG_UNBLOCK) }

  /// Sleeps until one of them comes; they must be blocked in every thread.
  package func wait() {
    var set = value
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
  }

  private func change(_ how: Int32) {
    var set = value
    pthread_sigmask(how, &set, nil)
  }
}

/// The two ends of a pipe, neither of which a child inherits unasked.
private struct PipeEnds {
  /// Makes a pipe and its mark "close on exec" in one step, so that no child that somebody else starts in between can
  /// hold the pipe open. Linux has it, though Swift's view of its C library does not show it.
  private static let pipe2 = dlsym(nil, "pipe2").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
  }

  let reading: Int32
  let writing: Int32

  init() throws(ChildProcess.Refusal) {
    var ends: [Int32] = [-1, -1]
    let answer = Self.pipe2.map { $0(&ends, O_CLOEXEC) } ?? pipe(&ends)
    guard answer == 0 else { throw ChildProcess.Refusal(code: errno) }
    if Self.pipe2 == nil { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    reading = ends[0]
    writing = ends[1]
  }

  func closeBoth() {
    close(reading)
    close(writing)
  }
}
