import HRTestSupport
import Foundation

/// The project's own files, as the tests find them on disk.
enum SourceTree {
  struct File: Sendable {
    /// Relative to the project's folder, such as `Sources/HRSignals/Signal.swift`.
    let path: String
    let text: String

    /// The folder below `Sources`.
    var target: String {
      let parts = path.split(separator: "/")
      return parts.count > 2 ? String(parts[1]) : ""
    }
  }

  static func text(_ path: String) throws -> String { try ProjectFolder.text(path) }

  /// Files below a folder whose name ends in one of the endings, in path order.
  static func files(in folder: String, endings: [String]) throws -> [File] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: ProjectFolder.url(folder).path)
    return try names.sorted()
      .filter { name in endings.contains { name.hasSuffix(".\($0)") } }
      .map { File(path: "\(folder)/\($0)", text: try text("\(folder)/\($0)")) }
  }

  /// The folders directly below a folder, in name order.
  static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: ProjectFolder.url(folder), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .map(\.lastPathComponent)
    .filter { !$0.hasPrefix(".") }
    .sorted()
  }
}
