internal import Foundation

/// The folder that relative paths begin in.
package enum WorkingFolder {
  /// The absolute path, however long; `nil` where the folder does not exist any more.
  package static var path: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    let path = String(cString: text)
    // Of a folder that was taken out of the tree the system says so in front of the path.
    return path.hasPrefix("/") ? path : nil
  }

  /// The reason why a path leads nowhere, where it is relative and the working folder is gone; else `nil`.
  package static func absence(for path: String) -> (message: String, hint: String)? {
    guard !path.hasPrefix("/"), self.path == nil else { return nil }
    return ("the working folder does not exist any more", "change to another folder, or give the whole path")
  }
}
