internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Promises of every extractor: a pulse wave of numbers at the inputs' own times.
public enum ExtractorPromise: String, CaseIterable, Sendable {
  /// Defaults are in their ranges, and every parameter has a summary.
  case takesItsDefaults
  /// No light, no change of light, all colours the same, and a saturated red make finite values.
  case makesNumbersOfConstantLight
  /// Gaps are filled, or kept if ``ExtractorExpectations/passesGapsOn`` is true.
  case keepsGapsWhereTheyAre
  /// Even inputs give as many samples from the same time on; uneven ones keep their times, or become even between the
  /// first and the last.
  case keepsTimes
  /// Empty recordings, up to ten frames and missing channels are survived.
  case survivesHardlyAnything
  /// Channels that end at different times give a wave that ends with one of them.
  case survivesUnequalLengths
  /// The pulse of a finger on a lens is the strongest frequency of the wave.
  case keepsThePulse
  /// A causal extractor's wave does not depend on later samples.
  case seesNoFurtherThanItSays
  /// An extractor declared sample by sample makes the same of a recording in parts.
  case goesSampleBySampleIfItSays
}

/// Expectations of one extractor, as far as they differ from those of all.
public struct ExtractorExpectations: Sendable {
  /// True if missing samples of its inputs are missing in the wave, for filters and detectors to fill.
  public var passesGapsOn = false
  /// Promises it breaks, each with the reason.
  public var excused: [ExtractorPromise: String] = [:]

  /// Creates the expectations of an extractor that keeps every promise.
  public init() {}
}

struct ExtractorTryout: PluginTryout {
  let entry: ExtractorEntry
  let expectations: ExtractorExpectations
  var excused: [ExtractorPromise: String] { expectations.excused }

  func violations(of promise: ExtractorPromise) throws -> [String] {
    switch promise {
    case .takesItsDefaults: violationsOfDefaults()
    case .makesNumbersOfConstantLight: try constantLight()
    case .keepsGapsWhereTheyAre: try gaps()
    case .keepsTimes: try times()
    case .survivesHardlyAnything: try hardlyAnything()
    case .survivesUnequalLengths: try unequalLengths()
    case .keepsThePulse: try pulseKept()
    case .seesNoFurtherThanItSays: try future()
    case .goesSampleBySampleIfItSays: try parts()
    }
  }

  private struct NoWave: Error, CustomStringConvertible {
    var description: String { "no pulse wave" }
  }

  private func wave(_ make: (ChannelKind) -> Channel) throws -> Channel {
    guard let wave = try made(make)[.ppg] else { throw NoWave() }
    return wave
  }

  private func made(_ make: (ChannelKind) -> Channel) throws -> Channels {
    try entry.make().extract(
      from: Channels(Dictionary(uniqueKeysWithValues: entry.inputs.map { ($0, make($0)) })))
  }

  private func pulse(_ kind: ChannelKind, seconds: Double = 12) -> Signal {
    PulseChannels(rate: 72, sampleRate: 30, seconds: seconds, noise: 0.05).signal(kind)
  }

  private func faults(_ made: Channels, _ words: String) -> [String] {
    guard let wave = made[.ppg] else { return [] }
    return (wave.values.allSatisfy(\.isFinite) ? [] : ["a value that is no number of \(words)"])
      + ((made[.contact]?.values ?? []).allSatisfy { $0 == 0 || $0 == 1 }
        ? [] : ["a contact that is neither 0 nor 1 of \(words)"])
  }

  private func constantLight() throws -> [String] {
    try [[0.0, 0, 0], [205, 40, 30], [128, 128, 128], [255, 0, 0], [0, 0, 7]].flatMap { levels in
      let made = try made { kind in
        let level = levels[[ChannelKind.red, .green, .blue].firstIndex(of: kind) ?? 0]
        return .uniform(Signal(samples: Array(repeating: level, count: 200), sampleRate: 30))
      }
      return faults(made, "levels \(levels)")
    }
  }

  private func gaps() throws -> [String] {
    try [0..<1, 60..<75, 100..<330, 0..<360].compactMap { gap in
      let wave = try wave { kind in
        var signal = pulse(kind)
        for index in gap { signal.samples[index] = .nan }
        return .uniform(signal)
      }
      let holes = wave.values.indices.filter { !wave.values[$0].isFinite }
      let isKept = expectations.passesGapsOn ? holes.allSatisfy(gap.contains) : holes.isEmpty
      return isKept ? nil : "\(holes.count) values that are no numbers for the gap \(gap)"
    }
  }

