internal import Foundation

/// An entry of a folder.
///
/// Foundation's listing is not used: it omits names that are not UTF-8, and a recording must not be omitted without a
/// message.
package struct FolderEntry: Equatable, Sendable {
  /// Name of the entry. A name that is not UTF-8 is shown with its bytes as escapes (`a\xff.csv`), and cannot be
  /// opened by that text.
  package let name: String
  package let isText: Bool

  /// Returns all entries of a folder, in no order; empty for anything that is not a readable folder.
  package static func all(in folder: String) -> [FolderEntry] {
    guard let directory = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(directory) }
    var entries: [FolderEntry] = []
    while let entry = readdir(directory) {
      // The record ends with the name, so the rest of the field must not be read.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      if let text = String(validating: bytes, as: UTF8.self) {
        if text != ".", text != ".." { entries.append(FolderEntry(name: text, isText: true)) }
      } else {
        entries.append(FolderEntry(name: String(escaping: Array(bytes)), isText: false))
      }
    }
    return entries
  }
}
