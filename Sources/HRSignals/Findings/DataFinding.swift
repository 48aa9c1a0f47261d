/// Something about a recording that is probably a mistake in its data or in what its descriptor says of them.
///
/// A finding is a suspicion with its evidence, never a verdict: figures are printed all the same, below it.
package struct DataFinding: Equatable, Sendable {
  /// What is suspected.
  package let kind: Kind
  /// What it is about: `channel ppg`, `reference ecg`, `labels activity`; `nil` for the whole recording.
  package let place: String?
  /// What was measured, as one sentence without its full stop.
  package let evidence: String
  /// The most likely mend, as one sentence without its full stop.
  package let mend: String

  /// A suspicion with its evidence.
  ///
  /// - Parameters:
  ///   - kind: what is suspected.
  ///   - place: what it is about; `nil` for the whole recording.
  ///   - evidence: what was measured.
  ///   - mend: the most likely mend.
  package init(_ kind: Kind, at place: String? = nil, evidence: String, mend: String) {
    self.kind = kind
    self.place = place
    self.evidence = evidence
    self.mend = mend
  }
}

/// What an examination of one recording came to.
package struct RecordingExam: Equatable, Sendable {
  /// In the order in which ``DataFinding/Kind`` lists them; of one kind by place.
  package let findings: [DataFinding]
  /// Marks of stretches of its samples and of its reference's intervals; stretches of other recordings that have the
  /// same values have the same marks.
  package let marks: [UInt64]

  /// What was found of a recording.
  ///
  /// - Parameters:
  ///   - findings: suspicions about this recording by itself.
  ///   - marks: to find copies of it by.
  package init(findings: [DataFinding], marks: [UInt64] = []) {
    self.findings = findings
    self.marks = marks
  }
}
