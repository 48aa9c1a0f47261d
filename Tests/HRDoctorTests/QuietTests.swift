import HRDoctor
import HRSignals
import HRSynthesis
import HRTestSupport
import Testing

/// Data without mistakes give no findings.
@Suite struct QuietTests {
  @Test func anEmptyRecordingHasNothingToSay() {
    let exam = Doctor.examine(
      Recording(id: "r", channels: Channels(), reference: .none), needsReference: false)
    #expect(exam.findings.isEmpty && exam.marks.isEmpty)
  }

  /// One recording of each activity, with rhythms, pulse shapes and perfusions in turn.
  @Test func cleanRecordingsOfAllPresetsAreQuiet() {
    let rhythms: [Rhythm?] = [nil, .sinus, .irregular, .atrialFibrillation, .bigeminy, .trigeminy, .ectopic]
    for index in 0..<14 {
      var plan = SynthesisPlan()
      plan.seed = 40 + UInt64(index)
      plan.activities = [Activity.allCases[index % Activity.allCases.count]]
      plan.rhythm = rhythms[index % rhythms.count]
      plan.perfusion = [nil, .low, .veryLow][index % 3]
      plan.waveform = Waveform.allCases[index % Waveform.allCases.count]
      let findings = Doctor.examine(plan.recording(index % 12), needsReference: true).findings
      #expect(findings.isEmpty, "\(index): \(findings)")
    }
  }

  @Test(
    .enabled(if: RealData.has("bidmc", "neurokit"), "\(RealData.absence)"), arguments: ["bidmc", "neurokit"])
  func goodRecordingsAreQuiet(_ name: String) throws {
    for recording in try RealRecordings.all(of: name) {
      #expect(Doctor.examine(recording, needsReference: true).findings == [])
    }
  }
}
