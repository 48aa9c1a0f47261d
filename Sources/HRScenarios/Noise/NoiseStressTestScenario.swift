internal import HRPlugins
internal import HRSignals

/// The protocol of the MIT-BIH Noise Stress Test Database, with synthetic noise.
///
/// The first `cleanSeconds` (counted from time 0) are left alone; then stretches of `noisySeconds` are noisy and clean
/// by turns (five and two minutes in the database). During noisy stretches the signal-to-noise ratio is `snrDecibels`
/// by the definition of WFDB's program `nst`, of an ECG from the height of its QRS complexes, of an optical channel
/// from its pulse (``NoiseStress``). The database goes from 24 dB down to −6 dB in steps of 6.
///
/// The noise is Gaussian (``ColouredNoise``) and only a substitute for the database's recordings bw, em and ma, which
/// `recordedNoise` can mix in. Of these it is known that drift below 0.05 Hz was taken out of them, that em holds much
/// baseline wander and muscle noise besides electrode motion, and that the spectrum of ma overlaps that of the ECG and
/// goes beyond it (`nstdb.txt`, `oldnstdb.txt` and `nst(1)` at PhysioNet).
/// - `baselineWander`: 1/f² from 0.05 to 1 Hz (wander is below 1 Hz, V. Atanasoski et al., IEEE Open J. Eng. Med.
///   Biol. 5:296, 2024; that it falls as 1/f² is our choice).
/// - `electrodeMotion`: 60 % of the power 1/f² from 1 to 10 Hz (the band: Atanasoski), 30 % as baseline wander, 10 % as
///   muscle artifact (shares and slope: our choice). The recording is intermittent and can resemble beats; this is
///   neither.
/// - `muscleArtifact`: white from 5 to 100 Hz (I. Christov et al., Med. Biol. Eng. Comput. 55(9), 2017, name 5 to 70 or
///   100 Hz; that it is white is our choice), at low sample rates from a quarter of the rate.
///
/// Bands that do not fit below half the sample rate are left out. Channels draw from streams of their own; camera
/// channels are clipped.
struct NoiseStressTestScenario: Scenario {
  enum Noise: String, CaseIterable, Sendable {
    case baselineWander, electrodeMotion, muscleArtifact

    func bands(sampleRate: Double) -> [ColouredNoise.Band] {
      switch self {
      case .baselineWander: [.init(edgesHz: 0.05...1, exponent: 2)]
      case .electrodeMotion:
        [
          .init(edgesHz: 1...10, exponent: 2, share: 0.6), .init(edgesHz: 0.05...1, exponent: 2, share: 0.3),
          .init(edgesHz: min(5, sampleRate / 4)...100, exponent: 0, share: 0.1),
        ]
      case .muscleArtifact: [.init(edgesHz: min(5, sampleRate / 4)...100, exponent: 0)]
      }
    }
  }

  struct Parameters: ParameterSet {
    var snrDecibels = 6.0
    var noise = Noise.electrodeMotion
    var stretches = NoisyStretches(cleanSeconds: 300, noisySeconds: 120)

    static let table: [Parameter<Self>] = [
      Parameter(
        "snrDecibels", \.snrDecibels, in: -20...60,
        "Signal over noise in noisy stretches, by the definition of WFDB's nst, in dB; lower is worse."),
      Parameter("noise", \.noise, "Which of the database's recordings of noise is imitated."),
      Parameter(
        "cleanSeconds", \.stretches.cleanSeconds, in: 0...86_400,
        "How long the beginning is clean, in seconds; longer than the recording is clean."),
      Parameter(
        "noisySeconds", \.stretches.noisySeconds, in: 2...86_400,
        "How long each noisy stretch and each further clean one is, in seconds."),
    ]
  }

  static let info = PluginInfo(
    "nstdb", version: 1, "The MIT-BIH noise stress test: clean, then noisy and clean by turns.",
    source:
      "G. B. Moody, W. E. Muldrow and R. G. Mark, Comput. Cardiol. 11:381, 1984; the noise is synthetic"
  )

  static let touches = NoiseStress.touches

  let parameters: Parameters

  func apply(to channels: Channels, in trial: ScenarioTrial) throws(ScenarioFailure) -> Channels {
    let stress = NoiseStress(
      snrDecibels: parameters.snrDecibels, definition: .nst, stretches: parameters.stretches)
    return try stress.mixing(into: channels) { (kind, channel, noisy) throws(ScenarioFailure) in
      ColouredNoise(
        bands: parameters.noise.bands(sampleRate: channel.nominalRate ?? 0), random: trial.random,
        name: "noise \(kind.rawValue)"
      ).values(on: channel, during: noisy)
    }
  }
}
