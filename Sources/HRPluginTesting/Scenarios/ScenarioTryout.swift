internal import HRPlugins
public import HRSignals
internal import RealModule

/// Promises of every scenario. One that moves beats is held to the promises that are not about channels.
public enum ScenarioPromise: String, CaseIterable, Sendable {
  /// Defaults are in their ranges, every parameter has a summary, and a scenario can be made of the defaults.
  case takesItsDefaults
  /// The same random source gives the same bits; another seed gives others exactly if
  /// ``ScenarioExpectations/usesChance``.
  case dependsOnItsRandomSourceOnly
  /// A channel's damage does not depend on which other channels there are.
  case treatsEachChannelByItself
  /// It changes the channels that it declares to touch, and no others; nor does it add a channel it does not touch.
  case changesWhatItTouches
  /// Camera levels stay within 0…255, and reach both ends if ``ScenarioExpectations/severe`` drives them there.
  case keepsCameraLevelsOnTheirScale
  /// Parameters of ``ScenarioExpectations/harmless`` change nothing, bit for bit.
  case isHarmlessWithoutSeverity
  /// Channels that are empty, flat or of a sample or two are survived; of beats, references with gaps.
  case survivesHardlyAnything
  /// Missing samples stay missing, and no others are. Only if ``ScenarioExpectations/keepsTimes`` is true.
  case keepsMissingSamplesMissing
  /// Uneven times are kept, or stay ascending if ``ScenarioExpectations/keepsTimes`` is false. Beats stay as many,
  /// ascending, with a share of height each.
  case keepsTheOrderOfTimes
}

/// Expectations of one scenario, beyond its entry in the catalog.
public struct ScenarioExpectations: Sendable {
  /// Parameters that differ from their defaults in every trial, if the defaults would leave a minute as it is. Those of
  /// ``harmless`` and ``severe`` take precedence.
  public var values: KeyValuePairs<String, Double> = [:]
  /// Parameters with which nothing changes, bit for bit; `nil` if there are none, which needs an excuse.
  public var harmless: KeyValuePairs<String, Double>?
  /// Parameters that drive camera levels beyond both ends of their scale; empty if none can.
  public var severe: KeyValuePairs<String, Double> = [:]
  /// True if another seed gives other samples, or other beats.
  public var usesChance = true
  /// True if every sample keeps its time.
  public var keepsTimes = true
  /// Channels that it changes, if that is not all it may touch: a parameter picks the channel.
  public var changes: [ChannelKind]?
  /// Promises it breaks, each with the reason.
  public var excused: [ScenarioPromise: String] = [:]

  /// Creates the expectations of a scenario that keeps every promise.
  public init() {}
}

struct ScenarioTryout: PluginTryout {
  let entry: ScenarioEntry
  let expectations: ScenarioExpectations
  var excused: [ScenarioPromise: String] { expectations.excused }

  mutating func violations(of promise: ScenarioPromise) throws -> [String] {
    if promise != .takesItsDefaults { _ = try entry.make(parameters([:])) }
    let isRhythm = entry.movesBeats
    switch promise {
    case .takesItsDefaults:
      _ = try entry.make()
      return violationsOfDefaults()
    case .dependsOnItsRandomSourceOnly:
      return isRhythm
        ? chance(try (1...2).map { try moved(Self.beats, seed: $0) }, try moved(Self.beats))
        : chance(try (1...2).map { try damaged(Self.minute, seed: $0) }, try damaged(Self.minute))
    case .treatsEachChannelByItself: return isRhythm ? [] : try apart()
    case .changesWhatItTouches: return isRhythm ? [] : try touches()
    case .keepsCameraLevelsOnTheirScale: return isRhythm ? [] : try levels()
    case .isHarmlessWithoutSeverity:
      return try harmless { seed, values in
        isRhythm
          ? try moved(Self.beats, seed: seed, values) == MovedBeats(times: Self.beats)
          : try damaged(Self.minute, seed: seed, values) == Self.minute
      }
    case .survivesHardlyAnything:
      guard isRhythm else { return try hardlyAnything() }
      return try [[1, 1.8], [1, 1.8, 2.6], Self.beats + Self.beats.map { $0 + 300 }].flatMap(order)
    case .keepsMissingSamplesMissing: return isRhythm ? [] : try missing()
    case .keepsTheOrderOfTimes: return try isRhythm ? order(Self.beats) : uneven()
    }
  }

