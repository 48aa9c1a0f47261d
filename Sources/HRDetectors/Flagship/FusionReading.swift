internal import HRPlugins
internal import HRSignals

/// Reading of one window: beats, the rate that follows from them, and its confidence.
struct FusionReading {
  static let leastSeconds = 4.0
  /// Rates that are followed. Beats may be closer or wider than the rate path, and then make no reading.
  static let rangeBPM = RateGrid.bandHz.perMinute
  /// Approximate delay of the pulse at the finger after the heart's beat. A reading is of the beats that the heart made
  /// inside the window, so pulses sooner than this after its start belong to beats before it.
  private static let delaySeconds = 0.38
  /// Number of intervals from which those of beats are estimated whose pulses come after the window's end.
  private static let recentIntervals = 8
  /// Limits above which the followed rate counts: the variance of the beats' likeness, and the relative difference of
  /// their rate from the followed one. If both are exceeded, beats were missed or made up.
  private static let beatNoise = 0.05
  private static let beatDisagreement = 0.08

  let bpm: Double
  /// Times of the beats, in seconds.
  let beats: [Double]
  let ridge: RateRidge
  /// Times of the ridge's places, in seconds.
  let ridgeTimes: [Double]
  /// The wave's usual level.
  let level: Double
  let confidence: Double

  /// - Parameters:
  ///   - minimumConfidence: a reading less sure is held back.
  ///   - faith: trust in light alone in this window, 0…1; the confidence is multiplied by it.
  func estimate(minimumConfidence: Double, faith: Double = 1) -> Estimate {
    guard confidence * faith >= minimumConfidence else { return .abstained(.lowQuality) }
    var estimate = Estimate.bpm(bpm, confidence: confidence * faith)
    estimate.beats = beats
    return estimate.within(Self.rangeBPM, else: .noPlausibleInterval)
  }

  /// - Parameters:
  ///   - wave: in which beats are sought.
  ///   - track: of the rate, perhaps of other waves of the recording too, on the same clock.
  ///   - usualAtMost: see ``PulseWindow``.
  static func read(
    _ range: TimeRange, of wave: PulseWave, track: RidgeTrack, usualAtMost: Double = .infinity
  ) throws(Abstention) -> FusionReading {
    let indices = wave.indices(in: range)
    let rate = wave.chain.sampleRate
    guard Double(indices.count) >= leastSeconds * rate else { throw .windowTooShort }
    guard let window = PulseWindow(wave, indices, usualAtMost: usualAtMost)
    else { throw .flatSignal }
    guard let way = track.way(in: indices, trust: window.trust) else { throw .windowTooShort }
    let ridge = way.ridge(from: indices.lowerBound)
    guard let row = BeatRow(window, ridge: ridge) else { throw .tooFewBeats }
    let origin = wave.startTime + Double(indices.lowerBound) / rate
    let beats = row.beats.map { origin + $0 / rate }
    guard let counted = bpm(of: beats, in: range) else { throw .tooFewBeats }
    let disagreement = abs(counted / 60 / ridge.meanHz - 1)
    let confidence = FusionConfidence(noise: row.noise, spread: row.spread, rival: row.rival)
    let missed = row.noise > beatNoise && disagreement > beatDisagreement
    return FusionReading(
      bpm: missed ? 60 * ridge.meanHz : counted, beats: beats, ridge: ridge,
      ridgeTimes: ridge.places.map { origin + $0 / rate }, level: window.usual,
      confidence: confidence.probability)
  }

  /// 60 over the mean interval of the heart's beats inside the window, as far as pulses show them.
  static func bpm(of beats: [Double], in range: TimeRange) -> Double? {
    let kept = beats.drop { $0 < range.start + delaySeconds }
    guard kept.count >= 3, let first = kept.first, let last = kept.last else { return nil }
    var (count, end) = (kept.count, last)
    let recent = kept.suffix(recentIntervals + 1)
    let interval = (last - (recent.first ?? first)) / Double(recent.count - 1)
    guard interval > 0 else { return nil }
    while end + interval <= range.end + delaySeconds {
      end += interval
      count += 1
    }
    return 60 * Double(count - 1) / (end - first)
  }
}
