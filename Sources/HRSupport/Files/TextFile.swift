/// Reading and writing of texts: the only access of experiments to files, except for recordings.
package enum TextFile {
  /// Reads UTF-8 text.
  ///
  /// - Parameter what: role of the file for the message.
  package static func read(_ path: String, what: String) throws(Diagnostics) -> String {
    try TextDocument.read(path, what: "\(what) file").text
  }

  /// Writes to a temporary name beside the target and renames, so that no incomplete file has the final name.
  package static func write(_ text: String, to path: String) throws(Diagnostics) {
    try write(Data(text.utf8), to: path)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(Diagnostics) {
    try write(Data(bytes), to: path)
  }

  /// Writes a text in pieces, which is never completely in memory, in the same way.
  package static func write(_ pieces: [String], to path: String) throws(Diagnostics) {
    let file = try GrowingFile(path)
    for piece in pieces { try file.append(piece) }
    try file.finish()
  }

  /// Writes JSON in the same way.
  package static func write(_ json: JSONText, to path: String) throws(Diagnostics) {
    let file = try GrowingFile(path)
    try json.render { text throws(Diagnostics) in try file.append(text) }
    try file.finish()
  }

  /// Writes bytes in the same way. They are not flushed to the disk: a run has hundreds of such files, and can write
  /// them again.
  package static func write(_ data: Data, to path: String) throws(Diagnostics) {
    let temporary = TemporaryName.of(path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o644)
    let isWritten = descriptor >= 0 && data.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    guard isWritten else {
      let reason = lastSystemError()
      if descriptor >= 0 {
        close(descriptor)
        // An incomplete file is of no use.
        remove(temporary)
      }
      throw failure("cannot write", reason, path, hint: GrowingFile.usualHint)
    }
    close(descriptor)
    try TemporaryName.put(temporary, as: path)
  }

  package static func makeDirectory(_ path: String) throws(Diagnostics) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw failure(
        "cannot make the folder", systemReason(of: error), path,
        hint: "check permissions; --output names another folder")
    }
  }

  private static func failure(_ message: String, _ reason: String, _ path: String, hint: String)
    -> Diagnostics
  {
    if let absence = WorkingFolder.absence(for: path) {
      return Diagnostics("\(message): \(absence.message)", in: path, hint: absence.hint)
    }
    return Diagnostics(
      "\(message): \(reason)", in: path, hint: hint)
  }

  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  package static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns true if something exists at a path that is not a folder.
  package static func isFile(_ path: String) -> Bool { exists(path) && !isDirectory(path) }

  /// Returns the first bytes of a file as text; `nil` if it cannot be read.
  package static func beginning(of path: String, bytes: Int) -> String? {
    guard let file = try? OpenFile(path) else { return nil }
    return (try? file.read(bytes)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the names inside a folder, sorted, as ``FolderEntry`` shows them; empty if it cannot be read.
  package static func names(in path: String) -> [String] {
    FolderEntry.all(in: path).map(\.name).sorted()
  }

  /// Returns the paths of everything below a folder, each folder before what it holds; none if it cannot be read.
  package static func paths(below folder: String) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
  }

  package static func remove(_ path: String) {
    // A file that does not exist needs no removal.
    try? FileManager.default.removeItem(atPath: path)
  }

  package static func directory(of path: String) -> String {
    let slash = path.lastIndex(of: "/")
    guard let slash else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns `path` itself if it is absolute, else the path inside `directory`.
  package static func resolve(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") || directory == "." ? path : directory == "/" ? "/\(path)" : "\(directory)/\(path)"
  }

  /// Returns the absolute path without `.` and `..`; links stay as they are. A relative path without an existing
  /// working folder is returned unchanged, and leads nowhere.
  package static func absolute(_ path: String) -> String {
    guard let start = path.hasPrefix("/") ? "" : WorkingFolder.path else { return path.isEmpty ? "." : path }
    var parts: [Substring] = []
    for part in "\(start)/\(path)".split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if !parts.isEmpty { parts.removeLast() }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the absolute path without links; `nil` if it does not exist.
  package static func withoutLinks(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns true for a folder and for everything in it, by their paths; both are absolute and without links.
  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// Returns a folder and all above it, the nearest first: up to `/` for an absolute path, up to its first part for a
  /// relative one.
  package static func andAbove(_ folder: String) -> [String] {
    var folders = [folder]
    var parent = directory(of: folder)
    // Each folder's path is shorter than the previous one.
    while parent != ".", parent.utf8.count < folders[folders.count - 1].utf8.count {
      folders.append(parent)
      parent = directory(of: parent)
    }
    return folders
  }
}

/// Returns a path as a person would write it in the working folder, printable.
package func shownPath(_ path: String) -> String {
  guard let here = WorkingFolder.path.map({ $0.hasSuffix("/") ? $0 : $0 + "/" }) else {
    return path.printable
  }
  return (path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path).printable
}

/// Returns the text of the last failed system call.
package func lastSystemError() -> String {
  String(cString: strerror(errno))
}

/// Returns the reason in the system's own words where Foundation wraps them, without the path.
package func systemReason(of error: any Error) -> String {
  guard let underlying = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
  return String(cString: strerror(underlying.code.rawValue))
}

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

/// Base64 (RFC 4648, section 4, padded).
extension [UInt8] {
  package var base64: String { Data(self).base64EncodedString() }

  /// - Returns: `nil` for a text with other characters, or without its padding.
  package static func decoded(base64 text: String) -> Self? { Data(base64Encoded: text).map { Self($0) } }
}
