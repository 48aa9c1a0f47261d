package import Foundation
package import HRDiagnostics

/// Text in and out: the only place besides recordings where experiments touch files.
package enum TextFile {
  /// Reads UTF-8 text.
  ///
  /// - Parameter what: names the file's role in the message.
  package static func read(_ path: String, what: String) throws(Diagnostics) -> String {
    try TextDocument.read(path, what: "\(what) file").text
  }

  /// Writes to a temporary name beside the target and renames, so that no half file stands under the final name.
  package static func write(_ text: String, to path: String) throws(Diagnostics) {
    try write(Data(text.utf8), to: path)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(Diagnostics) {
    try write(Data(bytes), to: path)
  }

  /// The same of a text in pieces, which is never whole in memory.
  package static func write(_ pieces: [String], to path: String) throws(Diagnostics) {
    let file = try GrowingFile(path)
    for piece in pieces { try file.append(piece) }
    try file.finish()
  }

  /// The same of JSON.
  package static func write(_ json: JSONText, to path: String) throws(Diagnostics) {
    let file = try GrowingFile(path)
    try json.render { text throws(Diagnostics) in try file.append(text) }
    try file.finish()
  }

  /// The same of bytes. They are not seen onto the disk: a run has hundreds of such files, and can write them again.
  package static func write(_ data: Data, to path: String) throws(Diagnostics) {
    let temporary = TemporaryName.of(path)
    do {
      try data.write(to: URL(fileURLWithPath: absolute(temporary)))
    } catch {
      // What was written of it is of no use to anyone.
      remove(temporary)
      throw failure("cannot write", error, path, hint: GrowingFile.usualHint)
    }
    try TemporaryName.put(temporary, as: path)
  }

  package static func makeDirectory(_ path: String) throws(Diagnostics) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw failure(
        "cannot make the folder", error, path, hint: "check permissions; --output names another folder")
    }
  }

  private static func failure(_ message: String, _ error: any Error, _ path: String, hint: String)
    -> Diagnostics
  {
    if let absence = WorkingFolder.absence(for: path) {
      return Diagnostics("\(message): \(absence.message)", in: path, hint: absence.hint)
    }
    return Diagnostics(
      "\(message): \((error as NSError).reason)", in: path, hint: hint)
  }

  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  package static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  /// Whether there is something that is no folder.
  package static func isFile(_ path: String) -> Bool { exists(path) && !isDirectory(path) }

  /// The first bytes of a file as text; `nil` when it cannot be read.
  package static func beginning(of path: String, bytes: Int) -> String? {
    guard let file = try? RegularFile.handle(path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: bytes)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Names inside a folder, sorted, as ``FolderEntry`` shows them; empty when it cannot be read.
  package static func names(in path: String) -> [String] {
    FolderEntry.all(in: path).map(\.name).sorted()
  }

  package static func remove(_ path: String) {
    // A file that is not there is as good as removed.
    try? FileManager.default.removeItem(atPath: path)
  }

  package static func directory(of path: String) -> String {
    let slash = path.lastIndex(of: "/")
    guard let slash else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// `path` itself when absolute, else inside `directory`.
  package static func resolve(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") || directory == "." ? path : directory == "/" ? "/\(path)" : "\(directory)/\(path)"
  }

  /// The path from `/` on, without `.` and `..`; links stay as they are. Where it is relative and the working folder does
  /// not exist any more, the path as it is, which then leads nowhere.
  package static func absolute(_ path: String) -> String {
    guard let start = path.hasPrefix("/") ? "" : WorkingFolder.path else { return path.isEmpty ? "." : path }
    var parts: [Substring] = []
    for part in "\(start)/\(path)".split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if !parts.isEmpty { parts.removeLast() }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The absolute path without links; `nil` for what is not there.
  package static func withoutLinks(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// True for a folder and for what lies in it, by their paths; both are absolute and without links.
  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// A folder and all above it, the nearest first: of an absolute path up to `/`, of a relative one as far as it says.
  package static func andAbove(_ folder: String) -> [String] {
    var folders = [folder]
    var parent = directory(of: folder)
    // Each is shorter than the one before.
    while parent != ".", parent.utf8.count < folders[folders.count - 1].utf8.count {
      folders.append(parent)
      parent = directory(of: parent)
    }
    return folders
  }
}

/// A path as a person would write it here, printable.
package func shownPath(_ path: String) -> String {
  guard let here = WorkingFolder.path.map({ $0.hasSuffix("/") ? $0 : $0 + "/" }) else {
    return path.printable
  }
  return (path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path).printable
}

/// The text of the last failed system call.
package func lastSystemError() -> String {
  String(cString: strerror(errno))
}

extension NSError {
  /// The system's own words where Foundation wraps them, without the path it repeats.
  fileprivate var reason: String {
    if let underlying = userInfo[NSUnderlyingErrorKey] as? NSError, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(clamping: underlying.code)))
    }
    return localizedDescription
  }
}
