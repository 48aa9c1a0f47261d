package import HRPlugins
package import HRSignals

/// Hue of the frame's mean colour in degrees as the pulse wave, and whether a finger covers the lens as the contact.
///
/// The hue of a lit finger lies near 0 = 360, where it jumps by a whole turn. Here it is unwrapped: a step of more than
/// half a turn from one frame to the next is taken the short way round, so values may leave 0…360. A frame without a
/// finger keeps the last hue, for its own means nothing; frames before the first finger have the first finger's hue.
///
/// - Note: The gate (saturation and value above a half) reads camera levels of 0…255, so neither it nor the hue is
///   indifferent to the gain and offset of the channels.
package struct HueExtractor: Extractor {
  package static let info = PluginInfo(
    "hue", version: 1, "Hue of the mean colour, unwrapped, and whether a finger covers the lens.",
    source: "hue blog post, 2010; unwrapping: hreval")
  package static let inputs = [ChannelKind.red, .green, .blue]

  package init(_ parameters: NoParameters) {}

  package func extract(from channels: Channels) -> Channels {
    var channels = channels
    var hues: [Double] = []
    var framesBeforeFinger = 0
    let contact = channels.combined(Self.inputs) { values in
      let colour = HueColour(red255: values[0], green255: values[1], blue255: values[2])
      guard colour.showsFinger else {
        if let last = hues.last { hues.append(last) } else { framesBeforeFinger += 1 }
        return 0
      }
      guard let last = hues.last else {
        hues = Array(repeating: colour.hueDegrees, count: framesBeforeFinger + 1)
        return 1
      }
      let turns = ((colour.hueDegrees - last) / 360).rounded(.toNearestOrAwayFromZero)
      hues.append(colour.hueDegrees - 360 * turns)
      return 1
    }
    if hues.isEmpty { hues = Array(repeating: 0, count: framesBeforeFinger) }
    channels[.contact] = contact
    channels[.ppg] = contact?.replacing(values: hues)
    return channels
  }
}
