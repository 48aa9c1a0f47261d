internal import HRPlugins
internal import HRSignals

/// An extractor that makes each sample of the pulse wave from the samples of its inputs at the same time. The catalog
/// has a row for each rule.
///
/// A light channel's pulse is a dip (more blood, less light). For detectors that search upright pulses, as most
/// published ones do, there are inverted channels, whose peaks are the pulse's. 0 stays 0; those detectors do not depend
/// on the level.
struct SampleExtractor: Extractor {
  static let info = described("ppg", "The recording's own pulse wave.")
  static let inputs = [ChannelKind.ppg]
  static let isSamplewise = true

  private let wave: @Sendable (Channels) -> Channel?

  init(parameters: NoParameters) {
    self.init { $0[.ppg] }
  }

  private init(_ wave: @escaping @Sendable (Channels) -> Channel?) {
    self.wave = wave
  }

  func extract(from channels: Channels) -> Channels { channels.with(pulse: wave(channels)) }

  /// Rows of the catalog, without those of further pulse channels.
  static let rows =
    [ExtractorEntry(SampleExtractor.self)]
    + [ChannelKind.red, .green, .blue, .infrared].map { channel in
      row(channel.rawValue, "The \(channel.rawValue) channel as the pulse wave.", [channel]) { $0[channel] }
    }
    + [ChannelKind.red, .green].map { channel in
      row(
        "\(channel.rawValue).inverted",
        "The \(channel.rawValue) channel upside down, so that pulses point up.",
        [channel]
      ) { $0[channel].map { $0.replacing(values: $0.values.map { -$0 }) } }
    }
    + [
      // What moves both channels alike (brightness, pressure) cancels in part.
      row("redMinusGreen", "Red minus green, frame by frame.", [.red, .green]) {
        $0.combined([.red, .green]) { $0[0] - $0[1] }
      },
      // Brightness cancels. The share, not the quotient: it orders the frames as red over green does and stays finite
      // where the green channel of a lit finger is 0, which phones do record. A black frame gives 50, the middle.
      row("redGreenRatio", "Red as a percentage of red and green, frame by frame.", [.red, .green]) {
        $0.combined([.red, .green]) { values in
          let sum = values[0] + values[1]
          return sum > 0 ? 100 * values[0] / sum : 50
        }
      },
    ]

  /// Rows of the further pulse channels, `ppg2` to `ppg8`.
  static let furtherRows = (2...8).map { number in
    let channel = number == 2 ? ChannelKind.ppg2 : .furtherPulse(number)
    return row(channel.rawValue, "The pulse channel \(channel.rawValue) as the pulse wave.", [channel]) {
      $0[channel]
    }
  }

  private static func row(
    _ name: String, _ summary: String, _ inputs: [ChannelKind],
    _ wave: @escaping @Sendable (Channels) -> Channel?
  ) -> ExtractorEntry {
    ExtractorEntry(described(name, summary), inputs: inputs, SampleExtractor(wave))
  }

  private static func described(_ name: String, _ summary: String) -> PluginInfo {
    PluginInfo(name, version: 1, summary, tunedOn: .nothing)
  }
}

extension Channels {
  /// The channels with another pulse wave, or none.
  func with(pulse: Channel?) -> Channels {
    var channels = self
    channels[.ppg] = pulse
    return channels
  }

  /// A channel made sample by sample from others on one time base, with the times of the first.
  ///
  /// If channels differ in length the shortest decides the number of samples.
  ///
  /// - Parameters:
  ///   - kinds: the channels to combine; none may be missing.
  ///   - value: from the channels' values at one time, in the order of `kinds`.
  /// - Returns: `nil` if a channel is missing.
  func combined(_ kinds: [ChannelKind], value: (_ values: [Double]) -> Double) -> Channel? {
    let channels = kinds.compactMap { self[$0] }
    guard let first = channels.first, channels.count == kinds.count else { return nil }
    let columns = channels.map(\.values)
    let count = columns.map(\.count).min() ?? 0
    var moment = [Double](repeating: 0, count: kinds.count)
    let values = (0..<count).map { index in
      for column in columns.indices { moment[column] = columns[column][index] }
      return value(moment)
    }
    return first.prefix(count).replacing(values: values)
  }
}

extension Channel {
  /// The first samples, with their times.
  func prefix(_ length: Int) -> Channel {
    guard length < count else { return self }
    switch self {
    case .uniform(let signal):
      return .uniform(
        Signal(
          samples: Array(signal.samples.prefix(length)), sampleRate: signal.sampleRate,
          startTime: signal.startTime))
    case .irregular(let series):
      return .irregular(
        TimeSeries(times: Array(series.times.prefix(length)), values: Array(series.values.prefix(length))))
    }
  }
}
