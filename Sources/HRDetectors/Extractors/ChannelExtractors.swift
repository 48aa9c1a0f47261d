package import HRPlugins
package import HRSignals

/// One channel, taken as the pulse wave as it is.
///
/// The five differ only in the channel they copy; a light channel's pulse is a dip (more blood, less light). For
/// detectors that want it upright there are ``InvertedChannelExtractor``s.
package protocol ChannelExtractor: Extractor where Parameters == NoParameters {
  static var channel: ChannelKind { get }
}

extension ChannelExtractor {
  package static var inputs: [ChannelKind] { [channel] }

  package func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels[Self.channel]
    return channels
  }
}

package struct PPGExtractor: ChannelExtractor {
  package static let info = PluginInfo("ppg", version: 1, "The recording's own pulse wave.")
  package static let channel = ChannelKind.ppg
  package init(_ parameters: NoParameters) {}
}

package struct RedExtractor: ChannelExtractor {
  package static let info = PluginInfo("red", version: 1, "The red channel as the pulse wave.")
  package static let channel = ChannelKind.red
  package init(_ parameters: NoParameters) {}
}

package struct GreenExtractor: ChannelExtractor {
  package static let info = PluginInfo("green", version: 1, "The green channel as the pulse wave.")
  package static let channel = ChannelKind.green
  package init(_ parameters: NoParameters) {}
}

package struct BlueExtractor: ChannelExtractor {
  package static let info = PluginInfo("blue", version: 1, "The blue channel as the pulse wave.")
  package static let channel = ChannelKind.blue
  package init(_ parameters: NoParameters) {}
}

package struct InfraredExtractor: ChannelExtractor {
  package static let info = PluginInfo("infrared", version: 1, "The infrared channel as the pulse wave.")
  package static let channel = ChannelKind.infrared
  package init(_ parameters: NoParameters) {}
}
