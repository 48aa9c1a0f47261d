package import HRSupport

/// A file in which finished runs note that they took place, a line each, so that later ones on the same recordings
/// can report prior analyses.
///
/// It helps people who want to count their own analyses. It proves nothing: a file can be removed, and it does not
/// know of runs elsewhere.
package struct Ledger: Equatable, Sendable {
  /// Path of the file.
  package let path: String
  /// Description of the path that does not depend on the machine.
  package let name: String

  /// Returns the ledger of an experiment.
  ///
  /// - Parameters:
  ///   - stated: `HREVAL_LEDGER`: a file, or `off`; `nil` or empty for the usual place.
  ///   - dataDirectory: `HREVAL_DATA`; `nil` if it is not set.
  ///   - directory: the experiment's folder.
  /// - Returns: `nil` if none is to be kept.
  package static func place(stated: String?, dataDirectory: String?, beside directory: String) -> Ledger? {
    if let stated, !stated.isEmpty {
      return stated == "off" ? nil : Ledger(path: stated, name: "the file that HREVAL_LEDGER names")
    }
    let usual = ".hreval/ledger.jsonl"
    if let dataDirectory, !dataDirectory.isEmpty {
      return Ledger(path: "\(dataDirectory)/\(usual)", name: "$HREVAL_DATA/\(usual)")
    }
    return Ledger(path: "\(directory)/\(usual)", name: "\(usual) beside the experiment")
  }

  package struct Content: Equatable, Sendable {
    package var entries: [LedgerEntry] = []
    /// Number of lines that are no entries, or longer than any.
    package var damagedLines = 0
  }

  /// Reads the content; empty if there is no file yet.
  package func read() throws(Diagnostics) -> Content {
    guard TextFile.exists(path) else { return Content() }
    let file: OpenFile
    do throws(RegularFile.Refusal) {
      file = try OpenFile(path)
    } catch {
      switch error {
      case .otherKind: throw Diagnostics("this is no plain file", in: path)
      case .system(let reason): throw Diagnostics(reason, in: path)
      }
    }
    var content = Content()
    var line: [UInt8] = []
    var isTooLong = false
    func endLine() {
      if !isTooLong, let text = String(validating: line, as: UTF8.self), let entry = LedgerEntry(line: text) {
        content.entries.append(entry)
      } else if isTooLong || !line.isEmpty {
        content.damagedLines += 1
      }
      (line, isTooLong) = ([], false)
    }
    while true {
      guard let block = try? file.read(1 << 20) else {
        throw Diagnostics("cannot be read: \(lastSystemError())", in: path)
      }
      guard !block.isEmpty else { break }
      for (index, part) in block.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { endLine() }
        isTooLong = isTooLong || line.count + part.count > Self.mostLineBytes
        if isTooLong { line = [] } else { line += part }
      }
    }
    endLine()
    return content
  }

  /// Maximum length of a line: the entry of some 400,000 recordings. A longer line is no entry, and is not held in
  /// memory.
  package static let mostLineBytes = 16 << 20

  /// Adds an entry in one write, so that runs that end at once do not mix their lines.
  package func append(_ entry: LedgerEntry) throws(Diagnostics) {
    try TextFile.makeDirectory(TextFile.directory(of: path))
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Diagnostics(lastSystemError(), in: path) }
    defer { close(file) }
    guard Self.isPlainFile(file) else { throw Diagnostics("this is no plain file", in: path) }
    guard entry.line.utf8.count <= Self.mostLineBytes else {
      throw Diagnostics("the entry has more than \(Self.mostLineBytes) bytes", in: path)
    }
    let bytes = Array(((Self.isTorn(file) ? "\n" : "") + entry.line + "\n").utf8)
    var written = -1
    repeat {
      written = write(file, bytes, bytes.count)
    } while written < 0 && errno == EINTR
    guard written >= 0 else { throw Diagnostics(lastSystemError(), in: path) }
    guard written == bytes.count else { throw Diagnostics("the entry was not written whole", in: path) }
  }

  private static func isPlainFile(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Returns true if the last line has no end: the machine died while it was written.
  private static func isTorn(_ file: Int32) -> Bool {
    let size = lseek(file, 0, SEEK_END)
    var last = UInt8(ascii: "\n")
    return size > 0 && pread(file, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }
}
