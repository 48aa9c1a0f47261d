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
