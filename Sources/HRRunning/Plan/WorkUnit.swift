/// One (recording, scenario, repeat), shown to all detectors.
package struct WorkUnit: Equatable, Sendable {
  package let index: Int
  package let recording: Int
  package let scenario: Int
  package let repetition: Int

  /// True if it is the first of its recording, which includes the recording's examination.
  package var beginsRecording: Bool { scenario == 0 && repetition == 0 }
}
