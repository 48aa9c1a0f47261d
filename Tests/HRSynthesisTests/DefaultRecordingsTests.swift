import HRTestSupport
import Foundation
import HRSignals
import Testing

@testable import HRSynthesis

/// Output of `hreval synthesize` before it had presets (Oracles/default_recordings.py).
@Suite struct DefaultRecordingsTests {
  struct Oracle: Decodable {
    struct Row: Decodable {
      struct Samples: Decodable {
        let name: String
        let count: Int
        let first: [Double]
        let last: Double
        let weighted: Double
      }

      let id: String
      let metadata: [String: String]
      let beats: [Double]
      let breaths: [Double]
      let channels: [Samples]
    }

    let recordings: [Row]
  }

  /// Elementary functions may differ in the last bits between platforms.
  static func agree(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-11 * max(1, abs(b)) }

  @Test func stayAsTheyWere() throws {
    let rows = try OracleFile.decode("default_recordings", as: Oracle.self).recordings
    // As the command fills it.
    var plan = SynthesisPlan()
    plan.count = rows.count
    plan.seconds = 30
    plan.seed = 3
    plan.electrocardiogramRate = 125
    #expect(rows.count == 12)
    for (row, recording) in zip(rows, plan.recordings()) {
      #expect(recording.id == row.id)
      #expect(
        Dictionary(uniqueKeysWithValues: recording.metadata.map { ($0.name, $0.value) }) == row.metadata)
      let beats = try SynthesisPlanTests.beats(recording)
      #expect(beats.count == row.beats.count && zip(beats, row.beats).allSatisfy(Self.agree), "\(row.id)")
      #expect(recording.breaths == row.breaths)
      #expect(recording.channels.kinds.count == row.channels.count)
      for samples in row.channels {
        let kind = try #require(ChannelKind(rawValue: samples.name))
        let values = try #require(recording.channels[kind]).values
        let weighted =
          values.enumerated().map { $1 * sin(Double($0) + 1) }.reduce(0, +) / Double(values.count)
        #expect(values.count == samples.count)
        #expect(zip(values, samples.first).allSatisfy(Self.agree), "\(row.id) \(kind)")
        #expect(Self.agree(try #require(values.last), samples.last), "\(row.id) \(kind)")
        #expect(Self.agree(weighted, samples.weighted), "\(row.id) \(kind)")
      }
    }
  }
}
