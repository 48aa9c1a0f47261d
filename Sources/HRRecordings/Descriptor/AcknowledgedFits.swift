package import HRSignals

extension AcknowledgedFinding {
  /// Whether it speaks of this finding in this recording.
  ///
  /// - Parameters:
  ///   - kind: of the finding.
  ///   - recording: its name within the data set.
  package func covers(_ kind: DataFinding.Kind, of recording: String) -> Bool {
    finding == kind && isOf(recording)
  }

  /// Whether a recording is one of those that it is of.
  package func isOf(_ recording: String) -> Bool {
    recordings.isEmpty || recordings.contains { recording.fits(wildcards: $0) }
  }
}
