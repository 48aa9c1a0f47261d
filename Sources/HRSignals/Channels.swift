/// Quantity that a channel of a recording measures.
public enum ChannelKind: Hashable, Sendable {
  /// Pulse wave of a photoplethysmograph, also as extracted from a camera's channels.
  case ppg
  /// Another photoplethysmograph at the same site. No filter changes it, and an extractor reads it only if it names
  /// it.
  case ppg2
  /// The third photoplethysmograph, the fourth, and so on: `ppg3` is `.furtherPulse(3)`. The rules for ``ppg2`` apply
  /// to each of them. Numbers below 3 have no name.
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
  /// Contact: 1 if the finger or sensor was judged to be in place, else 0; made by extractors.
  case contact

  /// True if light carries the pulse in this channel, so that optical noise applies to it.
  public var isOptical: Bool {
    switch self {
    case .ppg, .ppg2, .furtherPulse, .red, .green, .blue, .infrared: true
    case .ecg, .respiration, .accelerometerX, .accelerometerY, .accelerometerZ, .contact: false
    }
  }

  /// True if it is the mean colour of a camera's frames.
  package var isColour: Bool { levels != nil }

  /// True if heart beats are visible in this channel.
  public var showsBeats: Bool { isOptical || self == .ecg || self == .contact }

  /// Range of the channel's levels, if the sensor has limits: 0…255 for means of 8-bit camera values.
  public var levels: ClosedRange<Double>? {
    switch self {
    case .red, .green, .blue: 0...255
    case .ppg, .ppg2, .furtherPulse, .infrared, .ecg, .respiration, .accelerometerX, .accelerometerY,
      .accelerometerZ, .contact:
      nil
    }
  }
}

/// Samples of one channel: evenly spaced, or each with its own time.
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

  /// Number of samples.
  public var count: Int { values.count }

  /// Samples per second; for irregular samples the reciprocal of the median interval. `nil` for a single irregular
  /// sample.
  public var nominalRate: Double? {
    switch self {
    case .uniform(let signal): signal.sampleRate
    case .irregular(let series): series.medianInterval.map { 1 / $0 }
    }
  }

  /// Time from the first sample to one (median) interval past the last; `nil` if empty.
  public var timeRange: TimeRange? {
    switch self {
    case .uniform(let signal):
      signal.count > 0 ? TimeRange(start: signal.startTime, end: signal.endTime) : nil
    case .irregular(let series):
      TimeRange(series.times.first, series.times.last.map { $0 + (series.medianInterval ?? 0) })
    }
  }

  /// Returns the time of a sample, in seconds.
  public func time(at index: Int) -> Double {
    switch self {
    case .uniform(let signal): signal.time(at: index)
    case .irregular(let series): series.times[index]
    }
  }

  /// Returns true if both have the same number of samples, each at the same time.
  package func hasTimes(of other: Channel) -> Bool {
    switch (self, other) {
    case (.uniform(let a), .uniform(let b)): a.hasTimes(of: b)
    case (.irregular(let a), .irregular(let b)): a.times == b.times
    case (.uniform, .irregular), (.irregular, .uniform):
      count == other.count && (0..<count).allSatisfy { time(at: $0) == other.time(at: $0) }
    }
  }

  /// Returns the same times with other values (of the same number).
  public func replacing(values: [Double]) -> Channel {
    switch self {
    case .uniform(let signal): .uniform(signal.replacing(values))
    case .irregular(let series): .irregular(TimeSeries(times: series.times, values: values))
    }
  }

  /// Returns the part inside a time range; see ``TimeRange``.
  public func cut(to range: TimeRange) -> Channel {
    switch self {
    case .uniform(let signal): .uniform(signal.cut(to: range))
    case .irregular(let series): .irregular(series.cut(to: range))
    }
  }

  /// Returns evenly spaced samples. They are unchanged if they are even at the wanted rate, and otherwise
  /// interpolated linearly onto `t₀ + k / rate`, by time and not by index.
  ///
  /// - Parameter sampleRate: `nil` keeps an even channel as it is and gives an irregular one its nominal rate.
  /// - Returns: `nil` if there are too few samples to interpolate, or the result would be too long
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
  /// True if accelerations are in g; false where their unit and scale are not known.
  public var accelerationIsInG = true

  /// Creates a set of channels.
  public init(_ channels: [ChannelKind: Channel] = [:]) {
    storage = channels
  }

  /// Channel of a kind; `nil` if there is none.
  public subscript(_ kind: ChannelKind) -> Channel? {
    get { storage[kind] }
    set { storage[kind] = newValue }
  }

  /// Kinds in the order of ``ChannelKind``, further pulse channels by their numbers.
  public var kinds: [ChannelKind] {
    let further = storage.keys.filter(\.isFurther).sorted { ($0.pulseNumber ?? 0) < ($1.pulseNumber ?? 0) }
    let named = ChannelKind.allCases.filter { storage[$0] != nil }
    guard !further.isEmpty else { return named }
    let pulses = named.prefix { $0 == .ppg || $0 == .ppg2 }
    return pulses + further + named.dropFirst(pulses.count)
  }

  /// Returns kinds in that order.
  package static func ordered(_ kinds: some Sequence<ChannelKind>) -> [ChannelKind] {
    Channels(
      Dictionary(kinds.map { ($0, .irregular(TimeSeries(times: [], values: []))) }) { first, _ in first }
    ).kinds
  }

  /// True if there is no channel.
  public var isEmpty: Bool { storage.isEmpty }

  /// Time from the first sample of any channel to the end of the last; `nil` without samples.
  public var timeRange: TimeRange? {
    let ranges = kinds.compactMap { storage[$0]?.timeRange }
    return TimeRange(ranges.map(\.start).min(), ranges.map(\.end).max())
  }

  /// Returns the part of every channel inside a time range.
  public func cut(to range: TimeRange) -> Channels {
    var result = self
    result.storage = storage.mapValues { $0.cut(to: range) }
    return result
  }
}
