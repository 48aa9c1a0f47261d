/// What a channel of a recording measures.
public enum ChannelKind: Hashable, Sendable {
  /// Pulse wave of a photoplethysmograph; also what an extractor makes of a camera's channels.
  case ppg
  /// Another photoplethysmograph at the same site. No filter touches it, and no extractor that does not name it.
  case ppg2
  /// The third photoplethysmograph, the fourth, and so on: `ppg3` is `.furtherPulse(3)`. What holds for ``ppg2`` holds
  /// for each of them. Numbers below 3 have no name.
  case furtherPulse(Int)
  /// Mean of the frame's red values, 0 to 255.
  case red
  /// Mean of the frame's green values, 0 to 255.
  case green
  /// Mean of the frame's blue values, 0 to 255.
  case blue
  /// Infrared light, as an oximeter measures it.
  case infrared
  /// Electrocardiogram.
  case ecg
  /// Breathing: a belt, impedance or airflow, in any unit.
  case respiration
  /// Axes of an accelerometer, gravity included.
  case accelerometerX, accelerometerY, accelerometerZ
  /// 1 where the finger or sensor was judged to be in place, else 0; made by extractors.
  case contact

  /// Whether light carries the pulse in this channel, so that optical noise belongs on it.
  public var isOptical: Bool {
    switch self {
    case .ppg, .ppg2, .furtherPulse, .red, .green, .blue, .infrared: true
    case .ecg, .respiration, .accelerometerX, .accelerometerY, .accelerometerZ, .contact: false
    }
  }

  /// Whether it is the mean colour of a camera's frames.
  package var isColour: Bool { levels != nil }

  /// Whether the heart's beats can be seen in this channel.
  public var showsBeats: Bool { isOptical || self == .ecg || self == .contact }

  /// Limits of the channel's levels, where the sensor has some: 8-bit camera means lie in 0…255.
  public var levels: ClosedRange<Double>? {
    switch self {
    case .red, .green, .blue: 0...255
    case .ppg, .ppg2, .furtherPulse, .infrared, .ecg, .respiration, .accelerometerX, .accelerometerY,
      .accelerometerZ, .contact:
      nil
    }
  }
}

/// One channel's samples: evenly spaced, or with a time of their own each.
public enum Channel: Equatable, Sendable {
  /// Samples at an even rate.
  case uniform(Signal)
  /// Samples with their own times.
  case irregular(TimeSeries)

  /// The samples, in time order.
  public var values: [Double] {
    switch self {
    case .uniform(let signal): signal.samples
    case .irregular(let series): series.values
    }
  }

  /// How many samples there are.
  public var count: Int { values.count }

  /// Samples per second; of irregular samples, one over the median interval. `nil` for a single irregular sample.
  public var nominalRate: Double? {
    switch self {
    case .uniform(let signal): signal.sampleRate
    case .irregular(let series): series.medianInterval.map { 1 / $0 }
    }
  }

  /// From the first sample to one (median) interval past the last; `nil` when empty.
  public var timeRange: TimeRange? {
    switch self {
    case .uniform(let signal):
      return signal.count > 0 ? TimeRange(start: signal.startTime, end: signal.endTime) : nil
    case .irregular(let series):
      guard let first = series.times.first, let last = series.times.last else { return nil }
      return TimeRange(start: first, end: last + (series.medianInterval ?? 0))
    }
  }

  /// The time of a sample, in seconds.
  public func time(at index: Int) -> Double {
    switch self {
    case .uniform(let signal): signal.time(at: index)
    case .irregular(let series): series.times[index]
    }
  }

  /// Whether both have as many samples, each at the same time.
  package func hasTimes(of other: Channel) -> Bool {
    switch (self, other) {
    case (.uniform(let a), .uniform(let b)):
      a.sampleRate == b.sampleRate && a.startTime == b.startTime && a.count == b.count
    case (.irregular(let a), .irregular(let b)): a.times == b.times
    case (.uniform, .irregular), (.irregular, .uniform):
      count == other.count && (0..<count).allSatisfy { time(at: $0) == other.time(at: $0) }
    }
  }

  /// The same times with other values (as many as before).
  public func replacing(values: [Double]) -> Channel {
    switch self {
    case .uniform(let signal):
      .uniform(Signal(samples: values, sampleRate: signal.sampleRate, startTime: signal.startTime))
    case .irregular(let series): .irregular(TimeSeries(times: series.times, values: values))
    }
  }

  /// The part inside a time range; see ``TimeRange``.
  public func cut(to range: TimeRange) -> Channel {
    switch self {
    case .uniform(let signal): .uniform(signal.cut(to: range))
    case .irregular(let series): .irregular(series.cut(to: range))
    }
  }

  /// Evenly spaced samples: unchanged when already so at the wanted rate, else interpolated linearly onto
  /// `t₀ + k / rate` (times, not indices, decide).
  ///
  /// - Parameter sampleRate: `nil` keeps an even channel as it is and gives an irregular one its nominal rate.
  /// - Returns: `nil` when there are too few samples to interpolate, or the result would be too long
  ///   (``TimeSeries/mostResampled``).
  public func uniform(at sampleRate: Double? = nil) -> Signal? {
    switch self {
    case .uniform(let signal):
      guard let sampleRate, sampleRate != signal.sampleRate else { return signal }
      let times = (0..<signal.count).map { signal.time(at: $0) }
      return TimeSeries(times: times, values: signal.samples).resampled(to: sampleRate)
    case .irregular(let series):
      guard let rate = sampleRate ?? nominalRate else { return nil }
      return series.resampled(to: rate)
    }
  }
}

/// The channels of one recording, by kind.
public struct Channels: Equatable, Sendable {
  private var storage: [ChannelKind: Channel]

  /// The channels given, by kind.
  public init(_ channels: [ChannelKind: Channel] = [:]) {
    storage = channels
  }

  /// The channel of this kind; `nil` where there is none.
  public subscript(_ kind: ChannelKind) -> Channel? {
    get { storage[kind] }
    set { storage[kind] = newValue }
  }

  /// In the order in which ``ChannelKind`` lists them, further pulse channels by their numbers.
  public var kinds: [ChannelKind] {
    let further = storage.keys.filter(\.isFurther).sorted { ($0.pulseNumber ?? 0) < ($1.pulseNumber ?? 0) }
    let named = ChannelKind.allCases.filter { storage[$0] != nil }
    guard !further.isEmpty else { return named }
    let pulses = named.prefix { $0 == .ppg || $0 == .ppg2 }
    return pulses + further + named.dropFirst(pulses.count)
  }

  /// Kinds in that order.
  package static func ordered(_ kinds: some Sequence<ChannelKind>) -> [ChannelKind] {
    Channels(
      Dictionary(kinds.map { ($0, .irregular(TimeSeries(times: [], values: []))) }) { first, _ in first }
    ).kinds
  }

  /// Whether there is no channel.
  public var isEmpty: Bool { storage.isEmpty }

  /// From the first sample of any channel to the end of the longest; `nil` without samples.
  public var timeRange: TimeRange? {
    let ranges = kinds.compactMap { storage[$0]?.timeRange }
    guard let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max() else {
      return nil
    }
    return TimeRange(start: start, end: end)
  }

  /// The part of every channel that lies inside a time range.
  public func cut(to range: TimeRange) -> Channels {
    Channels(storage.mapValues { $0.cut(to: range) })
  }
}
