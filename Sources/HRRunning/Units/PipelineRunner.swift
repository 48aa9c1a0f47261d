internal import HRPlugins
internal import HRSignals

/// Runs detectors over the windows of one (corrupted) recording.
///
/// Extracted and filtered signals, and the estimates of detectors on which others are based, are made once and
/// shared.
struct PipelineRunner {
  private let windows: [TimeRange]
  private let mode: MeasurementMode
  private let collectsBeats: Bool
  private let measurand: Measurand
  private let programs: ProgramHost?
  private let unsampled: Set<TimeRange>
  private var feed: SignalFeed
  private var qualities: [String: [Double?]] = [:]
  private var known: [FedDetector: [Estimate]] = [:]

  /// A detector, its parameters, and the signal it is fed with.
  private struct FedDetector: Hashable {
    let feed: String
    let identity: DetectorIdentity
  }

  /// - Parameters:
  ///   - start: samples before it are shown to no detector; `nil`: all are shown.
  ///   - collectsBeats: false if there are no reference beats to compare with.
  ///   - unsampled: windows about which no detector is asked, since too little of them has samples.
  ///   - programs: the host of programs in other languages; `nil`: there are none.
  init(
    channels: Channels, from start: Double? = nil, windows: [TimeRange], mode: MeasurementMode,
    collectsBeats: Bool, measurand: Measurand, unsampled: Set<TimeRange> = [], programs: ProgramHost? = nil
  ) {
    self.unsampled = unsampled
    feed = SignalFeed(channels, from: start, programs: programs)
    self.programs = programs
    self.windows = windows
    self.mode = mode
    self.collectsBeats = collectsBeats
    self.measurand = measurand
  }

  /// - Parameter trace: the file of this trial, if the pipeline reads a recorded wave.
  mutating func output(of pipeline: Pipeline, trace: RecordedFile? = nil) -> DetectorOutput {
    let output = unjudged(pipeline, trace: trace)
    guard !pipeline.demand.isEmpty else { return output }
    let demand = pipeline.demand
    var accepted = [Bool](repeating: true, count: windows.count)
    for rule in demand.acceptWhen {
      switch rule {
      case .index(let quality, let least, let most):
        for (index, value) in values(of: quality, trace: trace).enumerated()
        where !AcceptanceRule.accepts(value, atLeast: least, atMost: most) {
          accepted[index] = false
        }
      case .word(let word, let wanted):
        for (index, cell) in output.estimates.cells.enumerated()
        where !(cell.said(word).map(wanted.contains) ?? false) {
          accepted[index] = false
        }
      }
    }
    let confidences = demand.confidenceFrom.map { quality in
      values(of: quality, trace: trace).map { $0.map(quality.confidence) }
    }
    return output.judged(accepted: accepted, confidences: confidences)
  }

  private mutating func unjudged(_ pipeline: Pipeline, trace: RecordedFile?) -> DetectorOutput {
    let fed = feed.channels(for: pipeline, trace: trace)
    switch fed.channels {
    case .failure(.unusable(let reason)):
      return DetectorOutput(failed: reason, count: windows.count)
    case .failure(.silent(let reason)):
      return output(
        windows.map { _ in .abstained(reason) }, within: RateLimits(declared: nil, measurand: measurand))
    case .success(let input):
      let driver = DetectorDriver(input, windows: windows, unsampled: unsampled)
      let limits = RateLimits(declared: pipeline.detector.rangeBPM, measurand: measurand)
      switch pipeline.detector {
      case .program(let plugin):
        return output(of: plugin, shown: input, by: driver, inputs: pipeline.inputs, within: limits)
      case .plugin(.streaming(let detector)):
        do throws(DetectorDriver.Refusal) {
          let drive = try driver.drive(
            detector, inputs: pipeline.inputs, optionalInputs: pipeline.optionalInputs, limits: limits)
          var output = output(drive.estimates, within: limits, view: .lookingBack)
          output.estimates.firstReading = drive.firstReading
          return output
        } catch {
          return DetectorOutput(failed: error.reason, count: windows.count)
        }
      case .plugin(.window(let detector)):
        let identity = DetectorIdentity(definition: pipeline.info.definition, parameters: pipeline.parameters)
        let estimates = estimates(
          of: detector, identity: identity, inputs: pipeline.inputs, by: driver, feed: fed.key)
        var output = output(estimates, within: limits)
        output.estimates.firstReading = driver.firstReading(of: detector)
        return output
      }
    }
  }

  // MARK: Quality

