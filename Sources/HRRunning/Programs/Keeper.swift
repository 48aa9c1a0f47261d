internal import HRSupport

/// The process between a worker and a program. It starts the program, limits it, and ends everything that is left
/// of it when the worker closes the lifeline, however the worker ended.
///
/// The program leads a group of processes. On Linux the keeper also adopts orphans, so that it finds and ends a
/// descendant that left the group too.
package enum Keeper {
  /// The name of the hidden command.
  package static let name = "__keeper"
  /// Closes when the worker ends or closes it; the keeper writes on it how the program ended.
  static let lifeline: Int32 = 3
  /// Open until everything has ended: the reader of the worker's standard error gets its end only then.
  static let witness: Int32 = 4

  /// The program's end as written on the lifeline: one byte of kind, one of value.
  enum Kind {
    static let exited: UInt8 = 1
    static let signalled: UInt8 = 2
    static let notStarted: UInt8 = 3
  }

  /// Runs until the program has ended or the worker closes the lifeline.
  ///
  /// - Parameter arguments: memory in bytes and largest file in bytes (`-` for no bound), number of the program's
  ///   user in its sandbox (`-` if it has none), working folder, program and its arguments.
  /// - Returns: the exit code.
  package static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 5 else { return EX_USAGE }
    for one in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGUSR1, SIGXCPU] { signal(one, SIG_IGN) }
    ProcessControl.closeToOthers()
    ProcessControl.adoptOrphans()
    ProcessControl.limit(
      memoryBytes: Int(arguments[0], radix: 10), fileBytes: Int(arguments[1], radix: 10))
    // Other open descriptors, whoever opened them, are not for the program.
    for descriptor in openDescriptors() where descriptor > STDERR_FILENO {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    var handed = (0..<3 as Range<Int32>).map { ProcessStart.Handed($0, as: $0) }
    if let user = UInt32(arguments[2], radix: 10) {
      // Its user may open its pipes again by name, as in `echo … >/dev/stderr`.
      for descriptor in 0..<3 as Range<Int32> { _ = fchown(descriptor, user, user) }
      do throws(ProcessStart.Refusal) {
        handed.append(ProcessStart.Handed(try filterPipe(), as: ProgramSandbox.filter))
      } catch {
        return refuse(error.code)
      }
    }
    guard chdir(arguments[3]) == 0 else { return refuse(errno) }
    let start = ProcessStart(
      arguments[4], arguments: Array(arguments.dropFirst(5)), handed: handed, leadsGroup: true)
    let program: pid_t
    do {
      program = try start.begin()
    } catch {
      return refuse(error.code)
    }
    // Only the program may hold the pipes, so that their ends are noticed.
    let nothing = open("/dev/null", O_RDWR)
    for descriptor in 0..<3 as Range<Int32> { dup2(nothing, descriptor) }
    watch(program)
    return wait(for: program)
  }

  /// Returns a pipe, open for reading only, that contains the filter of refused system calls.
  private static func filterPipe() throws(ProcessStart.Refusal) -> Int32 {
    let ends = try PipeEnds()
    let program = SandboxFilter.program ?? []
    // A pipe takes this many bytes at once.
    guard write(ends.writing, program, program.count) == program.count else {
      throw ProcessStart.Refusal(code: errno)
    }
    close(ends.writing)
    return ends.reading
  }

  private static func openDescriptors() -> [Int32] {
    let listed = FolderEntry.all(in: "/dev/fd").compactMap { Int32($0.name, radix: 10) }
    return listed.isEmpty ? Array(3..<1024) : listed
  }

  private static func refuse(_ reason: Int32) -> Int32 {
    tell(Kind.notStarted, reason)
    return 1
  }

  private static func tell(_ kind: UInt8, _ value: Int32) {
    let bytes = [kind, UInt8(truncatingIfNeeded: value)]
    _ = write(lifeline, bytes, 2)
  }

  /// Starts a thread that ends everything when the worker closes the lifeline.
  private static func watch(_ program: pid_t) {
    let thread = PlainThread(stackBytes: 1 << 18) {
      Descriptor.read(lifeline, inPiecesOf: 1) { _ in }
      // The other thread notices its end, and ends the rest.
      kill(-program, SIGKILL)
      kill(program, SIGKILL)
    }
    // Without a thread the program could not be ended later.
    if let thread { thread.detach() } else { kill(-program, SIGKILL) }
  }

  private static func wait(for program: pid_t) -> Int32 {
    while true {
      var status: Int32 = 0
      let one = waitpid(-1, &status, 0)
      if one < 0 {
        if errno == EINTR { continue }
        return 0
      }
      guard one == program else { continue }
      endDescendants(of: program)
      switch ProcessEnding(status: status) {
      case .exited(let code): tell(Kind.exited, code)
      case .signalled(let number): tell(Kind.signalled, number)
      case .unknown: break
      }
      return 0
    }
  }

  /// Ends the remaining processes: the rest of the program's group, then orphans until there are none, for at most
  /// 10 s.
  private static func endDescendants(of program: pid_t) {
    kill(-program, SIGKILL)
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      let one = waitpid(-1, nil, WNOHANG)
      if one > 0 { continue }
      // No child is left.
      if one < 0, errno == ECHILD { return }
      for child in children() { kill(child, SIGKILL) }
      usleep(1000)
    }
  }

  /// This process's children, by `/proc`.
  private static func children() -> [pid_t] {
    let own = getpid()
    return FolderEntry.all(in: "/proc").compactMap { entry in
      guard let identifier = pid_t(entry.name, radix: 10),
        let text = TextFile.beginning(of: "/proc/\(identifier)/stat", bytes: 512),
        let end = text.lastIndex(of: ")")
      else { return nil }
      // `4711 (name) S 1 …`: after the name come the state and the parent.
      let fields = text[text.index(after: end)...].split(separator: " ")
      return fields.count > 1 && pid_t(fields[1], radix: 10) == own ? identifier : nil
    }
  }
}
