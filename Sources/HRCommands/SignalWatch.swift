internal import HRRunning
internal import HRSystem
internal import Foundation

/// Hears the signals that ask a program to end, on a thread of its own, where locks may be taken.
///
/// Needs no descriptor, so that it hears them where descriptors have run out.
enum SignalWatch {
  /// With these a batch system says that the time is nearly over, and may say so every second.
  private static let reminders = [SIGUSR1, SIGXCPU]

  /// From now on the first such signal calls `action` and the second ends the program at once, unless it is a batch
  /// system's.
  ///
  /// To be called before other threads are started: only threads that are begun later leave the signals to this one.
  ///
  /// - Parameter action: is given the signal's number.
  static func begin(_ action: @escaping @Sendable (Int32) -> Void) {
    var signals = [SIGINT, SIGTERM] + reminders
    // `nohup` asks to outlive the terminal.
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    if !hangup.ignores { signals.append(SIGHUP) }
    // An ignored signal may not wait to be heard.
    for number in signals { signal(number, SIG_DFL) }
    let watched = SignalSet(signals)
    watched.block()
    let thread = PlainThread(stackBytes: 1 << 18) {
      let number = watched.wait()
      // By the time of the second the first may still be at work.
      let second = PlainThread(stackBytes: 1 << 18) {
        while reminders.contains(watched.wait()) {}
        _exit(130)
      }
      second?.detach()
      action(number)
    }
    guard let thread else {
      // Then they end the program the usual way.
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
