/// A program to be started, with its arguments, environment and descriptors.
///
/// Foundation's `Process` is not used: it takes many more descriptors for each child, and traps when there are no
/// more.
package struct ProcessStart: Sendable {
  /// Reason of the system why no child could be started.
  package struct Refusal: Error {
    package let code: Int32

    package init(code: Int32) { self.code = code }

    package var text: String { String(cString: strerror(code)) }

    /// True if only a resource was short: descriptors, processes, memory.
    package var isShortage: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(code) }
  }

  /// A descriptor of this process, and its number in the child.
  package struct Handed: Sendable {
    let own: Int32
    let child: Int32

    package init(_ own: Int32, as child: Int32) { (self.own, self.child) = (own, child) }
  }

  private let executable: String
  private let arguments: [String]
  private let environment: [String: String]
  private let handed: [Handed]
  private let leadsGroup: Bool
  private let blocked: [Int32]

  /// - Parameters:
  ///   - executable: path of the program.
  ///   - arguments: arguments without the program's own name.
  ///   - environment: its variables; they are given to it in the order of their names.
  ///   - handed: descriptors that it inherits.
  ///   - leadsGroup: true if it leads its own process group, which the terminal's signals do not reach.
  ///   - blocked: signals that are blocked in it from the start.
  package init(
    _ executable: String, arguments: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment, handed: [Handed],
    leadsGroup: Bool = false, blocked: [Int32] = []
  ) {
    (self.executable, self.arguments, self.environment) = (executable, arguments, environment)
    (self.handed, self.leadsGroup, self.blocked) = (handed, leadsGroup, blocked)
  }

  /// Starts a program that reads nothing and whose output counts for nothing.
  ///
  /// - Parameter errors: descriptor of its standard error; `nil`: that counts for nothing either.
  /// - Returns: the child's process id.
  package static func beginSilently(
    _ executable: String, arguments: [String], errors: Int32? = nil
  ) throws(Refusal) -> Int32 {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { throw Refusal(code: errno) }
    defer { close(nothing) }
    return try ProcessStart(
      executable, arguments: arguments,
      handed: [
        Handed(nothing, as: STDIN_FILENO), Handed(nothing, as: STDOUT_FILENO),
        Handed(errors ?? nothing, as: STDERR_FILENO),
      ]
    ).begin()
  }

  /// - Returns: the child's process id.
  package func begin() throws(Refusal) -> Int32 {
    // Copies with numbers above those that the descriptors get in the child.
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    var sources: [Handed] = []
    let free = (handed.map(\.child).max() ?? 0) + 1
    for one in handed {
      // Descriptors may be few: only those with a conflicting number are copied.
      guard one.own < free else {
        sources.append(one)
        continue
      }
      let copy = fcntl(one.own, F_DUPFD_CLOEXEC, free)
      guard copy >= 0 else { throw Refusal(code: errno) }
      copies.append(copy)
      sources.append(Handed(copy, as: one.child))
    }
    var identifier = pid_t()
    let problem = spawn(&identifier, sources)
    guard problem == 0 else { throw Refusal(code: problem) }
    return identifier
  }

  private func spawn(_ identifier: inout pid_t, _ sources: [Handed]) -> Int32 {
    #if os(macOS)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for source in sources { posix_spawn_file_actions_adddup2(&actions, source.own, source.child) }
    #if os(macOS)
      if !sources.contains(where: { $0.child == STDERR_FILENO }) {
        posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO)
      }
    #endif
    var waiting = SignalSet(blocked).value
    // A group leader is a program from another source, which expects the default signal actions.
    var usual = SignalSet(
      [SIGTERM, SIGPIPE, SIGCHLD] + (leadsGroup ? [SIGINT, SIGQUIT, SIGHUP, SIGUSR1, SIGXCPU] : [])
    ).value
    posix_spawnattr_setsigmask(&attributes, &waiting)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    if leadsGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    return Self.withCStrings([executable] + arguments) { arguments in
      Self.withCStrings(environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }) { environment in
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

/// A set of signals as the system calls expect it.
package struct SignalSet: Sendable {
  let value: sigset_t

  package init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    value = set
  }

  /// Blocks the signals in this thread and in those it starts.
  package func block() { change(SIG_BLOCK) }

  package func unblock() { change(SIG_UNBLOCK) }

  /// Sleeps until one of the signals arrives; they must be blocked in every thread.
  ///
  /// - Returns: the signal that arrived.
  @discardableResult package func wait() -> Int32 {
    var set = value
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }

  private func change(_ how: Int32) {
    var set = value
    pthread_sigmask(how, &set, nil)
  }
}

/// The two ends of a pipe; a child inherits neither unless it is handed over.
package struct PipeEnds: Sendable {
  /// Makes a pipe with "close on exec" in one step, so that no child started by other code in between keeps the pipe
  /// open. Linux has this call, though Swift's view of its C library does not show it.
  private static let pipe2 = dlsym(nil, "pipe2").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
  }

  package let reading: Int32
  package let writing: Int32

  package init() throws(ProcessStart.Refusal) {
    var ends: [Int32] = [-1, -1]
    let answer = Self.pipe2.map { $0(&ends, O_CLOEXEC) } ?? pipe(&ends)
    guard answer == 0 else { throw ProcessStart.Refusal(code: errno) }
    if Self.pipe2 == nil { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    reading = ends[0]
    writing = ends[1]
  }

  /// Returns all of the pipes, or none.
  ///
  /// - Parameter count: number of pipes.
  package static func several(_ count: Int) throws(ProcessStart.Refusal) -> [PipeEnds] {
    var pipes: [PipeEnds] = []
    do throws(ProcessStart.Refusal) {
      for _ in 0..<count { pipes.append(try PipeEnds()) }
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw error
    }
    return pipes
  }

  package func closeBoth() {
    close(reading)
    close(writing)
  }
}
