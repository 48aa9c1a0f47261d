package import HRSignals

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
