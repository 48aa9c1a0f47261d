internal import HRSupport

/// The files of a program's folder, and the path from which each is copied.
///
/// No file is taken through a symbolic link that leads out of the folder that contains the link. No file below a
/// folder of `files` is taken through a link that leads out of that folder: a folder of somebody else could
/// otherwise fetch a reference. Links into `alsoReads` are followed.
struct ProgramFiles {
  /// Path from which each file is copied, free of links, by its name in the program's folder.
  private(set) var sources: [String: String] = [:]
  /// Target of each link to a folder, by the link's name.
  private(set) var links: [String: String] = [:]
  private(set) var problems: [Diagnostic] = []
  private let directory: String
  /// The experiment's folder, free of links.
  private let root: String
  private let alsoReads: [String]

  init(of command: ProgramCommand) {
    directory = command.directory
    root = TextFile.withoutLinks(command.directory) ?? command.directory
    alsoReads = command.alsoReads.compactMap(TextFile.withoutLinks)
    for (number, argument) in command.arguments.enumerated()
    // A program's name without a slash is searched in PATH.
    where (number > 0 || argument.contains("/")) && Self.isOwn(argument, in: directory) {
      take(Self.normal(argument), named: "the command")
    }
    for pattern in command.files { take(pattern: pattern) }
  }

  // MARK: Names

  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  static func normal(_ name: String) -> String {
    name.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Returns true if an argument names a file of the experiment's folder. A link does not count: files beside its
  /// target may belong to it, as in a Python environment.
  static func isOwn(_ argument: String, in directory: String) -> Bool {
    guard isInside(argument) else { return false }
    let path = TextFile.resolve(argument, in: directory)
    return TextFile.isFile(path) && !isLink(path)
  }

  static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  private func isAllowed(_ path: String, in folder: String) -> Bool {
    TextFile.isBelow(path, folder) || alsoReads.contains { TextFile.isBelow(path, $0) }
  }

  // MARK: Taking

  /// Resolves a name part by part, each of which may be a link.
  ///
  /// - Parameters:
  ///   - name: relative to the experiment's folder.
  ///   - place: the part of the entry that names it, for messages.
  /// - Returns: the path without links; `nil` if a part does not exist, or leads out, which is then reported.
  private mutating func follow(_ name: String, named place: String) -> String? {
    var (here, walked) = (root, "")
    for part in name.split(separator: "/") {
      walked += (walked.isEmpty ? "" : "/") + part
      guard let next = TextFile.withoutLinks("\(here)/\(part)") else { return nil }
      guard isAllowed(next, in: here) else {
        refuse(walked, next, named: place)
        return nil
      }
      here = next
    }
    return here
  }

  private mutating func refuse(_ link: String, _ target: String, named place: String) {
    problems.add(
      "\"\(link)\", which \(place) names, is a link that leads out of its folder, to \(target)",
      hint: "put a copy in the link's place, or name the target's folder in \"alsoReads\"")
  }

  private mutating func take(_ name: String, named place: String) {
    if let path = follow(name, named: place) { copy(name, from: path) }
  }

  private mutating func copy(_ name: String, from path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      problems.add("\"\(name)\" is no ordinary file", hint: "a program is made of files and folders only")
      return
    }
    sources[name] = path
  }

  private mutating func take(pattern: String) {
    guard Self.isInside(pattern) else {
      problems.add(
        "\"\(pattern)\" in \"files\" leads out of the experiment's folder",
        hint: "install what lies elsewhere, or put a copy beside the experiment")
      return
    }
    let wanted = Self.normal(pattern)
    if TextFile.isFile(TextFile.resolve(wanted, in: directory)) {
      take(wanted, named: "\"files\"")
      return
    }
    let base = wanted.split(separator: "/").prefix { !$0.contains("*") && !$0.contains("?") }
      .joined(separator: "/")
    let known = problems.count
    guard let folder = follow(base, named: "\"files\"") else {
      if problems.count == known { missing(pattern) }
      return
    }
    // A folder means all files in it.
    let isFolder = base == wanted
    var isThere = false
    visit(base, at: folder) { name in
      isFolder || Self.fits(name[...], wanted[...])
    } found: { files, name, path in
      isThere = true
      files.found(name, at: path, in: folder, base: base)
    }
    if !isThere { missing(pattern) }
  }

  private mutating func missing(_ pattern: String) {
    problems.add(
      "there is no file \"\(pattern)\"", hint: "\"files\" is relative to the experiment's folder")
  }

  /// Takes a file or link that a pattern has found.
  ///
  /// - Parameters:
  ///   - name: relative to the experiment's folder.
  ///   - path: may be a link.
  ///   - folder: that the pattern names, free of links.
  ///   - base: the name of that folder.
  private mutating func found(_ name: String, at path: String, in folder: String, base: String) {
    // A link without a target is skipped.
    guard let target = TextFile.withoutLinks(path) else { return }
    guard isAllowed(target, in: folder) else { return refuse(name, target, named: "\"files\"") }
    guard TextFile.isDirectory(target) else { return copy(name, from: target) }
    guard TextFile.isBelow(target, folder) else {
      links[name] = target
      return
    }
    let depth = name.split(separator: "/").count - base.split(separator: "/").count - 1
    let steps =
      Array(repeating: "..", count: depth)
      + target.dropFirst(folder.count).split(separator: "/").map(String.init)
    links[name] = steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Visits the files of a folder, in the order of names, without following links to folders.
  private mutating func visit(
    _ name: String, at path: String, wants: (String) -> Bool,
    found: (inout ProgramFiles, _ name: String, _ path: String) -> Void
  ) {
    for entry in FolderEntry.all(in: path).sorted(by: { $0.name < $1.name }) {
      let inner = name.isEmpty ? entry.name : "\(name)/\(entry.name)"
      let place = "\(path)/\(entry.name)"
      if !entry.isText {
        if wants(inner) {
          problems.add(
            "the name of \"\(inner)\" is not UTF-8", hint: "rename it, or leave it out of \"files\"")
        }
      } else if TextFile.isDirectory(place), !Self.isLink(place) {
        visit(inner, at: place, wants: wants, found: found)
      } else if wants(inner) {
        found(&self, inner, place)
      }
    }
  }

  /// Matches a name with a pattern: `*` and `?` stand for characters of one name, `**` for any number of folders.
  private static func fits(_ name: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if pattern.hasPrefix("**") {
      let rest = pattern.dropFirst(2)
      return fits(name, rest) || (!name.isEmpty && fits(name.dropFirst(), pattern))
        || (rest.hasPrefix("/") && fits(name, rest.dropFirst()))
    }
    if first == "*" {
      return fits(name, pattern.dropFirst())
        || (name.first.map { $0 != "/" } ?? false && fits(name.dropFirst(), pattern))
    }
    guard let letter = name.first, first == letter || (first == "?" && letter != "/") else { return false }
    return fits(name.dropFirst(), pattern.dropFirst())
  }
}
