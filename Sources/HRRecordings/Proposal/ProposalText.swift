package import HRSupport

/// A file that no reader accepts, with the reader's problems.
package struct UnreadFile: Equatable, Sendable {
  /// Path below the folder.
  package let path: String
  /// Problems of the file, never empty.
  package let problems: [Diagnostic]

  /// - Parameters:
  ///   - path: path below the folder.
  ///   - problems: the reader's problems, at least one.
  package init(_ path: String, _ problems: [Diagnostic]) {
    (self.path, self.problems) = (path, problems)
  }
}

extension Proposal {
  /// Returns the report: findings, guesses with their reasons, and gaps.
  ///
  /// - Parameters:
  ///   - inventory: the files, including those left out.
  ///   - unread: files that could not be read.
  ///   - unfinished: files of which only the first lines could be read.
  ///   - looked: number of examined files.
  ///   - folder: the folder, to which the paths of problems are made relative.
  package func text(
    _ inventory: FolderInventory, unread: [UnreadFile], unfinished: [UnreadFile], looked: Int, folder: String
  ) -> String {
    var lines = ["Found"]
    lines += Self.table(groups)
    let count = recordings.count
    lines.append(
      "  \(count) recording\(count == 1 ? "" : "s"): \(recordings.prefix(6).joined(separator: ", "))\(count > 6 ? " …" : "")"
    )
    if looked < inventory.files.count {
      lines.append(
        "  \(looked) of \(inventory.files.count) files were looked into; the others are taken to be as those whose names differ in numbers alone"
      )
    }
    if !others.isEmpty {
      lines += ["", "Other recordings, which need a descriptor of their own (--only PATTERN, --output DIR)"]
      lines += Self.table(others)
    }
    lines += Self.list("Not read", unread, within: folder)
    lines += Self.list("Not read in full", unfinished, within: folder)
    lines += Self.leftOut(inventory)
    lines += ["", "Guessed"]
    lines += guesses.map { "  \($0.what)\n    \($0.why)" }
    if !gaps.isEmpty {
      lines += ["", "Not known"]
      lines += gaps.map { "  \($0.what)\n    \($0.isNeeded ? "needed: " : "")\($0.line)" }
    }
    return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { String($0).printable }.joined(separator: "\n")
  }

  /// Maximum number of files with problems that are shown, and of the problems of one.
  private static let (mostFiles, mostProblems) = (12, 3)

  private static func list(_ heading: String, _ files: [UnreadFile], within folder: String) -> [String] {
    guard !files.isEmpty else { return [] }
    var lines = ["", heading]
    for file in files.prefix(mostFiles) {
      for problem in file.problems.prefix(mostProblems) {
        let summary =
          problem.place == nil ? "\(file.path): \(problem.summary)" : problem.summary(within: folder)
        lines.append("  \(summary)")
        if let hint = problem.hint { lines.append("    \(hint)") }
      }
      let more = file.problems.count - mostProblems
      if more > 0 { lines.append("    and \(more) more problems of \(file.path)") }
    }
    if files.count > mostFiles { lines.append("  and \(files.count - mostFiles) more files") }
    return lines
  }

  /// Returns the files that no reader supports, by reason.
  package static func leftOut(_ inventory: FolderInventory) -> [String] {
    var lines: [String] = []
    if !inventory.leftOut.isEmpty {
      lines += ["", "Left out"]
      lines += inventory.leftOut.flatMap { group in
        let names = group.paths.prefix(3).joined(separator: ", ") + (group.paths.count > 3 ? " …" : "")
        let line =
          "  \(group.paths.count) file\(group.paths.count == 1 ? "" : "s"), \(group.reason): \(names)"
        return [line.printable] + (group.advice.map { ["    \($0)"] } ?? [])
      }
    }
    if inventory.isCutOff {
      lines.append(
        "  and what lies beyond the first \(FolderInventory.mostEntries) names, which were gone through")
    }
    return lines
  }

  private static func table(_ groups: [Group]) -> [String] {
    let width = groups.map(\.pattern.printable.count).max() ?? 0
    return groups.map { group in
      let pad = String(repeating: " ", count: width - group.pattern.printable.count)
      return
        "  \(group.pattern)\(pad)  \(group.count) file\(group.count == 1 ? " " : "s")  \(group.reader): \(group.holds)"
    }
  }
}
