import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// The measured severity equals the given one: lost channels, sensors that are off, waves upside down.
@Suite struct DropoutScenarioTests {
  static let optical = ChannelKind.allCases.filter(\.isOptical)

  /// A pulse on every optical channel, never the same value twice in a row.
  static func everyOptical(seconds: Double, rate: Double = 30) -> Channels {
    var channels = Channels()
    for kind in optical {
      channels[kind] = SampleChannels.pulse(seconds: seconds, rate: rate, level: 100, amplitude: 2, hz: 1.1)
    }
    return channels
  }

  static func lose(
    _ kind: ChannelKind, _ share: Double, _ seconds: Double, _ value: String, from channels: Channels,
    seed: UInt64 = 1
  ) throws -> Channels {
    try SampleChannels.make(
      "channelDropout",
      [
        ("channel", .choice(kind.rawValue)), ("share", .number(share)), ("eventSeconds", .number(seconds)),
        ("value", .choice(value)),
      ]
    ).apply(to: channels, in: SampleChannels.trial(seed))
  }

  @Test(arguments: [0.05, 0.2, 0.5, 0.9, 1], [0.5, 3, 20]) func shareOfTheTime(
    _ share: Double, _ seconds: Double
  )
    throws
  {
    for rate in [10.0, 30, 125] {
      let channels = Channels([
        .green: SampleChannels.pulse(seconds: 1200, rate: rate, level: 100, amplitude: 2)
      ])
      let damaged = try Self.lose(.green, share, seconds, "zero", from: channels)
      let values = try #require(damaged[.green]).values
      let met = Double(values.filter { $0 == 0 }.count) / Double(values.count)
      // 1200 s are whole slots of seconds / share. A loss of half-odd samples rounds up or down, by half a sample.
      let losses: Double = 1200 * share / seconds
      #expect(abs(losses - losses.rounded()) < 1e-9)
      let rounds = (seconds * rate).truncatingRemainder(dividingBy: 1) != 0 && share < 1
      let standardError: Double = rounds ? 0.5 * losses.squareRoot() / (rate * 1200) : 0
      #expect(abs(met - share) <= 4 * standardError + 1e-12)
    }
  }

  @Test(arguments: [0.5, 3, 20]) func lengthOfEachLoss(_ seconds: Double) throws {
    let channels = Self.everyOptical(seconds: 1200)
    let values = try #require(try Self.lose(.ppg, 0.1, seconds, "zero", from: channels)[.ppg]).values
    let starts = values.indices.filter { values[$0] == 0 && ($0 == 0 || values[$0 - 1] != 0) }
    let lengths = starts.map { start in values[start...].prefix { $0 == 0 }.count }
    // Neighbours that touch would be one loss; a tenth of the time they hardly do.
    let whole = lengths.filter { abs(Double($0) / 30 - seconds) <= 1.0 / 30 + 1e-9 }
    #expect(Double(whole.count) >= 0.8 * Double(lengths.count))
    #expect(abs(lengths.count - Int(120 / seconds)) <= max(2, Int(24 / seconds)))
  }