  /// Values of a quality index, one per window, of the extractor's wave or of the recorded one, before any filter.
  ///
  /// - Returns: only `nil` if the recording has the channels of no extractor, or if there is no recorded wave.
  mutating func values(of quality: QualityPlan, trace: RecordedFile? = nil) -> [Double?] {
    guard let wave = feed.wave(among: quality.extractors, trace: trace) else {
      return windows.map { _ in nil }
    }
    let key = "\(wave.key)|\(quality.identity)"
    if let known = qualities[key] { return known }
    let signal = wave.channels[.ppg]?.uniform()
    let values = windows.map { range -> Double? in
      guard let value = signal.flatMap({ quality.index.value(of: $0.cut(to: range)) }) else { return nil }
      return value.isFinite ? value : nil
    }
    qualities[key] = values
    return values
  }

  // MARK: Detectors

  private func output(
    _ estimates: [Estimate], within limits: RateLimits, view: BeatView = .central
  ) -> DetectorOutput {
    let column = EstimateColumn(estimates, within: limits)
    guard collectsBeats else { return DetectorOutput(column, nil) }
    var stitcher = BeatStitcher(windows: windows, view: view)
    for (index, estimate) in estimates.enumerated() where column.reasonNumber(index) == 0 {
      stitcher.add(estimate.beats, ofWindow: index)
    }
    return DetectorOutput(column, stitcher.train)
  }

  private mutating func estimates(
    of detector: any WindowDetector, identity: DetectorIdentity, inputs: [ChannelKind],
    by driver: DetectorDriver, feed: String
  ) -> [Estimate] {
    let key = FedDetector(feed: feed, identity: identity)
    if let estimates = known[key] { return estimates }
    let made = driver.estimates(of: detector, inputs: inputs) { component in
      estimates(
        of: component.detector, identity: component.identity, inputs: component.inputs, by: driver, feed: feed
      )
    }
    known[key] = made
    return made
  }

  // MARK: Programs

  /// Largest number of different reasons of a program that are kept. A program needs few; more are remarks.
  private static let mostReasons = 40

  private func output(
    of plugin: ProgramPlugin, shown channels: Channels, by driver: DetectorDriver, inputs: [ChannelKind],
    within limits: RateLimits
  ) -> DetectorOutput {
    guard let programs else {
      return DetectorOutput(failed: "programs are not started here", count: windows.count)
    }
    let replies = programs.replies(in: windows, objects: driver.objection(inputs), of: channels, by: plugin)
    var column = EstimateColumn()
    var stitcher = BeatStitcher(
      windows: windows, view: plugin.description.sees == .stream ? .lookingBack : .central)
    var reasons: Set<String> = []
    func known(_ reason: String) -> Bool {
      reasons.count < Self.mostReasons
        ? {
          reasons.insert(reason); return true
        }() : reasons.contains(reason)
    }
    func add(_ outcome: WindowOutcome) {
      column.append(bpm: nil, outcome: outcome, confidence: nil, quality: nil, motion: nil)
    }
    for (index, reply) in replies.enumerated() {
      switch reply {
      case .estimate(let estimate):
        column.append(estimate, within: limits)
        if column.reasonNumber(index) == 0 { stitcher.add(estimate.beats, ofWindow: index) }
      case .declined(let word):
        let told = known(word) ? word : "one of many reasons"
        add(Abstention(rawValue: told).map { .abstained($0) } ?? .declined(told))
      case .failed(let reason):
        add(.failed(known(reason) ? reason : "the program failed for one of many reasons"))
      }
    }
    return DetectorOutput(column, collectsBeats ? stitcher.train : nil)
  }

  // MARK: Recorded output

  /// Reads a detector's recorded output: rates, and beats if it has them.
  ///
  /// - Parameters:
  ///   - rule: the rule that selects the readings that count.
  ///   - rangeBPM: range that the experiment declares for it.
  ///   - clock: the recording's.
  func output(
    ofRecorded file: RecordedFile, rule: RecordedRule, rangeBPM: ClosedRange<Double>?,
    on clock: RecordingClock
  ) -> DetectorOutput {
    if let refusal = file.refusal { return DetectorOutput(failed: refusal, count: windows.count) }
    do {
      let recorded = try RecordedEstimates(
        contentsOf: file.path, of: measurand, manifestSHA256: file.manifestSHA256, on: clock)
      return DetectorOutput(
        EstimateColumn(
          windows.map { range in
            switch mode {
            case .continuous: recorded.estimate(in: range, by: rule)
            case .spot: recorded.spotEstimate(in: range, by: rule)
            }
          }, within: RateLimits(declared: rangeBPM, measurand: measurand)),
        collectsBeats ? recorded.beats?.train : nil)
    } catch {
      return DetectorOutput(failed: file.reason(error), count: windows.count)
    }
  }
}
