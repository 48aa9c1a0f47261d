import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// HeartPy's examples in text files; counts and values as NumPy 2 reads them. The MAT twins: ``MATLoadingTests``.
@Suite(.enabled(if: RealData.has("heartpy"), "HeartPy's examples are not here; set HREVAL_DATA"))
struct HeartPyTests {
  @Test func oneNumberALine() throws {
    let set = try RealData.dataset("heartpy")
    let recording = try set.load(try #require(set.recordings.first))
    guard set.recordings.map(\.id) == ["data"], case .uniform(let ppg)? = recording.channels[.ppg] else {
      Issue.record("expected one recording with an even channel")
      return
    }
    #expect(ppg.sampleRate == 100 && ppg.count == 2483 && ppg.samples[0] == 530)
  }

  @Test func annotatedBeatsOfNoisyECG() throws {
    let set = try RealData.dataset("heartpy-noise")
    let rows = [
      ("118e00", 162, 73.0, 42973.0), ("118e06", 162, 73, 42973), ("118e12", 162, 73, 42973),
      ("118e24", 167, 229, 43115),
    ]
    #expect(set.recordings.map(\.id) == rows.map(\.0))
    for (entry, row) in zip(set.recordings, rows) {
      let recording = try set.load(entry)
      guard case .beats(let beats) = recording.reference else {
        Issue.record("expected beats")
        continue
      }
      #expect(beats.count == row.1 && beats.first == row.2 / 360 && beats.last == row.3 / 360)
      #expect(recording.channels[.ecg]?.count == 43200)
      #expect(recording.metadata.map(\.value) == [String(row.0.suffix(2))])
    }
  }
}
