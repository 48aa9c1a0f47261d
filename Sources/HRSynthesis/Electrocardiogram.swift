internal import RealModule

/// An electrocardiogram of one lead with P, Q, R, S and T waves as bell curves, R peaking at the beat.
///
/// Distances of P and T follow √RR (as QT does in H. C. Bazett, Heart 7:353, 1920); Q, R and S keep theirs. In
/// irregular rhythm P waves are kept: only the intervals are irregular. Shapes after P. E. McSharry et al., 2003.
///
/// Beats from fibrillating atria have no P wave; the line between them shivers (a sine whose frequency, drawn from
/// 5…8 Hz, wanders a little, with half its second harmonic; 0.03…0.08 mV). Ventricular beats have no P wave, one broad
/// deflection of 1.2 mV (0.15 s between the points at a tenth of its height) that peaks at the beat, and a T wave on
/// the other side of the line. The numbers of both are our choice.
struct Electrocardiogram {
  static let noiseMillivolts = 0.012
  static let ventricularWidth = 0.035

  let beats: Beats
  let subject: SyntheticSubject
  let source: SynthesisSource

  func millivolts(sampleRate: Double, count: Int) -> [Double] {
    var waves = Self.waves(
      of: beats, tWaveMillivolts: subject.tWaveMillivolts, sampleRate: sampleRate, count: count)
    if beats.beats.contains(where: { $0.origin == .fibrillation }) { shiver(&waves, sampleRate) }
    var noise = source.stream("ecg noise")
    return waves.enumerated().map { index, wave in
      wave + 0.06 * Double.sin(subject.breathing.phase(at: Double(index) / sampleRate))
        + Self.noiseMillivolts * noise.normal()
    }
  }

  /// The waves of the beats alone.
  static func waves(
    of beats: Beats, tWaveMillivolts: Double, sampleRate: Double, count: Int
  ) -> [Double] {
    var sum = GaussianSum(sampleRate: sampleRate, count: count)
    for (beat, stretch) in zip(beats.beats, beats.stretches) {
      let time = beat.time
      let tWave = (centre: time + 0.28 * stretch, width: 0.048 * stretch)
      switch beat.origin {
      case .sinus, .fibrillation:
        if beat.origin == .sinus { sum.add(centre: time - 0.17 * stretch, width: 0.022, height: 0.12) }
        sum.add(centre: time - 0.032, width: 0.009, height: -0.12)
        sum.add(centre: time, width: 0.011, height: 1)
        sum.add(centre: time + 0.032, width: 0.010, height: -0.2)
        sum.add(centre: tWave.centre, width: tWave.width, height: tWaveMillivolts)
      case .ventricular:
        sum.add(centre: time, width: ventricularWidth, height: 1.2)
        sum.add(centre: tWave.centre, width: tWave.width, height: -1.2 * tWaveMillivolts)
      }
    }
    return sum.samples
  }

  private func shiver(_ waves: inout [Double], _ sampleRate: Double) {
    var traits = source.stream("fibrillation")
    let height = traits.uniform(in: 0.03...0.08)
    let hz = traits.uniform(in: 5...8)
    let wander = (hz: traits.uniform(in: 0.1...0.3), phase: 2 * Double.pi * traits.uniform())
    for index in waves.indices {
      let time = Double(index) / sampleRate
      let phase = 2 * .pi * hz * time + Double.sin(2 * .pi * wander.hz * time + wander.phase)
      waves[index] += height * (Double.sin(phase) + 0.5 * Double.sin(2 * phase))
    }
  }
}
