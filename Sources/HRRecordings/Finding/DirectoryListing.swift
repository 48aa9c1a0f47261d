internal import HRSupport
internal import Foundation

/// Contents below one folder; each folder is listed once.
final class DirectoryListing {
  let root: String
  private var listed: [String: [FolderEntry]] = [:]

  init(root: String) {
    self.root = root
  }

  /// - Parameter path: relative to the root.
  func exists(_ path: String) -> Bool {
    TextFile.exists(absolute(path))
  }

  /// Returns the entries of a folder in natural order of names; empty for anything that is not a readable folder.
  func entries(in path: String) -> [FolderEntry] {
    if let known = listed[path] { return known }
    let sorted = FolderEntry.all(in: absolute(path)).sorted { $0.name.precedesNaturally($1.name) }
    listed[path] = sorted
    return sorted
  }

  func absolute(_ path: String) -> String {
    path.isEmpty ? root : root.hasSuffix("/") ? root + path : root + "/" + path
  }

  /// Returns a path relative to the folder of another file; absolute paths stay unchanged.
  static func resolve(_ path: String, besideFile file: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = (file as NSString).deletingLastPathComponent
    return folder.isEmpty ? path : (folder as NSString).appendingPathComponent(path)
  }
}
