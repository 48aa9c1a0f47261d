internal import HRSupport
internal import HRRunning
internal import HRSignals

/// Subjects of one data set whose names differ in writing only: `S01` and `s1`, `sub_1` and `sub-01`.
struct SubjectNames {
  let plan: RunPlan
  /// Subjects by recording, where known.
  let subjects: [String?]

  var findings: [RecordingFinding] {
    plan.datasets.indices.flatMap { dataset -> [RecordingFinding] in
      let mine = plan.recordings.indices.filter { plan.recordings[$0].dataset == dataset }
      var names: [String: [String]] = [:]
      for name in mine.compactMap({ subjects[$0] }).distinct {
        if let key = Self.key(name) { names[key, default: []].append(name) }
      }
      return mine.compactMap { recording -> RecordingFinding? in
        guard let key = subjects[recording].flatMap(Self.key), let same = names[key], same.count > 1 else {
          return nil
        }
        return RecordingFinding(
          recording: recording,
          finding: DataFinding(
            .samePerson,
            evidence:
              "the subjects \(same.map { "\"\($0)\"" }.firstFew) differ in writing only, and count as \(same.count)",
            mend: "if that is one person, write the name the same everywhere"))
      }
    }
  }

  /// Returns a key that is equal for names which differ only in case, in punctuation, or in zeros at the beginning of
  /// a number; `nil` where no letter or digit is left. Separated numbers stay two: `1-2` is not `12`.
  static func key(_ name: String) -> String? {
    var parts: [String] = []
    var before: Kind?
    for character in name.lowercased() {
      let kind = Kind(character)
      // Letters continue across other characters, digits do not.
      let goesOn = kind == .letter ? parts.last?.first.map { Kind($0) == .letter } ?? false : before == .digit
      switch kind {
      case .letter, .digit:
        if goesOn {
          parts[parts.count - 1].append(character)
        } else {
          parts.append(String(character))
        }
      case .other: break
      }
      before = kind
    }
    guard !parts.isEmpty else { return nil }
    return parts.map { part in
      guard Kind(part.first ?? "0") == .digit else { return part }
      let significant = part.drop { $0 == "0" }
      return significant.isEmpty ? "0" : String(significant)
    }.joined(separator: " ")
  }

  private enum Kind {
    case letter, digit, other

    init(_ character: Character) {
      self = ("0"..."9").contains(character) ? .digit : character.isLetter ? .letter : .other
    }
  }
}
