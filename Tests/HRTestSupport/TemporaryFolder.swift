import Foundation
import Synchronization

/// A folder of small files that is removed with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "hreval-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { remove() }

  private func remove() { try? FileManager.default.removeItem(atPath: path) }

  private static let lasting = Mutex<[TemporaryFolder]>([])

  /// Returns a folder for files that several tests read, which is removed when the process ends.
  package static func untilTheEnd() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    lasting.withLock {
      if $0.isEmpty { atexit { TemporaryFolder.lasting.withLock { $0.forEach { $0.remove() } } } }
      $0.append(folder)
    }
    return folder
  }

  /// Writes a file below the folder, with the folders it needs.
  @discardableResult package func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  @discardableResult package func write(_ name: String, bytes: [UInt8]) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }
}

/// Runs the body with a folder of its own, which is removed when the body returns.
package func withTemporaryFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder.path) }
}
