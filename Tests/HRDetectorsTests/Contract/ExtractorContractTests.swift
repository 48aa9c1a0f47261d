import HRPlugins
import HRSignals
import Foundation
import Testing

@testable import HRDetectors

/// What every extractor promises, for each row of the catalog: a pulse wave of numbers at the inputs' own times.
@Suite struct ExtractorContractTests {
  static let names = Catalog<ExtractorEntry>.builtIn.names

  private func entry(_ name: String) throws -> ExtractorEntry {
    try #require(Catalog<ExtractorEntry>.builtIn[name])
  }

  private func pulse(_ kind: ChannelKind, sampleRate: Double = 30, seconds: Double = 12) -> Signal {
    ContractChannels(rate: 72, sampleRate: sampleRate, seconds: seconds, noise: 0.05)
      .signal(kind, breathing: false)
  }

  private func channels(_ entry: ExtractorEntry, _ make: (ChannelKind) -> Channel) -> Channels {
    Channels(Dictionary(uniqueKeysWithValues: entry.inputs.map { ($0, make($0)) }))
  }

  /// Finite, and as many values as times.
  private func faults(_ made: Channels) -> [String] {
    guard let wave = made[.ppg] else { return [] }
    var faults: [String] = []
    if wave.values.contains(where: { !$0.isFinite }) { faults.append("a value that is no number") }
    if let contact = made[.contact], contact.values.contains(where: { $0 != 0 && $0 != 1 }) {
      faults.append("a contact that is neither 0 nor 1")
    }
    return faults
  }

  /// No light, no change of light, all colours the same, and a saturated red.
  @Test(arguments: names) func constantLightMakesNumbers(_ name: String) throws {
    let entry = try entry(name)
    for levels in [[0.0, 0, 0], [205, 40, 30], [128, 128, 128], [255, 0, 0], [0, 0, 7]] {
      let made = try entry.make().extract(
        from: channels(entry) { kind in
          let level = levels[[ChannelKind.red, .green, .blue].firstIndex(of: kind) ?? 0]
          return .uniform(Signal(samples: Array(repeating: level, count: 200), sampleRate: 30))
        })
      #expect(faults(made).isEmpty, "\(name) at \(levels): \(faults(made))")
    }
  }

  /// What passes a channel on passes its gaps on, too: filters and detectors fill them.
  private static let passGapsOn = [
    "ppg", "red", "green", "blue", "infrared", "red.inverted", "green.inverted", "redMinusGreen",
  ]

  @Test(arguments: names) func gapsStayWhereTheyAre(_ name: String) throws {
    let entry = try entry(name)
    for gap in [0..<1, 60..<75, 100..<330, 0..<360] {
      let made = try entry.make().extract(
        from: channels(entry) { kind in
          var signal = pulse(kind)
          for index in gap { signal.samples[index] = .nan }
          return .uniform(signal)
        })
      let wave = try #require(made[.ppg])
      let holes = wave.values.indices.filter { !wave.values[$0].isFinite }
      if Self.passGapsOn.contains(name) {
        #expect(holes.allSatisfy(gap.contains), "\(name), gap \(gap)")
      } else {
        #expect(holes.isEmpty, "\(name), gap \(gap): \(holes.count) values that are no numbers")
      }
    }
  }

  @Test(arguments: names) func timesAreKept(_ name: String) throws {
    let entry = try entry(name)
    let even = channels(entry) { .uniform(Signal(samples: pulse($0).samples, sampleRate: 30, startTime: 7)) }
    let made = try #require(try entry.make().extract(from: even)[.ppg])
    #expect(made.count == 360)
    #expect(abs(made.time(at: 0) - 7) < 1e-9 && abs(made.time(at: 359) - 7 - 359.0 / 30) < 1e-9)

    let times = (0..<360).map { (Double($0) + 0.3 * sin(Double($0))) / 30 }
    let uneven = channels(entry) { .irregular(TimeSeries(times: times, values: pulse($0).samples)) }
    let wave = try #require(try entry.make().extract(from: uneven)[.ppg])
    if case .irregular(let series) = wave {
      #expect(series.times == times)
    } else {
      // It needs even samples: from the first moment on, and none after the last.
      let range = try #require(wave.timeRange)
      #expect(abs(range.start - times[0]) < 1e-9)
      #expect(range.end > times[359] - 0.1 && wave.time(at: wave.count - 1) <= times[359] + 1e-6)
    }
    #expect(wave.values.allSatisfy { $0.isFinite })
  }

  /// A recording may be empty, hold one frame, or lack a channel; nothing crashes.
  @Test(arguments: names) func survivesHardlyAnything(_ name: String) throws {
    let entry = try entry(name)
    for count in [0, 1, 2, 3, 10] {
      let made = try entry.make().extract(
        from: channels(entry) {
          .uniform(Signal(samples: Array(pulse($0).samples.prefix(count)), sampleRate: 30))
        })
      #expect(faults(made).isEmpty, "\(name) of \(count) samples: \(faults(made))")
      let series = try entry.make().extract(
        from: channels(entry) {
          .irregular(
            TimeSeries(
              times: (0..<count).map { Double($0) / 30 }, values: Array(pulse($0).samples.prefix(count))))
        })
      #expect(faults(series).isEmpty, "\(name) of \(count) moments: \(faults(series))")
    }
    _ = try entry.make().extract(from: Channels())
  }

  /// Channels that end at different moments: the wave ends with one of them.
  @Test(arguments: names) func survivesUnequalLengths(_ name: String) throws {
    let entry = try entry(name)
    guard entry.inputs.count > 1 else { return }
    for short in entry.inputs {
      let made = try entry.make().extract(
        from: channels(entry) { .uniform(pulse($0, seconds: $0 == short ? 9 : 12)) })
      let wave = try #require(made[.ppg])
      #expect([270, 360].contains(wave.count), "\(name) with a short \(short): \(wave.count)")
      #expect(faults(made).isEmpty)
    }
  }

  /// The pulse of a finger on a lens is in what every extractor makes of it.
  @Test(arguments: names) func keepsThePulse(_ name: String) throws {
    let entry = try entry(name)
    let made = try entry.make().extract(from: channels(entry) { .uniform(pulse($0)) })
    let wave = try #require(made[.ppg])
    let found = FFTDetector(.init()).estimate(
      in: Window(TimeRange(start: 2, end: 12), of: Channels([.ppg: wave])))
    #expect(abs(try #require(found.bpm) - 72) < 2, "\(name): \(found)")
  }

  @Test(arguments: names) func seesNoFurtherThanItSays(_ name: String) throws {
    let entry = try entry(name)
    guard entry.causality == .causal else { return }
    let before = channels(entry) { .uniform(pulse($0)) }
    var after = before
    for kind in before.kinds {
      let values = pulse(kind).samples
      after[kind] = before[kind]?.replacing(
        values: values.prefix(200) + values.suffix(160).map { 250 - $0 / 2 })
    }
    let (one, other) = (
      try #require(try entry.make().extract(from: before)[.ppg]).values,
      try #require(try entry.make().extract(from: after)[.ppg]).values
    )
    #expect(one.prefix(200) == other.prefix(200), "\(name)")
  }
}
