package import HRPlugins
package import HRSignals

/// A light channel turned upside down: where blood rises light falls, so its peaks are the pulse's.
///
/// For detectors that look for upright pulses, as most published ones do. 0 stays 0; the level is of no account to
/// them.
package protocol InvertedChannelExtractor: Extractor where Parameters == NoParameters {
  static var channel: ChannelKind { get }
}

extension InvertedChannelExtractor {
  package static var inputs: [ChannelKind] { [channel] }

  package func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels[Self.channel].map { $0.replacing(values: $0.values.map { -$0 }) }
    return channels
  }
}

package struct InvertedRedExtractor: InvertedChannelExtractor {
  package static let info = PluginInfo(
    "red.inverted", version: 1, "The red channel upside down, so that pulses point up.")
  package static let channel = ChannelKind.red
  package init(_ parameters: NoParameters) {}
}

package struct InvertedGreenExtractor: InvertedChannelExtractor {
  package static let info = PluginInfo(
    "green.inverted", version: 1, "The green channel upside down, so that pulses point up.")
  package static let channel = ChannelKind.green
  package init(_ parameters: NoParameters) {}
}
