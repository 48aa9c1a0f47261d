/// The way in which a child process ended.
package enum ProcessEnding: Equatable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// The exit status is not available: another part of the process collected it, or `waitpid` failed.
  case unknown

  /// - Parameter status: as `waitpid` gives it.
  package init(status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// Collects the exit status of a child.
  ///
  /// - Parameter waits: true to wait for its end.
  /// - Returns: `nil` while it runs.
  package static func of(_ child: Int32, waits: Bool) -> ProcessEnding? {
    var status: Int32 = 0
    while true {
      let answer = waitpid(child, &status, waits ? 0 : WNOHANG)
      if answer == child { return ProcessEnding(status: status) }
      if answer == 0 { return nil }
      if errno != EINTR { return .unknown }
    }
  }
}

/// A value that one process of this program sends to another, which is of the same build.
package protocol ProcessMessage: Codable {}

extension ProcessMessage {
  package var bytes: [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // A property list takes every number and every text.
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }

  /// - Returns: `nil` for bytes that are no such value.
  package init?(bytes: [UInt8]) {
    guard let value = try? PropertyListDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}
