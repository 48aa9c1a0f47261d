internal import HRPlugins
internal import HRSignals
internal import RealModule

/// A camera's gain that moves to a new value at each event, as a first-order loop does.
///
/// After an event at time s with target g₁ the gain is g₁ + (g₀ − g₁) · e^(−(t − s) / τ), g₀ being the gain at s.
/// Events come one per slot (``EventSlots``); targets are uniform within 1 ± step. The loop has run for ever: events
/// before the recording count, so its first gain is not 1 as a rule, and the gain does not depend on the recording's
/// start (to 10⁻¹³).
struct GainSteps {
  static let source =
    "hreval; exposure control and the pulse: J. Laurie, N. Higgins, T. Peynot and J. Roberts, IEEE Access, 2020"
  /// Time constants after which a former gain is forgotten: e⁻³⁰ is 10⁻¹³.
  static let memoryTimeConstants = 30.0

  let parameters: GainStepParameters
  let random: RandomSource

  /// The gain at each sample of the channel.
  func gains(of channel: Channel, lane: Int) -> [Double] {
    let (perMinute, timeConstantSeconds) = (parameters.perMinute, parameters.timeConstantSeconds)
    // Largest distance of a target from 1.
    let step = parameters.stepPercent / 100
    guard let range = channel.timeRange else {
      return Array(repeating: 1, count: channel.count)
    }
    // Two slots hold at least one event, whose target is the gain when the loop is fast.
    let lead = Self.memoryTimeConstants * timeConstantSeconds + 2 * 60 / perMinute
    let slots = EventSlots(perMinute: perMinute, random: random, name: "gain")
    let events = slots.events(in: TimeRange(start: range.start - lead, end: range.end), duration: { _ in 0 })
    var (next, since, from, target) = (0, range.start - lead, 1.0, 1.0)
    func gain(at time: Double) -> Double {
      target + (from - target) * Double.exp(-(time - since) / timeConstantSeconds)
    }
    return channel.times.map { time in
      while next < events.count, events[next].range.start <= time {
        var stream = events[next].stream
        from = gain(at: events[next].range.start)
        since = events[next].range.start
        for _ in 0...lane { target = 1 + step * stream.uniform(in: -1...1) }
        next += 1
      }
      return gain(at: time)
    }
  }
}

/// The parameters of ``GainSteps``.
struct GainStepParameters: ParameterSet {
  var perMinute = 2.0
  var stepPercent = 10.0
  var timeConstantSeconds = 0.5

  static let table: [Parameter<Self>] = [
    Parameter("perMinute", \.perMinute, in: 0...60, "Changes of gain per minute; 0 is clean."),
    Parameter(
      "stepPercent", \.stepPercent, in: 0...90,
      "Largest distance of a new gain from the recorded one, in percent; 0 is clean."),
    Parameter(
      "timeConstantSeconds", \.timeConstantSeconds, in: 0.05...5,
      "After this time 63 % of a change is done."),
  ]

  /// The channels with the samples of some kinds multiplied by the gain.
  ///
  /// - Parameter lane: 0, 1, … for kinds whose gains move at the same times to targets of their own.
  func gaining(
    _ channels: Channels, _ kinds: [ChannelKind], in trial: ScenarioTrial,
    lane: (ChannelKind) -> Int = { _ in 0 }
  ) -> Channels {
    guard perMinute > 0, stepPercent > 0 else { return channels }
    let steps = GainSteps(parameters: self, random: trial.random)
    return channels.damaging(kinds) { kind, channel in
      zip(channel.values, steps.gains(of: channel, lane: lane(kind))).map { $0 * $1 }
    }
  }
}

/// Lets the camera change its exposure again and again.
///
/// One event falls in each 60 / `perMinute` seconds (``EventSlots``: at another rate they come at other times). At each
/// the camera aims at a new gain, uniform within 1 ± `stepPercent` / 100 (so the root mean square of the targets'
/// distance from 1 is `stepPercent` / √3 percent), and approaches it as a first-order loop with `timeConstantSeconds`
/// (``GainSteps``). The levels of all colours, pulse included, are multiplied by the same gain, as if codes were
/// proportional to light (a tone curve would bend the steps), and clipped: colours near the top saturate.
///
/// That exposure control spoils pulse recordings: J. Laurie, N. Higgins, T. Peynot and J. Roberts, "Dedicated Exposure
/// Control for Remote Photoplethysmography", IEEE Access, 2020. Rate, height and time constant are our choice.
struct AutoExposureScenario: Scenario {
  typealias Parameters = GainStepParameters

  static let info = PluginInfo(
    "autoExposure", version: 1,
    "Steps of the camera's exposure, the same on all colours, each with a time constant.",
    source: GainSteps.source)

  static let touches = ChannelKind.camera

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    parameters.gaining(channels, Self.touches, in: trial)
  }
}

/// Lets the camera change its white balance again and again, so that the ratios of the colours change.
///
/// White balance is a gain of red and one of blue against green, which keeps its own. Events and response are those of
/// ``AutoExposureScenario``; at each event red and blue head for gains of their own, both uniform within 1 ±
/// `stepPercent` / 100. A colour's level, pulse included, is multiplied by its gain, as if codes were proportional to
/// light, and clipped. Green is not touched.
///
/// Rate, height, time constant and the independence of the two gains are our choice: a real camera moves them mostly
/// against each other, along the colours of a black body.
struct WhiteBalanceScenario: Scenario {
  typealias Parameters = GainStepParameters

  static let info = PluginInfo(
    "whiteBalance", version: 1,
    "Steps of the camera's red and blue gain against green, each with a time constant.",
    source: "hreval; the model is our own")

  static let touches = [ChannelKind.red, .blue]

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) -> Channels {
    parameters.gaining(channels, Self.touches, in: trial) { $0 == .red ? 0 : 1 }
  }
}
