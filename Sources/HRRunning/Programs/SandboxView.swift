internal import Foundation
internal import HRSupport

/// The files that a program can read in a sandbox: the system's folders, the program's own and `alsoReads`.
struct SandboxView {
  private let shown: [String]
  private let shownReal: [String]

  /// - Parameters:
  ///   - stage: the program's own folder.
  ///   - alsoReads: absolute.
  init(stage: String, alsoReads: [String]) {
    shown = ProgramSandbox.systemFolders + alsoReads + [stage]
    shownReal = shown.compactMap(TextFile.withoutLinks)
  }

  /// Returns the reason why a program could not be started in the sandbox: it, or its interpreter, is not visible
  /// there; `nil` if there is none.
  func refusal(of program: String) -> Diagnostic? {
    var (next, number) = (program, 0)
    // An interpreter may itself be a script; Linux limits such a chain too.
    while number < 5 {
      var missing: [String] = []
      if !shown.contains(where: { TextFile.isBelow(next, $0) }) {
        missing.append(Self.installation(of: next))
      }
      if let real = TextFile.withoutLinks(next), !shownReal.contains(where: { TextFile.isBelow(real, $0) }) {
        let folder = Self.installation(of: real)
        if !missing.contains(folder) { missing.append(folder) }
      }
      guard missing.isEmpty else {
        let what = number == 0 ? "the program \"\(next)\"" : "\"\(next)\", the interpreter of the program,"
        return Diagnostic(
          "\(what) lies outside of what the sandbox shows",
          hint:
            "add \"alsoReads\": [\(missing.map { "\"\($0)\"" }.joined(separator: ", "))] to the entry, or take "
            + "one of the system's programs")
      }
      guard let interpreter = Self.interpreter(of: next) else { return nil }
      (next, number) = (interpreter, number + 1)
    }
    return nil
  }

  /// Returns the folder of a program's installation: two levels above for `…/bin/python3`, but never a home.
  private static func installation(of program: String) -> String {
    let folder = TextFile.directory(of: program)
    let above = TextFile.directory(of: folder)
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    let homes = [ProcessInfo.processInfo.environment["HOME"], NSHomeDirectory(), "/"].compactMap { $0 }
    return ["bin", "shims"].contains(name) && !homes.contains(above) ? above : folder
  }

  /// Returns the absolute path in a script's first line; for `/usr/bin/env NAME` the path of the name in `PATH`.
  private static func interpreter(of program: String) -> String? {
    guard let text = TextFile.beginning(of: program, bytes: 256), text.hasPrefix("#!"),
      let line = text.dropFirst(2).split(whereSeparator: \.isNewline).first
    else { return nil }
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let first = words.first, first.hasPrefix("/") else { return nil }
    guard first.hasSuffix("/env") else { return first }
    return words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") }.flatMap { SearchPath.find($0) }
  }
}
