internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The hue method with its flaws repaired: the band-pass fits the recording's rate, and uneven pulses are not counted.
///
/// Takes the extractor `hue`'s unwrapped hue and contact. Frames in contact are put on an even grid of the nominal rate
/// and go through a causal Butterworth band-pass designed for that rate, and once they have done so for `settleSeconds`
/// without a break into the published apps' pulse detector. A frame without contact, or a gap between frames of more
/// than a second, starts the wait anew and resets the pulse detector, not the filter.
///
/// Repaired in the pulse detector: its thresholds average over 2 s of positive and of negative values (20 values at 10
/// frames per second, but two thirds of a second, less than a beat, at 30), pulses are placed between frames, periods
/// count for `memorySeconds` instead of 10 s, and the rate is 60 / their median, not mean. No reading before there are
/// three. Periods whose robust spread is more than `maximumUnevenness` of their median are those of noise or of a wave
/// with a missed or doubled beat now and then: low quality.
///
/// The blog post of 2010 asks for "something more sensible" than its demonstration filter: with `bandPass` set to
/// `none` the detector filters nothing, and any filter of the experiment takes the place.
///
/// - Note: Lower edge (0.7 Hz, as that of the other detectors, for the published 0.5), memory, median and unevenness
///   were chosen on all twelve Welltory recordings together, so what is measured there flatters the detector. The eight
///   UW recordings were seen too: they decided the extractor's gate, and the rest hardly matters there. On Welltory
///   three recordings have no green or blue at all, and have no reading; a fourth has next to none, and of its noise a
///   window in ten is still even enough.
/// - Note: The contact gate reads camera levels, so the method is not indifferent to gain and offset.
struct HueDetector: StreamingDetector {
  enum BandPass: String, CaseIterable, Sendable {
    case builtIn, none
  }

  struct Parameters: BandParameters {
    var bandPass = BandPass.builtIn
    var order = 5
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.0
    var settleSeconds = 2.0
    var memorySeconds = 20.0
    var maximumUnevenness = 0.35

    static let table: [Parameter<Self>] = [
      Parameter("bandPass", \.bandPass, "Its own band-pass, or none because the experiment filters."),
      Parameter("order", \.order, in: 1...8, "Poles of each edge of its own band-pass."),
      Parameter("lowCutoffHz", \.lowCutoffHz, in: 0.1...2, "Lower edge of its own band-pass."),
      Parameter("highCutoffHz", \.highCutoffHz, in: 2...10, "Upper edge of its own band-pass."),
      Parameter("settleSeconds", \.settleSeconds, in: 0...30, "Unbroken contact before frames count."),
      Parameter("memorySeconds", \.memorySeconds, in: 5...60, "How long a period counts."),
      Parameter(
        "maximumUnevenness", \.maximumUnevenness, in: 0.05...2,
        "Largest robust spread of the periods by their median."),
    ]
  }

  static let info = PluginInfo(
    "hue", version: 1, "Periods of the band-passed, unwrapped hue of a finger.",
    source: "hreval; corrects hue.pulse and hue.pubnub",
    tunedOn: [
      TunedOn("welltory-ppg", "Lower edge, memory, median and unevenness were chosen on all its recordings."),
      TunedOn("uw-oximetry", "Its recordings were looked at too, and decided the extractor's gate."),
    ])
  static let inputs = [ChannelKind.ppg, .contact]
  static let extractors = ["hue"]
  static let delaySeconds: Double? = 10.7

  private static let levelSeconds = 2.0
  private static let longestGapSeconds = 1.0

  private let parameters: Parameters
  private var band: BandFilter?
  private var grid = EvenFrames(interval: 1)
  private var pulses = PulseDetector()
  private var settleCount = 0.0
  private var contactCount = 0.0

  init(parameters: Parameters) {
    self.parameters = parameters
  }

  var rangeBPM: ClosedRange<Double>? { PulseDetector.rangeBPM }

  mutating func begin(sampleRate: Double) {
    self = HueDetector(parameters: parameters)
    guard sampleRate > 0, sampleRate.isFinite else { return }
    settleCount = (parameters.settleSeconds * sampleRate).rounded()
    grid = EvenFrames(interval: 1 / sampleRate)
    band = BandFilter(
      order: parameters.order, bandHz: parameters.bandHz,
      sampleRate: sampleRate)
    pulses = PulseDetector(
      PulseDetector.Settings(
        levelCount: Int(saturating: (Self.levelSeconds * sampleRate).rounded()),
        // No memory is too long for it: periods are never shorter than the shortest.
        periodCount: Int(saturating: parameters.memorySeconds / PulseDetector.periodSeconds.lowerBound),
        memorySeconds: parameters.memorySeconds, placesPulsesBetweenFrames: true))
  }

  mutating func push(_ frame: Frame) {
    if let last = grid.lastTime, frame.time - last > Self.longestGapSeconds { loseContact() }
    guard frame[1] > 0.5, frame[0].isFinite else { return loseContact() }
    for point in grid.push(frame[0], at: frame.time) {
      contactCount += 1
      switch parameters.bandPass {
      case .none:
        if contactCount > settleCount { pulses.push(point.value, at: point.time) }
      case .builtIn:
        // Without a filter (a rate too low for any) there is never a reading.
        guard let value = band?.push(point.value) else { return }
        if contactCount > settleCount { pulses.push(value, at: point.time) }
      }
    }
  }

  private mutating func loseContact() {
    contactCount = 0
    grid.restart()
    pulses.reset()
  }

  func reading(at time: Double) -> Estimate {
    guard let periods = PulsePeriods(pulses.recentPeriods(at: time)) else { return .abstained(.noReading) }
    guard periods.unevenness <= parameters.maximumUnevenness else { return .abstained(.lowQuality) }
    var estimate = Estimate.bpm(periods.bpm)
    estimate.beats = pulses.recentPulses(at: time)
    return estimate
  }
}

/// Rate and evenness of the stored periods of a pulse.
struct PulsePeriods: Equatable, Sendable {
  /// 60 / median period.
  let bpm: Double
  /// Robust spread of the periods as a share of their median: the distance of the quartiles by 1.349 (for a normal
  /// distribution that is its standard deviation), by the median; 0 for a metronome.
  ///
  /// Quartiles, not distances to the median: of long and short periods in turn, half the distances may be zero.
  let unevenness: Double

  /// - Parameter periods: in seconds, positive, in any order.
  /// - Returns: `nil` for fewer than three.
  init?(_ periods: [Double]) {
    guard periods.count > 2, let low = percentile(periods, 25), let high = percentile(periods, 75),
      let middle = median(periods)
    else { return nil }
    bpm = 60 / middle
    unevenness = (high - low) / 1.349 / middle
  }
}
