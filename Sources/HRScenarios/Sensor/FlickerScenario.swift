internal import HRPlugins
internal import HRSignals
internal import RealModule

/// Lets a lamp on the mains flicker, as seen by a camera that samples it far too slowly.
///
/// The light is 1 + d · cos(2πft + φ) with f = `lightHz`, d = `depthPercent` / 100 (amplitude over mean; the lamp's
/// overtones are left out) and φ drawn for the trial. A row of the frame gathers it over `exposureSeconds`, and the
/// rows are read out one after the other over `readoutSeconds`, evenly. So the mean of a frame is multiplied by
/// 1 + d · sinc(f · exposure) · sinc(f · readout) · cos(2πft + φ), where sinc(x) = sin(πx) / (πx) and t is the middle
/// of the frame's exposures. A time stamp taken elsewhere would only turn φ.
///
/// At n frames per second the flicker shows at |f − m·n| for the m that makes it least: 100 Hz at 30 frames per second
/// at 10 Hz, 120 Hz at 29.97 at 0.12 Hz, and 120 Hz at 29.7 or 100 Hz at 24.7 at 1.2 Hz, a heart rate of 72 bpm. With
/// `trueFramesPerSecond` frame k (counted from the channel's first) is taken at k / that rate while its time stamp and
/// the pulse are unchanged, so the alias shows at its frequency times the recording's rate over the true one. Every
/// sample counts as a frame: frames are to be lost after this step, not before.
///
/// The severity is d · |sinc · sinc|: the amplitude of the frames' relative change. Camera channels only, all colours
/// alike; they are clipped, which flattens the flicker of a level near the top.
///
/// Lamps that flicker at twice the mains frequency and rolling shutters: M. Sheinin, Y. Y. Schechner and K. N.
/// Kutulakos, "Rolling Shutter Imaging on the Electric Grid", ICCP 2018. The depth and its range are our choice.
struct FlickerScenario: Scenario {
  struct Parameters: ParameterSet {
    var lightHz = 100.0
    var depthPercent = 1.0
    var trueFramesPerSecond = 0.0
    var exposureSeconds = 0.0
    var readoutSeconds = 0.0

    static let table: [Parameter<Self>] = [
      Parameter("lightHz", \.lightHz, in: 80...130, "Flicker of the lamp: twice the mains frequency."),
      Parameter(
        "depthPercent", \.depthPercent, in: 0...50,
        "Amplitude of the light's change over its mean, in percent; 0 is clean."),
      Parameter(
        "trueFramesPerSecond", \.trueFramesPerSecond, in: 0...1000,
        "Rate at which frames were really taken, at least 1; 0: when their time stamps say."),
      Parameter(
        "exposureSeconds", \.exposureSeconds, in: 0...0.1,
        "How long each row gathers light; averages the flicker."),
      Parameter(
        "readoutSeconds", \.readoutSeconds, in: 0...0.05,
        "From the first row's exposure to the last row's (rolling shutter); averages the flicker."),
    ]
    var conflicts: [String] {
      trueFramesPerSecond == 0 || trueFramesPerSecond >= 1
        ? [] : ["trueFramesPerSecond must be 0 or at least 1"]
    }
  }

  static let info = PluginInfo(
    "flicker", version: 1, "Flicker of a mains lamp on camera channels, aliased by the frame rate.",
    source:
      "hreval; flicker and rolling shutters: M. Sheinin, Y. Y. Schechner and K. N. Kutulakos, Rolling Shutter Imaging on the Electric Grid, ICCP 2018"
  )

  static let touches = ChannelKind.camera

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    guard parameters.depthPercent > 0 else { return channels }
    let hz = parameters.lightHz
    let depth =
      parameters.depthPercent / 100 * Self.sinc(hz * parameters.exposureSeconds)
      * Self.sinc(hz * parameters.readoutSeconds)
    var stream = trial.random.stream("flicker phase")
    let phase = stream.uniform()
    let trueRate = parameters.trueFramesPerSecond
    return channels.damaging(Self.touches) { _, channel in
      var values = channel.values
      for index in values.indices {
        let time = trueRate > 0 ? Double(index) / trueRate : channel.time(at: index)
        let cycles = hz * time + phase
        // Whole cycles are taken off first: the cosine of a small angle is exact at any time of day.
        values[index] *= 1 + depth * Double.cos(2 * .pi * (cycles - cycles.rounded()))
      }
      return values
    }
  }

  /// Share of a wave's amplitude that is left when it is averaged over so many of its cycles.
  static func sinc(_ cycles: Double) -> Double {
    cycles == 0 ? 1 : Double.sin(.pi * cycles) / (.pi * cycles)
  }
}
