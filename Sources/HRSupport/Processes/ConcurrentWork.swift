internal import Synchronization

/// Independent pieces of work on all processors.
///
/// Dispatch's `concurrentPerform` is not used: it blocks for ever if the system allows no more threads. Here the
/// caller then does the work alone.
package enum ConcurrentWork {
  /// Stack size of a thread, enough for statistics and writing.
  private static let stackBytes = 1 << 22

  /// Calls the body once for each number below `count`, in any order and from several threads; returns when all calls
  /// are done.
  package static func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    // Every thread has ended before this returns.
    withoutActuallyEscaping(body) { spread(count, atOnce: .max, $0) }
  }

  /// Returns the body's results for the numbers below `count`, in their order and regardless of the order of
  /// completion.
  ///
  /// - Parameters:
  ///   - count: number of calls.
  ///   - most: maximum number of calls at a time; never more than there are processors.
  ///   - body: function called once for each number.
  package static func map<Value: Sendable>(
    _ count: Int, atOnce most: Int = .max, _ body: @Sendable (Int) -> Value
  ) -> [Value] {
    let values = Mutex([Value?](repeating: nil, count: count))
    withoutActuallyEscaping(body) { body in
      spread(count, atOnce: most) { index in
        let value = body(index)
        values.withLock { $0[index] = value }
      }
    }
    return values.withLock { $0.compactMap(\.self) }
  }

  /// Returns the results of two pieces of work that are done at the same time.
  package static func both<First: Sendable, Second: Sendable>(
    _ first: @Sendable () -> First, _ second: @Sendable () -> Second
  ) -> (First, Second) {
    let made = Mutex<First?>(nil)
    var other: Second?
    withoutActuallyEscaping(first) { first in
      let thread = PlainThread(stackBytes: stackBytes) {
        let value = first()
        made.withLock { $0 = value }
      }
      other = second()
      thread?.join()
    }
    return (made.withLock { $0 } ?? first(), other ?? second())
  }

  private static func spread(_ count: Int, atOnce most: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let indices = Mutex((0..<count).makeIterator())
    let work: @Sendable () -> Void = {
      while let index = indices.withLock({ $0.next() }) { body(index) }
    }
    var threads: [PlainThread] = []
    for _ in 1..<max(1, min(count, most, ProcessorCount.usable)) {
      guard let thread = PlainThread(stackBytes: stackBytes, work) else { break }
      threads.append(thread)
    }
    work()
    for thread in threads { thread.join() }
  }
}