  // MARK: Trials

  /// Frequency of the heart in all channels.
  private static let pulseHz = 1.25
  private static let beats = (0..<150).map { Double($0) / pulseHz }
  /// Five seconds of noise for the scenarios that are given some, at another rate than any channel.
  private static let noise: [Signal] = {
    let samples = (0..<450).map { index -> Double in
      let step: Double = index > 250 ? 20 : 0
      return step + Double((index * 7919) % 101) - 50
    }
    return [Signal(samples: samples, sampleRate: 90)]
  }()
  /// A finger camera, a contact sensor, an accelerometer and an ECG.
  private static let minute = Channels([
    .ppg: wave(rate: 125, level: 0.5, height: 0.2), .red: wave(rate: 30, level: 220, height: -2),
    .green: wave(rate: 30, level: 40, height: -1.5), .blue: wave(rate: 30, level: 25, height: -0.8),
    .ecg: wave(rate: 125, level: 0, height: 1), .respiration: wave(rate: 25, level: 0, height: 1, hz: 0.25),
    .accelerometerX: wave(rate: 50, level: 0.6, height: 0.001),
    .accelerometerY: wave(rate: 50, level: 0.8, height: 0.001),
    .accelerometerZ: wave(rate: 50, level: 0, height: 0.001),
  ])

  private static func wave(rate: Double, level: Double, height: Double, hz: Double = pulseHz) -> Channel {
    let samples = (0..<Int(saturating: 60 * rate)).map { index in
      level + height * Double.sin(2 * .pi * hz * Double(index) / rate)
    }
    return .uniform(Signal(samples: samples, sampleRate: rate))
  }

  private func trial(_ seed: UInt64, _ beats: [Double], _ channels: Channels = Channels()) -> ScenarioTrial {
    ScenarioTrial(
      random: RandomSource(seed: seed, names: ["test"]), heart: InstantaneousHeartRate(.beats(beats)),
      noise: Self.noise, recompressed: entry.needs.contains(.video) ? Self.coarse(channels) : Channels())
  }

  /// Light in steps of 1/3, in place of a video that went through an encoder.
  private static func coarse(_ channels: Channels) -> Channels {
    var coarse = Channels()
    for kind in channels.kinds where kind.isOptical {
      coarse[kind] = channels[kind].map { channel in
        channel.replacing(values: channel.values.map { (3 * $0).rounded() / 3 })
      }
    }
    return coarse
  }

  private func parameters(_ more: KeyValuePairs<String, Double>) -> ParameterValues {
    ParameterValues(
      (expectations.values.map(\.self) + more.map(\.self)).map { name, value in
        if case .integer? = entry.parameters.first(where: { $0.name == name })?.domain {
          return .init(name, .integer(Int(saturating: value)))
        }
        return .init(name, .number(value))
      })
  }

  private func damaged(
    _ channels: Channels, seed: UInt64 = 1, _ more: KeyValuePairs<String, Double> = [:]
  ) throws -> Channels {
    guard case .damage(let scenario) = try entry.make(parameters(more)) else { return channels }
    return try scenario.apply(
      to: channels, in: trial(seed, (0..<750).map { Double($0) / Self.pulseHz }, channels))
  }

  private func moved(
    _ beats: [Double], seed: UInt64 = 1, _ more: KeyValuePairs<String, Double> = [:]
  ) throws -> MovedBeats {
    guard case .rhythm(let scenario) = try entry.make(parameters(more)) else { return .init(times: beats) }
    return try scenario.moved(beats, in: trial(seed, beats))
  }

  // MARK: Promises

  /// - Parameter seeds: results of the first and the second seed.
  private func chance<Made: Equatable>(_ seeds: [Made], _ again: Made) -> [String] {
    (again == seeds[0] ? [] : ["the same seed makes other bits"])
      + ((seeds[0] != seeds[1]) == expectations.usesChance
        ? [] : ["another seed makes \(expectations.usesChance ? "the same" : "other") bits"])
  }

  private func harmless(
    _ isClean: (UInt64, KeyValuePairs<String, Double>) throws -> Bool
  ) rethrows -> [String] {
    guard let harmless = expectations.harmless else { return ["no parameters are named that change nothing"] }
    return try (1...3).filter { try !isClean($0, harmless) }.map { "something changes with seed \($0)" }
  }

