internal import HRSignals

/// The shortcuts of fast multi-scale peak detection: fewer samples and fewer scales.
///
/// Of a wave sampled above the working rate (20 Hz), every ⌊rate / working rate⌋-th sample is used, without a low-pass
/// before. Scales that correspond to less than 30 beats per minute are left out: those k for which (⌈N/2⌉ − 1) / k over
/// the window's length is below 0.5 Hz. Peaks move to the largest sample of the full wave within 0.05 s; within 0.1 s
/// if the thinned rate is below 20 Hz, 0.2 s below 10 Hz.
struct FastMaxima {
  var windowSeconds: Double
  var workingHz: Double
  var leastBPM: Double

  func beats(in wave: Signal) -> [Double] {
    let step = max(1, Int(saturating: wave.sampleRate / workingHz))
    let thinnedRate = wave.sampleRate / Double(step)
    let tolerance = thinnedRate < 10 ? 0.2 : thinnedRate < 20 ? 0.1 : 0.05
    let maxima = MultiscaleMaxima(
      windowSeconds: windowSeconds, step: step, leastBPM: leastBPM, toleranceSeconds: tolerance)
    return maxima.beats(in: wave)
  }
}
