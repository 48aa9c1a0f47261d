internal import Foundation
internal import HRRecordings
internal import HRSystem
internal import HRDiagnostics

/// A program's own folder: copies of the files that it is made of, and nothing else.
struct ProgramStage: Equatable, Sendable {
  /// Absolute; the program's working folder.
  let folder: String
  /// What is started: an absolute path, or a path inside the folder.
  let executable: String
  /// Its arguments.
  let arguments: [String]
  /// SHA-256 over names and contents of the files; `nil` where there are none.
  let sha256: String?

  /// - Parameter folder: is made, and filled.
  static func make(_ command: ProgramCommand, in folder: String) throws(Diagnostics) -> ProgramStage {
    // A program's name without a slash is one of PATH.
    var names = command.arguments.enumerated().filter { number, argument in
      (number > 0 || argument.contains("/")) && isOwnFile(argument, in: command.directory)
    }.map(\.element)
    var problems: [Diagnostic] = []
    for pattern in command.files {
      guard isInside(pattern) else {
        problems.add(
          "\"\(pattern)\" in \"files\" leads out of the experiment's folder",
          hint: "install what lies elsewhere, or put a copy beside the experiment")
        continue
      }
      let found = files(matching: pattern, in: command.directory)
      if found.isEmpty {
        problems.add(
          "there is no file \"\(pattern)\"", hint: "\"files\" is relative to the experiment's folder")
      }
      names += found
    }
    guard let program = command.arguments.first else { throw Diagnostics("the command is empty") }
    let executable = find(program, in: command.directory)
    if executable == nil {
      problems.add(
        program.contains("/")
          ? "there is no program \"\(program)\"" : "there is no program \"\(program)\" in PATH",
        hint: "the first word of \"command\" is a program; a script needs its interpreter before it, as in "
          + "[\"python3\", \"\(program)\"]")
    }
    guard problems.isEmpty, let executable else { throw Diagnostics(problems) }
    try TextFile.makeDirectory(folder)
    var parts: [String] = []
    for name in Array(Set(names.map(normal))).sorted() {
      let source = TextFile.resolve(name, in: command.directory)
      let target = "\(folder)/\(name)"
      try TextFile.makeDirectory(TextFile.directory(of: target))
      do {
        let real = URL(fileURLWithPath: source).resolvingSymlinksInPath()
        try FileManager.default.copyItem(at: real, to: URL(fileURLWithPath: target))
      } catch {
        throw Diagnostics("cannot copy the program's file: \(error.localizedDescription)", in: source)
      }
      parts.append("\(name)\n\(try ContentHash.digest(ofFile: target))\n")
    }
    close(folder)
    return ProgramStage(
      folder: folder, executable: executable, arguments: Array(command.arguments.dropFirst()),
      sha256: parts.isEmpty ? nil : ContentHash.digest(of: Array(parts.joined().utf8)))
  }

  /// Nobody changes what its digest was taken of.
  private static func close(_ folder: String) {
    for path in (FileManager.default.subpaths(atPath: folder) ?? []).map({ "\(folder)/\($0)" }) + [folder] {
      let isProgram = access(path, X_OK) == 0
      chmod(path, TextFile.isDirectory(path) || isProgram ? 0o555 : 0o444)
    }
  }

  // MARK: Names

  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  private static func normal(_ name: String) -> String {
    name.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Whether an argument names a file of the experiment's folder. A link stays where it is: what lies beside its target
  /// may belong to it, as in an environment of Python's.
  private static func isOwnFile(_ argument: String, in directory: String) -> Bool {
    guard isInside(argument) else { return false }
    let path = TextFile.resolve(argument, in: directory)
    return TextFile.isFile(path) && (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil
  }

  private static func files(matching pattern: String, in directory: String) -> [String] {
    let wanted = normal(pattern)
    if TextFile.isFile(TextFile.resolve(wanted, in: directory)) { return [wanted] }
    let base = wanted.split(separator: "/").prefix { !$0.contains("*") && !$0.contains("?") }
      .joined(separator: "/")
    let root = base.isEmpty ? directory : "\(directory)/\(base)"
    let all = (FileManager.default.subpaths(atPath: root) ?? []).map { base.isEmpty ? $0 : "\(base)/\($0)" }
    // A folder means all of it.
    let isFolder = base == wanted
    return all.filter {
      TextFile.isFile("\(directory)/\($0)") && (isFolder || fits($0[...], wanted[...]))
    }.sorted()
  }

  /// `*` and `?` stand for characters of one name, `**` for any number of folders.
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

  /// Where the program is; a file of the experiment's folder is started in its copy.
  private static func find(_ program: String, in directory: String) -> String? {
    guard program.contains("/") else {
      return SearchPath.find(program)
    }
    if isOwnFile(program, in: directory) { return "./" + normal(program) }
    let path = TextFile.absolute(TextFile.resolve(program, in: directory))
    return TextFile.isFile(path) ? path : nil
  }
}