  private func apart() throws -> [String] {
    let together = try damaged(Self.minute)
    return try Self.minute.kinds.filter { kind in
      let alone = Channels(Self.minute[kind].map { [kind: $0] } ?? [:])
      return try damaged(alone)[kind] != together[kind]
    }.map { "\($0) by itself has other damage" }
  }

  private func touches() throws -> [String] {
    let damaged = try damaged(Self.minute)
    return ChannelKind.allCases.compactMap { kind in
      guard let clean = Self.minute[kind] else {
        return damaged[kind] == nil || entry.touches.contains(kind) ? nil : "it adds \(kind)"
      }
      let changes = damaged[kind] != clean
      return changes == (expectations.changes ?? entry.touches).contains(kind)
        ? nil : "it \(changes ? "changes" : "does not change") \(kind)"
    }
  }

  private func levels() throws -> [String] {
    let channels = Channels([
      .red: Self.wave(rate: 30, level: 245, height: 9), .blue: Self.wave(rate: 30, level: 10, height: 9),
    ])
    let damaged = try damaged(channels, expectations.severe)
    return channels.kinds.flatMap { kind -> [String] in
      let values = damaged[kind]?.values ?? []
      let end = kind == .red ? 255.0 : 0
      return (values.allSatisfy { (0...255).contains($0) } ? [] : ["\(kind) leaves the scale"])
        + (expectations.severe.isEmpty || values.contains(end) ? [] : ["\(kind) never reaches \(end)"])
    }
  }

  private func hardlyAnything() throws -> [String] {
    try [[], [5.0], [5, 6], Array(repeating: 5.0, count: 300)].flatMap { samples in
      try [ChannelKind.ppg, .red, .accelerometerX, .ecg].compactMap { kind in
        let channels = Channels([kind: .uniform(Signal(samples: samples, sampleRate: 30))])
        let isSound = try damaged(channels)[kind]?.values.allSatisfy(\.isFinite)
        return isSound == true
          ? nil : "\(samples.count) samples of \(kind) become numbers that are none, or no channel"
      }
    }
  }

  private func missing() throws -> [String] {
    guard expectations.keepsTimes else { return [] }
    let gaps = [0, 1, 50, 51, 52, 599]
    var samples = Array(Self.wave(rate: 30, level: 200, height: 2).values.prefix(600))
    for index in gaps { samples[index] = .nan }
    let values = try damaged(Channels([.red: .uniform(Signal(samples: samples, sampleRate: 30))]))[.red]?
      .values
    let found = values.map { values in values.indices.filter { values[$0].isNaN } }
    return found == gaps ? [] : ["samples \(found ?? []) are missing for \(gaps)"]
  }

  /// The sample times a camera really has: neither even nor starting at 0.
  private func uneven() throws -> [String] {
    let times = (0..<900).map { index -> Double in
      let wobble: Double = 0.008 * Double((index * 7) % 3)
      return 3 + Double(index) / 30 + wobble
    }
    let values = (0..<900).map { index -> Double in 120 + Double((index * 13) % 24) }
    guard
      let channel = try damaged(
        Channels([.green: .irregular(TimeSeries(times: times, values: values))]))[.green]
    else { return ["no channel is left"] }
    let found = (0..<channel.count).map { channel.time(at: $0) }
    let isKept =
      expectations.keepsTimes ? found == times : zip(found, found.dropFirst()).allSatisfy { $0 < $1 }
    return (isKept ? [] : ["times are not \(expectations.keepsTimes ? "kept" : "ascending")"])
      + (channel.values.allSatisfy(\.isFinite) ? [] : ["values that are no numbers"])
  }

  private func order(_ beats: [Double]) throws -> [String] {
    let moved = try moved(beats)
    let isSound =
      moved.times.count == beats.count && moved.pulseShares.count == beats.count
      && zip(moved.times, moved.times.dropFirst()).allSatisfy { $0 < $1 }
      && moved.pulseShares.allSatisfy { $0.isFinite && $0 >= 0 }
    return isSound
      ? [] : ["\(beats.count) beats become \(moved.times.count), not all ascending or of a height"]
  }
}
