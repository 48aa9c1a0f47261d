internal import HRSupport
internal import Synchronization

/// The program's three standard streams. An output stream that cannot be written is reported and changes the exit
/// code.
enum StandardStreams {
  /// Error of the first failed write of results; nothing is written to standard output after that.
  private static let outputProblem = Mutex<Int32?>(nil)

  /// Prepares the streams. Must be called before any file is opened.
  static func prepare() {
    // The number of a closed stream would be given to the next file that is opened, and messages would be written to
    // it. A closed stream is therefore opened in the wrong direction, so that it still fails like a closed one.
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      if descriptor < 0 { break }
      if descriptor > STDERR_FILENO {
        close(descriptor)
        break
      }
      if descriptor == STDIN_FILENO {
        close(descriptor)
        _ = open("/dev/null", O_WRONLY)
      }
    }
    // These become errors instead of ending the program: a reader that went away, a limit on the size of files.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The parent process may have set children to be ignored; workers must be waited for.
    signal(SIGCHLD, SIG_DFL)
  }

  /// True if results can no longer be written, because of an error or because their reader went away.
  static var outputIsLost: Bool { outputProblem.withLock { $0 != nil } }

  /// - Returns: `code`, or 1 in place of 0 if results were lost. Nothing was lost for a reader that went away, since
  ///   it wanted no more.
  static func exitCode(_ code: Int32) -> Int32 {
    let isLost = outputProblem.withLock { problem in problem.map { $0 != EPIPE } ?? false }
    return code == 0 && isLost ? 1 : code
  }

  static func write(_ text: String, to stream: Int32) {
    if stream == STDOUT_FILENO, outputIsLost { return }
    guard let problem = firstProblem(writing: Array(text.utf8), to: stream), stream == STDOUT_FILENO else {
      // A failed write to standard error cannot be reported.
      return
    }
    outputProblem.withLock { $0 = problem }
    if problem != EPIPE {
      write(
        "error: cannot write to standard output: \(String(cString: strerror(problem)))\n", to: STDERR_FILENO)
    }
  }

  private static func firstProblem(writing bytes: [UInt8], to stream: Int32) -> Int32? {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return systemWrite(stream, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // Another process shares the stream and has made it non-blocking.
        _ = Descriptor.poll(stream, POLLOUT, milliseconds: 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
