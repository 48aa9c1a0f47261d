internal import HRPlugins
internal import HRSignals

/// One of several pulse channels, taken as the pulse wave as it is: `ppg2`, `ppg3`, ….
struct PulseChannelExtractor: Extractor {
  static let info = described(.ppg2)
  static let inputs = [ChannelKind.ppg2]
  static let isSamplewise = true

  /// The catalog has a row for each channel up to this one.
  static let last = 8

  private let channel: ChannelKind

  init(parameters: NoParameters) {
    self.init(.ppg2)
  }

  private init(_ channel: ChannelKind) {
    self.channel = channel
  }

  func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels[channel]
    return channels
  }

  static let rows =
    [ExtractorEntry(PulseChannelExtractor.self)]
    + (3...last).map { number in
      let channel = ChannelKind.furtherPulse(number)
      return ExtractorEntry(described(channel), inputs: [channel], PulseChannelExtractor(channel))
    }

  private static func described(_ channel: ChannelKind) -> PluginInfo {
    PluginInfo(
      channel.rawValue, version: 1, "The pulse channel \(channel.rawValue) as the pulse wave.",
      tunedOn: .nothing)
  }
}
