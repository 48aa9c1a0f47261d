internal import HRPlugins
internal import HRSignals

/// Mixes recorded noise into optical channels and the ECG.
///
/// The noise is the recording that the experiment names; its channels are assigned in turn: with n of them the k-th
/// kind of channel that can be touched (in the order of ``ChannelKind``, from 0, including kinds that the recording
/// does not have) gets number k mod n. It is interpolated linearly at the channel's times, freed of its mean and
/// started anew at its end (``NoiseLoop``). Channels share the starting point: the noise's beginning at time 0, or a
/// point drawn per repeat.
///
/// Severity: S / N in decibels, by one of two definitions, N always of the noise as mixed in, before clipping.
/// - `pulsatile`: S is the pulsatile power over the whole recording (``PulsatileBand``), of an ECG the variance of the
///   channel about its mean (divisor n); N is the variance of the noise over all samples of noisy stretches.
/// - `nst`: as WFDB's program of that name (``NoiseStress``).
///
/// `cleanSeconds` and `noisySeconds` make the noise come and go (``NoisyStretches``). Channels without a measurable
/// pulse (or QRS complex) stay as they are; camera channels are clipped.
struct RecordedNoiseScenario: Scenario {
  enum Offset: String, CaseIterable, Sendable {
    case random, start
  }

  struct Parameters: ParameterSet {
    var snrDecibels = 10.0
    var definition = StressDefinition.pulsatile
    var cleanSeconds = 0.0
    var noisySeconds = 0.0
    var offset = Offset.random

    static let table: [Parameter<Self>] = [
      Parameter(
        "snrDecibels", \.snrDecibels, in: -20...60,
        "Signal over noise where it is noisy, in dB; lower is worse."),
      Parameter(
        "definition", \.definition,
        "Pulsatile power (of an ECG: its variance) over the noise's variance, or as WFDB's nst measures both."
      ),
      Parameter(
        "cleanSeconds", \.cleanSeconds, in: 0...86_400,
        "How long the beginning is clean, in seconds; longer than the recording is clean."),
      Parameter(
        "noisySeconds", \.noisySeconds, in: 0...86_400,
        "How long each noisy stretch and each further clean one is, in seconds; 0 is noisy from then on."),
      Parameter(
        "offset", \.offset, "Where the noise starts: at a point drawn per repeat, or at its beginning."),
    ]
    var conflicts: [String] {
      noisySeconds == 0 || noisySeconds >= 2 ? [] : ["noisySeconds must be 0 or at least 2"]
    }
  }

  static let info = PluginInfo(
    "recordedNoise", version: 1, "Recorded noise on optical channels and the ECG.",
    source: "hreval; after nst, G. B. Moody, W. E. Muldrow and R. G. Mark, Comput. Cardiol. 11:381, 1984")

  static let touches = NoiseStress.touches
  static let needs = [ScenarioNeed.noise]

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels {
    guard !trial.noise.isEmpty else { throw ScenarioFailure("is given no noise") }
    var stream = trial.random.stream("noise offset")
    let drawn = stream.uniform()
    let share: Double
    switch parameters.offset {
    case .random: share = drawn
    case .start: share = 0
    }
    var loops: [NoiseLoop] = []
    for (number, signal) in trial.noise.enumerated() {
      guard let loop = NoiseLoop(signal, offsetShare: share) else {
        throw ScenarioFailure("is given noise whose channel \(number + 1) is flat")
      }
      loops.append(loop)
    }
    let stress = NoiseStress(
      snrDecibels: parameters.snrDecibels, definition: parameters.definition,
      stretches: NoisyStretches(
        cleanSeconds: parameters.cleanSeconds, noisySeconds: parameters.noisySeconds))
    return try stress.mixing(into: channels) { (kind, channel, _) throws(ScenarioFailure) in
      let further = kind.isFurther ? (kind.pulseNumber ?? 2) - 2 : 0
      let number = (Self.touches.firstIndex(of: kind.ruling) ?? 0) + further
      let loop = loops[number % loops.count]
      return channel.times.map { loop.value(at: $0) }
    }
  }
}
