internal import Foundation
internal import Synchronization

/// The program's three standard streams: a stream that cannot be written is told of and shows in the exit code.
enum StandardStreams {
  /// Why the results could not be written; nothing is written after that.
  private static let outputProblem = Mutex<Int32?>(nil)

  /// To be called before anything is opened.
  static func prepare() {
    // A stream that is closed would lend its number to the next file that is opened, and what is meant for people would
    // end up in it. Held open the wrong way round, it still answers like one that is closed.
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
    // Reasons to be told of, not to be ended by: a reader that went away, a limit on the size of files.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Whoever started this may have asked not to hear of children; workers must be waited for.
    signal(SIGCHLD, SIG_DFL)
  }

  /// Whether results can no longer be written, because of an error or because their reader went away.
  static var outputIsLost: Bool { outputProblem.withLock { $0 != nil } }

  /// - Returns: `code`, or 1 in place of 0 when results were lost. A reader that went away wanted no more: nothing was
  ///   lost.
  static func exitCode(_ code: Int32) -> Int32 {
    let isLost = outputProblem.withLock { problem in problem.map { $0 != EPIPE } ?? false }
    return code == 0 && isLost ? 1 : code
  }

  static func write(_ text: String, to stream: Int32) {
    if stream == STDOUT_FILENO, outputIsLost { return }
    guard let problem = firstProblem(writing: Array(text.utf8), to: stream), stream == STDOUT_FILENO else {
      // What standard error does not take can be told nowhere.
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
        return Foundation.write(stream, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // Somebody shares the stream and has made it one that does not wait.
        var poller = pollfd(fd: stream, events: Int16(clamping: POLLOUT), revents: 0)
        _ = poll(&poller, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
