/// One (recording, scenario, repeat), shown to all detectors.
package struct WorkUnit: Equatable, Sendable {
  package let index: Int
  package let recording: Int
  package let scenario: Int
  package let repetition: Int

  package init(index: Int, recording: Int, scenario: Int, repetition: Int) {
    self.index = index
    self.recording = recording
    self.scenario = scenario
    self.repetition = repetition
  }
}
