internal import HRNumerics
internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Overexposes colours again and again, until the camera's auto-gain has pulled the exposure back.
///
/// At each push the levels of a colour, pulse included, are multiplied by the gain G that brings the mean of the whole
/// recording, clipped, to `redMean` (`greenMean`, `blueMean`; 0 leaves a colour as it is, and so does a mean that it
/// has already): a finger's red is driven into the top while green and blue keep their pulse. Auto-gain answers as a
/// first-order loop: t seconds after a push the gain is 1 + (G − 1) · p, with p = `lastingShare` + (1 −
/// `lastingShare`) · e^(−t / τ), τ = `timeConstantSeconds`. So a wave saturates for stretches, with `lastingShare` 1
/// throughout. One push falls in each 60 / `perMinute` seconds (``EventSlots``: at another rate they come at other
/// moments), the same for all colours; those before the recording count.
///
/// Each pixel of a frame is clipped at `clipLevel`, and pixels differ by `pixelSpread` (``PixelClipping``): the frame's
/// mean nears the limit and the pulse goes flat before all pixels are clipped. What does not shrink with the pulse,
/// rounding and compression, is white noise of `noiseCodes` · p codes (standard deviation), in its own draw per colour;
/// it is added after the clipping, and clipped at `clipLevel` too. Samples missing before stay missing.
///
/// That exposure control spoils pulse recordings: J. Laurie, N. Higgins, T. Peynot and J. Roberts, "Dedicated Exposure
/// Control for Remote Photoplethysmography", IEEE Access, 2020. The model is our own, after phones whose red had a mean
/// above 252.
struct OverexposureScenario: Scenario {
  struct Parameters: ParameterSet {
    var redMean = 254.8
    var greenMean = 0.0
    var blueMean = 0.0
    var perMinute = 2.0
    var timeConstantSeconds = 6.0
    var lastingShare = 0.0
    var clipLevel = 255.0
    var pixelSpread = 10.0
    var noiseCodes = 0.2

    static let table: [Parameter<Self>] = [
      Parameter(
        "redMean", \.redMean, in: 0...254.99,
        "Mean level that a push which lasts brings red to, in codes; 0 leaves it as it is."),
      Parameter("greenMean", \.greenMean, in: 0...254.99, "The same for green."),
      Parameter("blueMean", \.blueMean, in: 0...254.99, "The same for blue."),
      Parameter("perMinute", \.perMinute, in: 0...12, "Pushes per minute; 0: only what lasts."),
      Parameter(
        "timeConstantSeconds", \.timeConstantSeconds, in: 0.05...600,
        "After this time auto-gain has taken back 63 % of what does not last."),
      Parameter(
        "lastingShare", \.lastingShare, in: 0...1,
        "Share of a push that auto-gain never takes back; 1: overexposed throughout."),
      Parameter("clipLevel", \.clipLevel, in: 200...255, "Code at which a pixel is clipped."),
      Parameter(
        "pixelSpread", \.pixelSpread, in: 0...60,
        "Standard deviation of the pixels of a frame, in codes; 0 clips all at once."),
      Parameter(
        "noiseCodes", \.noiseCodes, in: 0...20,
        "Standard deviation of the noise that stays when the pulse goes flat, in codes."),
    ]
    var conflicts: [String] {
      [("redMean", redMean), ("greenMean", greenMean), ("blueMean", blueMean)]
        .filter { $0.1 >= clipLevel }.map { "\($0.0) must be below clipLevel" }
    }

    func mean(of kind: ChannelKind) -> Double {
      [.red: redMean, .green: greenMean, .blue: blueMean][kind] ?? 0
    }
  }

  static let info = PluginInfo(
    "overexposure", version: 1,
    "Colours driven into the top of their scale, and pulled back by the camera's auto-gain.",
    source: GainSteps.source)

  static let touches = ChannelKind.camera

  let parameters: Parameters