  private func times() throws -> [String] {
    var violations: [String] = []
    let even = try wave { .uniform(Signal(samples: pulse($0).samples, sampleRate: 30, startTime: 7)) }
    if even.count != 360 || abs(even.time(at: 0) - 7) >= 1e-9
      || abs(even.time(at: 359) - 7 - 359.0 / 30) >= 1e-9
    {
      violations.append("\(even.count) samples from \(even.timeRange?.start ?? .nan) s for 360 from 7 s")
    }
    let times = (0..<360).map { (Double($0) + 0.3 * Double.sin(Double($0))) / 30 }
    let uneven = try wave { .irregular(TimeSeries(times: times, values: pulse($0).samples)) }
    if case .irregular(let series) = uneven {
      if series.times != times { violations.append("other times than the inputs'") }
    } else if let range = uneven.timeRange {
      // It needs even samples: from the first time on, and none after the last.
      if abs(range.start - times[0]) >= 1e-9 || range.end <= times[359] - 0.1
        || uneven.time(at: uneven.count - 1) > times[359] + 1e-6
      {
        violations.append("even samples from \(range.start) to \(range.end) s")
      }
    } else {
      violations.append("no samples of uneven inputs")
    }
    if !uneven.values.allSatisfy(\.isFinite) { violations.append("a value that is no number") }
    return violations
  }

  private func hardlyAnything() throws -> [String] {
    _ = try entry.make().extract(from: Channels())
    return try [0, 1, 2, 3, 10].flatMap { count in
      let times = (0..<count).map { Double($0) / 30 }
      let even = try made {
        .uniform(Signal(samples: Array(pulse($0).samples.prefix(count)), sampleRate: 30))
      }
      let uneven = try made {
        .irregular(TimeSeries(times: times, values: Array(pulse($0).samples.prefix(count))))
      }
      return faults(even, "\(count) samples") + faults(uneven, "\(count) moments")
    }
  }

  private func unequalLengths() throws -> [String] {
    guard entry.inputs.count > 1 else { return [] }
    return try entry.inputs.flatMap { short in
      let made = try made { .uniform(pulse($0, seconds: $0 == short ? 9 : 12)) }
      guard let count = made[.ppg]?.count, [270, 360].contains(count) else {
        return ["\(made[.ppg]?.count ?? 0) samples with a short \(short)"]
      }
      return faults(made, "a short \(short)")
    }
  }

  private func pulseKept() throws -> [String] {
    let wave = try wave { .uniform(pulse($0)) }
    guard let signal = wave.uniform()?.cut(to: TimeRange(start: 2, end: 12)), signal.count > 0 else {
      return ["no even samples"]
    }
    let mean = signal.samples.reduce(0, +) / Double(signal.count)
    let samples = signal.samples.map { $0 - mean }
    func power(_ perMinute: Double) -> Double {
      singleBinPower(of: samples, turnsPerSample: perMinute / 60 / signal.sampleRate)
    }
    let strongest = stride(from: 40.0, through: 200, by: 0.5).max { power($0) < power($1) }
    return abs((strongest ?? 0) - 72) < 2 ? [] : ["\(strongest ?? 0) a minute for 72"]
  }

  private func parts() throws -> [String] {
    guard type(of: try entry.make()).isSamplewise else { return [] }
    let whole = try wave { .uniform(pulse($0)) }
    let parts = try [0..<1, 1..<130, 130..<360].map { part in
      try wave { kind in
        let signal = pulse(kind)
        return .irregular(
          TimeSeries(times: part.map { signal.time(at: $0) }, values: Array(signal.samples[part])))
      }
    }
    let isSame =
      parts.flatMap(\.values) == whole.values
      && parts.flatMap { part in (0..<part.count).map { part.time(at: $0) } }
        == (0..<whole.count).map { whole.time(at: $0) }
    return isSame ? [] : ["another wave of a recording in three parts"]
  }

  private func future() throws -> [String] {
    guard entry.causality == .causal else { return [] }
    let before = try wave { .uniform(pulse($0)) }
    let after = try wave { kind in
      let values = pulse(kind).samples
      return .uniform(
        Signal(samples: values.prefix(200) + values.suffix(160).map { 250 - $0 / 2 }, sampleRate: 30))
    }
    return before.values.prefix(200) == after.values.prefix(200)
      ? [] : ["a sample that depends on a later one"]
  }
}
