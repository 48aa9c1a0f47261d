internal import HRSupport

/// Finds the files that make up recordings. They are paired by captures in their paths, never by position in a
/// listing.
struct RecordingFinder {
  let descriptor: DatasetDescriptor
  let listing: DirectoryListing
  let scope: ReadingScope
  var limits = ReadingLimits()
  private(set) var problems: [Diagnostic] = []

  mutating func entries() -> [RecordingEntry] {
    guard let main = descriptor.files.first else { return [] }
    let found = main.pattern.find(in: listing)
      .filter { match in !main.except.contains { $0.matches(match.path) } }
    var entries: [RecordingEntry] = []
    var firstPaths: [String: String] = [:]
    for (match, captures) in found.flatMap({ match in inner(match, main, &entries).map { (match, $0) } }) {
      let path = match.path
      guard let id = descriptor.recordingTemplate.filled(from: captures) else {
        // The part of the path with the recording's name is below the unreadable name.
        if !match.isText, case .failure(let refusal) = opened(match) { problems += refusal.list }
        continue
      }
      if let earlier = firstPaths[id] {
        problems.add(
          "two files give the recording \"\(id)\": \(earlier) and \(path)", in: listing.root,
          hint: "capture what differs, or name \"recording\" by it")
        continue
      }
      firstPaths[id] = path
      var known = captures
      if !known.contains(where: { $0.name == "recording" }) {
        known.append(.init(name: "recording", value: id))
      }
      let paths = [opened(match)] + descriptor.files.dropFirst().map { self.path(of: $0, captures: captures) }
      entries.append(RecordingEntry(id: id, subject: subject(known), paths: paths, captures: known))
    }
    return entries.sorted { $0.id.precedesNaturally($1.id) }
  }

  /// Returns the captures of the recordings in a file: those of its path, and of its groups or its column.
  ///
  /// Only a file that holds several recordings is opened. One that cannot be read becomes an entry with the reason.
  private func inner(
    _ match: PathPattern.Found, _ main: FileDescription, _ entries: inout [RecordingEntry]
  ) -> [PathPattern.Captures] {
    guard let place = main.inner, match.isText else { return [match.captures] }
    do throws(Diagnostics) {
      let path = try opened(match).get()
      let found: [PathPattern.Captures]
      switch place {
      case .groups(let pattern): found = try Self.groups(pattern, in: path, limits)
      case .column(let column):
        found = try Self.words(of: column, in: path, main.format, limits).map {
          [.init(name: "recording", value: $0)]
        }
      }
      return found.map { match.captures + $0 }
    } catch {
      let reason = Result<String, Diagnostics>.failure(error)
      entries.append(
        RecordingEntry(
          id: match.path, subject: nil, paths: descriptor.files.map { _ in reason }, captures: match.captures)
      )
      return []
    }
  }

  /// Returns the captures of the groups of an HDF5 file that match a pattern.
  private static func groups(
    _ pattern: PathPattern, in path: String, _ limits: ReadingLimits
  ) throws(Diagnostics) -> [PathPattern.Captures] {
    let file = try HDF5File(path, budget: ReadingBudget(limits))
    var left = limits[.members]
    var groups = [""]
    for _ in pattern.text.split(separator: "/") where !groups.isEmpty {
      var next: [String] = []
      for group in groups {
        let names = try file.members(of: group.isEmpty ? "/" : group, most: left)
        left -= names.count
        next += names.filter { !$0.hasPrefix("#") }.map { group + "/" + $0 }.filter { file.isGroup($0) }
      }
      groups = next
    }
    let found = groups.sorted { $0.precedesNaturally($1) }.compactMap {
      pattern.captures(of: String($0.dropFirst()))
    }
    guard !found.isEmpty else {
      throw Diagnostics("no group fits \"/\(pattern.text)\"", in: path)
    }
    return found
  }

  /// Returns the distinct words of a column, in the order met.
  private static func words(
    of column: NameOrIndex, in path: String, _ format: CSVFormat, _ limits: ReadingLimits
  ) throws(Diagnostics) -> [String] {
    let cells = try CSVTable.texts(path, format: format, columns: [column], budget: ReadingBudget(limits))[0]
    if let row = cells.firstIndex(of: "") {
      throw Diagnostics(
        "row \(row) of the table, counted from 0, has an empty cell in \(column.spoken), which names its recording",
        in: path)
    }
    return cells.distinct
  }

