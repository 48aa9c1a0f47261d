internal import HRSupport

/// Files below a folder: those that a reader may support, and the others by reason.
package struct FolderInventory: Equatable, Sendable {
  package struct LeftOut: Equatable, Sendable {
    package let reason: String
    /// Way to make such files readable, if there is one.
    package let advice: String?
    package fileprivate(set) var paths: [String]
  }

  /// Paths relative to the folder, in natural order.
  package private(set) var files: [String] = []
  package private(set) var leftOut: [LeftOut] = []
  /// True if the folder has more entries than are examined.
  package private(set) var isCutOff = false

  package static let mostEntries = 50_000
  package static let deepest = 8

  /// - Parameters:
  ///   - folder: the folder to search.
  ///   - only: patterns (`*`, `?`) of the paths to include; empty for all.
  package init(folder: String, only: [String] = []) {
    var left = Self.mostEntries
    var found: [String] = []
    walk(folder, "", 0, &left, &found)
    if !only.isEmpty {
      let rest = found.filter { path in !only.contains { path.fits(wildcards: $0) } }
      found.removeAll { path in rest.contains(path) }
      for path in rest { leave(path, "not asked for (--only)") }
    }
    sort(found)
    files.sort { $0.precedesNaturally($1) }
    for index in leftOut.indices { leftOut[index].paths.sort { $0.precedesNaturally($1) } }
    leftOut.sort { ($0.paths.count, $1.reason) > ($1.paths.count, $0.reason) }
  }

  private mutating func walk(
    _ folder: String, _ prefix: String, _ depth: Int, _ left: inout Int, _ found: inout [String]
  ) {
    for entry in FolderEntry.all(in: folder).sorted(by: { $0.name.precedesNaturally($1.name) }) {
      guard left > 0 else {
        isCutOff = true
        return
      }
      left -= 1
      let path = prefix + entry.name
      if !entry.isText {
        leave(path, "names that are not UTF-8 text: rename them")
      } else if entry.name.hasPrefix(".") {
        leave(path, "hidden")
      } else if TextFile.isDirectory(folder + "/" + entry.name) {
        if depth < Self.deepest {
          walk(folder + "/" + entry.name, path + "/", depth + 1, &left, &found)
        } else {
          leave(path, "folders more than \(Self.deepest) deep")
        }
      } else if !Self.written.contains(path) {
        found.append(path)
      }
    }
  }

  private mutating func leave(_ path: String, _ reason: String, advice: String? = nil) {
    let known = leftOut.index(
      where: { $0.reason == reason }, else: LeftOut(reason: reason, advice: advice, paths: []))
    leftOut[known].paths.append(path)
  }

  /// Names of files that `init` writes itself.
  private static let written: Set<String> = ["dataset.json", "experiment.json"]
  private static let forPeople: Set<String> = [
    "readme", "license", "licence", "copying", "changelog", "citation", "authors", "notice", "requirements",
    "md5sums", "sha256sums", "records", "annotators",
  ]

  private mutating func sort(_ found: [String]) {
    let headers = Set(found.filter { $0.lowercased().hasSuffix(".hea") }.map { String($0.dropLast(4)) })
    let folders = Set(headers.map(TextFile.directory(of:)))
    for path in found {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let dot = name.lastIndex(of: ".")
      let stem = PackedText.stem(name)
      let ending = dot.map { name[name.index(after: $0)...].lowercased() } ?? ""
      let base = dot == nil ? path : String(path.dropLast(ending.count + 1))
      if path.contains(where: { "{}*".contains($0) }) {
        leave(path, "names with {, } or *, which patterns cannot say: rename them")
      } else if headers.contains(base) && ["mat", "dat"].contains(ending)
        || (ending == "dat" || ending.first == "d" && Int(ending.dropFirst(), radix: 10) != nil)
          && folders.contains(TextFile.directory(of: path))
      {
        leave(path, "signals of WFDB records, read through their headers")
      } else if let foreign = ForeignFormat.of(name) {
        leave(path, foreign.words, advice: foreign.advice)
      } else if Self.forPeople.contains(stem.lowercased()) {
        leave(path, "texts for people")
      } else if FileOutline.mayBeRead(name) {
        // Annotations without WFDB's ending are included only beside a header.
        if FileOutline.annotationEndings.contains(ending), !headers.contains(base) {
          leave(path, "no reader takes .\(ending)")
        } else {
          files.append(path)
        }
      } else {
        leave(path, ending.isEmpty ? "names without an ending" : "no reader takes .\(ending)")
      }
    }
  }
}

extension Array {
  /// Returns the index of the first element that fits, or of a new one at the end.
  mutating func index(where fits: (Element) -> Bool, else new: Element) -> Int {
    if let known = firstIndex(where: fits) { return known }
    append(new)
    return count - 1
  }
}
