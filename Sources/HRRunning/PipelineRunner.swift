internal import HRExperiments
internal import HRResults
internal import HRExternal
internal import HRPlugins
internal import HRSignals

/// Runs detectors over the windows of one (corrupted) recording.
///
/// Extracted and filtered signals, and the estimates of detectors that others are built from, are made once and shared.
struct PipelineRunner {
  private let windows: [TimeRange]
  private let mode: MeasurementMode
  private let collectsBeats: Bool
  private let measurand: Measurand
  private var feed: SignalFeed
  private var qualities: [String: [Double?]] = [:]
  private var known: [FedDetector: [Estimate]] = [:]

  /// A detector, its parameters, and the signal it is fed with.
  private struct FedDetector: Hashable {
    let feed: String
    let identity: DetectorIdentity
  }

  /// - Parameters:
  ///   - start: what was before it is shown to nobody; `nil`: all is shown.
  ///   - collectsBeats: false where there are no beats to hold them against.
  init(
    channels: Channels, from start: Double? = nil, windows: [TimeRange], mode: MeasurementMode,
    collectsBeats: Bool, measurand: Measurand
  ) {
    feed = SignalFeed(channels, from: start)
    self.windows = windows
    self.mode = mode
    self.collectsBeats = collectsBeats
    self.measurand = measurand
  }

