internal import HRPlugins
internal import HRSignals

/// Red over the sum of red and green, in percent: brightness cancels.
///
/// The share, not the quotient: it orders the frames as red over green does and stays finite where the green channel
/// of a lit finger is 0, which phones do record. A black frame (0 over 0) gives 50, the middle.
struct RedGreenRatioExtractor: Extractor {
  static let info = PluginInfo(
    "redGreenRatio", version: 1, "Red as a percentage of red and green, frame by frame.", tunedOn: .nothing)
  static let inputs = [ChannelKind.red, .green]
  static let isSamplewise = true

  init(parameters: NoParameters) {}

  func extract(from channels: Channels) -> Channels {
    var channels = channels
    channels[.ppg] = channels.combined(Self.inputs) { values in
      let sum = values[0] + values[1]
      return sum > 0 ? 100 * values[0] / sum : 50
    }
    return channels
  }
}
