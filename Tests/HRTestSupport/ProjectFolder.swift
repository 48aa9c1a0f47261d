package import Foundation

/// The project's own files on disk.
package enum ProjectFolder {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package static func url(_ path: String) -> URL { root.appending(path: path) }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}
