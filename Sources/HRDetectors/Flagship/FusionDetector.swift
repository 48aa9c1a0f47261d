internal import HRPlugins
internal import HRSignals

/// Follows the rate through short spectra, lays the likeliest row of beats along it, and takes the rate from the beats.
///
/// A beat counter is right to a tenth of a beat per minute until noise hides single beats; a spectrum holds out longer
/// but blurs a rate that moves. Here the spectra only say where the rate is (``RateRidge``), the beats are sought along
/// that way as one row (``BeatRow``, ``BeatPath``), and moments of motion are trusted less in both (``PulseWindow``).
/// README.md beside this file explains each step, names what its constants were tuned on, and gives the figures.
///
/// The rate is 60 over the mean interval of the heart's beats inside the window, as far as pulses tell
/// (``FusionReading``). The confidence is the chance that it is right within 5 bpm (``FusionConfidence``). Beats are
/// the times of the pulses' peaks, or of their troughs where those are the sharper side. Turning the signal upside down
/// changes nothing.
///
/// Abstains on a signal that does not move, on fewer than 4 s, where it finds fewer than three beats, where these make
/// a rate below 36 or above 210 bpm, and below `minimumConfidence` (0: never).
///
/// - Note: `prepare` thins the whole recording to 25…50 samples a second and filters it forward in time; a window taken
///   from a prepared recording differs from the same window on its own by the filter's start-up only.
/// - Note: Rates are sought from 36 to 210 bpm. Motion that fills more than half of the window passes for the pulse.
struct FusionDetector: PreparedWindowDetector {
  struct Parameters: ParameterSet {
    var minimumConfidence = 0.0

    static let table: [Parameter<Self>] = [
      Parameter(
        "minimumConfidence", \.minimumConfidence, in: 0...1, "Readings less sure than this are held back.")
    ]
  }

  static let info = PluginInfo(
    "fusion", version: 2, "Follows the rate through short spectra and lays the likeliest beats along it.",
    source: "hreval", tunedOn: .ofFusion)
  static let inputs = [ChannelKind.ppg]
  static let chanceWithinBPM: Double? = FusionConfidence.withinBPM

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { FusionReading.rangeBPM }

  func prepare(_ channels: Channels) -> PulseWave? {
    guard let raw = channels[.ppg]?.uniform(), raw.count > 0 else { return nil }
    return PulseChain(rawRate: raw.sampleRate)?.apply(to: raw)
  }

  func estimate(in range: TimeRange, of wave: PulseWave?) -> Estimate {
    guard let wave else { return .abstained(.windowTooShort) }
    switch FusionReading.read(range, of: wave) {
    case .failure(let silence): return .abstained(silence.reason)
    case .success(let reading):
      guard reading.confidence >= parameters.minimumConfidence else { return .abstained(.lowQuality) }
      return reading.estimate
    }
  }
}
