internal import HRPlugins
internal import HRSignals

/// What one window says: beats, the rate that follows from them, and how sure it is.
struct FusionReading {
  static let leastSeconds = 4.0
  /// Where the rate is followed. Beats may stand closer or wider than the way of the rate, and then make no reading.
  static let rangeBPM = RateGrid.bandHz.perMinute
  /// How long after the heart's beat its pulse stands at the finger, about: a reading is of the beats the heart made
  /// inside the window, so pulses that came sooner after its start belong to beats before it.
  private static let delaySeconds = 0.38
  /// Intervals that stand for those of beats whose pulses come after the window's end.
  private static let recentIntervals = 8

  let bpm: Double
  /// Seconds.
  let beats: [Double]
  let ridge: RateRidge
  /// Seconds of the ridge's places.
  let ridgeTimes: [Double]
  /// The wave's usual level.
  let level: Double
  let confidence: Double

  var estimate: Estimate {
    var estimate = Estimate.bpm(bpm, confidence: confidence)
    estimate.beats = beats
    return estimate.within(Self.rangeBPM, else: .noPlausibleInterval)
  }

  static func read(
    _ range: TimeRange, of wave: PulseWave, prior: RatePrior? = nil, usualAtMost: Double = .infinity
  ) -> Result<FusionReading, Silence> {
    let indices = wave.indices(in: range)
    let rate = wave.chain.sampleRate
    guard Double(indices.count) >= leastSeconds * rate else {
      return .failure(Silence(reason: .windowTooShort))
    }
    guard let window = PulseWindow(wave, indices, usualAtMost: usualAtMost) else {
      return .failure(Silence(reason: .flatSignal))
    }
    guard let ridge = RateRidge(window, prior: prior) else {
      return .failure(Silence(reason: .windowTooShort))
    }
    guard let row = BeatRow(window, ridge: ridge) else { return .failure(Silence(reason: .tooFewBeats)) }
    let start = wave.startTime + Double(indices.lowerBound) / rate
    let beats = row.beats.map { start + $0 / rate }
    guard let bpm = bpm(of: beats, in: range) else { return .failure(Silence(reason: .tooFewBeats)) }
    let confidence = FusionConfidence.probability(
      noise: row.noise, spread: row.spread, disagreement: abs(bpm / 60 / ridge.meanHz - 1),
      unrestHz: ridge.unrestHz)
    return .success(
      FusionReading(
        bpm: bpm, beats: beats, ridge: ridge, ridgeTimes: ridge.places.map { start + $0 / rate },
        level: window.usual, confidence: confidence))
  }

  /// 60 over the mean interval of the heart's beats inside the window, as far as pulses tell.
  private static func bpm(of beats: [Double], in range: TimeRange) -> Double? {
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
