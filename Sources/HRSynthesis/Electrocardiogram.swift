internal import HRSignals
internal import RealModule

/// One lead with P, Q, R, S and T waves as bell curves, R peaking at the beat.
///
/// Distances of P and T follow √RR (as QT does in H. C. Bazett, Heart 7:353, 1920); Q, R and S keep theirs. In
/// irregular rhythm P waves are kept: only the intervals are irregular. Shapes after P. E. McSharry et al., 2003.
struct Electrocardiogram {
  static let noiseMillivolts = 0.012

  let beats: Beats
  let subject: SyntheticSubject
  let source: SynthesisSource

  func millivolts(sampleRate: Double, count: Int) -> [Double] {
    var sum = GaussianSum(sampleRate: sampleRate, count: count)
    for (beat, stretch) in zip(beats.times, beats.stretches) {
      sum.add(centre: beat - 0.17 * stretch, width: 0.022, height: 0.12)
      sum.add(centre: beat - 0.032, width: 0.009, height: -0.12)
      sum.add(centre: beat, width: 0.011, height: 1)
      sum.add(centre: beat + 0.032, width: 0.010, height: -0.2)
      sum.add(centre: beat + 0.28 * stretch, width: 0.048 * stretch, height: subject.tWaveMillivolts)
    }
    var noise = source.stream("ecg noise")
    return sum.samples.enumerated().map { index, wave in
      wave + 0.06 * Double.sin(subject.breathing.phase(at: Double(index) / sampleRate))
        + Self.noiseMillivolts * noise.normal()
    }
  }
}
