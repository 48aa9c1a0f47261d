/// Paths that differ in few places, as one pattern with names for the differences.
struct PathFamily: Equatable {
  struct Part: Equatable {
    var name: String
    /// Values of the part, one for each path.
    let values: [String]
  }

  let paths: [String]
  /// Pattern of the paths: `data/{subject}/ppg.csv`.
  private(set) var pattern: String
  private(set) var parts: [Part]
  /// Template of the recordings' names: `{subject}-{condition}`, or a plain name if nothing differs.
  private(set) var recording: String
  /// Template of the subject: `{subject}`; `nil` if nothing states who was recorded.
  private(set) var subject: String?
  /// Reason for the choice of the subject, or for its absence.
  private(set) var subjectWhy: String

  /// - Parameter paths: at least one, all with the same number of folders; without braces and stars.
  init(_ paths: [String]) {
    self.paths = paths
    let rows = paths.map { $0.split(separator: "/").map(String.init) }
    let depth = rows.first?.count ?? 0
    var components: [String] = []
    var parts: [Part] = []
    var prefixes: [String] = []
    for index in 0..<depth {
      let names = rows.map { $0[index] }
      guard let first = names.first, names.contains(where: { $0 != first }) else {
        components.append(names.first ?? "")
        continue
      }
      let isFile = index == depth - 1
      let (prefix, suffix) = Self.ends(names, isFile: isFile)
      let middles = names.map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) }
      if let split = Self.split(middles) {
        components.append("\(prefix){#\(parts.count)}\(split.separator){#\(parts.count + 1)}\(suffix)")
        parts += [Part(name: "", values: split.heads), Part(name: "", values: split.tails)]
        prefixes += [prefix, ""]
      } else {
        components.append("\(prefix){#\(parts.count)}\(suffix)")
        parts.append(Part(name: "", values: middles))
        prefixes.append(prefix)
      }
    }
    self.parts = parts
    pattern = components.joined(separator: "/")
    (recording, subject, subjectWhy) = ("", nil, "")
    merge()
    name(prefixes)
  }

  // MARK: Differences

  /// Returns the common beginning and end of all names, cut at the ends of words and numbers; digits of one number
  /// stay together.
  static func ends(_ names: [String], isFile: Bool) -> (prefix: String, suffix: String) {
    let rows = names.map(Array.init)
    guard let first = rows.first else { return ("", "") }
    let shortest = rows.map(\.count).min() ?? 0
    var prefix = 0
    while prefix < shortest, rows.allSatisfy({ $0[prefix] == first[prefix] }) { prefix += 1 }
    while prefix > 0, rows.contains(where: { $0.count == prefix || !isBoundary($0, prefix) }) { prefix -= 1 }
    // `s2` is a better name than `2`.
    let letters = first[..<prefix].reversed().prefix { $0.isLetter }.count
    if letters > 0, letters == prefix || !first[prefix - letters - 1].isNumber { prefix -= letters }
    var suffix = 0
    let most = shortest - prefix
    while suffix < most, rows.allSatisfy({ $0[$0.count - 1 - suffix] == first[first.count - 1 - suffix] }) {
      suffix += 1
    }
    while suffix > 0,
      rows.contains(where: { $0.count == prefix + suffix || !isBoundary($0, $0.count - suffix) })
    {
      suffix -= 1
    }
    return (String(first.prefix(prefix)), String(first.suffix(suffix)))
  }

  /// Returns true if a word or a number ends before a place.
  static func isBoundary(_ letters: [Character], _ place: Int) -> Bool {
    guard place > 0, place < letters.count else { return true }
    let (a, b) = (letters[place - 1], letters[place])
    if !a.isLetter && !a.isNumber || !b.isLetter && !b.isNumber { return true }
    return a.isNumber != b.isNumber
  }

  /// Splits names into two parts, `s2` and `walk`, if each of them occurs with several of the other.
  private static func split(
    _ middles: [String]
  ) -> (heads: [String], tails: [String], separator: Character)? {
    for separator: Character in ["_", "-", " ", "."] {
      let halves = middles.map { $0.split(separator: separator, maxSplits: 1).map(String.init) }
      guard halves.allSatisfy({ $0.count == 2 }), middles.allSatisfy({ $0.first != separator }) else {
        continue
      }
      let (heads, tails) = (halves.map { $0[0] }, halves.map { $0[1] })
      let (kinds, others) = (Set(heads).count, Set(tails).count)
      if kinds > 1, others > 1, kinds < middles.count, others < middles.count {
        return (heads, tails, separator)
      }
    }
    return nil
  }

  /// Merges parts with equal values, as in `s1/s1_ppg.csv`.
  private mutating func merge() {
    for index in parts.indices.dropFirst().reversed() {
      guard let same = parts[..<index].firstIndex(where: { $0.values == parts[index].values }) else {
        continue
      }
      pattern = pattern.replacing("{#\(index)}", with: "{#\(same)}")
      parts[index].name = "="
    }
  }

  // MARK: Names

  private mutating func name(_ prefixes: [String]) {
    let real = parts.indices.filter { parts[$0].name != "=" }
    guard let last = real.last else {
      let file = paths.first?.split(separator: "/").last.map(String.init) ?? ""
      recording = PackedText.stem(file)
      subjectWhy = "one file says nothing about who was recorded"
      parts = []
      return
    }
    let person = real.first { saysPerson($0, prefixes[$0]) }
    if real.count == 1 {
      parts[last].name = "recording"
      recording = "{recording}"
      let isNumber = parts[last].values.allSatisfy { $0.allSatisfy(\.isNumber) }
      let prefix = prefixes[last]
      if isNumber, !prefix.isEmpty {
        // `06` alone is less specific than `subject_06`.
        parts[last].name = "number"
        recording = prefix + "{number}"
      }
      if person != nil {
        subject = recording
        subjectWhy = "the names of files count people"
      } else {
        subjectWhy = "names of files do not say who was recorded"
      }
    } else {
      let chosen =
        person ?? real.first { parts[$0].values.contains { $0.contains(where: \.isNumber) } } ?? real[0]
      var free = ["condition", "part", "section", "piece"][...]
      for index in real {
        parts[index].name = index == chosen ? "subject" : free.popFirst() ?? "part\(index)"
      }
      recording = ([chosen] + real.filter { $0 != chosen }).map { "{\(parts[$0].name)}" }.joined(
        separator: "-")
      subject = "{subject}"
      subjectWhy = "it stands with several of the other parts of the names"
    }
    for index in real { pattern = pattern.replacing("{#\(index)}", with: "{\(parts[index].name)}") }
    parts.removeAll { $0.name == "=" }
  }

  /// Returns the family with other names for the parts that are called as captures inside the files are.
  func renamed(besides taken: [String]) -> PathFamily {
    var family = self
    for index in parts.indices where taken.contains(parts[index].name) {
      let old = "{\(parts[index].name)}"
      let used = family.parts.map(\.name) + taken
      let name = ["file", "folder"].first { !used.contains($0) } ?? "part\(index)"
      family.parts[index].name = name
      family.pattern = family.pattern.replacing(old, with: "{\(name)}")
      family.recording = family.recording.replacing(old, with: "{\(name)}")
      family.subject = family.subject?.replacing(old, with: "{\(name)}")
    }
    return family
  }

  private static let short = ["s", "p", "sub", "subj", "subject"]

  private func saysPerson(_ index: Int, _ prefix: String) -> Bool {
    if NameWords(prefix).hasAny(Vocabulary.subject) { return true }
    if Self.short.contains(NameWords(prefix).words.last ?? ""),
      parts[index].values.allSatisfy({ $0.allSatisfy(\.isNumber) })
    {
      return true
    }
    return Self.countPeople(parts[index].values)
  }

  /// Returns true if all names count people: `s2`, `subject_07`.
  static func countPeople(_ names: [String]) -> Bool {
    names.allSatisfy { name in
      let words = NameWords(name).words
      return words.count == 2 && short.contains(words[0]) && words[1].allSatisfy(\.isNumber)
        || NameWords(name).hasAny(Vocabulary.subject)
    }
  }

  // MARK: Companion files

  /// Names of the recordings, one for each path.
  var names: [String] { paths.indices.map { fill(recording, $0) } }

  func fill(_ template: String, _ index: Int) -> String {
    parts.reduce(template) { $0.replacing("{\($1.name)}", with: $1.values[index]) }
  }

  /// Returns another path in which the parts shared with a path of this family are captures.
  func template(of other: String, for index: Int) -> String {
    let letters = Array(other)
    let known = parts.map { (name: $0.name, value: Array($0.values[index])) }
      .sorted { $0.value.count > $1.value.count }
    var text = ""
    var place = 0
    while place < letters.count {
      if Self.isBoundary(letters, place),
        let found = known.first(where: { part in
          !part.value.isEmpty && letters[place...].starts(with: part.value)
            && Self.isBoundary(letters, place + part.value.count)
        })
      {
        text += "{\(found.name)}"
        place += found.value.count
      } else {
        text.append(letters[place])
        place += 1
      }
    }
    return text
  }

  /// Pattern with a star for each capture.
  var wildcards: String { Self.wildcards(pattern) }

  static func wildcards(_ pattern: String) -> String {
    pattern.replacing(/(?:\{[^}]*\})+/, with: "*")
  }

  /// Returns true if a path matches a pattern of stars that do not cross folders.
  static func fits(_ path: String, _ wildcards: String) -> Bool {
    let (names, patterns) = (path.split(separator: "/"), wildcards.split(separator: "/"))
    return names.count == patterns.count
      && zip(names, patterns).allSatisfy { String($0).fits(wildcards: String($1)) }
  }
}
