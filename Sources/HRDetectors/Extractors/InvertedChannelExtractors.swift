internal import HRPlugins
internal import HRSignals

/// A light channel turned upside down: light falls when blood rises, so its peaks are the pulse's.
///
/// For detectors that search upright pulses, as most published ones do. 0 stays 0; those detectors do not depend on the
/// level.
protocol InvertedChannelExtractor: Extractor where Parameters == NoParameters {
  static var channel: ChannelKind { get }
}

extension InvertedChannelExtractor {
  static var inputs: [ChannelKind] { [channel] }
  static var isSamplewise: Bool { true }

  func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels[Self.channel].map { $0.replacing(values: $0.values.map { -$0 }) }
    return channels
  }
}

struct InvertedRedExtractor: InvertedChannelExtractor {
  static let info = PluginInfo(
    "red.inverted", version: 1, "The red channel upside down, so that pulses point up.", tunedOn: .nothing)
  static let channel = ChannelKind.red
  init(parameters: NoParameters) {}
}

struct InvertedGreenExtractor: InvertedChannelExtractor {
  static let info = PluginInfo(
    "green.inverted", version: 1, "The green channel upside down, so that pulses point up.", tunedOn: .nothing
  )
  static let channel = ChannelKind.green
  init(parameters: NoParameters) {}
}
