internal import HRPlugins
internal import HRSignals

/// ``FusionDetector`` with a memory of the rate.
///
/// Every 5 s it reads the last `windowSeconds` as `fusion` does and keeps the rate path it found. The next reading
/// starts from there: at its first spectrum, the rate remembered for that time has evidence of its own, in a bell curve
/// of 0.15 Hz, 30 times the root of the remembered reading's confidence. So samples before the window still count when
/// the window is disturbed. The wave's usual level, above which motion is suspected, may grow by a tenth from one
/// reading to the next, so a burst that fills most of the window is still recognised. A wave that has grown throughout
/// the window is trusted. A window without a reading ends the memory.
///
/// With an accelerometer the confidence is less in movement that lasts over half of the window (``BodyMotion``): light
/// alone cannot distinguish an arm's swing from a pulse. Bursts are handled by the wave's level and the memory. Rates,
/// and the selection of those that are given, are those of light alone, but that small pulses between the beats are
/// believed only of a body that is still.
///
/// A reading at a given time is of the last `windowSeconds` before it; nothing later has been pushed. So it is late, and
/// its confidence falls where the mean rate of the last 10 s is another: from 5 bpm on, and to half at 8. Frames may
/// come at uneven times: they are interpolated linearly at the nominal rate. Frames not later than the one before are
/// left out.
struct FusionStreamDetector: StreamingDetector {
  struct Parameters: ParameterSet {
    var windowSeconds = 30.0
    var minimumConfidence = 0.02

    static let table: [Parameter<Self>] = [
      Parameter("windowSeconds", \.windowSeconds, in: 8...60, "How far back a reading looks."),
      Parameter(
        "minimumConfidence", \.minimumConfidence, in: 0...1,
        "Readings less sure than this, before movement counts, are held back."),
    ]
  }

  static let info = PluginInfo(
    "fusion.stream", version: 10, "fusion, read from the past only, remembering the way of the rate.",
    source: "hreval", tunedOn: .ofFusion)
  static let optionalInputs = Cadence.axes
  static let extractors = CameraExtractor.preferred
  static let tracks = true
  static let delaySeconds: Double? = 14.7
  static let chanceWithinBPM: Double? = FusionConfidence.withinBPM

  private static let stepSeconds = 5.0
  /// Kept before the window, for the filters to settle.
  private static let settlingSeconds = 3.0
  private static let priorWeight = 30.0
  private static let priorWidthHz = 0.15
  private static let levelGrowth = 1.1
  /// Number of the last spectra, and range of the difference of their mean rate from the reading, in bpm, over which the
  /// confidence falls to ``leastFaithInChange`` of it.
  private static let recentFrames = 10
  private static let changes = 5.0...8.0
  private static let leastFaithInChange = 0.5

  private let parameters: Parameters
  private var chain: PulseChain?
  private var rawRate = 0.0
  private var times: [Double] = []
  private var values: [Double] = []
  private var nextStep = -Double.infinity
  private var track: FusionTrack?
  private var motion = BodyMotion()

  init(parameters: Parameters) {
    self.parameters = parameters
  }

  var rangeBPM: ClosedRange<Double>? { FusionReading.rangeBPM }

  mutating func begin(sampleRate: Double) {
    self = FusionStreamDetector(parameters: parameters)
    rawRate = sampleRate
    chain = PulseChain(rawRate: sampleRate)
  }

  mutating func accelerationIsInAnyUnit() { motion = BodyMotion(isInG: false) }

  mutating func push(_ frame: Frame) {
    if let last = times.last, frame.time <= last { return }
    if frame.time >= nextStep {
      if times.isEmpty {
        nextStep = frame.time + Self.stepSeconds
      } else {
        follow(at: frame.time)
        nextStep += Self.stepSeconds * ((frame.time - nextStep) / Self.stepSeconds + 1).rounded(.down)
      }
    }
    times.append(frame.time)
    values.append(frame[0])
  }

  mutating func push(_ value: Double, of kind: ChannelKind, at time: Double) {
    motion.push(value, of: kind, at: time)
  }

  func reading(at time: Double) -> Estimate {
    guard let last = times.last, time - last < parameters.windowSeconds / 2 else {
      return .abstained(.noReading)
    }
    let size = motion.lastingSize(in: TimeRange(start: time - parameters.windowSeconds, end: time))
    var estimate = Estimate.unlessSilent { () throws(Abstention) in
      let reading = try read(at: time)
      return reading.estimate(minimumConfidence: parameters.minimumConfidence, faith: Self.faith(in: reading))
    }
    estimate.confidence = estimate.confidence.map { $0 * BodyMotion.faith(atLastingSize: size) }
    return estimate
  }

  /// Trust in a reading as the present rate.
  private static func faith(in reading: FusionReading) -> Double {
    let recent = reading.ridge.ratesHz.suffix(recentFrames)
    let late = abs(60 * recent.reduce(0, +) / Double(recent.count) - reading.bpm)
    return changes.factor(fallingTo: leastFaithInChange, at: late)
  }

  private mutating func follow(at time: Double) {
    track = (try? read(at: time)).map(FusionTrack.init)
    let kept = times.firstIndex(notBefore: time - parameters.windowSeconds - 2 * Self.settlingSeconds)
    times.removeFirst(kept)
    values.removeFirst(kept)
  }

  private func read(at time: Double) throws(Abstention) -> FusionReading {
    let start = time - parameters.windowSeconds
    let first = times.firstIndex(notBefore: start - Self.settlingSeconds)
    let series = Channel.irregular(TimeSeries(times: Array(times[first...]), values: Array(values[first...])))
    guard let chain,
      let raw = FrameImpulses.removed(from: series)?.uniform(at: rawRate),
      let wave = chain.apply(to: raw)
    else { throw .windowTooShort }
    let range = TimeRange(start: max(start, raw.startTime), end: time)
    guard let frames = RateFrames.fused(RateFrames.views(of: wave)) else { throw .windowTooShort }
    let prior = track.flatMap { track in
      frames.count > 0
        ? track.prior(
          at: wave.startTime + frames.middle(of: 0) / wave.chain.sampleRate, weight: Self.priorWeight,
          widthHz: Self.priorWidthHz)
        : nil
    }
    return try FusionReading.read(
      range, of: wave, track: RidgeTrack(frames, prior: prior),
      isStill: motion.isStill(in: TimeRange(start: start, end: time)),
      usualAtMost: track?.usualAtMost(growth: Self.levelGrowth) ?? .infinity)
  }
}

/// Rate path and level of the wave from a reading.
struct FusionTrack: Sendable {
  private let times: [Double]
  private let ratesHz: [Double]
  private let confidence: Double
  private let level: Double

  init(_ reading: FusionReading) {
    times = reading.ridgeTimes
    ratesHz = reading.ridge.ratesHz
    confidence = reading.confidence
    level = reading.level
  }

  /// Highest usual level that the next reading expects; a higher one is motion.
  func usualAtMost(growth: Double) -> Double { growth * level }

  /// Prior of the rate for the spectrum about a time.
  ///
  /// - Returns: `nil` where the track does not reach.
  func prior(at middle: Double, weight: Double, widthHz: Double) -> RatePrior? {
    guard let first = times.first, let last = times.last, first <= middle + 1, middle <= last + 1,
      let nearest = times.indices.min(by: { abs(times[$0] - middle) < abs(times[$1] - middle) })
    else { return nil }
    return RatePrior(rateHz: ratesHz[nearest], weight: weight * confidence.squareRoot(), widthHz: widthHz)
  }
}
