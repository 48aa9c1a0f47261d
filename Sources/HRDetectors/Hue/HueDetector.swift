package import HRPlugins
package import HRSignals

/// The hue method with its flaws repaired: the band-pass fits the recording's rate, and the hue does not jump.
///
/// Takes the extractor `hue`'s unwrapped hue and contact. Frames in contact go through a causal Butterworth band-pass
/// designed for the recording's own (nominal) rate, and once they have done so for `settleSeconds` without a break into
/// the same pulse detector as the published apps'. A frame without contact starts the wait anew and resets the pulse
/// detector, not the filter. No reading before the pulse detector has three periods less than 10 s old.
///
/// The blog post of 2010 asks for "something more sensible" than its demonstration filter: with `bandPass` set to
/// `none` the detector filters nothing, and any filter of the experiment takes the place.
///
/// - Note: The contact gate reads camera levels, so the method is not indifferent to gain and offset.
package struct HueDetector: StreamingDetector {
  package enum BandPass: String, CaseIterable, Sendable {
    case builtIn, none
  }

  package struct Parameters: ParameterSet {
    package var bandPass = BandPass.builtIn
    package var order = 5
    package var lowCutoffHz = 0.5
    package var highCutoffHz = 3.0
    package var settleSeconds = 2.0

    package init() {}

    package static let table: [Parameter<Self>] = [
      Parameter("bandPass", \.bandPass, "Its own band-pass, or none because the experiment filters."),
      Parameter("order", \.order, in: 1...8, "Poles of each edge of its own band-pass."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.1...2, "Lower edge of its own band-pass."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...10, "Upper edge of its own band-pass."),
      Parameter("settleSeconds", \.settleSeconds, in: 0...30, "Unbroken contact before frames count."),
    ]

    package var conflicts: [String] {
      lowCutoffHz < highCutoffHz ? [] : ["lowCutoffHz must be below highCutoffHz"]
    }
  }

  package static let info = PluginInfo(
    "hue", version: 1, "Periods of the band-passed, unwrapped hue of a finger.",
    source: "hreval; corrects hue.pulse and hue.pubnub")
  package static let inputs = [ChannelKind.ppg, .contact]
  package static let extractors = ["hue"]

  private let parameters: Parameters
  private var band: BandFilter?
  private var pulses = PulseDetector()
  private var settleCount = 0.0
  private var contactCount = 0.0

  package init(_ parameters: Parameters) {
    self.parameters = parameters
  }

  package mutating func begin(sampleRate: Double) {
    self = HueDetector(parameters)
    settleCount = (parameters.settleSeconds * sampleRate).rounded()
    band = BandFilter(
      order: parameters.order, bandHz: parameters.lowCutoffHz...parameters.highCutoffHz,
      sampleRate: sampleRate)
  }

  package mutating func push(_ frame: Frame) {
    guard frame[1] > 0.5 else {
      contactCount = 0
      pulses.reset()
      return
    }
    contactCount += 1
    switch parameters.bandPass {
    case .none:
      if contactCount > settleCount { pulses.push(frame[0], at: frame.time) }
    case .builtIn:
      // Without a filter (a rate too low for any) there is never a reading.
      guard let value = band?.push(frame[0]) else { return }
      if contactCount > settleCount { pulses.push(value, at: frame.time) }
    }
  }

  package func reading(at time: Double) -> Estimate {
    guard let rate = pulses.rate(at: time) else { return .abstained(.noReading) }
    var estimate = Estimate.bpm(rate)
    estimate.beats = pulses.recentPulses(at: time)
    return estimate
  }
}
