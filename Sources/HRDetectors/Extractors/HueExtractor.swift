internal import HRPlugins
internal import HRSignals

/// Hue of the frame's mean colour in degrees as the pulse wave, and the contact of a finger with the lens.
///
/// The hue of a lit finger is near 0 = 360, where it jumps by a whole turn. Here it is unwrapped: a step of more than
/// half a turn from one frame to the next is taken the short way round, so values may leave 0…360. A frame without a
/// finger keeps the last hue, since its own has no meaning. Frames before the first finger have the first finger's hue,
/// so that filters need not settle from another level. That is a look-ahead, and declared as one; the contact has none.
///
/// The published gate (saturation and value above a half) is never met by a finger on a camera that exposes it darkly:
/// on the eight UW recordings value is 0.16 to 0.38 and saturation 0.2 to 0.7, and the hue there carries the pulse all
/// the same. The defaults, 0.1 for both, only keep out frames so dark or grey that one level of 255 turns the hue by
/// tens of degrees; the detector decides if there is a pulse.
///
/// - Note: The gate reads camera levels of 0…255, so neither it nor the hue is indifferent to the gain and offset of
///   the channels.
struct HueExtractor: Extractor {
  struct Parameters: ParameterSet {
    var minimumSaturation = 0.1
    var minimumBrightness = 0.1

    static let table: [Parameter<Self>] = [
      Parameter(
        "minimumSaturation", \.minimumSaturation, in: 0...1,
        "Saturation a finger's frame exceeds; 0.5 as published."),
      Parameter(
        "minimumBrightness", \.minimumBrightness, in: 0...1,
        "Share of full level its brightest channel exceeds; 0.5 as published."),
    ]
  }

  static let info = PluginInfo(
    "hue", version: 1, "Hue of the mean colour, unwrapped, and whether a finger covers the lens.",
    source: "hue blog post, 2010; unwrapping: hreval",
    tunedOn: [TunedOn("uw-oximetry", "Its recordings decided the gate.")])
  static let inputs = [ChannelKind.red, .green, .blue]
  let causality = Causality.lookAhead(seconds: .infinity)

  let parameters: Parameters

  func extract(from channels: Channels) -> Channels {
    var channels = channels
    var hues: [Double] = []
    var framesBeforeFinger = 0
    let contact = channels.combined(Self.inputs) { values in
      let colour = HueColour(red255: values[0], green255: values[1], blue255: values[2])
      // A missing level (NaN) must not stay in the hue for good.
      guard colour.saturation > parameters.minimumSaturation, colour.value > parameters.minimumBrightness,
        colour.hueDegrees.isFinite
      else {
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
