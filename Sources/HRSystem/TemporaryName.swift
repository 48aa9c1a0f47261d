internal import Foundation
package import HRDiagnostics
internal import Synchronization

/// The one home of names of what is not finished: `report.md.node7-1q3k8dw.4211.8123440.x5k2.tmp` says who writes it, so
/// that what a killed process left can be taken away, and never what a living one has.
///
/// A leftover is removed when its writer is known to have ended: it was of this machine (and of these process ids), and
/// there is no process of its id that started when it did. What another machine wrote goes a day after it was last
/// written to. The first thing that a process writes into a folder under a temporary name makes it clear up there.
package enum TemporaryName {
  package enum Kind: String, CaseIterable, Sendable {
    /// A file that gets its name when it is whole.
    case file = "tmp"
    /// The store of an attempt at a shard, which another attempt can go on with.
    case part
    /// A folder of programs.
    case stage
  }

  /// The age, in seconds since it was last written to, at which what another machine left goes.
  package static let foreignSeconds = 86_400.0
  /// A name may have 255 bytes.
  private static let mostBaseBytes = 120

  private static let cleared = Mutex<Set<String>>([])

  /// A name that no other process of any machine uses, in the folder of the finished thing.
  ///
  /// - Parameters:
  ///   - path: the final name, or what the name is to begin with.
  ///   - kind: of thing.
  package static func of(_ path: String, _ kind: Kind = .file) -> String {
    if kind == .file { clearOnce(TextFile.directory(of: path)) }
    return name(path, kind, by: .own)
  }

  /// The same, as a given process would choose it.
  static func name(_ path: String, _ kind: Kind, by writer: WriterMark) -> String {
    let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let base = path.dropFirst(directory.count)
    var beginning = base
    while beginning.utf8.count > mostBaseBytes { beginning.removeLast() }
    // Not of results: two threads must not choose the same name.
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    return "\(directory)\(beginning).\(writer.text).\(random).\(kind.rawValue)"
  }

  /// Tells whether a file's name is one of these, whoever chose it.
  ///
  /// - Parameter kind: of thing; `nil`: any.
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

  /// Takes away what writers that are gone have left in a folder.
  ///
  /// - Parameters:
  ///   - folder: may be missing.
  ///   - kinds: of things that go.
  ///   - beginning: of the names that count.
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

  /// Takes a folder of this user's away, of which parts may be closed against writing.
  package static func removeFolder(_ folder: String) {
    guard isOwnFolder(folder) else { return }
    let inside = (FileManager.default.subpaths(atPath: folder) ?? []).map { "\(folder)/\($0)" }
    for path in [folder] + inside where isOwnFolder(path) { chmod(path, 0o700) }
    TextFile.remove(folder)
  }

  /// Links to folders are none: what lies at their end is not to be touched.
  private static func isOwnFolder(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == geteuid()
  }

  // MARK: In its place

  /// Gives what was written its name.
  package static func put(_ temporary: String, as path: String) throws(Diagnostics) {
    guard rename(temporary, path) == 0 else {
      let reason = lastSystemError()
      TextFile.remove(temporary)
      throw Diagnostics(
        "cannot put the file in place: \(reason)", in: path, hint: GrowingFile.usualHint)
    }
  }
}
