import HRTestSupport
import Foundation
import HRSupport
import HRSignals
import Testing

@testable import HRRecordings

/// EDF files that hreval writes are read back by its own descriptor.
@Suite struct EDFWriterTests {
  private func recording(_ channels: [ChannelKind: Channel]) -> Recording {
    Recording(id: "r", channels: Channels(channels), reference: .beats([0.5, 1.25]), breaths: [0.75])
  }

  private func wave(_ rate: Double, _ seconds: Double, scale: Double = 1, start: Double = 0) -> Channel {
    let count = Int((rate * seconds).rounded())
    return .uniform(
      Signal(samples: (0..<count).map { scale * .sin(Double($0) / 3) }, sampleRate: rate, startTime: start))
  }

  private func problem(_ channels: [ChannelKind: Channel]) throws -> [String] {
    let refused = try #require(throws: Diagnostics.self) { try EDFWriter.bytes(of: recording(channels)) }
    return refused.list.map(\.message)
  }

  @Test func everyChannelComesBackToHalfACode() throws {
    let folder = try TemporaryFolder()
    let flat = Channel.uniform(Signal(samples: [Double](repeating: 7, count: 8), sampleRate: 2))
    let written = recording([
      .ppg: wave(62.5, 4), .ecg: wave(125, 4, scale: 0.001), .red: wave(30, 4, scale: -12345.678),
      .respiration: flat,
    ])
    let names = try RecordingWriter.writeEDF(written, toDirectory: folder.path)
    #expect(names == ["r.edf", "r_beats.csv", "r_breaths.csv"])
    #expect(names.allSatisfy(RecordingWriter.edfNames(of: "r").contains))
    let set = try Dataset.load(path: RealData.descriptorPath("hreval-edf"), root: folder.path)
    let back = try set.load(try #require(set.recordings.first))
    #expect(back.reference == written.reference && back.channels.kinds == written.channels.kinds)
    for kind in written.channels.kinds {
      guard case .uniform(let before)? = written.channels[kind],
        case .uniform(let after)? = back.channels[kind]
      else {
        Issue.record("\(kind): expected even channels")
        continue
      }
      #expect(after.sampleRate == before.sampleRate && after.count == before.count && after.startTime == 0)
      let range = (before.samples.max() ?? 0) - (before.samples.min() ?? 0)
      // Limits are rounded outwards, to 0.1 or, for small numbers, to 0.0001.
      let step = (range == 0 ? 1 : range + (range > 10 ? 0.2 : 0.0002)) / 65535
      let worst = zip(before.samples, after.samples).map { abs($0 - $1) }.max() ?? .infinity
      #expect(worst <= 0.5001 * step, "\(kind): \(worst), step \(step)")
    }
    #expect(
      try EDFWriter.bytes(of: written) == [UInt8](Data(contentsOf: URL(filePath: folder.path + "/r.edf"))))
  }

  @Test func whatEDFCannotHold() throws {
    let uneven = Channel.irregular(TimeSeries(times: [0, 1, 3], values: [1, 2, 3]))
    let kinds = "EDF holds evenly spaced samples from 0 s on, and"
    #expect(
      try problem([.ppg: uneven, .ecg: wave(10, 2, start: 1)]) == [
        "\(kinds) ppg of recording r is not of that kind", "\(kinds) ecg of recording r is not of that kind",
      ])
    let division =
      "EDF holds whole data records of 1 to 60 s with a whole number of samples of every channel, and recording r cannot be divided so"
    #expect(try problem([.ppg: wave(10, 2.5)]) == [division])
    #expect(try problem([.ppg: wave(10, 2), .ecg: wave(10, 3)]) == [division])
    #expect(try problem([.ppg: wave(29.97, 100)]) == [division])
    #expect(
      try problem([.ppg: wave(10, 2, scale: 1e9)]) == [
        "ppg of recording r has samples that EDF's eight characters cannot hold"
      ])
  }
}
