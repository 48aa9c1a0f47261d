internal import HRSignals

/// A channel as its frames, with the time and the value of each.
struct FrameSequence {
  var times: [Double]
  var values: [Double]
  /// Frames per second as the channel has them undamaged.
  let nominalRate: Double

  /// - Returns: `nil` for fewer than three frames: there is none between the first and the last.
  init?(_ channel: Channel) {
    guard channel.count > 2, let rate = channel.nominalRate else { return nil }
    nominalRate = rate
    values = channel.values
    times = channel.times
  }

  var count: Int { times.count }

  /// The frames for which `stays` is true, and always the first and the last, so that the recording keeps its extent.
  func keeping(_ stays: (Int) -> Bool) -> FrameSequence {
    var kept = self
    kept.times.removeAll(keepingCapacity: true)
    kept.values.removeAll(keepingCapacity: true)
    for index in 0..<count where stays(index) || index == 0 || index == count - 1 {
      kept.times.append(times[index])
      kept.values.append(values[index])
    }
    return kept
  }

  /// The channel as an app sees it with a given treatment of its time stamps.
  func channel(reading timeStamps: TimeStamps) -> Channel {
    guard let first = times.first, let last = times.last else {
      return .irregular(TimeSeries(times: times, values: values))
    }
    switch timeStamps {
    case .kept:
      return .irregular(TimeSeries(times: times, values: values))
    case .evenAtNominalRate:
      return .uniform(Signal(samples: values, sampleRate: nominalRate, startTime: first))
    case .evenAtMeanRate:
      // A single frame has no mean rate.
      let rate = last > first ? Double(count - 1) / (last - first) : nominalRate
      return .uniform(Signal(samples: values, sampleRate: rate, startTime: first))
    }
  }
}

extension Channels {
  /// The channels with each optical one of at least three frames replaced; all others as they were.
  func retimingOptical(_ change: (ChannelKind, FrameSequence) -> Channel) -> Channels {
    var damaged = self
    for kind in kinds where kind.isOptical {
      guard let channel = self[kind], let frames = FrameSequence(channel) else { continue }
      damaged[kind] = change(kind, frames)
    }
    return damaged
  }
}

/// Treatment of the frames' time stamps by an app.
///
/// That estimators take intervals as fixed while cameras vary them and lose frames, and read wrong rates therefore:
/// C.-C. Chen, S.-X. Lin and H. Jeong, Sensors 25:588, 2025.
enum TimeStamps: String, CaseIterable, Sendable {
  /// Every frame keeps the time at which it was taken; the channel becomes irregular.
  case kept
  /// Frames count as 1 / nominal rate apart from the first on. With lost frames the recording gets shorter, and rates
  /// read too high: by 1 / (1 − share lost).
  case evenAtNominalRate
  /// Frames count as evenly spaced between the first and the last time stamp: rates are right on average, and wrong
  /// where more or fewer frames were lost than elsewhere.
  case evenAtMeanRate
}
