internal import HRSupport
package import HRSignals

/// Keys of a finding about the data that is known.
enum AcknowledgedKey {
  static let finding: JSONKey<DataFinding.Kind?> = JSONKey(
    "finding", .choice, required: true, "Its name, as `hreval list findings` has it.")
  static let reason = JSONKey(
    "reason", .text, required: true, "Why it may stay, for whoever reads a report.")
  static let recordings = JSONKey(
    "recordings", .list(.text, atLeast: 1), missing: [],
    "The recordings it is known of, with * and ?; left out: all.")

  static let shape = Shape.object(
    "an acknowledged finding", [finding.field, reason.field, recordings.field])
}

extension DescriptorReader {
  mutating func acknowledged(_ list: [JSONNode]) -> [AcknowledgedFinding] {
    list.compactMap { node in
      guard let finding = node[AcknowledgedKey.finding], let reason = node[AcknowledgedKey.reason] else {
        return nil
      }
      guard reason.contains(where: { !$0.isWhitespace }) else {
        complain(
          "the reason is empty", at: node.place(of: AcknowledgedKey.reason),
          hint: "say why \"\(finding.rawValue)\" may stay; reports show it")
        return nil
      }
      return AcknowledgedFinding(finding, reason: reason, recordings: node[AcknowledgedKey.recordings])
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
