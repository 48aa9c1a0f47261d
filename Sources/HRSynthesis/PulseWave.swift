internal import HRSignals
internal import RealModule

/// Where and how wide the three bell curves of a pulse are, for an interval of 1 s; all times scale with √RR.
struct PulseShape: Equatable, Sendable {
  struct Bump: Equatable, Sendable {
    /// Seconds after the foot.
    let centre: Double
    let width: Double
    let height: Double
  }

  /// Seconds from the foot to the systolic peak, for an interval of 1 s.
  static let riseSeconds = 0.16

  let bumps: [Bump]

  init(_ traits: inout RandomStream) {
    let notch = traits.uniform(in: 0.36...0.43)
    bumps = [
      Bump(centre: Self.riseSeconds, width: 0.058, height: 1),
      Bump(centre: notch, width: traits.uniform(in: 0.055...0.08), height: traits.uniform(in: 0.12...0.4)),
      Bump(centre: notch + 0.17, width: 0.11, height: traits.uniform(in: 0.05...0.18)),
    ]
  }
}

/// Blood volume under the sensor over time: pulses, and the slow changes beneath them.
///
/// Each beat adds three bell curves (systolic wave, reflected wave, run-off) whose widths and distances follow √RR. The
/// systolic curve peaks `transitSeconds + 0.16 s · √(RR / 1 s)` after the R peak, RR being the interval that the beat
/// begins. Breathing changes the height (4…12 %) and the base line; heights also vary by 2 % from beat to beat. Sums of
/// bell curves: Q. Tang et al., Scientific Reports 10:13883, 2020 (two curves there, a third for the run-off here).
struct PulseWave {
  static let beatVariation = 0.02
  /// Of the sensor, relative to a pulse height of about 1.
  static let sensorNoise = 0.005

  let beats: Beats
  let subject: SyntheticSubject
  let source: SynthesisSource
  private let heights: [Double]
  private let breathBase: Double
  private let drift: (height: Double, hz: Double, phase: Double)

  init(beats: Beats, subject: SyntheticSubject, source: SynthesisSource) {
    self.beats = beats
    self.subject = subject
    self.source = source
    var traits = source.stream("pulse")
    let breathHeight = traits.uniform(in: 0.04...0.12)
    breathBase = traits.uniform(in: 0.04...0.15)
    drift = (traits.uniform(in: 0.05...0.2), traits.uniform(in: 0.01...0.04), 2 * .pi * traits.uniform())
    heights = beats.times.map { beat in
      (1 + breathHeight * Double.sin(subject.breathing.phase(at: beat) + 0.7))
        * (1 + Self.beatVariation * traits.normal())
    }
  }

  /// Pulse, breathing and drift without noise; a pulse is about 1 high.
  func volume(sampleRate: Double, count: Int) -> [Double] {
    var sum = GaussianSum(sampleRate: sampleRate, count: count)
    for (index, beat) in beats.times.enumerated() {
      let stretch = beats.stretches[index]
      for bump in subject.pulseShape.bumps {
        sum.add(
          centre: beat + subject.transitSeconds + bump.centre * stretch, width: bump.width * stretch,
          height: bump.height * heights[index])
      }
    }
    return sum.samples.enumerated().map { index, pulse in
      let time = Double(index) / sampleRate
      return pulse + breathBase * Double.sin(subject.breathing.phase(at: time) + 1.9)
        + drift.height * Double.sin(2 * .pi * drift.hz * time + drift.phase)
    }
  }

  /// What a photoplethysmograph shows: a pulse about 0.25 high, more in lighter skin, with the sensor's noise.
  func sensor(sampleRate: Double, count: Int) -> [Double] {
    var noise = source.stream("ppg noise")
    let gain = 0.25 * subject.skinTone.perfusion
    return volume(sampleRate: sampleRate, count: count).map {
      0.4 + gain * $0 + 0.25 * Self.sensorNoise * noise.normal()
    }
  }
}
