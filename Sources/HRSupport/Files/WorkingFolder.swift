internal import Foundation

/// The folder from which relative paths start.
package enum WorkingFolder {
  /// Absolute path of any length; `nil` if the folder no longer exists.
  package static var path: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    let path = String(cString: text)
    // For a removed folder the system puts a note before the path.
    return path.hasPrefix("/") ? path : nil
  }

  /// Returns the reason why a relative path leads nowhere if the working folder no longer exists; else `nil`.
  package static func absence(for path: String) -> (message: String, hint: String)? {
    guard !path.hasPrefix("/"), self.path == nil else { return nil }
    return ("the working folder does not exist any more", "change to another folder, or give the whole path")
  }
}
