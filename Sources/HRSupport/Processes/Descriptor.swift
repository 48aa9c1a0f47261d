/// Calls on descriptors. Reading and writing go on where a signal interrupted them; waiting does not.
package enum Descriptor {
  /// Passes on what is read until the end, or until an error.
  package static func read(
    _ descriptor: Int32, inPiecesOf bytes: Int, _ take: (ArraySlice<UInt8>) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: bytes)
    while true {
      let count = systemRead(descriptor, &buffer, bytes)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      take(buffer[..<count])
    }
  }

  /// - Returns: true if all bytes were written; otherwise `errno` has the reason.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits until a descriptor is ready for the event (`POLLIN`, `POLLOUT`).
  ///
  /// - Returns: the answer of `poll`: 0 where the time is over, negative for an error or a signal.
  package static func poll(_ descriptor: Int32, _ event: Int32, milliseconds: Int32) -> Int32 {
    var watched = pollfd(fd: descriptor, events: Int16(clamping: event), revents: 0)
    return systemPoll(&watched, 1, milliseconds)
  }
}

/// Waiting for what only asking again can tell.
package enum Polling {
  /// Returns the first value that the question has; `nil` if it has none within the time.
  package static func value<Value>(
    within seconds: Double, everyMicroseconds pause: UInt32, _ question: () -> Value?
  ) -> Value? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if let value = question() { return value }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(pause)
    }
  }
}
