import HRRecordings
import HRSignals
import HRTestSupport
import Testing

/// Published sets in their original form: the proposal reads them, with the channels of the hand-written descriptor.
@Suite struct SharedFolderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let folder: String
    let count: Int
    let channels: [ChannelKind]
    let reference: String
    /// Sample rate that no file states.
    var rate: Double?
    var testDescription: String { folder }
  }

  static let cases: [Case] = [
    Case(folder: "bidmc", count: 1, channels: [.ppg, .ecg, .respiration], reference: "ecg"),
    Case(folder: "heartpy", count: 4, channels: [.ecg], reference: "beats", rate: 360),
    Case(folder: "neurokit", count: 1, channels: [.ppg, .ecg, .respiration], reference: "ecg"),
    Case(
      folder: "ppg-dalia-s6", count: 1, channels: [.ppg, .accelerometerX, .accelerometerY, .accelerometerZ],
      reference: "windows"),
    Case(folder: "welltory-ppg", count: 12, channels: [.red, .green, .blue], reference: "rr"),
    Case(folder: "wfdb-samples", count: 2, channels: [.ppg, .ecg], reference: "ecg"),
    Case(
      folder: "wrist-exercise", count: 8,
      channels: [.ppg, .ecg, .accelerometerX, .accelerometerY, .accelerometerZ], reference: "beats"),
  ]

  @Test(.enabled(if: RealData.has("bidmc", "heartpy"), Comment(rawValue: RealData.absence)), arguments: cases)
  func isReadWithoutEdits(_ one: Case) throws {
    guard RealData.has(one.folder) else { return }
    let made = try ProposedFolder(RealData.folder.appending(path: one.folder).path, rate: one.rate)
    #expect(made.dataset.recordings.count == one.count)
    #expect(made.dataset.referenceName == one.reference)
    let recording = try made.load()
    #expect(recording.channels.kinds == one.channels)
    #expect(recording.reference != .none)
    #expect(made.proposal.gaps.allSatisfy { !$0.isNeeded })
  }
}
