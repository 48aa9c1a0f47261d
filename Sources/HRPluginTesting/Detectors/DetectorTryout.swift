internal import HRPlugins
internal import HRSignals

/// Finds the promises that a detector breaks. Drives that several promises use are run once.
struct DetectorTryout: PluginTryout {
  let entry: DetectorEntry
  /// Detector with its defaults.
  let made: DetectorEntry.Made
  let expectations: DetectorExpectations
  private(set) var readings: [PulseChannels: Estimate] = [:]
  /// Estimates by sample rate, in ``FutureChanges/ranges``.
  private(set) var befores: [Double: [Estimate]] = [:]

  var excused: [DetectorPromise: String] { expectations.excused }

  mutating func violations(of promise: DetectorPromise) throws -> [String] {
    switch promise {
    case .takesItsDefaults: try defaults()
    case .abstainsWhereNothingMoves: stillness()
    case .abstainsOnAHandfulOfSamples: handfuls()
    case .isSoundOnRoughSignals: roughness()
    case .isSoundWithGaps: gaps()
    case .abstainsAfterAPulse: flatAfterPulse()
    case .looksAheadAsItSays: futures()
    case .doesWithoutOptionalChannels: optionalChannels()
    case .takesOptionalSamplesInBlocks: blocks()
    case .takesAnyLevelOfAccelerometers: accelerometerLevels()
    case .saysTheSameTwice: try twice()
    case .doesNotDependOnTheUnit: units()
    case .readsAWaveUpsideDownAlike: expectations.readsUpsideDown ? upsideDown() : []
    case .stretchesWithTime: stretching()
    case .knowsNoClock: clock()
    case .readsEachPartOfARecording: parts()
    case .declaresARange: ranges()
    case .keepsToItsRange: rangeEnds()
    case .livesWithTheEndsOfItsParameters: try corners()
    case .readsACleanPulse: cleanPulses()
    case .statesItsDelay: delays()
    }
  }

  // MARK: Drives

  /// The estimate over all of a recording.
  func estimate(_ channels: Channels) -> (Estimate, TimeRange) {
    let range = channels.timeRange ?? TimeRange(start: 0, end: 0)
    return (estimate(in: range, of: channels), range)
  }

  func estimate(in range: TimeRange, of channels: Channels) -> Estimate {
    entry.estimates(in: [range], of: channels, by: made)[0]
  }

  func pulse(seconds: Double = 20, noise: Double = 0.02) -> PulseChannels {
    PulseChannels(
      rate: entry.middleRate, sampleRate: entry.middleSampleRate, seconds: seconds, noise: noise)
  }

  /// The estimate over all of a pulse.
  mutating func reading(of pulse: PulseChannels) -> Estimate {
    if let known = readings[pulse] { return known }
    let start = pulse.startTime
    let estimate = estimate(
      in: TimeRange(start: start, end: start + pulse.seconds), of: pulse.channels(of: entry))
    readings[pulse] = estimate
    return estimate
  }

  private func defaults() throws -> [String] {
    _ = try entry.make(ParameterValues(entry.parameters.map { .init($0.name, $0.defaultValue) }))
    return violationsOfDefaults()
  }

  // MARK: Time

  private mutating func before(_ future: FutureChanges) -> [Estimate] {
    if let known = befores[future.sampleRate] { return known }
    let estimates = entry.estimates(in: FutureChanges.ranges, of: future.recording, by: made)
    befores[future.sampleRate] = estimates
    return estimates
  }

