internal import HRSupport

extension Proposal {
  /// Returns the report: findings, guesses with their reasons, and gaps.
  ///
  /// - Parameters:
  ///   - inventory: the files, including those left out.
  ///   - unread: files that could not be read, with the reasons.
  ///   - looked: number of examined files.
  package func text(
    _ inventory: FolderInventory, unread: [(path: String, reason: String)], looked: Int
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
    if !unread.isEmpty {
      lines += ["", "Not read"]
      lines += unread.prefix(12).map { "  \($0.path): \($0.reason)" }
      if unread.count > 12 { lines.append("  and \(unread.count - 12) more") }
    }
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

  /// Returns the files that no reader supports, by reason.
  package static func leftOut(_ inventory: FolderInventory) -> [String] {
    var lines: [String] = []
    if !inventory.leftOut.isEmpty {
      lines += ["", "Left out"]
      lines += inventory.leftOut.map { group in
        let names = group.paths.prefix(3).joined(separator: ", ") + (group.paths.count > 3 ? " …" : "")
        return "  \(group.paths.count) file\(group.paths.count == 1 ? "" : "s"), \(group.reason): \(names)"
          .printable
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
