/// A probable mistake in the data of a recording or in its descriptor.
///
/// A finding is a suspicion with its evidence, never a verdict: figures are still printed below it.
package struct DataFinding: Equatable, Sendable {
  /// Suspected mistake.
  package let kind: Kind
  /// Object of the suspicion: `channel ppg`, `reference ecg`, `labels activity`; `nil` for the whole recording.
  package let place: String?
  /// Measured evidence, as one sentence without its full stop.
  package let evidence: String
  /// Most likely correction, as one sentence without its full stop.
  package let mend: String

  /// Creates a suspicion with its evidence.
  ///
  /// - Parameters:
  ///   - kind: suspected mistake.
  ///   - place: object of the suspicion; `nil` for the whole recording.
  ///   - evidence: measured evidence.
  ///   - mend: most likely correction.
  package init(_ kind: Kind, at place: String? = nil, evidence: String, mend: String) {
    self.kind = kind
    self.place = place
    self.evidence = evidence
    self.mend = mend
  }
}

/// Result of the examination of one recording.
package struct RecordingExam: Equatable, Sendable {
  /// Findings in the order of ``DataFinding/Kind``; of one kind by place.
  package let findings: [DataFinding]
  /// Marks of stretches of its samples and of its reference's intervals. Stretches of other recordings with the same
  /// values have the same marks; in reverse order they have marks that differ in the lowest bit.
  package let marks: [UInt64]
  /// Landmarks of its pulse waves, by which copies are found that have no equal value.
  package let landmarks: [WaveLandmark]
  /// Ends of its channels that show beats, by which a recording is found that goes on where this one ends.
  package let ends: [ChannelEnds]

  /// Creates the result for a recording.
  ///
  /// - Parameters:
  ///   - findings: suspicions from this recording alone.
  ///   - marks: marks by which copies of it are found.
  ///   - landmarks: landmarks of its pulse waves.
  ///   - ends: ends of its channels.
  package init(
    findings: [DataFinding], marks: [UInt64] = [], landmarks: [WaveLandmark] = [], ends: [ChannelEnds] = []
  ) {
    (self.findings, self.marks) = (findings, marks)
    (self.landmarks, self.ends) = (landmarks, ends)
  }
}

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