  private mutating func futures() -> [String] {
    var violations: [String] = []
    let isCausal = entry.causality == .causal
    let rates = isCausal ? entry.sampleRates(30, 125) : [125]
    for sampleRate in rates {
      let future = FutureChanges(entry, sampleRate)
      for (range, before) in zip(FutureChanges.ranges, before(future)) {
        // At the higher rate the later window represents both.
        if rates.count > 1, sampleRate == 125, range == FutureChanges.ranges.first { continue }
        for (index, other) in future.futures(from: range.end).enumerated()
        where estimate(in: range, of: other) != before {
          violations.append("future \(index) after \(range.end) s changes it at \(sampleRate) Hz")
        }
      }
    }
    if isCausal { return violations + optionalFutures() }
    return violations.isEmpty ? ["it says it looks ahead, and no future changes an estimate"] : []
  }

  /// The same test with optional channels that have other futures.
  private func optionalFutures() -> [String] {
    guard !entry.optionalInputs.isEmpty else { return [] }
    let future = FutureChanges(entry, entry.middleSampleRate, entry.inputs + entry.optionalInputs)
    let befores = entry.estimates(in: FutureChanges.ranges, of: future.recording, by: made)
    return zip(FutureChanges.ranges, befores).flatMap { range, before in
      future.futures(from: range.end).enumerated().compactMap { index, other in
        estimate(in: range, of: other) == before
          ? nil : "future \(index) of optional channels after \(range.end) s changes it"
      }
    }
  }

  private mutating func twice() throws -> [String] {
    let future = FutureChanges(entry, entry.sampleRates(125)[0])
    let again = entry.estimates(in: FutureChanges.ranges, of: future.recording, by: try entry.make())
    return again == before(future) ? [] : ["another estimate from the same samples"]
  }

  // MARK: Range

  private func ranges() -> [String] {
    ([ParameterValues()] + entry.parameters.corners).flatMap { values -> [String] in
      guard let made = try? entry.make(values) else { return [] }
      guard let range = made.rangeBPM else { return ["it declares none with \(values.words)"] }
      return (range.lowerBound >= 0 && range.upperBound > 0 ? [] : ["\(range) with \(values.words)"])
        + (range.upperBound.isFinite ? [] : ["no upper bound with \(values.words)"])
    }
  }

  /// Rates at both ends of the range and beyond, at which a peak between two bins falls outside.
  private func rates(about range: ClosedRange<Double>) -> [Double] {
    let high = min(range.upperBound, 300)
    return [0.97, 0.995, 1].map { max(2, range.lowerBound) * $0 } + [0.997, 1.004, 1.03].map { high * $0 }
  }

  private func rangeEnds() -> [String] {
    guard let range = made.rangeBPM else { return ["it declares none"] }
    return (rates(about: range) + [25, 480]).enumerated().flatMap { number, rate in
      faults(at: rate, entry.middleSampleRate, noise: number % 2 == 0 ? 0 : 0.3, made) { estimate, _ in
        rateFaults(estimate, of: made)
      }
    }
  }

  /// Faults of the estimates of a short and of a long window of one pulse.
  private func faults(
    at rate: Double, _ sampleRate: Double, noise: Double, _ made: DetectorEntry.Made,
    _ fault: (Estimate, TimeRange) -> [String]
  ) -> [String] {
    // Breaths are few, and their bins wide.
    let seconds = entry.measuresBreath ? 45.0 : 12
    let ranges = [TimeRange(start: 1, end: 5), TimeRange(start: 0, end: seconds)]
    let recording = PulseChannels(rate: rate, sampleRate: sampleRate, seconds: seconds, noise: noise)
    let estimates = entry.estimates(in: ranges, of: recording.channels(of: entry), by: made)
    return zip(estimates, ranges).flatMap(fault).map { "\($0) for a rate of \(rate) at \(sampleRate) Hz" }
  }

