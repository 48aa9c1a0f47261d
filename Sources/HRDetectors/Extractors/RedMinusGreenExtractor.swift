internal import HRPlugins
internal import HRSignals

/// Red minus green: what moves both channels alike (brightness, pressure) cancels in part.
struct RedMinusGreenExtractor: Extractor {
  static let info = PluginInfo(
    "redMinusGreen", version: 1, "Red minus green, frame by frame.", tunedOn: .nothing)
  static let inputs = [ChannelKind.red, .green]
  static let isSamplewise = true

  init(parameters: NoParameters) {}

  func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels.combined(Self.inputs) { $0[0] - $0[1] }
    return channels
  }
}
