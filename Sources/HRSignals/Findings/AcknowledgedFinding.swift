/// A finding that a descriptor knows of, and why it may stay.
package struct AcknowledgedFinding: Codable, Equatable, Sendable {
  package let finding: DataFinding.Kind
  /// In the descriptor's own words.
  package let reason: String
  /// Patterns (`*`, `?`) of the recordings that it is known of; none: all.
  package let recordings: [String]

  /// A finding that is known.
  ///
  /// - Parameters:
  ///   - finding: its name.
  ///   - reason: why it may stay.
  ///   - recordings: patterns of the recordings that it is known of; none: all.
  package init(_ finding: DataFinding.Kind, reason: String, recordings: [String] = []) {
    self.finding = finding
    self.reason = reason
    self.recordings = recordings
  }
}

extension DataFinding.Kind: Codable {}
