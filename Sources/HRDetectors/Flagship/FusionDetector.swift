internal import HRPlugins
internal import HRSignals

/// Follows the rate through short spectra, finds the likeliest sequence of beats along its path, and takes the rate
/// from the beats.
///
/// A beat counter is right to a tenth of a beat per minute until noise hides single beats; a spectrum holds out longer
/// but blurs a rate that moves. Here the spectra only give the rate path (``RidgeTrack``). The beats are searched along
/// that path as one sequence (``BeatRow``, ``BeatPath``), and times of motion are trusted less in both
/// (``PulseWindow``). README.md beside this file explains each step, names the recordings that its constants were tuned
/// on, and gives the figures.
///
/// Of a camera's recording it reads all colours and the differences of their logarithms (``CameraWaves``). Each that
/// has light contributes to the rate path in proportion to its clearness (``RateFrames/shares(ofPeaks:)``), and beats are
/// searched in the wave with the most evidence for the path. This applies to the red channel as it was recorded, which is
/// the default input. A recording with a pulse wave of its own, or an extractor that an experiment names, is read alone.
///
/// The rate path begins with the recording and runs forward only; a lost one is left when another has more evidence.
/// The rate is 60 over the mean interval of the heart's beats inside the window, as far as pulses show them
/// (``FusionReading``). Beats are the times of the pulses' peaks, or of their troughs if those are the sharper side.
/// Turning the signal upside down changes nothing.
///
/// The confidence is the probability that it is right within 5 bpm (``FusionConfidence``), less in lasting movement
/// (``BodyMotion``), because light alone cannot distinguish an arm's swing from a pulse. In strong movement, and in
/// weaker lasting movement, the reading of ``WristFusionDetector`` replaces it if that is the surer one (in weaker
/// movement not if it is twice or three times that of light). Movement in an unknown unit counts as such weaker
/// movement, with the least confidence in light.
///
/// Abstains on a constant signal, on a camera whose colours are all dark, on fewer than 4 s (6 s after a finger came or
/// before it went), on fewer than three beats, on a rate of these below 36 or above 210 bpm, below `minimumConfidence`,
/// and in movement below `minimumConfidenceInMovement`.
///
/// - Note: `prepare` thins the whole recording to 25…50 samples a second and filters it forward in time.
/// - Note: Rates are sought from 36 to 210 bpm. Steady motion that no accelerometer shows passes for the pulse.
struct FusionDetector: WaveDetector {
  struct Parameters: ParameterSet {
    var minimumConfidence = 0.02
    var minimumConfidenceInMovement = 0.08

    static let table: [Parameter<Self>] = [
      Parameter(
        "minimumConfidence", \.minimumConfidence, in: 0...1, "Readings less sure than this are held back."),
      Parameter(
        "minimumConfidenceInMovement", \.minimumConfidenceInMovement, in: 0...1,
        "The same where the accelerometer shows movement, if it is the higher one."),
    ]
  }

  /// A recording's waves and the rate path through all of them.
  struct Recording: Sendable {
    let waves: [PulseWave]
    /// Frames of each wave, one element per weighting of the grid.
    let views: [[RateFrames]]
    let track: RidgeTrack
    let motion: BodyMotion
    /// Reading of pulse wave and accelerometer together; `nil` if there is no movement that needs it.
    let wrist: WristFusionDetector.Recording?
    /// Time after a value of the waves up to which it depends on values.
    let reachSeconds: Double
  }

  static let info = PluginInfo(
    "fusion", version: 9, "Follows the rate through short spectra and lays the likeliest beats along it.",
    source: "hreval", tunedOn: .ofFusion)
  static let optionalInputs = [ChannelKind.red, .green, .blue] + Cadence.axes
  static let tracks = true
  static let chanceWithinBPM: Double? = FusionConfidence.withinBPM

  /// Half-width of the bands about two and three times a rate, as a share of it, within which a rate is an overtone.
  private static let overtoneWidth = 0.1

  let parameters: Parameters
  let timeBase = TimeBase.asRecorded

  var rangeBPM: ClosedRange<Double>? { FusionReading.rangeBPM }

