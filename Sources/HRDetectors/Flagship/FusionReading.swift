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
  /// Where the variance of the beats' likeness is above the one, and their rate differs from the followed one by a
  /// larger share than the other, beats were missed or made up, and the followed rate counts.
  private static let beatNoise = 0.05
  private static let beatDisagreement = 0.08

  let bpm: Double
  /// Seconds.
  let beats: [Double]
  let ridge: RateRidge
  /// Seconds of the ridge's places.
  let ridgeTimes: [Double]
  /// The wave's usual level.
  let level: Double
  let confidence: Double

  /// - Parameters:
  ///   - minimumConfidence: a reading less sure is held back.
  ///   - faith: how far light alone is believed in this window; the confidence is multiplied by it.
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
  ) -> Result<FusionReading, Silence> {
    let indices = wave.indices(in: range)
    let rate = wave.chain.sampleRate
    guard Double(indices.count) >= leastSeconds * rate else {
      return .failure(Silence(reason: .windowTooShort))
    }
    guard let window = PulseWindow(wave, indices, usualAtMost: usualAtMost) else {
      return .failure(Silence(reason: .flatSignal))
    }
    guard let way = track.way(in: indices, trust: window.trust) else {
      return .failure(Silence(reason: .windowTooShort))
    }
    let ridge = way.ridge(from: indices.lowerBound)
    guard let row = BeatRow(window, ridge: ridge) else { return .failure(Silence(reason: .tooFewBeats)) }
    let origin = wave.startTime + Double(indices.lowerBound) / rate
    let beats = row.beats.map { origin + $0 / rate }
    guard let counted = bpm(of: beats, in: range) else { return .failure(Silence(reason: .tooFewBeats)) }
    let disagreement = abs(counted / 60 / ridge.meanHz - 1)
    let confidence = FusionConfidence(noise: row.noise, spread: row.spread, rival: row.rival)
    let missed = row.noise > beatNoise && disagreement > beatDisagreement
    return .success(
      FusionReading(
        bpm: missed ? 60 * ridge.meanHz : counted, beats: beats, ridge: ridge,
        ridgeTimes: ridge.places.map { origin + $0 / rate }, level: window.usual,
        confidence: confidence.probability))
  }

  /// 60 over the mean interval of the heart's beats inside the window, as far as pulses tell.
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

extension Result<FusionReading, Silence> {
  /// What is said of the window; see ``FusionReading/estimate(minimumConfidence:faith:)``.
  func estimate(minimumConfidence: Double, faith: Double = 1) -> Estimate {
    switch self {
    case .failure(let silence): .abstained(silence.reason)
    case .success(let reading): reading.estimate(minimumConfidence: minimumConfidence, faith: faith)
    }
  }
}
