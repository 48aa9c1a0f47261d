internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The colours of a finger camera in one wave, each weighted by how clearly it shows a pulse at the time.
///
/// Any one colour fails on some phone: red is saturated, or green and blue are dark. The colours come without single
/// outlying frames (``CameraWaves``), high-passed (Butterworth, order 2, 0.3 Hz, forward in time) and divided by their
/// root mean square of the 10 s before (at the start: of the available time). Short spectra measure how clearly each
/// shows a pulse (``RateFrames/shares(ofPeaks:)``). A colour's weight is the fourth power of its share, over the sum of
/// these, interpolated linearly between frames; until the first has ended, after 4 s, it is red. The wave is the
/// weighted sum of the colours so scaled, times the weighted sum of their levels: if one colour has all the weight the
/// wave is that colour's. Light falls when blood rises, in all colours alike, so pulses point down as they do in red.
///
/// If the colours are not on one clock, or no colour shows a pulse, the wave is the red channel's. Where every colour is
/// darker than ``CameraWaves/leastLight`` it is zero: what changes there is noise, or an encoder's steps.
struct CameraExtractor: Extractor, PlainPlugin {
  static let info = PluginInfo(
    "camera", version: 3, "All colours of a finger camera, each by how clearly it shows a pulse.",
    source: "hreval", tunedOn: .ofCamera)
  static let inputs = [ChannelKind.red, .green, .blue]
  /// Default extractors of hreval's own detectors, if an experiment names none.
  static let preferred = ["ppg", "camera", "red"]

  private static let lowCutoffHz = 0.3
  private static let levelSeconds = 10.0
  /// Factor on the share of red, as a finger on a lit lens is red.
  private static let redPreference = 2.0

  /// Look-ahead of the removal of single frames (``FrameImpulses/reach``).
  var causality: Causality {
    .lookAhead(seconds: Double(FrameImpulses.reach) / FrameImpulses.leastRate)
  }

  func extract(from channels: Channels) -> Channels {
    channels.with(pulse: wave(of: channels).map(Channel.uniform) ?? channels[.red])
  }

  private func wave(of channels: Channels) -> Signal? {
    guard let colours = CameraWaves(channels)?.colours, let first = colours.first,
      let chain = PulseChain(rawRate: first.sampleRate),
      let filter = SecondOrderSections.butterworth(
        order: 2, band: .highPass(Self.lowCutoffHz), sampleRate: first.sampleRate)
    else { return nil }
    let waves = colours.compactMap { chain.apply(to: $0) }
    guard waves.count == colours.count else { return nil }
    let frames = waves.map { RateFrames.peaks(of: $0) }
    let ends = frames[0].ends.map { $0 * chain.factor }
    let shares = zip(RateFrames.shares(ofPeaks: frames.flatMap(\.peaks)), ends).map { share, end in
      Self.weights(
        share, perColour: frames[0].peaks.count,
        light: colours.map { $0.samples[min(max(end - 1, 0), $0.count - 1)] >= CameraWaves.leastLight })
    }
    // Red, until the first frame has ended.
    var rows = [colours.indices.map { $0 == 0 ? 1.0 : 0 }]
    for weight in shares { rows.append(weight ?? rows[rows.count - 1]) }
    // Without its first value a colour that does not move is zero to the last bit.
    let passed = colours.map { colour in
      filter.filtered(colour.samples.map { $0 - colour.samples[0] }, startingAtSteadyState: true)
    }
    let levels = passed.map { Self.levels(of: $0, sampleRate: first.sampleRate) }
    let perFrame = RateFrames.stepSeconds * first.sampleRate
    // A frame's weights are known at its end, and reached a frame later.
    var (known, before, after) = (0, rows[0], rows[0])
    let samples = (0..<first.count).map { index -> Double in
      while known < ends.count, ends[known] <= index {
        known += 1
        (before, after) = (rows[known - 1], rows[known])
      }
      let share = known == 0 ? 1 : min(Double(index - ends[known - 1]) / perFrame, 1)
      var (sum, level) = (0.0, 0.0)
      for colour in passed.indices where levels[colour][index] > 0 {
        let weight = before[colour] + share * (after[colour] - before[colour])
        sum += weight * passed[colour][index] / levels[colour][index]
        level += weight * levels[colour][index]
      }
      return sum * level
    }
    return first.replacing(samples)
  }

  /// Weights of the colours, from the shares of their views.
  ///
  /// - Parameter light: true for each colour that has light.
  /// - Returns: `nil` if no colour with light has a weight; zeros if none has light.
  private static func weights(_ shares: [Double], perColour views: Int, light: [Bool]) -> [Double]? {
    guard light.contains(true) else { return light.map { _ in 0 } }
    let powers = light.indices.map { colour in
      guard light[colour] else { return 0.0 }
      let first = colour * views
      let share = shares[first..<(first + views)].reduce(0, +) * (colour == 0 ? redPreference : 1)
      return share * share * share * share
    }
    let sum = powers.reduce(0, +)
    return sum > 0 ? powers.map { $0 / sum } : nil
  }

  /// Root mean square of the time before each value.
  private static func levels(of values: [Double], sampleRate: Double) -> [Double] {
    let memory = max(1, Int(saturating: levelSeconds * sampleRate))
    var sums = [0.0]
    for value in values { sums.append(sums[sums.count - 1] + value * value) }
    return values.indices.map { index in
      let start = max(0, index + 1 - memory)
      return (max(0, sums[index + 1] - sums[start]) / Double(index + 1 - start)).squareRoot()
    }
  }
}
