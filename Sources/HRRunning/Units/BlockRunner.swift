internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Runs a unit without holding the whole recording: passes it in blocks to a streaming detector, which uses past
/// samples only.
///
/// Only for readings (`detect`): a reference, damage, filters and the examination of the data need the whole
/// recording.
struct BlockRunner {
  let experiment: Experiment
  /// Samples of the fastest channel in a block.
  let rows: Int

  init(_ experiment: Experiment, rows: Int = RecordingBlocks.usualRows) {
    (self.experiment, self.rows) = (experiment, rows)
  }

  /// Computes a unit's result in blocks.
  ///
  /// - Parameters:
  ///   - unit: of an experiment that wants readings only.
  ///   - hasBegun: called when the first block has been read.
  /// - Returns: the readings of the whole recording, equal to the last bit. `nil` if the recording must be read as
  ///   a whole, or if anything is wrong with it; reading it as a whole then gives the reason.
  func result(of unit: WorkUnit, hasBegun: () -> Void = {}) -> UnitResult? {
    guard let pipeline, let plan = windows(of: unit) else { return nil }
    let recording = experiment.recordings[unit.recording]
    let needs = experiment.channelNeeds[recording.dataset]
    guard !needs.all.isEmpty,
      let blocks = experiment.datasets[recording.dataset].blocks(
        of: recording.entry, needing: needs.required, wishing: needs.wished, rows: rows),
      let feed = BlockFeed(pipeline, of: blocks)
    else { return nil }
    let count = plan.count(in: blocks.extent)
    guard count > 0, count <= experiment.limits[.windows] else { return nil }
    let judging = needs.judging(blocks.channels.map(\.kind))
    let truth = WindowTruth(
      .none, in: plan.windows(in: blocks.extent),
      sampled: SampledTime(blocks.channels.filter { judging.contains($0.kind) }.map { ($0.timeRange, []) }),
      leastShare: experiment.plan.leastSampleShare)
    let limits = RateLimits(declared: pipeline.detector.rangeBPM, measurand: experiment.measurand)
    guard case .plugin(.streaming(let detector)) = pipeline.detector,
      let column = try? column(
        of: detector, in: truth, fedBy: feed, within: limits, hasBegun: hasBegun)
    else { return nil }
    let facts = RecordingFacts(
      subject: recording.entry.subject, metadata: [], seconds: blocks.extent.duration,
      channels: blocks.channels.map {
        .init(kind: $0.kind.rawValue, sampleRate: $0.sampleRate, isIrregular: false)
      },
      files: [])
    return UnitResult(
      unit: unit.index, facts: facts,
      outcome: .windows(
        WindowTable(ranges: truth.windows, references: truth.rates, estimates: [column])))
  }

  /// The pipeline of the only detector, if the detector streams and no stage before it needs more than one sample.
  private var pipeline: Pipeline? {
    guard !experiment.needsReference, experiment.detectors.count == 1, experiment.qualities.isEmpty,
      case .pipeline(let pipeline)? = experiment.detectors.first?.source,
      case .plugin(.streaming) = pipeline.detector, pipeline.trace == nil, pipeline.filters.isEmpty,
      pipeline.demand.isEmpty
    else { return nil }
    return pipeline
  }

  /// Returns the scenario's window plan. `nil` in spot mode, if the scenario changes signals or beats, if the data
  /// set has labels, or if a detector does not take part.
  private func windows(of unit: WorkUnit) -> WindowPlan? {
    let scenario = experiment.scenarios[unit.scenario]
    let labels = experiment.labelNames(dataset: experiment.recordings[unit.recording].dataset)
    guard !scenario.changesSignals, !scenario.movesBeats, scenario.windows.mode == .continuous,
      labels.isEmpty,
      experiment.detectors.allSatisfy({ $0.takesPart(in: scenario) })
    else { return nil }
    return scenario.windows
  }

  private func column(
    of detector: some StreamingDetector, in truth: WindowTruth, fedBy feed: BlockFeed,
    within limits: RateLimits, hasBegun: () -> Void
  ) throws(RecordingBlocks.Unfit) -> EstimateColumn {
    var drive = StreamingDrive(
      detector, windows: truth.windows, sampleRate: feed.sampleRate,
      accelerationIsInG: feed.accelerationIsInG, limits: limits)
    var isFirst = true
    while var stretch = try feed.next() {
      if isFirst { hasBegun() }
      isFirst = false
      drive.push(stretch.columns, at: stretch.times, beside: &stretch.others, until: stretch.end)
    }
    let answer = DetectorDriver.skipping(
      truth.unsampled, among: truth.windows, in: (drive.estimates, drive.firstReading))
    var column = EstimateColumn(answer.estimates, within: limits)
    column.firstReading = answer.firstReading
    return column
  }
}

/// Input of a streaming detector, block by block.
private struct BlockFeed {
  let sampleRate: Double
  var accelerationIsInG: Bool { blocks.accelerationIsInG }
  private let blocks: RecordingBlocks
  private let extractor: (any Extractor)?
  private let inputs: [ChannelKind]
  private let optionalInputs: [ChannelKind]

  /// - Returns: `nil` if an extractor needs more than one sample at a time, or if the channels are not sampled
  ///   together.
  init?(_ pipeline: Pipeline, of blocks: RecordingBlocks) {
    let kinds = blocks.channels.map(\.kind)
    var read = pipeline.rawInputs
    if pipeline.readsPulseWave {
      guard let choice = pipeline.extractors.fitting(kinds), case .plugin(let extractor) = choice.extractor,
        type(of: extractor).isSamplewise
      else { return nil }
      self.extractor = extractor
      read += choice.inputs
    } else {
      extractor = nil
    }
    let outlines = read.compactMap { kind in blocks.channels.first { $0.kind == kind } }
    guard let first = outlines.first, outlines.count == read.count,
      outlines.allSatisfy({ $0.hasTimes(of: first) })
    else { return nil }
    (self.blocks, inputs, sampleRate) = (blocks, pipeline.inputs, first.sampleRate)
    optionalInputs = pipeline.optionalInputs
  }

  /// Frames and the channels beside them; see ``StreamingDrive/push(_:at:beside:until:)``.
  typealias Stretch = (columns: [[Double]], times: [Double], others: SideChannels, end: Double)

  /// - Returns: `nil` after the last block.
  func next() throws(RecordingBlocks.Unfit) -> Stretch? {
    guard let block = try blocks.block() else { return nil }
    let channels = extractor?.extract(from: block.channels) ?? block.channels
    let others = SideChannels(optionalInputs, of: channels)
    let columns = inputs.compactMap { channels[$0] }
    // Another channel may begin earlier, or end later.
    guard let first = columns.first else { return ([], [], others, block.end) }
    guard columns.count == inputs.count else { throw RecordingBlocks.Unfit() }
    return (columns.map(\.values), (0..<first.count).map { first.time(at: $0) }, others, block.end)
  }
}

extension RecordingBlocks.Outline {
  fileprivate func hasTimes(of other: Self) -> Bool {
    sampleRate == other.sampleRate && startTime == other.startTime && count == other.count
  }
}