  private func subject(_ captures: PathPattern.Captures) -> String? {
    guard case .template(let template) = descriptor.subject else { return nil }
    return template.filled(from: captures)
  }

  /// Returns the path to open, or the reason why it must not or cannot be opened.
  private func opened(_ match: PathPattern.Found) -> Result<String, Diagnostics> {
    let path = listing.absolute(match.path)
    guard match.isText else {
      return .failure(
        Diagnostics(
          "the name is not UTF-8 text, so the file cannot be read", in: path,
          hint: "rename it; bytes that are not UTF-8 are shown as \\x and two digits"))
    }
    return scope.objection(toReading: path).map { .failure(Diagnostics($0)) } ?? .success(path)
  }

  private func path(of file: FileDescription, captures: PathPattern.Captures) -> Result<String, Diagnostics> {
    let found = file.pattern.substituting(captures).find(in: listing)
      .filter { match in !file.except.contains { $0.matches(match.path) } }
    if let only = found.first, found.count == 1 { return opened(only) }
    let written = CaptureTemplate.fill(file.pattern.text, from: captures)
    return .failure(
      found.isEmpty
        ? Diagnostics("the file \"\(file.name)\" is missing: \(written)", in: listing.root)
        : Diagnostics(
          "\(found.count) files could be \"\(file.name)\" (\(written)): \(found.prefix(3).map(\.path).joined(separator: ", "))",
          in: listing.root, hint: "write the path so that only one fits, or use \"except\""))
  }

  /// Names of the entries in the root, as a hint for a wrong folder.
  var contentHint: String {
    let names = listing.entries(in: "").map(\.name).filter { !$0.hasPrefix(".") }
    if names.isEmpty { return "the folder is empty" }
    return "the folder holds: \(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? ", …" : "")"
  }
}

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
    TextFile.resolve(path, in: TextFile.directory(of: file))
  }
}

/// Folders that may contain files of a data set: its root, and those added by the user.
///
/// A descriptor may come from an untrusted source, so it can read no other file: not by its paths, not by its own
/// root, not by a symbolic link among its files.
struct ReadingScope: Sendable {
  /// Paths without links.
  private let folders: [String]

  init(_ folders: [String]) {
    self.folders = folders.compactMap(TextFile.withoutLinks)
  }

  /// Returns true if a path leads into one of the folders, or does not exist.
  func holds(_ path: String) -> Bool {
    guard let real = TextFile.withoutLinks(path) else { return true }
    return folders.contains { TextFile.isBelow(real, $0) }
  }

  /// Returns the reason why a file may not be read; `nil` if it may.
  func objection(toReading path: String) -> Diagnostic? {
    guard !holds(path), let real = TextFile.withoutLinks(path) else { return nil }
    let folder = TextFile.directory(of: real)
    return Diagnostic(
      "a link leads out of the data set's folder, so the file is not read", in: path,
      hint: "to allow the folder it leads to: \(Self.allowing(folder))")
  }

  /// Returns the advice how to allow a folder.
  static func allowing(_ folder: String) -> String {
    let list = JSONText.array([.string(folder)]).rendered(indented: false)
    return
      "\"alsoReads\": \(list) in the experiment's entry of the data set, or --also-reads on the command line"
  }

  /// Returns the target of a descriptor's own root if it is outside the descriptor's folder and the allowed folders;
  /// `nil` if it is inside one of them.
  ///
  /// - Parameters:
  ///   - root: the path resolved from the descriptor.
  ///   - descriptor: path of the descriptor's file.
  ///   - allowed: other folders that it may lead into, such as the folder of all data.
  static func departure(ofRoot root: String, descriptor: String, allowed: [String]) -> String? {
    let own = DirectoryListing.resolve(".", besideFile: descriptor)
    return ReadingScope([own] + allowed).holds(root) ? nil : TextFile.withoutLinks(root)
  }

  /// Returns true if a path, as written, goes up or is absolute.
  static func leaves(_ path: String) -> Bool {
    path.hasPrefix("/") || path.split(separator: "/").contains("..")
  }
}
