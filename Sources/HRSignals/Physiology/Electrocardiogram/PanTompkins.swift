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

extension RPeaks {
  /// Finds beats by mean slope: P. S. Hamilton, "Open source ECG analysis", Computers in Cardiology 29:101-104, 2002.
  ///
  /// Band-pass 8–16 Hz, absolute derivative, mean over 0.08 s. A peak is a beat above n + 0.45(s − n), where s and n
  /// are the means of the last eight heights of beats and of other peaks; at half of that in a search back over a
  /// pause of 1.5 mean intervals. A peak within 0.36 s of a beat and below half its slope is its T wave.
  /// `BeatSearch` has the rules on time.
  public static func hamilton(_ ecg: Signal) -> [Double] {
    guard let signal = conditioned(ecg), let filtered = bandPassed(signal, 8, 16) else { return [] }
    var steepness = slope(filtered)
    for i in steepness.indices { steepness[i] = abs(steepness[i]) }
    let search = BeatSearch(
      feature: integrated(steepness, seconds: 0.08, signal.sampleRate),
      sampleRate: signal.sampleRate,
      searchBackIntervals: 1.5, floorShare: 0.1)
    return refined(search.beats(HamiltonLevels.self), in: signal)
  }
}

/// The last eight heights of beats and of other peaks, at first filled with the starting levels.
private struct HamiltonLevels: PeakLevels {
  private var signal: [Double]
  private var noise: [Double]

  init(signal: Double, noise: Double) {
    self.signal = Array(repeating: signal, count: 8)
    self.noise = Array(repeating: noise, count: 8)
  }

  var threshold: Double {
    let (s, n) = (signal.reduce(0, +) / 8, noise.reduce(0, +) / 8)
    return n + 0.45 * (s - n)
  }

  mutating func accept(_ height: Double, searchedBack: Bool) {
    signal.removeFirst()
    signal.append(height)
  }

  mutating func reject(_ height: Double) {
    noise.removeFirst()
    noise.append(height)
  }

  func isAfterwave(_ height: Double, secondsAfterBeat: Double, beatHeight: Double) -> Bool {
    secondsAfterBeat < 0.36 && height < 0.5 * beatHeight
  }
}
