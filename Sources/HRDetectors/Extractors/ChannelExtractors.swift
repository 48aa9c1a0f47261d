internal import HRPlugins
internal import HRSignals

/// One channel, taken as the pulse wave as it is.
///
/// The five differ only in the channel they copy. A light channel's pulse is a dip (more blood, less light); for
/// detectors that need it upright there are ``InvertedChannelExtractor``s.
protocol ChannelExtractor: Extractor where Parameters == NoParameters {
  static var channel: ChannelKind { get }
}

extension ChannelExtractor {
  static var inputs: [ChannelKind] { [channel] }
  static var isSamplewise: Bool { true }

  func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels[Self.channel]
    return channels
  }
}

struct PPGExtractor: ChannelExtractor {
  static let info = PluginInfo("ppg", version: 1, "The recording's own pulse wave.", tunedOn: .nothing)
  static let channel = ChannelKind.ppg
  init(parameters: NoParameters) {}
}

struct RedExtractor: ChannelExtractor {
  static let info = PluginInfo("red", version: 1, "The red channel as the pulse wave.", tunedOn: .nothing)
  static let channel = ChannelKind.red
  init(parameters: NoParameters) {}
}

struct GreenExtractor: ChannelExtractor {
  static let info = PluginInfo("green", version: 1, "The green channel as the pulse wave.", tunedOn: .nothing)
  static let channel = ChannelKind.green
  init(parameters: NoParameters) {}
}

struct BlueExtractor: ChannelExtractor {
  static let info = PluginInfo("blue", version: 1, "The blue channel as the pulse wave.", tunedOn: .nothing)
  static let channel = ChannelKind.blue
  init(parameters: NoParameters) {}
}

struct InfraredExtractor: ChannelExtractor {
  static let info = PluginInfo(
    "infrared", version: 1, "The infrared channel as the pulse wave.", tunedOn: .nothing)
  static let channel = ChannelKind.infrared
  init(parameters: NoParameters) {}
}