  private func corners() throws -> [String] {
    let seconds = TimeRange(start: 1, end: 11)
    let isECG = entry.inputs.contains(.ecg)
    let slow = PulseChannels(
      rate: entry.middleRate, sampleRate: isECG ? 250 : 20, seconds: 12, noise: 0.02
    ).channels(of: entry)
    return try violationsAtCorners { (values) throws(ParameterError) in
      let made = try entry.make(values)
      let slowly = faults(entry.estimates(in: [seconds], of: slow, by: made)[0], in: seconds, of: made)
      guard let range = made.rangeBPM else { return slowly }
      let rates = rates(about: range)
      let fast = entry.assumedSampleRate ?? (isECG ? 250 : 125)
      return slowly
        + faults(at: rates[1], entry.middleSampleRate, noise: 0, made) { estimate, _ in
          rateFaults(estimate, of: made)
        } + faults(at: rates[4], fast, noise: 0.3, made) { faults($0, in: $1, of: made) }
    }
  }

  /// Faults of an estimate's rate; a run refuses one outside the declared range.
  private func rateFaults(_ estimate: Estimate, of made: DetectorEntry.Made) -> [String] {
    guard let bpm = estimate.bpm else { return [] }
    guard bpm.isFinite && bpm > 0 else { return ["a rate of \(bpm)"] }
    guard let declared = made.rangeBPM,
      !RateLimits(declared: declared, measurand: .heartRate).contain(bpm)
    else { return [] }
    return ["a rate of \(bpm) outside \(declared)"]
  }

  /// Faults of an estimate, whatever the samples.
  func faults(_ estimate: Estimate, in range: TimeRange, of made: DetectorEntry.Made? = nil) -> [String] {
    let made = made ?? self.made
    var faults = rateFaults(estimate, of: made)
    if let confidence = estimate.confidence, !(0...1).contains(confidence) {
      faults.append("a confidence of \(confidence)")
    }
    let beats = estimate.beats
    if beats.contains(where: { !$0.isFinite }) { faults.append("a beat at no time") }
    if zip(beats, beats.dropFirst()).contains(where: { $0 >= $1 }) { faults.append("beats out of order") }
    // A streaming detector's beats are those it still remembers.
    var start = -Double.infinity
    if case .window = made { start = range.start - expectations.beatDelaySeconds - TimeRange.slack }
    if let first = beats.first, first < start { faults.append("a beat at \(first) before \(range.start)") }
    if let last = beats.last, last >= range.end { faults.append("a beat at \(last) after \(range.end)") }
    return faults
  }
}

/// A recording, and other futures of it.
struct FutureChanges {
  /// Ends of windows do and do not fall on a hop of those that have windows of their own.
  static let ranges = [TimeRange(start: 2, end: 14), TimeRange(start: 5.3, end: 20.7)]

  private static let futureSeconds = 3.3

  let sampleRate: Double
  let recording: Channels
  private let other: Channels

  /// - Parameter kinds: the channels; `nil`: the detector's inputs.
  init(_ entry: DetectorEntry, _ sampleRate: Double, _ kinds: [ChannelKind]? = nil) {
    self.sampleRate = sampleRate
    let kinds = kinds ?? entry.inputs
    let seconds = (Self.ranges.map(\.end).max() ?? 0) + Self.futureSeconds
    recording = PulseChannels(rate: entry.middleRate, sampleRate: sampleRate, seconds: seconds, noise: 0.05)
      .channels(kinds, of: entry)
    var pulse = PulseChannels(
      rate: entry.middleRate * 1.5, sampleRate: sampleRate, seconds: seconds, noise: 0.3)
    pulse.gain = 30
    other = pulse.channels(kinds, of: entry)
  }

  /// Futures from a given time on: nothing, another rate, a far greater level, no numbers.
  func futures(from end: Double) -> [Channels] {
    let past = recording.cut(to: TimeRange(start: 0, end: end))
    let rest = other.cut(to: TimeRange(start: end, end: end + Self.futureSeconds))
    func followed(by value: @escaping (Int) -> Double) -> Channels {
      past.followed(by: rest.mapValues { _, values in values.indices.map(value) })
    }
    return [
      past, past.followed(by: rest), followed { $0 % 2 == 0 ? 1e6 : 0 }, followed { _ in .nan },
    ]
  }
}
