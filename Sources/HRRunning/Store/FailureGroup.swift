internal import HRSupport

/// Recordings that failed for the same reason.
package struct FailureGroup: Equatable, Sendable {
  /// Names of the recordings, in order.
  package let names: [String]
  /// Reason of the first recording.
  package let reason: String

  /// `12 recordings, such as welltory-ppg/subject_04: there is no column "red"`
  package var text: String { text(of: "recordings") }

  package var nameText: String { nameText(of: "recordings") }

  /// - Parameter what: word for several of them.
  package func text(of what: String) -> String { "\(nameText(of: what)): \(reason)" }

  private func nameText(of what: String) -> String {
    names.count == 1 ? names[0] : "\(names.count) \(what), such as \(names[0])"
  }

  /// Groups failures whose reasons differ only in the recording's own name and in its length in seconds.
  ///
  /// - Returns: groups in the order of their first recordings.
  package static func groups(
    of failures: [(name: String, id: String, reason: String)]
  ) -> [FailureGroup] {
    let alike = Dictionary(grouping: failures.indices) { index in
      // Reasons are made printable where they arise.
      failures[index].reason.masking(name: failures[index].id.printable)
        .replacing(/[0-9][0-9.]* s\b/, with: "… s")
    }
    return alike.values.sorted { $0[0] < $1[0] }.map { indices in
      FailureGroup(names: indices.map { failures[$0].name }, reason: failures[indices[0]].reason)
    }
  }
}

extension String {
  /// Replaces a name wherever it is a word of its own.
  fileprivate func masking(name: String) -> String {
    guard !name.isEmpty else { return self }
    func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let stands = !isPart(before) && !isPart(rest[range.upperBound...].first)
      result += rest[..<range.lowerBound]
      result += stands ? "…" : name
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

extension Experiment {
  /// Returns the message for a run that leaves nothing to report; `nil` if any unit has windows.
  func uselessness(of results: UnitResults) -> Diagnostic? {
    guard !results.indices.contains(where: results.hasWindows(at:)) else { return nil }
    var reasons: [Int: String] = [:]
    let units = plan.units
    for result in results {
      guard case .failed(let reason) = result.outcome else { continue }
      let recording = units[result.unit].recording
      reasons[recording] = reasons[recording] ?? reason
    }
    let names = recordingNames
    let groups = FailureGroup.groups(
      of: recordings.indices.compactMap { index in
        reasons[index].map { (names[index], recordings[index].entry.id, $0) }
      })
    let most = 10
    var lines = groups.prefix(most).map(\.text)
    if groups.count > most { lines.append("… and \(groups.count - most) more reasons") }
    let isOne = lines.count == 1
    return Diagnostic(
      isOne ? "no recording can be used: \(lines[0])" : "no recording can be used:",
      details: isOne ? [] : lines,
      hint: "no report was written; `hreval inspect` shows what is in a recording")
  }
}
