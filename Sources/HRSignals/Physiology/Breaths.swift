internal import HRNumerics

/// Finds the breaths of a respiration signal (belt, impedance, airflow) by two independent rules.
///
/// Both use the signal between 0.05 and 1 Hz (3 to 60 breaths per minute; Butterworth, order 2, forward and
/// backward), give times in seconds on the signal's own clock, ascending, and need no unit. Samples that are not
/// finite are replaced by the last finite one before them. The result is empty for less than ten seconds, for a flat
/// line, and for a sample rate too low for the band.
public enum Breaths {
  private static let bandHz = 0.05...1.0
  private static let leastSeconds = 10.0
  private static let shareOfUpperQuartile = 0.2
  private static let hysteresisDeviations = 0.2

  /// Finds breaths by the counting rule of A. Schäfer and K. W. Kratky, Annals of Biomedical Engineering
  /// 36(3):476-485, 2008 ("count-orig"). It takes maxima above 0.2 of the upper quartile of all maxima's heights. Of
  /// two neighbours without a value below zero between them the higher one stays (the earlier of two equally high).
  ///
  /// The paper counts cycles between such maxima that hold exactly one minimum below zero. Here every maximum that is
  /// separated by a descent below zero is a breath, so that the rule also gives times. For an inverted signal it
  /// counts troughs.
  public static func counted(_ respiration: Signal) -> [Double] {
    guard let wave = banded(respiration) else { return [] }
    return counted(inBand: wave)
  }

  /// Finds breaths by the same rule in a signal already limited to the band.
  public static func counted(inBand wave: Signal) -> [Double] {
    let maxima = plateauMaxima(wave.samples)
    guard let quartile = percentile(maxima.map { wave.samples[$0] }, 75), quartile > 0 else { return [] }
    let threshold = shareOfUpperQuartile * quartile
    var breaths: [Int] = []
    for index in maxima where wave.samples[index] > threshold {
      guard let last = breaths.last, !(last..<index).contains(where: { wave.samples[$0] < 0 }) else {
        breaths.append(index)
        continue
      }
      if wave.samples[index] > wave.samples[last] { breaths[breaths.count - 1] = index }
    }
    return breaths.map { wave.time(at: $0) }
  }

  /// Finds the upward zero crossings of the wave between a value below −0.2 and one above 0.2 times its root mean
  /// square; times between two samples by linear interpolation.
  public static func crossings(_ respiration: Signal) -> [Double] {
    guard let wave = banded(respiration) else { return [] }
    let squares = wave.samples.reduce(0) { $0 + $1 * $1 }
    let margin = hysteresisDeviations * (squares / Double(wave.count)).squareRoot()
    var breaths: [Double] = []
    var isArmed = false
    var crossing: Double?
    for index in 1..<wave.count {
      let (before, now) = (wave.samples[index - 1], wave.samples[index])
      if before < -margin { isArmed = true }
      if before < 0, now >= 0 {
        crossing = wave.time(at: index - 1) - before / (now - before) / wave.sampleRate
      }
      guard isArmed, now > margin, let time = crossing else { continue }
      breaths.append(time)
      isArmed = false
      crossing = nil
    }
    return breaths
  }

  /// Returns the signal in the breathing band; `nil` if it is too short, flat, or sampled too slowly.
  public static func banded(_ respiration: Signal) -> Signal? {
    guard respiration.duration >= leastSeconds, respiration.sampleRate > 2.2 * bandHz.upperBound,
      let signal = RPeaks.conditioned(respiration),
      let sections = SecondOrderSections.butterworth(
        order: 2, band: .bandPass(bandHz), sampleRate: signal.sampleRate)
    else { return nil }
    return signal.replacing(sections.zeroPhase(removingMean(signal.samples)))
  }
}
