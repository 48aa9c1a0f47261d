internal import HRSupport
package import HRSignals

/// Findings about the data that a descriptor says are known.
extension DatasetDescriptor {
  static let acknowledgedShape = Shape.object(
    "an acknowledged finding",
    [
      .init(
        "finding", .choice(of: DataFinding.Kind.self), required: true,
        "Its name, as `hreval list findings` has it."),
      .init("reason", .string, required: true, "Why it may stay, for whoever reads a report."),
      .init(
        "recordings", .list(.string, atLeast: 1),
        "The recordings it is known of, with * and ?; left out: all."),
    ])
}

extension DescriptorReader {
  mutating func acknowledged(_ list: JSONNode?) -> [AcknowledgedFinding] {
    (list?.elements ?? []).compactMap { node -> AcknowledgedFinding? in
      guard let finding = node["finding"]?.string.flatMap(DataFinding.Kind.init(rawValue:)),
        let reason = node["reason"], let text = reason.string
      else { return nil }
      guard text.contains(where: { !$0.isWhitespace }) else {
        complain(
          "the reason is empty", at: reason, hint: "say why \"\(finding.rawValue)\" may stay; reports show it"
        )
        return nil
      }
      return AcknowledgedFinding(
        finding, reason: text, recordings: (node["recordings"]?.elements ?? []).compactMap(\.string))
    }
  }
}

extension AcknowledgedFinding {
  /// Returns true if this entry acknowledges a kind of finding in a recording.
  ///
  /// - Parameters:
  ///   - kind: of the finding.
  ///   - recording: its name within the data set.
  package func covers(_ kind: DataFinding.Kind, of recording: String) -> Bool {
    finding == kind && isOf(recording)
  }

  /// Returns true if a recording is one that the entry names; an entry without names is for all.
  package func isOf(_ recording: String) -> Bool {
    recordings.isEmpty || recordings.contains { recording.fits(wildcards: $0) }
  }
}
