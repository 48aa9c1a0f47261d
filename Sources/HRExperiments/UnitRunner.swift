internal import HRDiagnostics
internal import HRRecordings
internal import HRSignals

/// Turns work units into results; keeps the last recording, so that its units cost one reading.
///
/// The result is a pure function of experiment, unit and files: workers, tests and other front ends call the same.
package struct UnitRunner {
  private let experiment: Experiment
  private var loaded: Loaded?

  private struct Loaded {
    let index: Int
    let facts: RecordingFacts
    let content: Result<Content, Reason>
  }

  private struct Content {
    let id: String
    let channels: Channels
    let windows: [TimeRange]
    let references: [WindowTable.ReferenceCell]
    let referenceBeats: [Double]
    let floors: [Double?]
  }

  private struct Reason: Error {
    let text: String
  }

  package init(_ experiment: Experiment) {
    self.experiment = experiment
  }

  package mutating func result(of unit: WorkUnit) -> UnitResult {
    let loaded = load(unit.recording)
    switch loaded.content {
    case .failure(let reason):
      return UnitResult(unit: unit.index, facts: loaded.facts, outcome: .failed(reason.text))
    case .success(let content):
      let corrupted = experiment.scenarios[unit.scenario].apply(
        to: content.channels, seed: experiment.seed, recording: content.id, repetition: unit.repetition)
      var runner = PipelineRunner(
        channels: corrupted, windows: content.windows, mode: experiment.windows.mode,
        collectsBeats: !content.referenceBeats.isEmpty)
      let outputs = experiment.detectors.map { plan in
        switch plan.source {
        case .pipeline(let pipeline): runner.output(of: pipeline)
        case .recorded(let paths): runner.output(ofRecordedAt: paths[unit.recording])
        }
      }
      return UnitResult(
        unit: unit.index, facts: loaded.facts,
        outcome: .windows(
          WindowTable(
            ranges: content.windows, references: content.references, estimates: outputs.map(\.estimates),
            beats: outputs.contains { $0.train != nil }
              ? BeatTrains(reference: content.referenceBeats, trains: outputs.map(\.train)) : nil,
            floors: content.floors, cadenceBPM: Cadence.perMinute(of: corrupted, in: content.windows),
            qualities: experiment.qualities.map { runner.values(of: $0.quality) })))
    }
  }

  private mutating func load(_ index: Int) -> Loaded {
    if let loaded, loaded.index == index { return loaded }
    // The previous recording must be gone before the next one comes: memory holds one.
    loaded = nil
    let fresh = read(index)
    loaded = fresh
    return fresh
  }

  private func digests(of entry: RecordingEntry, in dataset: Dataset) throws(Diagnostics) -> [RecordingFacts
    .FileFacts]
  {
    do {
      return try dataset.digests(of: entry).map { .init(path: $0.path, sha256: $0.sha256) }
    } catch {
      throw Diagnostics(error)
    }
  }

  private func read(_ index: Int) -> Loaded {
    let plan = experiment.recordings[index]
    let dataset = experiment.datasets[plan.dataset]
    do {
      let needed = experiment.neededChannels(dataset: plan.dataset)
      // Windows start at the first sample even where no detector reads one.
      let recording = try dataset.load(
        plan.entry, needing: needed.isEmpty ? nil : needed, reference: experiment.needsReference)
      let extent = recording.channels.timeRange ?? recording.reference.timeRange
      let facts = RecordingFacts(
        subject: recording.subject, metadata: recording.metadata, seconds: extent?.duration ?? 0,
        channels: recording.channels.kinds.map { kind in
          .init(
            kind: kind.rawValue, sampleRate: recording.channels[kind]?.nominalRate ?? 0,
            isIrregular: recording.channels[kind].map { if case .irregular = $0 { true } else { false } }
              ?? false)
        },
        files: try digests(of: plan.entry, in: dataset))
      guard let extent else {
        return Loaded(
          index: index, facts: facts, content: .failure(Reason(text: "the recording has no samples")))
      }
      let windows = experiment.windows.windows(in: extent)
      guard !windows.isEmpty else {
        let reason =
          "the recording lasts \(shortest(extent.duration, decimals: 3)) s, less than one window"
        return Loaded(index: index, facts: facts, content: .failure(Reason(text: reason)))
      }
      let reader = ReferenceReader(recording.reference)
      let references = windows.map { window -> WindowTable.ReferenceCell in
        switch reader.rate(in: window) {
        case .success(let bpm): .bpm(bpm)
        case .failure(let error): .none(error.absence.rawValue)
        }
      }
      let content = Content(
        id: "\(dataset.name)/\(plan.entry.id)", channels: recording.channels, windows: windows,
        references: references, referenceBeats: recording.reference.beatTimes,
        floors: reader.hasTwoDetectors ? windows.map { reader.detectorDifferenceBPM(in: $0) } : [])
      return Loaded(index: index, facts: facts, content: .success(content))
    } catch {
      let facts = RecordingFacts(
        subject: plan.entry.subject, metadata: [], seconds: 0, channels: [], files: [])
      let more = error.list.count > 1 ? " (and \(error.list.count - 1) more)" : ""
      let reason = (error.list.first?.summary ?? "it cannot be read") + more
      return Loaded(index: index, facts: facts, content: .failure(Reason(text: reason)))
    }
  }
}

extension Reference {
  /// What the reference spans, for experiments whose detectors read no channel at all (recorded output).
  fileprivate var timeRange: TimeRange? {
    switch self {
    case .beats(let events), .breaths(let events), .agreeingBreaths(let events, _):
      Self.range(events.first, events.last)
    case .agreeingBeats(let agreeing): Self.range(agreeing.matched.first, agreeing.matched.last)
    case .rateSeries(let series):
      Self.range(series.times.first, series.times.last.map { $0 + (series.medianInterval ?? 0) })
    case .windowRates(let rates): Self.range(rates.map(\.range.start).min(), rates.map(\.range.end).max())
    case .none: nil
    }
  }

  private static func range(_ start: Double?, _ end: Double?) -> TimeRange? {
    guard let start, let end, end > start else { return nil }
    return TimeRange(start: start, end: end)
  }
}
