internal import Foundation

/// The running program, in a process group of its own.
struct RunningProgram {
  /// Largest number of output bytes that are kept.
  private static let mostOutput = 32 << 20

  /// The shell's exit code if it could not set a limit before starting the program.
  static let notBegun: Int32 = 98

  let identifier: pid_t
  private let invocation: Invocation
  private let outputPath: String
  private let errorPath: String
  private let started = ContinuousClock.now

  struct Refusal: Error {
    let reason: String
  }

  /// - Parameters:
  ///   - streams: folder for the program's output.
  init(_ program: String, _ invocation: Invocation, streams: String) throws(Refusal) {
    self.invocation = invocation
    outputPath = "\(streams)/stdout"
    errorPath = "\(streams)/stderr"
    let script =
      "exec </dev/null >\"$1\" 2>\"$2\"; told=\"$1.code\"; cd -- \"$3\" || exit 99; shift 3; "
      + (invocation.preparation.isEmpty ? "" : invocation.preparation + " || exit \(Self.notBegun); ")
      + (invocation.pipe.isEmpty
        ? "exec \"$@\" \(invocation.redirections)"
        // The exit code of a pipe is that of its last command, so the program's is passed on separately.
        : "exec 4>\"$told\"; { \"$@\" \(invocation.redirections) 4>&-; echo $? >&4; } \(invocation.pipe)")
    let words =
      ["/bin/sh", "-c", script, "sh", outputPath, errorPath, invocation.folder, program]
      + invocation.arguments
    // A crash must end at once: Swift's own account of it takes seconds.
    let environment =
      invocation.environment
      + [
        "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(streams)", "TMPDIR=\(streams)",
        "SWIFT_BACKTRACE=enable=no",
      ]
    #if os(macOS)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var identifier = pid_t()
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for pointer in arguments + variables { free(pointer) } }
    let problem = posix_spawn(&identifier, "/bin/sh", nil, &attributes, arguments + [nil], variables + [nil])
    guard problem == 0 else {
      throw Refusal(reason: "cannot start /bin/sh: \(String(cString: strerror(problem)))")
    }
    self.identifier = identifier
  }

  /// Sends a signal to the program alone.
  func send(_ signal: Int32) { _ = kill(identifier, signal) }

  /// Its children, if the system lists them.
  func children() -> [pid_t] {
    let tasks = "/proc/\(identifier)/task"
    return Folder.names(in: tasks).flatMap { task in
      ((try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? "").split(
        separator: " "
      )
      .compactMap { pid_t($0, radix: 10) }
    }
  }

  /// Current memory of the largest process, if the system reports it.
  private var megabytes: Double {
    ([identifier] + children()).map { process in
      let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
      return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }.max() ?? 0
  }

  static func send(_ signal: Int32, to child: pid_t) { _ = kill(child, signal) }

  /// Waits for the program's end, and ends it at the time or memory limit.
  func outcome() -> Outcome {
    var status: Int32 = 0
    var usage = rusage()
    var force: Outcome.Ending?
    var pause: UInt32 = 500
    var looks = 0
    while true {
      let answer = wait4(identifier, &status, WNOHANG, &usage)
      if answer == identifier || (answer < 0 && errno != EINTR) { break }
      looks += 1
      if force == nil {
        if seconds > invocation.mostSeconds { force = .endedLate }
        if looks % 16 == 0, megabytes > Invocation.fatalMegabytes { force = .endedLarge }
        if force != nil { _ = kill(-identifier, SIGKILL) }
      }
      usleep(pause)
      pause = min(pause * 2, 5000)
    }
    let elapsed = seconds
    let leftBehind = !groupHasEnded(within: 3)
    if leftBehind { _ = kill(-identifier, SIGKILL) }
    let signal = status & 0x7f
    var ending: Outcome.Ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    if !invocation.pipe.isEmpty { ending = Self.passedOn("\(outputPath).code") }
    if let force { ending = force }
    #if os(macOS)
      let bytesPerUnit = 1.0
    #else
      let bytesPerUnit = 1024.0
    #endif
    return Outcome(
      invocation: invocation, ending: ending, output: Self.content(outputPath),
      errors: Self.content(errorPath),
      seconds: elapsed, peakMegabytes: Double(usage.ru_maxrss) * bytesPerUnit / 1_048_576,
      leftBehind: leftBehind)
  }

  /// Reads the exit code that the shell passed on for a program before a pipe: 128 and the signal, or the code.
  private static func passedOn(_ path: String) -> Outcome.Ending {
    let word = String(decoding: content(path), as: UTF8.self).filter { $0 != "\n" }
    // Without a code the shell could not even begin.
    let code = Int32(word, radix: 10) ?? RunningProgram.notBegun
    return code > 128 && code != 130 ? .signalled(code - 128) : .exited(code)
  }

  private var seconds: Double {
    let elapsed = (ContinuousClock.now - started).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  private func groupHasEnded(within seconds: Double) -> Bool {
    for _ in 0..<max(1, Int(seconds * 100)) {
      if kill(-identifier, 0) != 0 { return true }
      usleep(10_000)
    }
    return false
  }

  private static func content(_ path: String) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    return ((try? file.read(upToCount: mostOutput)) ?? nil).map { [UInt8]($0) } ?? []
  }
}
