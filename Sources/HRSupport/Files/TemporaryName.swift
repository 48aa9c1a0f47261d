internal import Synchronization

/// Names of unfinished files: `report.md.node7-1q3k8dw.4211.8123440.x5k2.tmp` names the writer. The leftover of a
/// killed process can therefore be removed, and a file of a running one never is.
///
/// A leftover is removed if its writer is known to have ended: it ran on this machine (and in this space of process
/// ids), and no process of its id started at the same time. A file of another machine is removed a day after its last
/// change. The first temporary file that a process writes into a folder makes it clear the folder.
package enum TemporaryName {
  package enum Kind: String, CaseIterable, Sendable {
    /// A file that gets its name when it is complete.
    case file = "tmp"
    /// The store of an attempt at a shard, which another attempt can continue.
    case part
    /// A folder of programs.
    case stage
  }

  /// Age of leftovers of other machines, in seconds since their last change, after which they are removed.
  package static let foreignSeconds = 86_400.0
  /// Maximum length of the base; a name may have 255 bytes.
  private static let mostBaseBytes = 120

  private static let cleared = Mutex<Set<String>>([])

  /// Returns a name that no other process of any machine uses, in the folder of the finished file.
  ///
  /// - Parameters:
  ///   - path: the final name, or the beginning of the name.
  ///   - kind: kind of file.
  package static func of(_ path: String, _ kind: Kind = .file) -> String {
    if kind == .file { clearOnce(TextFile.directory(of: path)) }
    return name(path, kind, by: .own)
  }

  /// Returns the name that a given process would choose.
  static func name(_ path: String, _ kind: Kind, by writer: WriterMark) -> String {
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let base = path.dropFirst(directory.count)
    var beginning = base
    while beginning.utf8.count > mostBaseBytes { beginning.removeLast() }
    // Random numbers for names, not for results: two threads must not choose the same name.
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    return "\(directory)\(beginning).\(writer.text).\(random).\(kind.rawValue)"
  }

  /// Returns true if a file's name is a temporary one, of any process.
  ///
  /// - Parameter kind: kind of file; `nil`: any.
  package static func isTemporary(_ name: String, _ kind: Kind? = nil) -> Bool {
    writer(of: name).map { kind == nil || $0.kind == kind } ?? false
  }

  private static func writer(of name: String) -> (mark: WriterMark, kind: Kind)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 6, let kind = parts.last.flatMap({ Kind(rawValue: String($0)) }),
      let mark = WriterMark(parts[(parts.count - 5)..<(parts.count - 2)])
    else { return nil }
    return (mark, kind)
  }

  // MARK: Clearing up

  private static func clearOnce(_ folder: String) {
    let isFirst = cleared.withLock { $0.insert(TextFile.absolute(folder)).inserted }
    if isFirst { clear(folder, [.file]) }
  }

  /// Removes the leftovers in a folder of writers that have ended.
  ///
  /// - Parameters:
  ///   - folder: the folder, which need not exist.
  ///   - kinds: kinds of files to remove.
  ///   - beginning: prefix of the names to remove.
  package static func clear(_ folder: String, _ kinds: [Kind], beginning: String = "") {
    for name in TextFile.names(in: folder) where name.hasPrefix(beginning) {
      guard let (mark, kind) = writer(of: name), kinds.contains(kind) else { continue }
      let path = "\(folder)/\(name)"
      guard mark.isOfThisPlace ? mark.isGone : isOld(path) else { continue }
      switch kind {
      case .file, .part: unlink(path)
      case .stage: removeFolder(path)
      }
    }
  }

  private static func isOld(_ path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    #if canImport(Darwin)
      let written = facts.st_mtimespec.tv_sec
    #else
      let written = facts.st_mtim.tv_sec
    #endif
    return Date().timeIntervalSince1970 - Double(written) > foreignSeconds
  }

  /// Removes a folder of this user, parts of which may be write-protected.
  package static func removeFolder(_ folder: String) {
    guard isOwnFolder(folder) else { return }
    for path in [folder] + TextFile.paths(below: folder) where isOwnFolder(path) { chmod(path, 0o700) }
    TextFile.remove(folder)
  }

  /// Returns true for a folder of this user; false for links to folders, whose targets must not be changed.
  private static func isOwnFolder(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == geteuid()
  }

  // MARK: Final name

  /// Gives a written file its final name.
  package static func put(_ temporary: String, as path: String) throws(Diagnostics) {
    guard rename(temporary, path) == 0 else {
      let reason = lastSystemError()
      TextFile.remove(temporary)
      throw Diagnostics(
        "cannot put the file in place: \(reason)", in: path, hint: GrowingFile.usualHint)
    }
  }
}
