internal import RealModule
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
    var stretches = NoisyStretches(cleanSeconds: 0, noisySeconds: 0)
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
        "cleanSeconds", \.stretches.cleanSeconds, in: 0...86_400,
        "How long the beginning is clean, in seconds; longer than the recording is clean."),
      Parameter(
        "noisySeconds", \.stretches.noisySeconds, in: 0...86_400,
        "How long each noisy stretch and each further clean one is, in seconds; 0 is noisy from then on."),
      Parameter(
        "offset", \.offset, "Where the noise starts: at a point drawn per repeat, or at its beginning."),
    ]
    var conflicts: [String] {
      stretches.noisySeconds == 0 || stretches.noisySeconds >= 2
        ? [] : ["noisySeconds must be 0 or at least 2"]
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
    let share = parameters.offset == .random ? stream.uniform() : 0
    let loops = try trial.noise.enumerated().map { (number, signal) throws(ScenarioFailure) in
      guard let loop = NoiseLoop(signal, offsetShare: share) else {
        throw ScenarioFailure("is given noise whose channel \(number + 1) is flat")
      }
      return loop
    }
    let stress = NoiseStress(
      snrDecibels: parameters.snrDecibels, definition: parameters.definition,
      stretches: parameters.stretches)
    return try stress.mixing(into: channels) { (kind, channel, _) throws(ScenarioFailure) in
      let further = kind.isFurther ? (kind.pulseNumber ?? 2) - 2 : 0
      let number = (Self.touches.firstIndex(of: kind.ruling) ?? 0) + further
      let loop = loops[number % loops.count]
      return channel.times.map { loop.value(at: $0) }
    }
  }
}

/// A recording of noise about its mean, which starts anew when it is over.
///
/// Straight lines between samples, and over missing ones. At each new start the end of the recording fades out and its
/// beginning in, as raised cosines whose sum is 1, over a second or a tenth of the recording, whichever is shorter.
struct NoiseLoop {
  static let longestFadeSeconds = 1.0
  static let fadeShare = 0.1

  private let noise: Signal
  private let fadeSeconds: Double
  /// Time from one start to the next: the recording without the fade.
  private let period: Double
  private let offset: Double

  /// - Parameter offsetShare: share of a turn that is before time 0.
  /// - Returns: `nil` if the recording has no two samples that differ.
  init?(_ recorded: Signal, offsetShare: Double) {
    guard let bridged = PulsatileBand.bridged(recorded.samples), let extremes = bridged.finiteExtremes,
      extremes.low < extremes.high
    else { return nil }
    let mean = bridged.reduce(0, +) / Double(bridged.count)
    noise = Signal(samples: bridged.map { $0 - mean }, sampleRate: recorded.sampleRate)
    let seconds = Double(bridged.count - 1) / recorded.sampleRate
    fadeSeconds = min(Self.longestFadeSeconds, Self.fadeShare * seconds)
    period = seconds - fadeSeconds
    offset = offsetShare * period
  }

  func value(at time: Double) -> Double {
    let place = offset + time
    let turn = (place / period).rounded(.down)
    let since = place - turn * period
    // The first turn begins as recorded; each other takes over from the one before.
    guard turn != 0, since < fadeSeconds else { return noise.interpolated(at: since) }
    let share = 0.5 - 0.5 * Double.cos(.pi * since / fadeSeconds)
    return share * noise.interpolated(at: since) + (1 - share) * noise.interpolated(at: period + since)
  }
}
