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
  /// The same for clear beats.
  private static let clearIntervals = 2
  /// Limits above which the followed rate counts: the variance of the beats' likeness, and the relative difference of
  /// their rate from the followed one. If both are exceeded, beats were missed or made up.
  private static let beatNoise = 0.05
  private static let beatDisagreement = 0.08

  /// Time before the window over which beats count as its own, as long as the rate path differs by at most this share.
  private static let secondsOfSameRate = 20.0
  private static let sameRate = 0.15
  /// Range of change, relative to the rate at the window's start, over which the confidence falls to
  /// ``leastFaithInJump`` of it: what is no pulse has another rate in every window.
  private static let jumps = 0.3...0.5
  private static let leastFaithInJump = 0.5
  /// Factor on the confidence where every second pulse is small: a second wave of slow beats may look like it.
  private static let alternateFaith = 0.85
  /// Share of a window that a finger must cover; with less the confidence falls in proportion.
  private static let enoughCovered = 0.8

  let bpm: Double
  /// Times of the beats, in seconds.
  let beats: [Double]
  let ridge: RateRidge
  /// Times of the ridge's places, in seconds.
  let ridgeTimes: [Double]
  /// The wave's usual level.
  let level: Double
  let confidence: Double
  /// True if every second pulse is small (``AlternateBeats``).
  let isAlternate: Bool
  /// True if an encoder's steps are in the wave (``KeyFrameSteps``).
  let hasSteps: Bool

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
  ///   - isStill: true if no accelerometer shows movement: only then small pulses between the beats are believed.
  ///   - usualAtMost: see ``PulseWindow``.
  static func read(
    _ range: TimeRange, of wave: PulseWave, track: RidgeTrack, isStill: Bool, usualAtMost: Double = .infinity
  ) throws(Abstention) -> FusionReading {
    let all = wave.indices(in: range)
    let indices = wave.withFinger(in: all)
    let rate = wave.chain.sampleRate
    // What came before the finger is in the first spectrum after it.
    let least = indices == all ? leastSeconds : RateGrid.frameSeconds
    guard Double(indices.count) >= least * rate else { throw .windowTooShort }
    guard let window = PulseWindow(wave, indices, usualAtMost: usualAtMost)
    else { throw .flatSignal }
    guard let way = track.way(in: indices, trust: window.trust) else { throw .windowTooShort }
    let ridge = way.ridge(from: indices.lowerBound)
    guard let row = BeatRow(window, ridge: ridge) else { throw .tooFewBeats }
    let origin = wave.startTime + Double(indices.lowerBound) / rate
    let alternate = isStill ? AlternateBeats(window, row: row, perMinute: 60 * ridge.meanHz) : nil
    let beats = (alternate?.beats ?? row.beats).map { origin + $0 / rate }
    let covered =
      indices == all
      ? range
      : TimeRange(start: origin, end: wave.startTime + Double(indices.upperBound) / rate)
    let recent = row.noise < beatNoise ? clearIntervals : recentIntervals
    guard let counted = bpm(of: beats, in: covered, recentIntervals: recent) else { throw .tooFewBeats }
    let disagreement = abs(counted / 60 / ridge.meanHz - 1)
    let secondsBefore = track.secondsNear(
      ridge.meanHz, within: sameRate, before: indices, most: secondsOfSameRate)
    let confidence = FusionConfidence(
      noise: row.noise, spread: row.spread, rival: alternate == nil ? row.rival : 0,
      beats: (way.shown * covered.duration + secondsBefore) * counted / 60)
    let missed = alternate == nil && row.noise > beatNoise && disagreement > beatDisagreement
    let bpm = missed ? 60 * ridge.meanHz : counted
    let hasSteps = KeyFrameSteps.are(
      in: wave.frames(of: indices), frameRate: wave.chain.rawRate, perMinute: bpm)
    var faith = hasSteps ? KeyFrameSteps.faith : 1
    if alternate != nil { faith *= alternateFaith }
    faith *= min(1, covered.duration / range.duration / enoughCovered)
    if let before = track.rateHz(atStartOf: indices) {
      let change = abs(before / ridge.meanHz - 1)
      faith *= jumps.factor(fallingTo: leastFaithInJump, at: change)
    }
    return FusionReading(
      bpm: bpm, beats: beats, ridge: ridge,
      ridgeTimes: ridge.places.map { origin + $0 / rate }, level: window.usual,
      confidence: confidence.probability * faith, isAlternate: alternate != nil, hasSteps: hasSteps)
  }

  /// 60 over the mean interval of the heart's beats inside the window, as far as pulses show them.
  ///
  /// - Parameter recentIntervals: number of intervals from which those of beats are estimated whose pulses come after the
  ///   window's end.
  static func bpm(
    of beats: [Double], in range: TimeRange, recentIntervals: Int = recentIntervals
  ) -> Double? {
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
