extension RPeaks {
  /// Finds beats by slope energy: J. Pan and W. J. Tompkins, IEEE Trans. Biomed. Eng. 32(3):230-236, 1985.
  ///
  /// Band-pass 5–15 Hz, derivative, square, mean over 0.12 s. A peak is a beat above NPKI + ¼(SPKI − NPKI), where SPKI
  /// and NPKI follow the heights of beats and other peaks by eighths; at half of that in a search back over a pause of
  /// 1.66 mean intervals (then SPKI follows by a quarter). `BeatSearch` has the rules on time.
  public static func panTompkins(_ ecg: Signal) -> [Double] {
    guard let signal = conditioned(ecg), let filtered = bandPassed(signal, 5, 15) else { return [] }
    var energy = slope(filtered)
    for i in energy.indices { energy[i] *= energy[i] }
    let search = BeatSearch(
      feature: integrated(energy, seconds: 0.12, signal.sampleRate), sampleRate: signal.sampleRate,
      searchBackIntervals: 1.66, floorShare: 0.01)
    return refined(search.beats(PanTompkinsLevels.self), in: signal)
  }
}

/// Running estimates of the heights of beats (SPKI) and of other peaks (NPKI).
private struct PanTompkinsLevels: PeakLevels {
  var signal: Double
  var noise: Double

  var threshold: Double { noise + 0.25 * (signal - noise) }

  mutating func accept(_ height: Double, searchedBack: Bool) {
    signal += (searchedBack ? 0.25 : 0.125) * (height - signal)
  }

  mutating func reject(_ height: Double) { noise += 0.125 * (height - noise) }

  func isAfterwave(_ height: Double, secondsAfterBeat: Double, beatHeight: Double) -> Bool { false }
}
