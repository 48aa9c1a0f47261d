import HRDoctor
import HRSignals
import Testing

@Suite struct QuietTests {
  @Test func anEmptyRecordingHasNothingToSay() {
    let exam = Doctor.examine(
      Recording(id: "r", channels: Channels(), reference: .none), needsReference: false)
    #expect(exam.findings.isEmpty)
  }
}
