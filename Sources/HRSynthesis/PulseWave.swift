internal import RealModule

/// Blood volume under the sensor over time: pulses, and the slow changes beneath them.
///
/// The pulses are a ``PulseTrain``. Breathing changes their height (4…12 %) and the base line; heights also vary by 2 %
/// from beat to beat, follow the rhythm (``HeartBeat/pulse``) and are scaled by the ``Perfusion``.
struct PulseWave {
  static let beatVariation = 0.02
  /// Standard deviation of the sensor's noise, relative to a pulse height of about 1.
  static let sensorNoise = 0.005

  let beats: Beats
  let subject: SyntheticSubject
  let source: SynthesisSource
  private let pulses: PulseTrain
  private let breathBase: Double
  private let drift: (height: Double, hz: Double, phase: Double)

  init(
    beats: Beats, subject: SyntheticSubject, waveform: Waveform, perfusion: Perfusion, source: SynthesisSource
  ) {
    self.beats = beats
    self.subject = subject
    self.source = source
    var traits = source.stream("pulse")
    let breathHeight = traits.uniform(in: 0.04...0.12)
    breathBase = traits.uniform(in: 0.04...0.15)
    drift = (traits.uniform(in: 0.05...0.2), traits.uniform(in: 0.01...0.04), 2 * .pi * traits.uniform())
    let heights = beats.beats.map { beat in
      (1 + breathHeight * Double.sin(subject.breathing.phase(at: beat.time) + 0.7))
        * (1 + Self.beatVariation * traits.normal()) * beat.pulse * perfusion.factor
    }
    pulses = PulseTrain(
      beats: beats, heights: heights, transitSeconds: subject.transitSeconds, waveform: waveform,
      shape: subject.pulseShape)
  }

  /// Pulse, breathing and drift without noise; a pulse is about 1 high.
  func volume(sampleRate: Double, count: Int) -> [Double] {
    pulses.samples(sampleRate: sampleRate, count: count).enumerated().map { index, pulse in
      let time = Double(index) / sampleRate
      return pulse + breathBase * Double.sin(subject.breathing.phase(at: time) + 1.9)
        + drift.height * Double.sin(2 * .pi * drift.hz * time + drift.phase)
    }
  }

  /// Signal of a photoplethysmograph: a pulse about 0.25 high, more in lighter skin, with the sensor's noise.
  func sensor(sampleRate: Double, count: Int) -> [Double] {
    var noise = source.stream("ppg noise")
    let gain = 0.25 * subject.skinTone.perfusion
    return volume(sampleRate: sampleRate, count: count).map {
      0.4 + gain * $0 + 0.25 * Self.sensorNoise * noise.normal()
    }
  }
}

/// Strength of the pulse in the finger: a factor on its height, on top of the skin's own ``SkinTone/perfusion``.
///
/// The perfusion index is the pulsatile share of the light, in per cent. Oximeters show 0.02 to 20 %, and the median of
/// 108 healthy adults was 1.4 % (A. P. Lima, P. Beelen and J. Bakker, Crit. Care Med. 30:1210, 2002); at or below 0.4 %
/// many oximeters are said to be unreliable. Here the red light of a finger camera has 1.2 % in light, 0.96 % in medium
/// and 0.66 % in dark skin where perfusion is normal (``FingerCamera/pulsatileShare(_:)``); low takes these to 0.3…0.17
/// %, very low to 0.06…0.03 %. Green and blue have about four times as much. The two factors are our choice.
///
/// Only pulses are scaled. The effects of breathing and slow changes of tone on the base line are unchanged, so that a
/// weak pulse rides on a comparatively large wander, as in a cold finger.
package enum Perfusion: Equatable, Sendable {
  case normal, low, veryLow
  /// Any other factor; 0 leaves no pulse at all.
  case factor(Double)

  package static let allowedFactors = 0.0...10.0

  package init?(_ text: String) {
    if let named = [Self.normal, .low, .veryLow].first(where: { $0.name == text }) {
      self = named
    } else {
      guard let factor = Double(text), Self.allowedFactors.contains(factor) else { return nil }
      self = .factor(factor)
    }
  }

  package var factor: Double {
    switch self {
    case .normal: 1
    case .low: 0.25
    case .veryLow: 0.05
    case .factor(let factor): factor
    }
  }

  /// Name in the metadata.
  package var name: String {
    switch self {
    case .normal: "normal"
    case .low: "low"
    case .veryLow: "veryLow"
    case .factor(let factor): "\(factor)"
    }
  }
}
