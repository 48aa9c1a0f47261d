internal import HRDiagnostics

/// Recordings that failed alike.
package struct FailureGroup: Equatable, Sendable {
  /// Of the recordings, in order.
  package let names: [String]
  /// Of the first of them.
  package let reason: String

  /// `12 recordings, such as welltory-ppg/subject_04: there is no column "red"`
  package var text: String { "\(nameText): \(reason)" }

  package var nameText: String {
    names.count == 1 ? names[0] : "\(names.count) recordings, such as \(names[0])"
  }

  /// Reasons are alike when they differ only in the recording's own name and in how long it is.
  ///
  /// - Returns: groups in the order of their first recordings.
  package static func groups(
    of failures: [(name: String, id: String, reason: String)]
  ) -> [FailureGroup] {
    var order: [String] = []
    var members: [String: [(name: String, reason: String)]] = [:]
    for failure in failures {
      // Reasons are made printable where they arise.
      let kind = failure.reason.masking(name: failure.id.printable).replacing(/[0-9][0-9.]* s\b/, with: "… s")
      if members[kind] == nil { order.append(kind) }
      members[kind, default: []].append((failure.name, failure.reason))
    }
    return order.compactMap { kind in
      guard let alike = members[kind], let first = alike.first else { return nil }
      return FailureGroup(names: alike.map(\.name), reason: first.reason)
    }
  }
}

extension String {
  /// The text with a name blotted out wherever it stands by itself.
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
