internal import HRSupport

/// Waits for the signals that ask a program to end, on a thread of its own, in which locks may be taken.
///
/// It needs no file descriptor, so that it works when descriptors have run out.
enum SignalWatch {
  /// Signals by which a batch system announces the end of the time, perhaps every second.
  private static let reminders = [SIGUSR1, SIGXCPU]

  /// Starts the watch: the first such signal calls `action`, and the second ends the program at once, unless it is a
  /// batch system's.
  ///
  /// Must be called before other threads are started: only threads that are begun later leave the signals to this one.
  ///
  /// - Parameter action: is given the signal's number.
  static func begin(_ action: @escaping @Sendable (Int32) -> Void) {
    var signals = [SIGINT, SIGTERM] + reminders
    // `nohup` makes the program ignore the end of the terminal.
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    if !hangup.ignores { signals.append(SIGHUP) }
    // An ignored signal may not become pending.
    for number in signals { signal(number, SIG_DFL) }
    let watched = SignalSet(signals)
    watched.block()
    let thread = PlainThread(stackBytes: 1 << 18) {
      let number = watched.wait()
      // The first action may still be running when the second signal comes.
      let second = PlainThread(stackBytes: 1 << 18) {
        while reminders.contains(watched.wait()) {}
        _exit(130)
      }
      second?.detach()
      action(number)
    }
    guard let thread else {
      // Without the thread the signals end the program in the default way.
      watched.unblock()
      return
    }
    thread.detach()
  }
}

extension sigaction {
  fileprivate var ignores: Bool {
    #if os(macOS)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
