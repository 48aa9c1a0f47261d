/// A program that is run for a short answer, and killed if it takes too long.
package struct BoundedCommand: Sendable {
  /// Way in which the program ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// The program was killed after its time.
    case timedOut
    /// The program could not be started, with the system's reason.
    case notStarted(String)
  }

  /// Result of a run.
  package struct Answer: Equatable, Sendable {
    package let ending: Ending
    package private(set) var out = ""
    package private(set) var err = ""
  }

  private let executable: String
  private let arguments: [String]
  private let seconds: Double

  /// - Parameters:
  ///   - executable: path of the program.
  ///   - arguments: arguments without the program's own name.
  ///   - seconds: maximum time.
  package init(_ executable: String, _ arguments: [String], seconds: Double) {
    (self.executable, self.arguments, self.seconds) = (executable, arguments, seconds)
  }

  /// Size of the kept output of each stream in bytes, after which further output is discarded.
  private static let mostBytes = 1 << 24

  /// Runs the program in its own process group. Ctrl-C therefore does not end it between its action and its answer,
  /// and all its descendants can be ended with it.
  package func run() -> Answer {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return Answer(ending: .notStarted(lastSystemError())) }
    defer { close(nothing) }
    let child: Int32
    let pipes: [PipeEnds]
    do throws(ProcessStart.Refusal) {
      pipes = try PipeEnds.several(2)
    } catch {
      return Answer(ending: .notStarted(error.text))
    }
    defer { for pipe in pipes { close(pipe.reading) } }
    do throws(ProcessStart.Refusal) {
      defer { for pipe in pipes { close(pipe.writing) } }
      child = try ProcessStart(
        executable, arguments: arguments,
        handed: [
          .init(nothing, as: STDIN_FILENO), .init(pipes[0].writing, as: STDOUT_FILENO),
          .init(pipes[1].writing, as: STDERR_FILENO),
        ], leadsGroup: true
      ).begin()
    } catch {
      return Answer(ending: .notStarted(error.text))
    }
    let (ending, texts) = listen(to: child, pipes.map(\.reading))
    return Answer(ending: ending, out: texts[0], err: texts[1])
  }

  private func listen(to child: Int32, _ streams: [Int32]) -> (Ending, [String]) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var kept: [[UInt8]] = streams.map { _ in [] }
    var open = streams.map { _ in true }
    var ending: Ending?
    while true {
      var waiting = zip(streams, open).map {
        pollfd(fd: $1 ? $0 : -1, events: Int16(clamping: POLLIN), revents: 0)
      }
      let isAnswered = poll(&waiting, nfds_t(waiting.count), ending == nil ? 50 : 0) > 0
      if isAnswered {
        for (index, one) in waiting.enumerated() where one.revents != 0 {
          var buffer = [UInt8](repeating: 0, count: 1 << 16)
          let count = read(streams[index], &buffer, buffer.count)
          if count > 0 {
            if kept[index].count < Self.mostBytes { kept[index] += buffer[..<count] }
          } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            open[index] = false
          }
        }
      }
      // Its children may still hold its streams: the answer is the output up to its end.
      if let ending, !isAnswered || !open.contains(true) {
        return (ending, kept.map { String(decoding: $0, as: UTF8.self) })
      }
      if ending == nil { ending = Self.ending(of: child, waits: false) }
      if ending == nil, ContinuousClock.now >= deadline {
        kill(-child, SIGKILL)
        _ = Self.ending(of: child, waits: true)
        return (.timedOut, kept.map { String(decoding: $0, as: UTF8.self) })
      }
      // There is nothing to wait on after the streams are closed.
      if ending == nil, !open.contains(true) { usleep(5000) }
    }
  }

  private static func ending(of child: Int32, waits: Bool) -> Ending? {
    switch ProcessEnding.of(child, waits: waits) {
    case .exited(let code)?: .exited(code)
    case .signalled(let number)?: .signalled(number)
    case .unknown?: .signalled(0)
    case nil: nil
    }
  }
}

/// Search for programs in the folders that a shell would use.
package enum SearchPath {
  /// Returns the first program of that name in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - name: name without a slash.
  ///   - folders: folders separated by colons; `nil` for those that every system has.
  /// - Returns: its path; `nil` if there is no executable one.
  package static func find(
    _ name: String, in folders: String? = ProcessInfo.processInfo.environment["PATH"]
  ) -> String? {
    (folders ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { TextFile.isFile($0) && access($0, X_OK) == 0 }
  }
}
