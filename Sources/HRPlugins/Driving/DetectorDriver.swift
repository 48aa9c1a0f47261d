package import HRSignals

/// Drives detectors over the windows of one recording.
package struct DetectorDriver {
  private let channels: Channels
  private let windows: [TimeRange]
  private let judgesCoverage: Bool
  private let unsampled: Set<TimeRange>

  /// Reason why a detector cannot run on a recording, in words.
  package struct Refusal: Error {
    package let reason: String
  }

  /// - Parameters:
  ///   - channels: the detector's input; see ``DetectorEntry/Made/preparedInputs(of:inputs:optionalInputs:)``.
  ///   - windows: in order of their ends.
  ///   - judgesCoverage: true if a window that the channels do not cover is an abstention (``Abstention/notCovered``),
  ///     whatever a window detector returns for it.
  ///   - unsampled: windows of which too little has samples. No detector is asked there (``Abstention/noSamples``) but
  ///     those that never look at time (``WindowDetector/assumedSampleRate``).
  package init(
    _ channels: Channels, windows: [TimeRange], judgesCoverage: Bool = true, unsampled: Set<TimeRange> = []
  ) {
    self.channels = channels
    self.windows = windows
    self.judgesCoverage = judgesCoverage
    self.unsampled = unsampled
  }

  /// The estimates of a detector of either shape, one per window.
  ///
  /// - Parameter optionalInputs: channels that are pushed to a streaming detector beside its frames, if they are there.
  package func estimates(
    of made: DetectorEntry.Made, inputs: [ChannelKind], optionalInputs: [ChannelKind]
  ) throws(Refusal) -> [Estimate] {
    switch made {
    case .window(let detector): estimates(of: detector, inputs: inputs)
    case .streaming(let detector):
      try drive(detector, inputs: inputs, optionalInputs: optionalInputs).estimates
    }
  }

  // MARK: Window detectors

  private func estimates(of detector: any WindowDetector, inputs: [ChannelKind]) -> [Estimate] {
    estimates(of: detector, inputs: inputs) { estimates(of: $0.detector, inputs: $0.inputs) }
  }

  /// - Parameter component: the estimates of a detector that this one is composed of, made or known already.
  package func estimates(
    of detector: any WindowDetector, inputs: [ChannelKind], component: (Component) -> [Estimate]
  ) -> [Estimate] {
    let skipped = detector.assumedSampleRate == nil ? unsampled : []
    let estimates: [Estimate]
    if let composite = detector as? any CompositeDetector {
      let parts = composite.components.map(component)
      estimates = windows.indices.map { index in composite.estimate(from: parts.map { $0[index] }) }
    } else if let prepared = detector as? any PreparedWindowDetector {
      estimates = self.estimates(ofPrepared: prepared, besides: skipped)
    } else {
      estimates = windows.map { range in
        skipped.contains(range)
          ? .abstained(.noSamples) : detector.estimate(in: Window(range, of: channels))
      }
    }
    guard judgesCoverage else { return estimates }
    // The driver, not the detector, rejects a window that the channel does not cover.
    let objection = objection(inputs, besides: skipped)
    return zip(windows, estimates).map { range, estimate in
      objection(range).map { .abstained($0) } ?? estimate
    }
  }

  /// Returns the reason why a detector is not asked about a window: too little of it has samples, or it has no samples
  /// of an input at its start or its end; `nil` if it is asked.
  package func objection(_ inputs: [ChannelKind]) -> (TimeRange) -> Abstention? {
    objection(inputs, besides: unsampled)
  }

  private func objection(
    _ inputs: [ChannelKind], besides skipped: Set<TimeRange>
  ) -> (TimeRange) -> Abstention? {
    let covered = coveredRange(inputs)
    return { range in
      if skipped.contains(range) { return .noSamples }
      return covered.start <= range.start && covered.end >= range.end ? nil : .notCovered
    }
  }

  private func estimates(
    ofPrepared detector: some PreparedWindowDetector, besides skipped: Set<TimeRange>
  ) -> [Estimate] {
    let prepared = detector.prepare(channels)
    return windows.map { range in
      skipped.contains(range) ? .abstained(.noSamples) : detector.estimate(in: range, of: prepared)
    }
  }

  /// Time at which a program that reads while samples arrive would have shown its first rate; `nil` for other
  /// detectors.
  package func firstReading(of detector: any WindowDetector) -> Double? {
    guard let reader = detector as? any ArrivalReader, let first = windows.first else { return nil }
    return reader.firstReading(in: Window(first, of: channels))
  }

  /// Range whose windows have samples of every input from their start to their end, give or take two sample intervals.
  private func coveredRange(_ inputs: [ChannelKind]) -> TimeRange {
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

  /// - Parameters:
  ///   - optionalInputs: channels pushed beside the frames, if they are there, up to the same times.
  ///   - limits: rates that count as a first reading; `nil` if it is not needed.
  /// - Returns: an estimate per window, and the time of the first rate within the first window.
  package func drive(
    _ detector: some StreamingDetector, inputs: [ChannelKind], optionalInputs: [ChannelKind],
    limits: RateLimits? = nil
  ) throws(Refusal) -> (estimates: [Estimate], firstReading: Double?) {
    let (columns, times, rate) = try frames(inputs)
    var others = SideChannels(optionalInputs, of: channels)
    var drive = StreamingDrive(
      detector, windows: windows, sampleRate: rate, accelerationIsInG: channels.accelerationIsInG,
      limits: limits)
    drive.push(columns, at: times, beside: &others)
    return Self.skipping(unsampled, among: windows, in: (drive.estimates, drive.firstReading))
  }

  /// Returns the answers of a streaming detector without those in some windows.
  package static func skipping(
    _ unsampled: Set<TimeRange>, among windows: [TimeRange],
    in drive: (estimates: [Estimate], firstReading: Double?)
  ) -> (estimates: [Estimate], firstReading: Double?) {
    guard !unsampled.isEmpty else { return drive }
    let estimates = zip(windows, drive.estimates).map { range, estimate in
      unsampled.contains(range) ? .abstained(.noSamples) : estimate
    }
    return (estimates, windows.first.map(unsampled.contains) == true ? nil : drive.firstReading)
  }

  private func frames(_ inputs: [ChannelKind]) throws(Refusal) -> (
    columns: [[Double]], times: [Double], rate: Double
  ) {
    let columns = inputs.compactMap { channels[$0] }
    guard let first = columns.first, columns.count == inputs.count, let rate = first.nominalRate else {
      throw Refusal(reason: "too few samples in \(inputs.map(\.rawValue).joined(separator: ", "))")
    }
    for (kind, column) in zip(inputs, columns) where !column.sharesTimes(with: first) {
      throw Refusal(
        reason: "\(kind.rawValue) and \(inputs[0].rawValue) are not sampled at the same moments")
    }
    return (columns.map(\.values), (0..<first.count).map { first.time(at: $0) }, rate)
  }
}

extension DetectorEntry.Made {
  /// An input of which no even samples can be made.
  package struct Uneven: Error {
    package let kind: ChannelKind
  }

  /// Input channels of the detector from a recording: for a streaming detector all channels as they are, for a window
  /// detector its inputs, even and at the rate it needs unless it uses the recorded times.
  package func preparedInputs(
    of channels: Channels, inputs: [ChannelKind], optionalInputs: [ChannelKind]
  ) throws(Uneven) -> Channels {
    guard case .window = self else { return channels }
    return try channels.preparedInputs(
      of: inputs, optional: optionalInputs, timeBase: timeBase, sampleRate: sampleRate)
  }
}

extension Channels {
  /// These channels, even and at a rate, or with their recorded times.
  ///
  /// - Parameters:
  ///   - inputs: channels that must be there.
  ///   - optional: channels that are taken if they can be used.
  ///   - timeBase: sample times of the result.
  ///   - sampleRate: sample rate of the result; `nil`: their own.
  package func preparedInputs(
    of inputs: [ChannelKind], optional: [ChannelKind], timeBase: TimeBase, sampleRate: Double?
  ) throws(DetectorEntry.Made.Uneven) -> Channels {
    func even(_ kind: ChannelKind) -> Signal? { self[kind]?.uniform(at: sampleRate) }
    var preparedInputs = Channels()
    preparedInputs.accelerationIsInG = accelerationIsInG
    // An optional channel that cannot be used counts as missing.
    for kind in inputs + optional.filter({ even($0) != nil }) {
      if timeBase == .asRecorded, let channel = self[kind] {
        preparedInputs[kind] = channel
      } else if let signal = even(kind) {
        preparedInputs[kind] = .uniform(signal)
      } else {
        throw DetectorEntry.Made.Uneven(kind: kind)
      }
    }
    return preparedInputs
  }
}

extension Component {
  /// The channels its detector reads.
  package var inputs: [ChannelKind] { type(of: detector).inputs }
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
