internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The rate on a moving wrist, from pulse waves and, if there is one, an accelerometer; causal.
///
/// In short spectra the lines of the accelerometer are taken down (``WristFrames``). They give evidence for all rates
/// at once, and a belief in each rate runs forward from the recording's start (``RateBelief``). None is ever given up.
/// So a rate that was lost, or never found because exercise began with the first second, is found as soon as it is the
/// clearest. Only changes of a level count, so raw counts of a converter read as a wave about zero does. Single
/// outlying samples are removed from the pulse waves first (``FrameImpulses``). Each of up to four pulse waves counts by
/// how clearly it shows a rate (``WristSpectrum``). Without an accelerometer nothing is
/// taken down.
///
/// The reading of a window is the mean along the likeliest path over its frames of 8 s: in windows of 8 s the rate
/// about the middle, 4 s before the end. If beats of the first pulse wave along that path are alike and keep to its
/// rate (``BeatRow``), their rate is more exact and is given. The confidence is the probability that it is right within
/// 5 bpm (``WristConfidence``).
///
/// Light alone is read as by ``FusionDetector``, too (``FusionReading``), if no accelerometer shows movement or there is
/// none: the first pulse wave. That reading is given if its confidence is at least half that of the belief, or if it
/// found every second pulse small.
///
/// Abstains on fewer than 4 s since the start, on a constant signal, and below `minimumConfidence`.
///
/// - Note: Rates from 39 to 210 bpm. Where steps and pulse have the same rate for minutes, what is left of the spectrum
///   decides, and may be wrong.
struct WristFusionDetector: WaveDetector {
  struct Parameters: ParameterSet {
    var minimumConfidence = 0.045

    static let table: [Parameter<Self>] = [
      Parameter(
        "minimumConfidence", \.minimumConfidence, in: 0...1, "Readings less sure than this are held back.")
    ]
  }

  /// A recording's waves, and the belief that is made of them.
  struct Recording: Sendable {
    fileprivate let pulses: [Signal]
    fileprivate let axes: [Signal]
    private let made = Once<RateBelief?>()
    /// The pulses filtered, one element per pulse channel.
    let waves: [PulseWave?]
    let motion: BodyMotion
    /// Rate path of the first pulse wave alone; `nil` if there is movement all the time.
    let track: RidgeTrack?
    /// Time after a value of the pulse waves up to which it depends on values.
    let reachSeconds: Double

    /// The belief, made when a window first needs it; `nil` without a frame.
    var belief: RateBelief? {
      made.value {
        WristFrames(pulses: pulses, reachSeconds: reachSeconds, axes: axes).map { RateBelief($0) }
      }
    }

    /// Returns true if any pulse wave changes in a window.
    func changes(in range: TimeRange) -> Bool {
      waves.contains { $0.map { $0.changes(in: $0.indices(in: range)) } ?? false }
    }
  }

  static let info = PluginInfo(
    "fusion.wrist", version: 6,
    "Takes motion out of short spectra, keeps every rate alive, and follows the likeliest.",
    source: "hreval", tunedOn: .ofWristFusion)
  /// Four pulse waves at most.
  private static let pulseChannels = [ChannelKind.ppg, .ppg2, .furtherPulse(3), .furtherPulse(4)]
  static let optionalInputs = Array(pulseChannels.dropFirst()) + Cadence.axes
  static let extractors = CameraExtractor.preferred
  static let tracks = true
  static let chanceWithinBPM: Double? = FusionConfidence.withinBPM

  /// Limits below which beats are used: the variance of their likeness, the difference of their rate from the path's,
  /// and the mean square of the logarithm of interval over period.
  private static let beatNoise = 0.2
  private static let beatDisagreement = 0.06
  private static let beatSpread = 0.02
  private static let lastingFrames = 10
  /// Share of the confidence in the belief that light alone must have to be preferred to it in a still body.
  private static let leastLight = 0.5

  let parameters: Parameters

  var rangeBPM: ClosedRange<Double>? { WristFrames.bandHz.perMinute }

  func prepare(_ channels: Channels) -> Recording? {
    prepare(
      pulses: Self.pulseChannels.compactMap { FrameImpulses.wave(of: channels[$0]) }, beside: channels,
      motion: BodyMotion(channels) ?? BodyMotion())
  }

