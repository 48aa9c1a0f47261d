internal import HRPlugins
internal import HRSignals

/// Makes the input of detectors in single windows of one trial, with the code that made the results.
struct WindowCapture {
  private let experiment: Experiment
  private let plan: WindowPlan
  private let channels: Channels
  private let truth: WindowTruth
  /// Feed by the start before which nothing is shown, see ``Measurements``; only one is kept, as it has a
  /// recording's size.
  private var feed: (start: Double?, feed: SignalFeed)?
  private let hasReferenceBeats: Bool
  private let programs: ProgramHost?
  /// The files of recorded output.
  var files: TrialFiles

  /// - Parameters:
  ///   - channels: as the scenario left them.
  ///   - truth: of the trial.
  ///   - unit: that it is of.
  ///   - experiment: of the unit.
  ///   - programs: the host of programs in other languages; `nil`: there are none.
  init(
    _ channels: Channels, _ truth: WindowTruth, of unit: WorkUnit, in experiment: Experiment,
    programs: ProgramHost? = nil
  ) {
    self.programs = programs
    self.experiment = experiment
    self.channels = channels
    self.truth = truth
    plan = experiment.scenarios[unit.scenario].windows
    files = TrialFiles(unit: unit, experiment: experiment)
    let dataset = experiment.dataset(ofRecording: unit.recording)
    hasReferenceBeats = !truth.beats.isEmpty && dataset.referenceClocks != .separate
  }

  /// - Returns: one per window asked for, in that order; `nil` for a window that the trial does not have.
  mutating func signals(in asked: [AskedWindow]) -> [WindowSignals?] {
    var made: [AskedWindow: WindowSignals] = [:]
    for detector in asked.map(\.detector).distinct {
      let windows = asked.filter { $0.detector == detector && truth.windows.indices.contains($0.window) }
        .map(\.window).sorted()
      // In spot mode each window is a measurement of its own; else a detector is driven through its windows once.
      let drives = plan.mode == .continuous ? [windows] : windows.map { [$0] }
      for drive in drives where !drive.isEmpty {
        for (window, signals) in zip(drive, signals(of: experiment.detectors[detector], in: drive)) {
          made[AskedWindow(detector: detector, window: window)] = signals
        }
      }
    }
    return asked.map { made[$0] }
  }

  private mutating func signals(of detector: DetectorPlan, in windows: [Int]) -> [WindowSignals] {
    let ranges = windows.map { truth.windows[$0] }
    var all = ranges.map { range in
      var signals = WindowSignals()
      if hasReferenceBeats { signals.referenceBeats = truth.beats.filter(range.holds) }
      return signals
    }
    // The input of recorded output is not known.
    guard case .pipeline(let pipeline) = detector.source, let first = windows.first else { return all }
    let shown = (try? fed(pipeline, from: first).get()) ?? Channels()
    let driver = DetectorDriver(shown, windows: ranges, unsampled: truth.unsampled)
    // A program is not run again for its beats.
    var estimates: [Estimate]?
    if case .plugin(let made) = pipeline.detector {
      estimates = try? driver.estimates(
        of: made, inputs: pipeline.inputs, optionalInputs: pipeline.optionalInputs)
    }
    let behind = behind(pipeline)
    for (number, range) in ranges.enumerated() {
      let seen = (pipeline.inputs + pipeline.optionalInputs).distinct.compactMap { kind in
        shown[kind].flatMap { SignalTrace(kind.rawValue, $0, in: range) }
      }
      all[number].seen = seen
      all[number].raw = behind.compactMap { kind in
        channels[kind].flatMap { SignalTrace(kind.rawValue, $0, in: range) }
      }.filter { !seen.contains($0) }
      let beats = estimates?[number].beats.filter(range.holds) ?? []
      if beats.isEmpty {
        all[number].spectrum = shown[pipeline.readsPulseWave ? .ppg : pipeline.inputs.first ?? .ppg]
          .flatMap { $0.cut(to: range).uniform() }
          .flatMap { PowerSpectrum(of: $0, measurand: experiment.measurand) }
      } else {
        all[number].detectedBeats = beats
      }
    }
    return all
  }

  private mutating func fed(
    _ pipeline: Pipeline, from window: Int
  ) -> Result<Channels, SignalFeed.UnavailableReason> {
    let start = Measurements.start(of: window, in: truth.windows, by: plan)
    var own =
      feed.flatMap { $0.start == start ? $0.feed : nil }
      ?? SignalFeed(channels, from: start, programs: programs)
    let made = own.channels(
      for: pipeline, trace: pipeline.trace.map { files.file($0) })
    feed = (start, own)
    return made.channels
  }

  /// The recording's channels that a pipeline reads, those of its extractor first.
  private func behind(_ pipeline: Pipeline) -> [ChannelKind] {
    guard pipeline.trace == nil else { return [] }
    let extracted =
      pipeline.readsPulseWave ? pipeline.extractors.fitting(channels.kinds)?.inputs ?? [] : []
    return (extracted + pipeline.rawInputs + pipeline.optionalInputs).distinct
  }
}

extension TimeRange {
  fileprivate func holds(_ time: Double) -> Bool { start <= time && time < end }
}

/// Windows of a recording and their reference.
struct WindowTruth {
  let windows: [TimeRange]
  let rates: [WindowTable.ReferenceCell]
  let beats: [Double]
  let detectors: [ReferenceDetector]
  /// Windows of which too little has samples: they are not judged, and detectors are not asked.
  let unsampled: Set<TimeRange>

  /// - Parameters:
  ///   - reference: of the recording.
  ///   - windows: in which it is read.
  ///   - notJudged: stretches on which no detector is judged.
  ///   - sampled: time in which the channels have samples; `nil`: always.
  ///   - leastShare: share of a window that must have samples; some must, whatever it is.
  init(
    _ reference: Reference, in windows: [TimeRange], notJudged: [TimeRange] = [], sampled: SampledTime? = nil,
    leastShare: Double = 0
  ) {
    self.windows = windows
    let reader = ReferenceReader(reference, notJudged: notJudged)
    let unsampled = Set(
      sampled.map { sampled in windows.filter { sampled.share(of: $0) < max(leastShare - 1e-9, 1e-9) } } ?? []
    )
    self.unsampled = unsampled
    rates = windows.map { window in
      switch reader.rate(in: window) {
      case .failure(let error) where error.absence == .noReference: .none(error.absence.rawValue)
      case _ where unsampled.contains(window): .none(ReferenceReader.Absence.noSamples.rawValue)
      case .success(let bpm): .bpm(bpm)
      case .failure(let error): .none(error.absence.rawValue)
      }
    }
    beats = reference.beatTimes
    let own = windows.map { reader.detectorRates(in: $0) }
    detectors = reader.detectorNames.enumerated().map { index, name in
      ReferenceDetector(name: name, ratesBPM: own.map { $0[index] })
    }
  }
}
