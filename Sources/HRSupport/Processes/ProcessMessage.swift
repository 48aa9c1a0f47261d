internal import Foundation

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