  /// - Parameter trace: where the pipeline reads a recorded wave, the file of this trial.
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
      let limits = RateLimits(declared: pipeline.detector.rangeBPM, measurand: measurand)
      switch pipeline.detector {
      case .streaming(let detector):
        return streamed(detector, inputs: pipeline.inputs, channels: input, limits: limits)
      case .window(let detector):
        let identity = DetectorIdentity(definition: pipeline.info.definition, parameters: pipeline.parameters)
        let estimates = estimates(
          of: detector, identity: identity, inputs: pipeline.inputs, channels: input, feed: fed.key)
        var output = output(estimates, within: limits)
        if let reader = detector as? any ArrivalReader, let first = windows.first {
          output.estimates.firstReading = reader.firstReading(in: Window(first, of: input))
        }
        return output
      }
    }
  }

  // MARK: Quality

  /// An index of every window of what its extractor makes, or of the recorded wave, before any filter.
  ///
  /// - Returns: no values of a recording that lacks the channels of every extractor, or where there is no recorded wave.
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

  // MARK: Window detectors

  private func output(_ estimates: [Estimate], within limits: RateLimits) -> DetectorOutput {
    let column = EstimateColumn(estimates, within: limits)
    guard collectsBeats else { return DetectorOutput(column, nil) }
    var stitcher = BeatStitcher(windows: windows, view: .central)
    for (index, estimate) in estimates.enumerated() where column.cells[index].hasValue {
      stitcher.add(estimate.beats, ofWindow: index)
    }
    return DetectorOutput(column, stitcher.train)
  }

  private mutating func estimates(
    of detector: any WindowDetector, identity: DetectorIdentity, inputs: [ChannelKind], channels: Channels,
    feed: String
  ) -> [Estimate] {
    let key = FedDetector(feed: feed, identity: identity)
    if let estimates = known[key] { return estimates }
    let raw: [Estimate]
    if let composite = detector as? any CompositeDetector {
      let parts = composite.components.map { component in
        self.estimates(
          of: component.detector, identity: component.identity, inputs: type(of: component.detector).inputs,
          channels: channels, feed: feed)
      }
      raw = windows.indices.map { index in composite.estimate(from: parts.map { $0[index] }) }
    } else if let prepared = detector as? any PreparedWindowDetector {
      raw = Self.estimates(of: prepared, channels: channels, windows: windows)
    } else {
      raw = windows.map { detector.estimate(in: Window($0, of: channels)) }
    }
    // A window the channel does not cover is not the detector's to judge.
    let covered = Self.coveredRange(channels, inputs)
    let estimates = zip(windows, raw).map { range, estimate in
      covered.start <= range.start && covered.end >= range.end ? estimate : .abstained(.notCovered)
    }
    known[key] = estimates
    return estimates
  }

  private static func estimates<D: PreparedWindowDetector>(
    of detector: D, channels: Channels, windows: [TimeRange]
  ) -> [Estimate] {
    let prepared = detector.prepare(channels)
    return windows.map { detector.estimate(in: $0, of: prepared) }
  }

  /// The windows in it have samples of every input from their start to their end, give or take two sample intervals.
  private static func coveredRange(_ channels: Channels, _ inputs: [ChannelKind]) -> TimeRange {
    var (start, end) = (-Double.infinity, Double.infinity)
    for kind in inputs {
      guard let channel = channels[kind], let extent = channel.timeRange, let rate = channel.nominalRate
      else {
        return TimeRange(start: .infinity, end: -.infinity)
      }
      let slack = 2 / rate + TimeRange.slack
      start = max(start, extent.start - slack)
      end = min(end, extent.end + slack)
    }
    return TimeRange(start: start, end: end)
  }

  // MARK: Streaming detectors

  private func streamed(
    _ detector: any StreamingDetector, inputs: [ChannelKind], channels: Channels, limits: RateLimits
  ) -> DetectorOutput {
    let columns = inputs.compactMap { channels[$0] }
    guard let first = columns.first, columns.count == inputs.count, let rate = first.nominalRate else {
      return DetectorOutput(
        failed: "too few samples in \(inputs.map(\.rawValue).joined(separator: ", "))", count: windows.count)
    }
    for (kind, column) in zip(inputs, columns) where !column.sharesTimes(with: first) {
      return DetectorOutput(
        failed: "\(kind.rawValue) and \(inputs[0].rawValue) are not sampled at the same moments",
        count: windows.count)
    }
    return stream(
      detector, columns: columns.map(\.values), times: (0..<first.count).map { first.time(at: $0) },
      rate: rate, limits: limits)
  }

  /// How often a detector is asked for its first reading: at every frame of a camera of 30 a second.
  private static let askingSeconds = 1 / 30.0 - TimeRange.slack

  private func stream<D: StreamingDetector>(
    _ detector: D, columns: [[Double]], times: [Double], rate: Double, limits: RateLimits
  ) -> DetectorOutput {
    var detector = detector
    detector.begin(sampleRate: rate)
    var next = 0
    var column = EstimateColumn()
    var stitcher = BeatStitcher(windows: windows, view: .lookingBack)
    var asked = -Double.infinity
    for (number, window) in windows.enumerated() {
      // The sample at the window's end belongs to the next window.
      while next < times.count, times[next] < window.end - TimeRange.slack {
        if number == 0, column.firstReading == nil, times[next] >= asked + Self.askingSeconds {
          asked = times[next]
          let early = detector.reading(at: asked).bpm
          if let early, limits.contain(early) { column.firstReading = asked }
        }
        detector.push(Frame(time: times[next], columns: columns, index: next))
        next += 1
      }
      let estimate = detector.reading(at: window.end)
      column.append(estimate, within: limits)
      if collectsBeats, column.cells[number].hasValue { stitcher.add(estimate.beats, ofWindow: number) }
    }
    return DetectorOutput(column, stitcher.train)
  }

  // MARK: Recorded output

  /// Recorded output names rates only.
  ///
  /// - Parameters:
  ///   - rule: which readings count.
  ///   - rangeBPM: what the experiment declares of it.
  func output(ofRecorded file: RecordedFile, rule: RecordedRule, rangeBPM: ClosedRange<Double>?)
    -> DetectorOutput
  {
    do {
      let recorded = try RecordedEstimates(contentsOf: file.path, of: measurand)
      return DetectorOutput(
        EstimateColumn(
          windows.map { range in
            switch mode {
            case .continuous: recorded.estimate(in: range, by: rule)
            case .spot: recorded.spotEstimate(in: range, by: rule)
            }
          }, within: RateLimits(declared: rangeBPM, measurand: measurand)), nil)
    } catch {
      return DetectorOutput(failed: file.reason(error), count: windows.count)
    }
  }
}

extension Channel {
  fileprivate func sharesTimes(with other: Channel) -> Bool {
    switch (self, other) {
    case (.uniform(let a), .uniform(let b)):
      a.sampleRate == b.sampleRate && a.startTime == b.startTime && a.count == b.count
    case (.irregular(let a), .irregular(let b)): a.times == b.times
    case (.uniform, .irregular), (.irregular, .uniform): false
    }
  }
}
