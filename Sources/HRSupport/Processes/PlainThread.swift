internal import Synchronization

/// A thread of the system, whose start may fail. (Foundation's thread does not report this, so that a wait for it
/// never ends.)
package struct PlainThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let identifier: pthread_t

  /// - Returns: `nil` if the system allows no more threads, or has no memory for its stack.
  package init?(stackBytes: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    let work = Unmanaged.passRetained(Work(body))
    #if os(macOS)
      var thread: pthread_t?
      let problem = pthread_create(
        &thread, &attributes,
        { pointer in
          Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard problem == 0, let thread else {
        work.release()
        return nil
      }
    #else
      var thread = pthread_t()
      let problem = pthread_create(
        &thread, &attributes,
        { pointer in
          if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
      guard problem == 0 else {
        work.release()
        return nil
      }
    #endif
    identifier = thread
  }

  /// Waits for the end of the thread.
  package func join() {
    pthread_join(identifier, nil)
  }

  /// Lets the thread continue by itself.
  package func detach() {
    pthread_detach(identifier)
  }
}

/// A thread that reads a descriptor to its end, and closes it then.
package final class ListeningThread: Sendable {
  private let isOver = Mutex(true)

  package init() {}

  /// - Parameter read: reads until the last writer has closed its end.
  /// - Returns: false if no thread could be started; the descriptor is closed then, and nothing is waited for.
  @discardableResult
  package func listen(to descriptor: Int32, _ read: @escaping @Sendable () -> Void) -> Bool {
    isOver.withLock { $0 = false }
    @Sendable func end() {
      close(descriptor)
      isOver.withLock { $0 = true }
    }
    let thread = PlainThread(stackBytes: 1 << 18) {
      read()
      end()
    }
    thread?.detach()
    if thread == nil { end() }
    return thread != nil
  }

  /// Waits for text that has not arrived yet, for at most so long.
  package func finish(within seconds: Double) {
    _ = Polling.value(within: seconds, everyMicroseconds: 1000) { isOver.withLock { $0 } ? true : nil }
  }
}
