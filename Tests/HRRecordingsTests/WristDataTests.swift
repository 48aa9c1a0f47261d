import HRTestSupport
import HRSignals
import Testing

@testable import HRRecordings

/// The committed descriptors of wrist recordings on the data they describe. Counts and means were read from the same
/// files with NumPy 2, samples of the EDF files with pyEDFlib.
@Suite struct WristDataTests {
  @Test(.enabled(if: RealData.has("ppg-dalia-s6"), "the PPG-DaLiA data is not here; set HREVAL_DATA"))
  func ratesOfWindowsOnStairs() throws {
    let set = try RealData.dataset("ppg-dalia-s6")
    #expect(set.recordings.map(\.id) == ["S6-stairs"])
    let recording = try set.load(set.recordings[0])
    #expect(recording.subject == "S6" && recording.metadata.map(\.value) == ["stairs"])
    #expect(recording.channels.kinds == [.ppg, .accelerometerX, .accelerometerY, .accelerometerZ])
    #expect(recording.channels.accelerationIsInG)
    guard case .uniform(let ppg)? = recording.channels[.ppg] else {
      Issue.record("expected an even channel")
      return
    }
    #expect(ppg.count == 13952 && ppg.sampleRate == 32 && ppg.samples[0] == -21.07)
    guard case .windowRates(let rates) = recording.reference else {
      Issue.record("expected rates of windows")
      return
    }
    #expect(rates.count == 215 && rates[0].bpm == 117.735651 && rates[214].bpm == 127.355134)
    #expect(rates[214].range == TimeRange(start: 428, end: 436))
    let reader = ReferenceReader(recording.reference)
    #expect(try reader.rate(in: TimeRange(start: 0, end: 8)).get() == 117.735651)
    let half = try reader.rate(in: TimeRange(start: 0, end: 30)).get()
    #expect(abs(half - 129.51851141666666) < 1e-9)
  }

  @Test(.enabled(if: RealData.has("wrist-exercise"), "the wrist data is not here; set HREVAL_DATA"))
  func annotatedPeaksBesideEDF() throws {
    let set = try RealData.dataset("wrist-exercise")
    let beats: [(id: String, count: Int, first: Double)] = [
      ("s2_high_resistance_bike", 805, 86), ("s2_low_resistance_bike", 611, 144), ("s2_walk", 566, 139),
      ("s3_high_resistance_bike", 593, 68), ("s3_low_resistance_bike", 523, 33), ("s3_run", 565, 10),
      ("s3_walk", 458, 1552), ("s4_run", 839, 219),
    ]
    #expect(set.recordings.map(\.id) == beats.map(\.id))
    #expect(set.descriptor.referenceNames == ["peaks", "ecg"])
    for (entry, row) in zip(set.recordings, beats) {
      let recording = try set.load(entry)
      #expect(
        recording.reference.beatTimes.count == row.count && recording.subject == String(row.id.prefix(2)))
      #expect(recording.reference.beatTimes.first == row.first / 256)
      #expect(recording.metadata.map(\.value) == [String(row.id.dropFirst(3))])
      #expect(recording.channels.kinds.count == 5 && recording.channels.accelerationIsInG)
    }
    let run = try set.load(set.recordings[7])
    let axis = try #require(run.channels[.accelerometerX])
    #expect(axis.nominalRate == 256 && axis.count == 75008)
    #expect(abs(axis.values[0] - 24.59809929 / 9.80665) < 1e-8)
    #expect(abs((run.channels[.ppg]?.values[0] ?? 0) - 1284.25006363) < 1e-8)
  }
}