  /// Any of the six, and nothing else: together they are the channels that the scenario declares to touch.
  @Test func onlyTheChosenChannelIsLost() throws {
    #expect(
      ChannelDropoutScenario.Lost.allCases.map(\.rawValue).sorted() == Self.optical.map(\.rawValue).sorted())
    let channels = Self.everyOptical(seconds: 60)
    for chosen in Self.optical {
      let damaged = try Self.lose(chosen, 0.2, 3, "zero", from: channels)
      for kind in channels.kinds { #expect((damaged[kind] != channels[kind]) == (kind == chosen)) }
    }
    #expect(
      try Self.lose(.red, 0.5, 3, "zero", from: Channels([.ppg: SampleChannels.even([1, 2])]))
        == Channels([.ppg: SampleChannels.even([1, 2])]))
  }

  @Test func whatIsGivenMeanwhile() throws {
    let channels = Self.everyOptical(seconds: 120)
    let clean = try #require(channels[.red]).values
    let zero = try #require(try Self.lose(.red, 0.3, 4, "zero", from: channels)[.red]).values
    let lost = zero.indices.filter { zero[$0] == 0 }
    #expect(lost.count > 900)
    func expectLost(_ kind: ChannelKind, _ value: String, _ holds: (Int, [Double]) -> Bool) throws {
      let values = try #require(try Self.lose(kind, 0.3, 4, value, from: channels)[kind]).values
      for index in lost { #expect(holds(index, values)) }
      let changed = values.indices.filter { values[$0] != clean[$0] }
      #expect(changed.allSatisfy { lost.contains($0) })
    }
    let highest = try #require(clean.max())
    try expectLost(.red, "full") { $1[$0] == 255 }
    try expectLost(.ppg, "full") { $1[$0] == highest }
    try expectLost(.blue, "missing") { $1[$0].isNaN }
    let first = try #require(lost.first)
    try expectLost(.infrared, "frozen") { index, values in
      index == 0 || values[index] == values[index - 1] || (index == first && first == 0)
    }
  }

  @Test func frozenChannelsHoldTheLastSampleThatWasThere() throws {
    var samples = (0..<900).map { Double($0 % 97) + 1 }
    samples[0] = .nan
    let channels = Channels([.ppg2: SampleChannels.even(samples)])
    let always = try #require(try Self.lose(.ppg2, 1, 2, "frozen", from: channels)[.ppg2]).values
    // Lost from the beginning: the first sample that is there, for ever; missing samples stay missing.
    #expect(always[0].isNaN && always[1...].allSatisfy { $0 == 2 })
    let red = Channels([.red: SampleChannels.even(samples)])
    let missing = try #require(try Self.lose(.red, 1, 2, "missing", from: red)[.red]).values
    #expect(missing.allSatisfy { $0.isNaN })
  }

  @Test(arguments: [0.5, 7, 20, 1000], [0, 0.25, 0.9]) func sensorOffSeconds(
    _ seconds: Double, _ share: Double
  )
    throws
  {
    let channels = Self.everyOptical(seconds: 60)
    let damaged = try SampleChannels.make("sensorOff", [("seconds", seconds), ("fromShare", share)])
      .apply(to: channels, in: SampleChannels.trial())
    for kind in channels.kinds {
      let (values, clean) = (try #require(damaged[kind]).values, try #require(channels[kind]).values)
      // Whole periods: the median of the sine is its level.
      let dark: Double = kind.levels == nil ? 100 : 0
      let off = values.indices.filter { abs(values[$0] - dark) < 1e-9 && abs(clean[$0] - dark) > 1e-9 }
      let (first, last) = (try #require(off.first), try #require(off.last))
      #expect(abs(Double(first) / 30 - 60 * share) <= 1.0 / 30 + 1e-9)
      #expect(abs(Double(last + 1 - first) / 30 - min(seconds, 60 * (1 - share))) <= 2.0 / 30 + 1e-9)
      #expect(Set(values[first...last]).count == 1)
      #expect(values.indices.allSatisfy { (first...last).contains($0) || abs(values[$0] - clean[$0]) < 1e-9 })
    }
  }

  @Test func polarityIsTurned() throws {
    let channels = Self.everyOptical(seconds: 60)
    let scenario = try SampleChannels.make("polarityFlip", [(String, Double)]())
    let damaged = try scenario.apply(to: channels, in: SampleChannels.trial())
    for kind in channels.kinds {
      let (values, clean) = (try #require(damaged[kind]).values, try #require(channels[kind]).values)
      for (a, b) in zip(values, clean) { #expect(abs(a + b - 200) < 1e-9) }
    }
    // 240 is the middle: 100 would come to 380. Whole codes stay whole, twice is as before where nothing clips.
    let codes = Channels([.red: SampleChannels.even([240, 100, 241, 239, .nan, 250, 245])])
    let once = try scenario.apply(to: codes, in: SampleChannels.trial())
    let values = try #require(once[.red]).values
    // Median of 100, 239, 240, 241, 245, 250 is 240.5.
    #expect(
      Array(values[..<4]) == [241, 255, 240, 242] && values[4].isNaN && Array(values[5...]) == [231, 236])
  }
}