  func prepare(_ channels: Channels) -> Recording? {
    let camera = channels[.ppg] == channels[.red] ? CameraWaves(channels) : nil
    let raw =
      camera.map { $0.colours + $0.differences }
      ?? [FrameImpulses.wave(of: channels[.ppg])].compactMap { $0 }
    guard let first = raw.first, first.count > 0, let chain = PulseChain(rawRate: first.sampleRate) else {
      return nil
    }
    let waves = raw.compactMap { chain.apply(to: $0) }
    var views = waves.map { RateFrames.views(of: $0) }
    if let camera {
      let (ends, length) = (views[0][0].ends, views[0][0].length)
      let lit = camera.lit(ends: ends.map { $0 * chain.factor }, length: length * chain.factor)
      for number in views.indices {
        for view in views[number].indices { views[number][view].keep(where: lit[number]) }
      }
    }
    guard let fused = RateFrames.fused(views.flatMap(\.self)) else { return nil }
    let motion = BodyMotion(channels) ?? BodyMotion()
    let track = RidgeTrack(fused)
    let moving =
      motion.isEverThere
      ? wrist.prepare(
        pulses: [first], beside: channels, motion: motion, track: camera == nil ? track : nil) : nil
    return Recording(
      waves: waves, views: views, track: track, motion: motion, wrist: moving,
      reachSeconds: FrameImpulses.reachSeconds(atRate: first.sampleRate))
  }

  func read(_ range: TimeRange, of recording: Recording) -> Estimate {
    let known = TimeRange(start: range.start, end: range.end - recording.reachSeconds)
    let motion = recording.motion
    let reading = Result { () throws(Abstention) in
      try self.reading(in: known, of: recording, isStill: motion.isStill(in: range))
    }
    func light(_ faith: Double, atLeast confidence: Double) -> Estimate {
      .unlessSilent { () throws(Abstention) in
        try reading.get().estimate(minimumConfidence: confidence, faith: faith)
      }
    }
    guard let moving = recording.wrist else { return light(1, atLeast: parameters.minimumConfidence) }
    let lastingSize = motion.lastingSize(in: range)
    let faith = BodyMotion.faith(atLastingSize: lastingSize)
    let strong = BodyMotion.weightOfLight(atSize: motion.size(in: range))
    let lasting = BodyMotion.weightOfLight(atLastingSize: lastingSize)
    guard min(strong, lasting) < 1 else { return light(faith, atLeast: parameters.minimumConfidence) }
    let least = max(parameters.minimumConfidence, parameters.minimumConfidenceInMovement)
    let both = wrist.estimate(in: range, of: moving)
    let seen = try? reading.get()
    let weight = Self.isOvertone(both.bpm, of: seen?.bpm) ? strong : min(strong, lasting)
    let chosen =
      (both.confidence ?? 0) > weight * (seen?.confidence ?? 0) ? both : light(faith, atLeast: least)
    return (chosen.confidence ?? 1) < least ? .abstained(.lowQuality) : chosen
  }

  /// Returns true if a rate is twice or three times another. If steps and pulse have one rate, its line is taken down
  /// with the steps', and the pulse's overtones remain.
  static func isOvertone(_ rate: Double?, of other: Double?) -> Bool {
    guard let rate, let other else { return false }
    return abs(rate / other - 2) < overtoneWidth || abs(rate / other - 3) < overtoneWidth
  }

  private var wrist: WristFusionDetector {
    WristFusionDetector(parameters: .init(minimumConfidence: parameters.minimumConfidence))
  }

  private func reading(
    in range: TimeRange, of recording: Recording, isStill: Bool
  ) throws(Abstention) -> FusionReading {
    func read(_ wave: Int) throws(Abstention) -> FusionReading {
      try FusionReading.read(range, of: recording.waves[wave], track: recording.track, isStill: isStill)
    }
    guard recording.waves.count > 1 else { return try read(0) }
    let indices = recording.waves[0].indices(in: range)
    guard Double(indices.count) >= FusionReading.leastSeconds * recording.waves[0].chain.sampleRate,
      let way = recording.track.way(in: indices, trust: [Double](repeating: 1, count: indices.count))
    else { throw .windowTooShort }
    let totals = recording.views.map { $0.reduce(0) { $0 + way.total(in: $1) } }
    // Frames without any weight are dark, in all colours, or still.
    guard recording.views.joined().contains(where: { $0.hasWeight(in: way.range) }) else { throw .flatSignal }
    // A dark colour may be the best of poor ones and yet be constant.
    let order = totals.indices.sorted { totals[$0] > totals[$1] || (totals[$0] == totals[$1] && $0 < $1) }
    for number in order.dropLast() {
      do {
        return try read(number)
      } catch {
        guard error == .flatSignal else { throw error }
      }
    }
    return try read(order[order.count - 1])
  }
}
