package import HRSupport
internal import HRSignals

/// A descriptor and a first experiment for a folder of recordings, with the guesses, their reasons, and the gaps.
package struct Proposal: Sendable {
  /// Files that are treated as one kind.
  package struct Group: Equatable, Sendable {
    package let pattern: String
    package let count: Int
    package let reader: String
    package let holds: String
  }

  package struct Guess: Equatable, Sendable {
    package let what: String
    package let why: String
  }

  /// A decision that could not be made.
  package struct Gap: Equatable, Sendable {
    package let what: String
    /// Advice: the line to write, and its place.
    package let line: String
    /// True if the descriptor cannot run without it.
    package let isNeeded: Bool
  }

  package let descriptor: JSONText
  /// Experiment; `nil` without a reference.
  package let experiment: JSONText?
  /// Groups of files in the descriptor.
  package let groups: [Group]
  package let guesses: [Guess]
  package let gaps: [Gap]
  /// Recordings of other layouts, which need a descriptor of their own.
  package let others: [Group]
  /// Recordings as the descriptor finds them.
  package let recordings: [String]
  /// Detector that reads the channels, for a run without a reference.
  package let detector: String
}

/// Facts about a folder from which a proposal is made.
package struct FolderOutline: Sendable {
  package let name: String
  package var inventory: FolderInventory
  package let outlines: [(path: String, outline: FileOutline)]
  /// Samples per second, if no file states them.
  package let rate: Double?
  /// Folder of the files for the experiment; `nil` if it is the descriptor's folder.
  package let root: String?

  /// - Parameters:
  ///   - name: name of the data set.
  ///   - inventory: the files.
  ///   - outlines: outlines of the examined files.
  ///   - rate: samples per second if no file states them.
  ///   - root: folder of the files relative to the descriptor's; `nil` if it is the same.
  package init(
    name: String, inventory: FolderInventory, outlines: [(path: String, outline: FileOutline)], rate: Double?,
    root: String?
  ) {
    self.name = name
    self.inventory = inventory
    self.outlines = outlines
    self.rate = rate
    self.root = root
  }

  /// Returns the files to examine: all of a small folder, else the first three of each form of name, at most 2 ·
  /// `most`. Names that differ only in numbers have the same form.
  package static func choice(of files: [String], most: Int) -> [String] {
    guard files.count > most else { return files }
    var counts: [String: Int] = [:]
    let some = files.filter { path in
      let form = Self.form(of: path)
      counts[form, default: 0] += 1
      return (counts[form] ?? 0) <= 3
    }
    return Array(some.prefix(2 * most))
  }

  /// Returns a path with # for each run of digits.
  static func form(of path: String) -> String {
    var text = ""
    for letter in path {
      if letter.isNumber {
        if text.last != "#" { text.append("#") }
      } else {
        text.append(letter)
      }
    }
    return text
  }

  /// - Returns: `nil` if no file has a channel of a recording, and no two list beats or intervals of the same one.
  package func proposal() -> Proposal? {
    let known = Self.named(outlines.map { KnownFile($0.path, $0.outline) })
    let segments = Set(
      known.filter { $0.outline.reader == "wfdb" }.flatMap { file in
        file.outline.parts.map { ProposalBuilder.beside(file.path, $0) }
      })
    let files = known.filter { !segments.contains($0.path) }
    let candidates = Self.candidates(files, all: inventory.files, segments: segments)
    let builders = candidates.map { ProposalBuilder(self, main: $0, files: files) }
    guard let best = builders.indices.max(by: { builders[$0].rank < builders[$1].rank }) else {
      return listsProposal(files)
    }
    let others = builders.indices.filter { $0 != best }.map { builders[$0].mainGroup }
    return builders[best].proposal(
      others: others.filter { group in !builders[best].groups.contains { $0.pattern == group.pattern } })
  }

  /// Assigns unnamed waves of one name, in files of similar names, to one kind: that of the majority.
  private static func named(_ files: [KnownFile]) -> [KnownFile] {
    var votes: [String: [String: (ecg: Int, all: Int)]] = [:]
    for file in files {
      for (name, kind) in file.byShape {
        let known = votes[form(of: file.path)]?[name] ?? (0, 0)
        votes[form(of: file.path), default: [:]][name] = (known.ecg + (kind == .ecg ? 1 : 0), known.all + 1)
      }
    }
    return files.map { file in
      guard !file.byShape.isEmpty, let votes = votes[form(of: file.path)] else { return file }
      let most = votes.values.map(\.all).max() ?? 0
      return KnownFile(
        file.path, file.outline,
        shapes: votes.filter { 2 * $0.value.all > most }.mapValues { $0.ecg * 2 > $0.all ? .ecg : .ppg })
    }
  }

  /// True if a file has waves that nothing names, or signals whose samples were not looked at.
  package var hasUnnamedWaves: Bool {
    outlines.contains { file in
      KnownFile(file.path, file.outline).guesses.contains { $0.role == .wave || $0.role == .other("unknown") }
    }
  }

  /// Returns what was found in the examined files, line by line: each series and its reason.
  ///
  /// - Parameter most: maximum number of series.
  package func lines(most: Int) -> [String] {
    var lines: [String] = []
    var left = most
    let known = Self.named(outlines.map { KnownFile($0.path, $0.outline) })
    for file in known where !file.guesses.isEmpty && left > 0 {
      lines.append("  \(file.path), read as \(file.outline.reader)")
      lines += file.guesses.prefix(left).map { "    \(ProposalBuilder.spoken($0.series)): \($0.why)" }
      left -= file.guesses.count
    }
    let count = known.reduce(0) { $0 + $1.guesses.count }
    if count > most { lines.append("  and \(count - most) more series") }
    return lines.map(\.printable)
  }

  /// Recordings of one layout in folders of one depth.
  struct Candidate {
    let family: PathFamily
    /// Examined files of the family.
    let files: [KnownFile]
  }

  private static func candidates(
    _ files: [KnownFile], all: [String], segments: Set<String>
  ) -> [Candidate] {
    var layouts: [(key: String, files: [KnownFile])] = []
    for file in files {
      guard let layout = file.layout else { continue }
      let key = "\(file.path.split(separator: "/").count) \(layout)"
      layouts[layouts.index(where: { $0.key == key }, else: (key, []))].files.append(file)
    }
    let looked = Set(files.map(\.path))
    return layouts.map { layout in
      // Files that were not examined are grouped with those of the same form of name.
      let forms = Set(layout.files.map { form(of: $0.path) })
      let rest = all.filter { !looked.contains($0) && !segments.contains($0) && forms.contains(form(of: $0)) }
      let paths = (layout.files.map(\.path) + rest).sorted { $0.precedesNaturally($1) }
      let inner = layout.files.first?.inner?.captures ?? []
      return Candidate(family: PathFamily(paths).renamed(besides: inner), files: layout.files)
    }
  }
}
