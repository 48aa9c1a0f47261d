import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// WFDB records that hreval writes are read back by its own descriptor.
@Suite struct WFDBWriterTests {
  private func recording(_ channels: [ChannelKind: Channel], beats: [Double] = [0.5, 1.25]) -> Recording {
    Recording(id: "r", channels: Channels(channels), reference: .beats(beats), breaths: [0.75, 4000.123456])
  }

  private func wave(_ rate: Double, _ seconds: Double, scale: Double = 1, start: Double = 0) -> Channel {
    let count = Int((rate * seconds).rounded())
    return .uniform(
      Signal(samples: (0..<count).map { scale * .sin(Double($0) / 3) }, sampleRate: rate, startTime: start))
  }

  @Test func everyChannelComesBackToHalfACode() throws {
    let folder = try TemporaryFolder()
    let flat = Channel.uniform(Signal(samples: [Double](repeating: 7, count: 8), sampleRate: 2))
    let written = recording([
      .ppg: wave(62.5, 4), .ecg: wave(125, 4, scale: 0.001), .red: wave(30, 4, scale: -12345.678),
      .respiration: flat,
    ])
    let names = try RecordingWriter.writeWFDB(written, toDirectory: folder.path)
    #expect(names == ["r.hea", "r.dat", "r.atr", "r.breath"] && names == RecordingWriter.wfdbNames(of: "r"))
    let set = try Dataset.load(path: RealData.descriptorPath("hreval-wfdb"), root: folder.path)
    let back = try set.load(try #require(set.recordings.first))
    #expect(back.reference == written.reference && back.channels.kinds == written.channels.kinds)
    #expect(set.files(of: set.recordings[0]).count == 4)
    for kind in written.channels.kinds {
      guard case .uniform(let before)? = written.channels[kind],
        case .uniform(let after)? = back.channels[kind]
      else {
        Issue.record("\(kind): expected even channels")
        continue
      }
      #expect(after.sampleRate == before.sampleRate && after.count == before.count && after.startTime == 0)
      let range = (before.samples.max() ?? 0) - (before.samples.min() ?? 0)
      let step = (range == 0 ? 1 : range) / 65534 * 1.00002
      let worst = zip(before.samples, after.samples).map { abs($0 - $1) }.max() ?? .infinity
      // The middle of the range is a whole code, so the ends may be half a code beyond the last one.
      #expect(worst <= 1.0001 * step, "\(kind): \(worst), step \(step)")
    }
    let path = folder.path + "/r.breath"
    let breaths = try WFDBAnnotationReading(
      path, stated: nil, scope: ReadingScope([]), budget: ReadingBudget())
    #expect(breaths.annotations.list.map(breaths.seconds) == [0.75, 4000.123456])
    #expect(breaths.annotations.list.map(\.note) == ["breath", "breath"])
    #expect(
      try WFDBWriter.record(written).data == [UInt8](Data(contentsOf: URL(filePath: folder.path + "/r.dat"))))
  }

  @Test func whatWFDBCannotHold() throws {
    func problem(_ channels: [ChannelKind: Channel]) throws -> [String] {
      let refused = try #require(throws: Diagnostics.self) { try WFDBWriter.record(recording(channels)) }
      return refused.list.map(\.message)
    }
    let kinds = "WFDB holds evenly spaced samples from 0 s on, and"
    let uneven = Channel.irregular(TimeSeries(times: [0, 1, 3], values: [1, 2, 3]))
    #expect(
      try problem([.ppg: uneven, .ecg: wave(10, 2, start: 1)]) == [
        "\(kinds) ppg of recording r is not of that kind", "\(kinds) ecg of recording r is not of that kind",
      ])
    #expect(
      try problem([.ppg: wave(10, 2), .ecg: wave(10, 3)]) == [
        "WFDB holds whole frames with the same number of samples of a channel in each, and recording r cannot be divided so"
      ])
    let far = Channel.uniform(Signal(samples: [1e9, 1e9 + 0.5], sampleRate: 1))
    #expect(
      try problem([.ppg: far]) == ["ppg of recording r has samples that WFDB's 16 bits cannot hold"])
  }
}
