package import HRPlugins
package import HRSignals

/// Red minus green: what moves both channels alike (brightness, pressure) cancels in part.
package struct RedMinusGreenExtractor: Extractor {
  package static let info = PluginInfo("redMinusGreen", version: 1, "Red minus green, frame by frame.")
  package static let inputs = [ChannelKind.red, .green]

  package init(_ parameters: NoParameters) {}

  package func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels.combined(Self.inputs) { $0[0] - $0[1] }
    return channels
  }
}
