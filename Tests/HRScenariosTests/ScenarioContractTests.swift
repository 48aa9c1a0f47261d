import HRPlugins
import HRSignals
import Testing

@testable import HRScenarios

/// What every scenario that damages channels promises, for each row of the catalog.
@Suite struct ScenarioContractTests {
  static let promises: [ScenarioPromise] =
    [ScenarioPromise(name: "clean", whyNeverHarmless: "it always is", usesChance: false)]
    + ScenarioPromise.noise + ScenarioPromise.motion + ScenarioPromise.contact + ScenarioPromise.sensor
    + ScenarioPromise.timing

  @Test func everyScenarioHasPromises() {
    let damaging = Catalog<ScenarioEntry>.builtIn.entries.filter { !$0.movesBeats }
    #expect(Self.promises.map(\.name) == damaging.map(\.info.name))
  }

  /// Noise for the scenarios that are given some: five seconds of it, at another rate than any channel.
  static let noise: [Signal] = {
    let samples = (0..<450).map { index -> Double in
      let step: Double = index > 250 ? 20 : 0
      return step + Double((index * 7919) % 101) - 50
    }
    return [Signal(samples: samples, sampleRate: 90)]
  }()

  static func applied(
    _ promise: ScenarioPromise, _ channels: Channels, seed: UInt64 = 1, _ values: [(String, Double)] = []
  ) throws -> Channels {
    try SampleChannels.make(promise.name, promise.values + values)
      .apply(to: channels, in: SampleChannels.trial(seed, noise: noise))
  }

  @Test(arguments: promises) func sameRandomSourceSameBits(_ promise: ScenarioPromise) throws {
    let channels = SampleChannels.everything()
    let first = try Self.applied(promise, channels)
    let again = try Self.applied(promise, channels)
    let other = try Self.applied(promise, channels, seed: 2)
    #expect(first == again)
    #expect((first != other) == promise.usesChance)
  }

  @Test(arguments: promises) func aChannelDoesNotDependOnTheOthers(_ promise: ScenarioPromise) throws {
    let channels = SampleChannels.everything()
    let together = try Self.applied(promise, channels)
    for kind in channels.kinds {
      var alone = Channels()
      alone[kind] = channels[kind]
      let damaged = try Self.applied(promise, alone)
      #expect(damaged[kind] == together[kind], "\(kind)")
    }
  }

  @Test(arguments: promises) func changesWhatItSaysItTouches(_ promise: ScenarioPromise) throws {
    let entry = try #require(Catalog<ScenarioEntry>.builtIn[promise.name])
    let channels = SampleChannels.everything()
    let damaged = try Self.applied(promise, channels)
    for kind in ChannelKind.allCases {
      if channels[kind] == nil {
        #expect(damaged[kind] == nil || entry.touches.contains(kind), "\(kind)")
      } else {
        let expected = (promise.changesByDefault ?? entry.touches).contains(kind)
        #expect((damaged[kind] != channels[kind]) == expected, "\(kind)")
      }
    }
  }

  @Test(arguments: promises) func cameraLevelsStayOnTheScale(_ promise: ScenarioPromise) throws {
    let channels = Channels([
      .red: SampleChannels.pulse(seconds: 60, rate: 30, level: 245, amplitude: 9),
      .blue: SampleChannels.pulse(seconds: 60, rate: 30, level: 10, amplitude: 9),
    ])
    let damaged = try Self.applied(promise, channels, promise.severe)
    for kind in channels.kinds {
      let values = try #require(damaged[kind]).values
      #expect(values.allSatisfy { (0...255).contains($0) })
      if !promise.severe.isEmpty { #expect(values.contains(kind == .red ? 255 : 0)) }
    }
  }

  @Test(arguments: promises) func noSeverityIsCleanBitForBit(_ promise: ScenarioPromise) throws {
    guard let harmless = promise.harmless else {
      #expect(promise.whyNeverHarmless != nil)
      return
    }
    let channels = SampleChannels.everything()
    for seed in UInt64(1)...3 {
      let damaged = try Self.applied(
        promise, channels, seed: seed, [(harmless.parameter, harmless.value)])
      #expect(damaged == channels)
    }
  }

  @Test(arguments: promises) func emptyFlatAndShortChannelsAreSurvived(_ promise: ScenarioPromise) throws {
    for samples in [[], [5.0], [5, 6], Array(repeating: 5.0, count: 300)] {
      for kind in [ChannelKind.ppg, .red, .accelerometerX, .ecg] {
        let channels = Channels([kind: .uniform(Signal(samples: samples, sampleRate: 30))])
        let damaged = try #require(try Self.applied(promise, channels)[kind])
        #expect(damaged.values.allSatisfy { $0.isFinite })
      }
    }
  }

  @Test(arguments: promises) func missingSamplesStayMissing(_ promise: ScenarioPromise) throws {
    guard promise.keepsTimes else { return }
    let gaps = [0, 1, 50, 51, 52, 599]
    var samples = SampleChannels.pulse(seconds: 20, rate: 30, level: 200, amplitude: 2).values
    for index in gaps { samples[index] = .nan }
    let channels = Channels([.red: .uniform(Signal(samples: samples, sampleRate: 30))])
    let values = try #require(try Self.applied(promise, channels)[.red]).values
    #expect(values.indices.filter { values[$0].isNaN } == gaps)
  }

  /// The sample times a camera really has: neither even nor starting at 0.
  @Test(arguments: promises) func unevenChannelsKeepTheirOrder(_ promise: ScenarioPromise) throws {
    let times = (0..<900).map { index -> Double in
      let wobble: Double = 0.008 * Double((index * 7) % 3)
      return 3 + Double(index) / 30 + wobble
    }
    let values = (0..<900).map { index -> Double in 120 + Double((index * 13) % 24) }
    let channels = Channels([.green: .irregular(TimeSeries(times: times, values: values))])
    let damaged = try #require(try Self.applied(promise, channels)[.green])
    if promise.keepsTimes {
      let kept = (0..<damaged.count).map { damaged.time(at: $0) }
      #expect(kept == times)
    } else {
      let moved = (0..<damaged.count).map { damaged.time(at: $0) }
      #expect(zip(moved, moved.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(damaged.values.allSatisfy { $0.isFinite })
  }
}
