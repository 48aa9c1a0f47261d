internal import HRNumerics

/// Finds the breaths of a respiration signal (belt, impedance, airflow) by two independent rules.
///
/// Both look at the signal between 0.05 and 1 Hz (3 to 60 breaths per minute; Butterworth, order 2, forward and
/// backward), give times in seconds on the signal's own clock, ascending, and need no unit. Samples that are not finite
/// are read as the last finite one before them. The result is empty for less than ten seconds, for a flat line, and for
/// a rate too low to hold the band.
public enum Breaths {
  private static let bandHz = 0.05...1.0
  private static let leastSeconds = 10.0
  private static let shareOfUpperQuartile = 0.2
  private static let hysteresisDeviations = 0.2

  /// The counting rule of A. Schäfer and K. W. Kratky, Annals of Biomedical Engineering 36(3):476-485, 2008
  /// ("count-orig"): maxima above 0.2 of the upper quartile of all maxima's heights; of two such neighbours that have
  /// no minimum below zero between them the higher stays (the earlier of two equally high).
  ///
  /// The paper counts cycles between such maxima that hold exactly one minimum below zero; here every maximum that a
  /// descent below zero sets apart is a breath, so that times come out as well. Upside down it counts troughs.
  public static func counted(_ respiration: Signal) -> [Double] {
    guard let wave = banded(respiration) else { return [] }
    return counted(inBand: wave)
  }

  /// The same for a wave that is in band already.
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

  /// Where the wave rises through zero after it was below −0.2 standard deviations and before it is above 0.2 of them;
  /// the place between two samples by linear interpolation.
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

  /// The signal in the band of breathing.
  public static func banded(_ respiration: Signal) -> Signal? {
    guard respiration.duration >= leastSeconds, respiration.sampleRate > 2.2 * bandHz.upperBound,
      let signal = RPeaks.conditioned(respiration),
      let sections = SecondOrderSections.butterworth(
        order: 2, band: .bandPass(bandHz.lowerBound, bandHz.upperBound), sampleRate: signal.sampleRate)
    else { return nil }
    return Signal(
      samples: sections.zeroPhase(removingMean(signal.samples)), sampleRate: signal.sampleRate,
      startTime: signal.startTime)
  }
}
