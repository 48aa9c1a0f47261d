internal import HRRecordings
internal import HRSupport

/// A program's own folder: copies of its files, and nothing else.
struct ProgramStage: Codable, Equatable, Sendable {
  /// Absolute; the program's working folder.
  let folder: String
  /// Program that is started: an absolute path, or a path inside the folder.
  let executable: String
  /// Its arguments.
  let arguments: [String]
  /// SHA-256 over names and contents of the files; `nil` if there are none.
  let sha256: String?

  /// - Parameter folder: is made and filled.
  static func make(_ command: ProgramCommand, in folder: String) throws(Diagnostics) -> ProgramStage {
    let files = ProgramFiles(of: command)
    var problems = files.problems
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
    for (name, source) in files.sources.sorted(by: { $0.key < $1.key }) {
      let target = "\(folder)/\(name)"
      try TextFile.makeDirectory(TextFile.directory(of: target))
      do {
        try FileManager.default.copyItem(atPath: source, toPath: target)
      } catch {
        throw Diagnostics("cannot copy the program's file: \(systemReason(of: error))", in: source)
      }
      parts.append("\(name)\n\(try ContentHash.digest(ofFile: target))\n")
    }
    for (name, target) in files.links.sorted(by: { $0.key < $1.key }) {
      let link = "\(folder)/\(name)"
      try TextFile.makeDirectory(TextFile.directory(of: link))
      guard symlink(target, link) == 0 else {
        throw Diagnostics("cannot make the program's link: \(lastSystemError())", in: link)
      }
      parts.append("\(name)\n-> \(target)\n")
    }
    close(folder)
    return ProgramStage(
      folder: folder, executable: executable, arguments: Array(command.arguments.dropFirst()),
      sha256: parts.isEmpty ? nil : ContentHash.digest(of: Array(parts.joined().utf8)))
  }

  /// Removes all rights to write, so that the files stay those of the digest.
  private static func close(_ folder: String) {
    for path in TextFile.paths(below: folder) + [folder] where !ProgramFiles.isLink(path) {
      let isProgram = access(path, X_OK) == 0
      chmod(path, TextFile.isDirectory(path) || isProgram ? 0o555 : 0o444)
    }
  }

  /// Returns the path of the program; a file of the experiment's folder is started as its copy. `nil` if there is
  /// none.
  private static func find(_ program: String, in directory: String) -> String? {
    guard program.contains("/") else {
      return SearchPath.find(program)
    }
    if ProgramFiles.isOwn(program, in: directory) { return "./" + ProgramFiles.normal(program) }
    let path = TextFile.absolute(TextFile.resolve(program, in: directory))
    return TextFile.isFile(path) ? path : nil
  }
}