  /// - Parameters:
  ///   - pulses: waves without outlying samples (``FrameImpulses``).
  ///   - channels: those with the accelerometer, if there is one.
  ///   - motion: its movement.
  ///   - track: rate path of the first wave alone, if it was made already.
  func prepare(
    pulses: [Signal], beside channels: Channels, motion: BodyMotion, track known: RidgeTrack? = nil
  ) -> Recording? {
    guard let first = pulses.first, WristChain(rawRate: first.sampleRate) != nil else { return nil }
    let waves = pulses.map { PulseChain(rawRate: $0.sampleRate)?.apply(to: $0) }
    var track = known
    if track == nil, motion.isEverStill, case let wave?? = waves.first {
      track = RateFrames.fused(RateFrames.views(of: wave)).map { RidgeTrack($0) }
    }
    return Recording(
      pulses: pulses, axes: Cadence.axes.compactMap { channels[$0]?.uniform() }, waves: waves, motion: motion,
      track: track, reachSeconds: pulses.map { FrameImpulses.reachSeconds(atRate: $0.sampleRate) }.max() ?? 0)
  }

  func read(_ range: TimeRange, of recording: Recording) throws(Abstention) -> Estimate {
    let light = light(in: range, of: recording)
    if let light, light.isAlternate || light.confidence >= Self.leastLight { return estimate(light) }
    guard let belief = recording.belief, let frames = belief.frames.frames(in: range) else {
      throw .windowTooShort
    }
    guard recording.changes(in: range), frames.contains(where: { belief.frames.kept[$0] > 0 }) else {
      throw .flatSignal
    }
    let way = belief.way(over: frames)
    let rate = 60 * way.reduce(0, +) / Double(way.count)
    var confidence = confidence(of: way, over: frames, in: belief)
    if let light, light.hasSteps { confidence *= KeyFrameSteps.faith }
    if let light, light.confidence >= Self.leastLight * confidence { return estimate(light) }
    guard confidence >= parameters.minimumConfidence else { throw .lowQuality }
    let known = TimeRange(start: range.start, end: range.end - recording.reachSeconds)
    let beats = beats(
      of: recording, in: known, along: way, meaning: rate, over: frames.map { belief.frames.ends[$0] })
    var estimate = Estimate.bpm(beats?.bpm ?? rate, confidence: confidence)
    estimate.beats = beats?.times ?? []
    return estimate.within(WristFrames.bandHz.perMinute, else: .noPlausibleInterval)
  }

  private func estimate(_ light: FusionReading) -> Estimate {
    light.estimate(minimumConfidence: parameters.minimumConfidence)
      .within(WristFrames.bandHz.perMinute, else: .noPlausibleInterval)
  }

  /// Reading of light alone, if nothing moves.
  private func light(in range: TimeRange, of recording: Recording) -> FusionReading? {
    guard recording.motion.isStill(in: range), let track = recording.track,
      case let wave?? = recording.waves.first
    else { return nil }
    let known = TimeRange(start: range.start, end: range.end - recording.reachSeconds)
    return try? FusionReading.read(known, of: wave, track: track, isStill: true)
  }

  private func confidence(of way: [Double], over range: ClosedRange<Int>, in belief: RateBelief) -> Double {
    let frames = belief.frames
    var (evidence, kept) = (0.0, 0.0)
    for (frame, hertz) in zip(range, way) {
      let bin = min(
        max(Int(saturating: (hertz / frames.binHz).rounded()) - frames.lowest, 0), frames.width - 1)
      evidence += belief.evidence[frame * frames.width + bin]
      kept += frames.kept[frame]
    }
    let lasting = max(0, range.upperBound - Self.lastingFrames)...range.upperBound
    return WristConfidence(
      share: belief.shares[range.upperBound],
      lastingShare: belief.shares[lasting].reduce(0, +) / Double(lasting.count),
      deviationHz: belief.deviationHz(at: range.upperBound), evidence: evidence / Double(way.count),
      kept: kept / Double(way.count)
    ).probability
  }

  /// The window's beats along the path, if they are trusted.
  ///
  /// - Parameters:
  ///   - followed: the path's mean, per minute.
  ///   - ends: times at which its frames end.
  private func beats(
    of recording: Recording, in range: TimeRange, along way: [Double], meaning followed: Double,
    over ends: [Double]
  ) -> (bpm: Double, times: [Double])? {
    guard case let wave?? = recording.waves.first else { return nil }
    let indices = wave.indices(in: range)
    let rate = wave.chain.sampleRate
    guard Double(indices.count) >= FusionReading.leastSeconds * rate, let window = PulseWindow(wave, indices)
    else { return nil }
    let origin = wave.startTime + Double(indices.lowerBound) / rate
    let middles = ends.map { ($0 - WristFrames.frameSeconds / 2 - origin) * rate }
    guard let row = BeatRow(window, ridge: RateRidge(ratesHz: way, places: middles)) else { return nil }
    let times = row.beats.map { origin + $0 / rate }
    guard let bpm = FusionReading.bpm(of: times, in: range), row.noise < Self.beatNoise,
      abs(bpm / followed - 1) < Self.beatDisagreement, row.spread < Self.beatSpread
    else { return nil }
    return (bpm, times)
  }
}