  var touchedKinds: [ChannelKind] { Self.touches.filter { parameters.mean(of: $0) > 0 } }

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.perMinute > 0 || parameters.lastingShare > 0 else { return channels }
    let clipping = PixelClipping(clipLevel: parameters.clipLevel, spread: parameters.pixelSpread)
    return channels.damaging(touchedKinds) { kind, channel in
      let mean = parameters.mean(of: kind)
      guard let gain = clipping.gain(bringing: channel.values, to: mean) else { return nil }
      var noise = trial.random.stream("exposure noise \(kind.rawValue)")
      return zip(channel.values, pushes(of: channel, trial.random)).map { value, push in
        let level = clipping.mean(at: (1 + (gain - 1) * push) * value)
        let drawn = noise.normal()
        // A missing sample stays missing.
        guard level.isFinite, parameters.noiseCodes > 0 else { return level }
        return min(level + parameters.noiseCodes * push * drawn, parameters.clipLevel)
      }
    }
  }

  /// Share of a push that is left at each sample, from 0 to 1.
  private func pushes(of channel: Channel, _ random: RandomSource) -> [Double] {
    let lasting = parameters.lastingShare
    guard let range = channel.timeRange, parameters.perMinute > 0, lasting < 1 else {
      return Array(repeating: lasting, count: channel.count)
    }
    // Two slots hold at least one push, and only the last one matters.
    let slots = EventSlots(perMinute: parameters.perMinute, random: random, name: "push")
    let reach = TimeRange(start: range.start - 2 * 60 / parameters.perMinute, end: range.end)
    let moments = slots.events(in: reach, duration: { _ in 0 }).map(\.range.start)
    var next = 0
    return channel.times.map { time in
      while next < moments.count, moments[next] <= time { next += 1 }
      guard next > 0 else { return lasting }
      return lasting + (1 - lasting)
        * Double.exp(-(time - moments[next - 1]) / parameters.timeConstantSeconds)
    }
  }
}

/// A frame's mean after each of its pixels is clipped.
///
/// A frame is lit unevenly: its pixels are distributed normally about the mean level L, with a standard deviation s.
/// Clipped at c their mean is E[min(X, c)] = L − s · (φ(z) + z · Φ(z)) with z = (L − c) / s, φ and Φ the normal density
/// and distribution. So it nears c without a corner, and a pulse is left with the share 1 − Φ(z) of its height, that of
/// the pixels which are not clipped. For s = 0 it is min(L, c).
struct PixelClipping {
  /// Number of standard deviations beyond which there are less than 10⁻¹⁵ of the pixels.
  private static let reach = 8.0

  let clipLevel: Double
  /// Standard deviation of the pixels of a frame, in codes; 0: all alike.
  let spread: Double

  /// - Parameter level: the mean of the pixels, were none clipped; one that is not finite is given back.
  func mean(at level: Double) -> Double {
    guard level.isFinite else { return level }
    guard spread > 0 else { return min(level, clipLevel) }
    let distance = (level - clipLevel) / spread
    guard distance > -Self.reach else { return level }
    guard distance < Self.reach else { return clipLevel }
    let density = Double.exp(-distance * distance / 2) / Double.sqrt(2 * .pi)
    let clippedShare = 0.5 * Double.erfc(-distance * 0.5.squareRoot())
    return level - spread * (density + distance * clippedShare)
  }

  /// The factor on all levels with which the mean of the clipped ones is the given one, to 10⁻⁹ of it.
  ///
  /// - Parameters:
  ///   - mean: asked for, below ``clipLevel``.
  ///   - levels: 0 or more; those that are not finite do not count.
  /// - Returns: `nil` if no factor above 1 does: without levels, if they are that bright already, and if too many are
  ///   0.
  func gain(bringing levels: [Double], to mean: Double) -> Double? {
    let known = levels.filter(\.isFinite)
    guard !known.isEmpty else { return nil }
    func met(_ gain: Double) -> Double {
      known.reduce(0) { $0 + self.mean(at: gain * $1) } / Double(known.count)
    }
    guard met(1) < mean else { return nil }
    var (low, high) = (1.0, 2.0)
    while met(high) < mean {
      guard high < 1e6 else { return nil }
      (low, high) = (high, 2 * high)
    }
    while high - low > 1e-9 * high {
      let middle = (low + high) / 2
      if met(middle) < mean { low = middle } else { high = middle }
    }
    return high
  }
}
