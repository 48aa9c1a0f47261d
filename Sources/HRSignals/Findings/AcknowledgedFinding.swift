/// A finding that a descriptor acknowledges, with the reason.
package struct AcknowledgedFinding: Codable, Equatable, Sendable {
  package let finding: DataFinding.Kind
  /// Reason in the descriptor's own words.
  package let reason: String
  /// Patterns (`*`, `?`) of the recordings for which it is acknowledged; empty for all.
  package let recordings: [String]

  /// Creates an acknowledged finding.
  ///
  /// - Parameters:
  ///   - finding: name of the finding.
  ///   - reason: reason why it is accepted.
  ///   - recordings: patterns of the recordings for which it is acknowledged; empty for all.
  package init(_ finding: DataFinding.Kind, reason: String, recordings: [String] = []) {
    self.finding = finding
    self.reason = reason
    self.recordings = recordings
  }
}

extension DataFinding.Kind: Codable {}
