internal import Foundation
internal import HRDiagnostics

/// One thing in a folder.
///
/// Not Foundation's listing: that leaves out what has a name of bytes that are not UTF-8, and a recording must not be
/// passed over in silence.
package struct FolderEntry: Equatable, Sendable {
  /// The name; of one that is not UTF-8, its bytes as a person can read them (`a\xff.csv`), by which nothing can be
  /// opened.
  package let name: String
  package let isText: Bool

  /// Everything in a folder, in no order; nothing for what is no readable folder.
  package static func all(in folder: String) -> [FolderEntry] {
    guard let directory = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(directory) }
    var entries: [FolderEntry] = []
    while let entry = readdir(directory) {
      // The record ends with the name, so the whole of the field must not be touched.
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
