internal import HRPlugins
internal import HRSignals

/// Promises of every filter.
public enum FilterPromise: String, CaseIterable, Sendable {
  /// Defaults are in their ranges, and every parameter has a summary.
  case takesItsDefaults
  /// The output has the input's rate, start and count, and is finite if the input is, however short.
  case keepsRateStartAndCount
  /// A causal filter's output does not depend on later samples; one with a look-ahead of s seconds keeps it up to s
  /// seconds before.
  case looksNoFurtherAheadThanItSays
  /// The same samples give the same output, bit for bit.
  case saysTheSameTwice
  /// Parameters at their ends are refused in words, or the filter keeps the promises above.
  case livesWithTheEndsOfItsParameters
}

struct FilterTryout: PluginTryout {
  let entry: FilterEntry
  let excused: [FilterPromise: String]

  private let pulse = PulseChannels(rate: 70, sampleRate: 30, seconds: 20).signal(.ppg)

  func violations(of promise: FilterPromise) throws -> [String] {
    switch promise {
    case .takesItsDefaults: violationsOfDefaults()
    case .keepsRateStartAndCount: shape(try entry.make())
    case .looksNoFurtherAheadThanItSays: reach(try entry.make())
    case .saysTheSameTwice:
      try entry.make().apply(to: pulse) == entry.make().apply(to: pulse) ? [] : ["another output"]
    case .livesWithTheEndsOfItsParameters:
      try violationsAtCorners { (values) throws(ParameterError) in
        let filter = try entry.make(values)
        return shape(filter) + reach(filter)
      }
    }
  }

  private func shape(_ filter: any Filter) -> [String] {
    [0, 1, 2, 3, 10, 11, 300].compactMap { count in
      let signal = Signal(samples: Array(pulse.samples.prefix(count)), sampleRate: 30, startTime: 4)
      let out = filter.apply(to: signal)
      if out.count != count || out.sampleRate != 30 || out.startTime != 4 {
        return
          "\(out.count) samples at \(out.sampleRate) Hz from \(out.startTime) s for \(count) at 30 from 4"
      }
      return out.samples.allSatisfy(\.isFinite) ? nil : "a sample that is no number of \(count)"
    }
  }

  private func reach(_ filter: any Filter) -> [String] {
    let reach: Double =
      if case .lookAhead(let seconds) = filter.causality { seconds } else { 0 }
    guard reach < 10 else { return [] }
    var changed = pulse
    for index in 450..<pulse.count { changed.samples[index] += 100 }
    let kept = 450 - Int(saturating: (reach * 30).rounded(.up))
    let isSame =
      filter.apply(to: pulse).samples.prefix(kept) == filter.apply(to: changed).samples.prefix(kept)
    return isSame ? [] : ["a sample that depends on one more than \(reach) s after it"]
  }
}
