import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// No detector sees the future unless it says so.
@Suite struct CausalityContractTests {
  private static let causal = Contract.entries.filter { $0.causality == .causal }.map(\.info.name)
  private static let seers = Contract.entries.filter { $0.causality != .causal }.map(\.info.name)
  /// Ends of windows do and do not fall on a hop of those that have windows of their own.
  private static let ranges = [TimeRange(start: 2, end: 14), TimeRange(start: 5.3, end: 20.7)]

  private func recording(_ entry: DetectorEntry, _ sampleRate: Double) -> Channels {
    ContractChannels(
      rate: ContractChannels.middleRate(of: entry), sampleRate: sampleRate, seconds: 40, noise: 0.05
    ).channels(of: entry)
  }

  /// Another future from a moment on: none, a far greater level, another rate.
  private func futures(_ channels: Channels, from end: Double, _ entry: DetectorEntry) -> [Channels] {
    func changed(_ value: (ChannelKind, Int, Double) -> Double) -> Channels {
      var channels = channels
      for kind in channels.kinds {
        guard var signal = channels[kind]?.uniform() else { continue }
        for index in signal.indices(in: TimeRange(start: end, end: 1e9)) {
          signal.samples[index] = value(kind, index, signal.samples[index])
        }
        channels[kind] = .uniform(signal)
      }
      return channels
    }
    let other = ContractChannels(
      rate: ContractChannels.middleRate(of: entry) * 1.5,
      sampleRate: ContractChannels.middleSampleRate(of: entry), seconds: 40, gain: 30, noise: 0.3
    ).channels(of: entry)
    return [
      channels.cut(to: TimeRange(start: 0, end: end)),
      changed { _, index, _ in index % 2 == 0 ? 1e6 : 0 },
      changed { kind, index, old in
        other[kind].map { $0.count > index ? $0.values[index] : old } ?? old
      },
      changed { _, _, _ in .nan },
    ]
  }

  @Test(arguments: causal) func seesNothingAfterItsWindow(_ name: String) throws {
    let entry = try Contract.entry(name)
    for sampleRate in entry.inputs.contains(.ecg) ? [250.0] : [30, 125] {
      let recording = recording(entry, sampleRate)
      for range in Self.ranges {
        let before = try entry.estimate(in: range, of: recording)
        for (index, future) in futures(recording, from: range.end, entry).enumerated() {
          let after = try entry.estimate(in: range, of: future)
          #expect(before == after, "\(name) at \(sampleRate) Hz, \(range), future \(index)")
        }
      }
    }
  }

  /// What says that it looks ahead does: some future changes some estimate.
  @Test(arguments: seers) func whatSaysItLooksAheadDoes(_ name: String) throws {
    let entry = try Contract.entry(name)
    let recording = recording(entry, 125)
    var changes = 0
    for range in Self.ranges {
      let before = try entry.estimate(in: range, of: recording)
      for future in futures(recording, from: range.end, entry) {
        if try entry.estimate(in: range, of: future) != before { changes += 1 }
      }
    }
    #expect(changes > 0)
  }

  /// Purity: the same samples twice, and by a second instance, bit for bit.
  @Test(arguments: Contract.names) func saysTheSameTwice(_ name: String) throws {
    let entry = try Contract.entry(name)
    let recording = recording(entry, ContractChannels.middleSampleRate(of: entry))
    let first = try entry.estimates(in: Self.ranges, of: recording)
    #expect(try entry.estimates(in: Self.ranges, of: recording) == first)
  }
}
