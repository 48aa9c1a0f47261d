internal import HRSupport
internal import HRDoctor
internal import HRPlugins
internal import HRRecordings
internal import HRScenarios
package import HRSignals

/// Turns work units into results. It keeps the last recording, so that its units cost one reading.
///
/// The result is a pure function of experiment, unit and files: workers, tests and other front ends call the same
/// code.
package struct UnitRunner {
  private let experiment: Experiment
  private var loaded: Loaded?
  /// Windows and references of the last recording, unchanged by scenarios, by window plan.
  private var truths: [WindowPlan: WindowTruth] = [:]
  /// Measure of the damage to the last recording; `nil` if it could not be used.
  private var gauge: DamageGauge?
  /// Beats of the last recording under each damage: figures of heart-rate variability share them.
  private var beats: [WorkUnit.Condition: Result<BeatWindows, ScenarioFailure>] = [:]
  private let programs: ProgramHost?
  private let aids: ReadingAids
  /// Trials with all channels, for export and for recorded output.
  var trials: TrialReader

  private struct Loaded {
    let index: Int
    let facts: RecordingFacts
    let content: Result<Content, ScenarioFailure>
    /// Remedy for a failure, if one is known.
    var hint: String?
    /// Recording as it was read; `nil` if it could not be read, or has no samples.
    var recording: Recording?
  }

  private struct Content {
    let recording: Recording
    let extent: TimeRange
  }

  /// Channels that the detectors get of a recording in one trial, with the windows and their reference.
  private typealias Trial = (channels: Channels, truth: WindowTruth, heart: Heart)

  /// The reference of one trial, and the time in which it is judged.
  private struct Heart {
    let reference: Reference
    let notJudged: [TimeRange]
    let extent: TimeRange
    let sampled: SampledTime
  }

  /// - Parameters:
  ///   - experiment: of the units.
  ///   - clipFolder: folder for what was decoded of videos; `nil`: nothing is kept.
  ///   - whileWaiting: called about once a second while a program in another language is waited for.
  package init(
    _ experiment: Experiment, clipFolder: String? = nil, whileWaiting: @escaping () -> Void = {}
  ) {
    self.experiment = experiment
    aids = ReadingAids(clipFolder: clipFolder, whileWaiting: whileWaiting)
    trials = TrialReader(experiment, aids: aids)
    programs = experiment.programs.map { ProgramHost($0, whileWaiting: whileWaiting) }
  }

  package mutating func result(of unit: WorkUnit) -> UnitResult {
    programs?.begin(unit)
    let loaded = load(unit.recording)
    let exam = unit.beginsRecording ? exam(of: loaded) : nil
    let outcome: UnitResult.Outcome
    do throws(ScenarioFailure) {
      let content = try loaded.content.get()
      if let figure = experiment.scenarios[unit.scenario].figure {
        outcome = .windows(try table(of: figure, in: unit, from: content))
      } else {
        outcome = .windows(try table(of: unit, from: content))
      }
    } catch {
      outcome = .failed(error.reason)
    }
    return UnitResult(unit: unit.index, facts: loaded.facts, outcome: outcome, exam: exam)
  }

  /// Returns the findings on a recording, independent of any experiment; `nil` if it cannot be read.
  package mutating func exam(ofRecording index: Int) -> RecordingExam? {
    exam(of: load(index))
  }

  /// Returns the findings before any scenario, whether or not windows fit in.
  private func exam(of loaded: Loaded) -> RecordingExam? {
    loaded.recording.map { Doctor.examine($0, needsReference: experiment.needsReference) }
  }

  /// Makes the input of detectors in these windows of a unit again.
  ///
  /// - Parameters:
  ///   - unit: as when its result was made: the same function of experiment, unit and files.
  ///   - windows: of one detector in the order of time.
  mutating func signals(of unit: WorkUnit, in windows: [AskedWindow]) -> CapturedUnit {
    programs?.begin(unit)
    let loaded = load(unit.recording)
    let outcome: CapturedUnit.Outcome
    do throws(ScenarioFailure) {
      let trial = try trial(of: unit, from: try loaded.content.get())
      var capture = WindowCapture(trial.channels, trial.truth, of: unit, in: experiment, programs: programs)
      capture.files = trials.files(of: unit, shown: trial.channels)
      outcome = .windows(capture.signals(in: windows))
    } catch {
      outcome = .failed(error.reason)
    }
    return CapturedUnit(unit: unit.index, digests: loaded.facts.files.map(\.sha256), outcome: outcome)
  }

  /// Returns the input of a unit's detectors, and its windows.
  ///
  /// - Throws: the reason why there is none.
  mutating func shown(
    of unit: WorkUnit
  ) throws(ScenarioFailure) -> (channels: Channels, windows: [TimeRange]) {
    let trial = try trial(of: unit, from: try load(unit.recording).content.get())
    return (trial.channels, trial.truth.windows)
  }

  private mutating func table(
    of unit: WorkUnit, from content: Content
  ) throws(ScenarioFailure) -> WindowTable {
    let trial = try trial(of: unit, from: content)
    let truth = trial.truth
    let scenario = experiment.scenarios[unit.scenario]
    var measurements = measurements(of: trial, in: scenario)
    let answers = answers(of: unit, from: content, to: trial, by: &measurements)
    let outputs = measured(answers, trial, of: unit)
    return WindowTable(
      ranges: truth.windows, references: truth.rates, estimates: outputs.map { $0?.estimates },
      beats: truth.beats.isEmpty
        ? nil : BeatTrains(reference: truth.beats, trains: outputs.map { $0?.train }),
      referenceDetectors: truth.detectors, cadenceBPM: cadence(trial, of: content),
      qualities: experiment.qualities.map { measurements.values(of: $0.quality) },
      chosenTries: scenario.windows.tries > 1 ? answers.map { $0?.chosenTry ?? 0 } : [],
      labels: labels(of: content, in: truth.windows))
  }

  private func measurements(of trial: Trial, in scenario: ScenarioPlan) -> Measurements {
    Measurements(
      of: trial.channels, in: trial.truth.windows, by: scenario.windows,
      collectsBeats: !trial.truth.beats.isEmpty, measurand: experiment.measurand,
      unsampled: trial.truth.unsampled, programs: programs)
  }

  /// Shows a trial to all detectors that take part.
  private mutating func answers(
    of unit: WorkUnit, from content: Content, to trial: Trial, by measurements: inout Measurements
  ) -> [(output: DetectorOutput, chosenTry: Int)?] {
    let scenario = experiment.scenarios[unit.scenario]
    let recorded = trials.files(of: unit, shown: trial.channels).file
    let clock = RecordingClock(content.recording, content.extent)
    return experiment.detectors.map { plan in
      guard plan.takesPart(in: scenario) else { return nil }
      return measurements.output { runner in
        switch plan.source {
        case .pipeline(let pipeline): runner.output(of: pipeline, trace: pipeline.trace.map(recorded))
        case .recorded(let source, let rule):
          runner.output(ofRecorded: recorded(source), rule: rule, rangeBPM: plan.rangeBPM, on: clock)
        }
      }
    }
  }

  /// Returns the labels of windows, by the data set's kinds of labels.
  private func labels(of content: Content, in windows: [TimeRange]) -> [WindowTable.LabelColumn] {
    content.recording.labels.map { labels in
      let reader = WindowLabels(labels)
      return WindowTable.LabelColumn(name: labels.name, values: windows.map { reader.label(of: $0) })
    }
  }

  /// Returns the windows of one figure of heart-rate variability.
  private mutating func table(
    of figure: VariabilityFigure, in unit: WorkUnit, from content: Content
  ) throws(ScenarioFailure) -> WindowTable {
    if let known = beats[unit.condition] { return try known.get().table(of: figure) }
    let found = Result { () throws(ScenarioFailure) in try beatWindows(of: unit, from: content) }
    beats[unit.condition] = found
    return try found.get().table(of: figure)
  }

  /// Shows a trial to all detectors, and cuts the windows of heart-rate variability out of their beats.
  private mutating func beatWindows(
    of unit: WorkUnit, from content: Content
  ) throws(ScenarioFailure) -> BeatWindows {
    guard let rule = experiment.variability else { throw ScenarioFailure("no rule of variability") }
    let trial = try trial(of: unit, from: content)
    let needed = "a window of \(shortest(rule.windowSeconds)) s"
    if let fault = fault(of: rule.windows, in: trial.heart.extent, needing: needed) {
      throw ScenarioFailure(fault)
    }
    let windows = rule.windows.windows(in: trial.heart.extent)
    var measurements = measurements(of: trial, in: experiment.scenarios[unit.scenario])
    let shown = answers(of: unit, from: content, to: trial, by: &measurements)
    let truth = WindowTruth(
      trial.heart.reference, in: windows, notJudged: trial.heart.notJudged, sampled: trial.heart.sampled,
      leastShare: experiment.plan.leastSampleShare)
    return BeatWindows(
      rule, truth: truth, reference: trial.heart.reference, outputs: shown.map { $0?.output },
      isAligned: experiment.plan.datasets[experiment.recordings[unit.recording].dataset].clocks != .separate,
      toleranceSeconds: experiment.beatToleranceSeconds, labels: labels(of: content, in: windows))
  }

  /// Returns the outputs; those of detectors whose answers come from elsewhere with the damage of their windows.
  private mutating func measured(
    _ answers: [(output: DetectorOutput, chosenTry: Int)?], _ trial: Trial, of unit: WorkUnit
  ) -> [DetectorOutput?] {
    let plan = experiment.plan
    let kinds = trial.channels.kinds
    let needs = experiment.channelNeeds[experiment.recordings[unit.recording].dataset]
    let isTry = experiment.scenarios[unit.scenario].windows.tries > 1
    // Detectors that read the same channels have the same damage.
    var known: [[ChannelKind]: [Double]] = [:]
    return answers.enumerated().map { detector, answer in
      guard var output = answer?.output, plan.measuresDamage(of: detector, in: unit.scenario) else {
        return answer?.output
      }
      let own = experiment.detectors[detector]
      let read = own.recorded == nil ? Array(own.channels(for: kinds) ?? []) : needs.judging(kinds)
      let channels = read.sorted { $0.rawValue < $1.rawValue }
      let sizes =
        known[channels]
        ?? gauge?.sizes(of: trial.channels, in: channels, windows: trial.truth.windows) ?? []
      known[channels] = sizes
      output.estimates.damage = isTry ? Array(sizes.dropFirst(answer?.chosenTry ?? 0).prefix(1)) : sizes
      return output
    }
  }

  /// Reads a recording, unless it is the last one that was read.
  package mutating func read(recording: Int) -> RecordingInspection {
    let loaded = load(recording)
    let failure: String? = if case .failure(let failure) = loaded.content { failure.reason } else { nil }
    return RecordingInspection(facts: loaded.facts, failure: failure, hint: loaded.hint)
  }

  /// Returns the cadence in each window; empty if no accelerometer is wanted or recorded. A scenario may add an
  /// accelerometer, which is then used in place of the recording's.
  private func cadence(_ trial: Trial, of content: Content) -> [Double?] {
    guard experiment.readsCadence || Cadence.axes.contains(where: { content.recording.channels[$0] != nil })
    else {
      return []
    }
    return Cadence.perMinute(of: trial.channels, in: trial.truth.windows)
  }

  private mutating func trial(of unit: WorkUnit, from content: Content) throws(ScenarioFailure) -> Trial {
    let scenario = experiment.scenarios[unit.scenario]
    let unmoved = try truth(of: content, ofRecording: unit.recording, by: scenario.windows)
    let damaged = try trials.damaged(content.recording, by: unit)
    let recordedSamples = sampled(content.recording.channels, content.recording.gaps, of: unit.recording)
    guard scenario.movesBeats else {
      let heart = Heart(
        reference: content.recording.reference, notJudged: content.recording.notJudged,
        extent: content.extent, sampled: recordedSamples)
      return (damaged.channels, unmoved, heart)
    }
    // With a faster heart, the signal ends sooner.
    let ends = damaged.channels.kinds.filter(\.showsBeats).compactMap { damaged.channels[$0]?.timeRange?.end }
    let extent = TimeRange(
      start: content.extent.start, end: min(content.extent.end, ends.min() ?? content.extent.end))
    let windows = scenario.windows.windows(in: extent)
    guard !windows.isEmpty else {
      throw ScenarioFailure(
        "\(scenario.label) leaves \(shortest(extent.duration, decimals: 3)) s, less than \(scenario.windows.needed)"
      )
    }
    let heart = Heart(
      reference: damaged.reference, notJudged: damaged.notJudged, extent: extent,
      sampled: sampled(damaged.channels, damaged.gaps, of: unit.recording))
    let truth = WindowTruth(
      heart.reference, in: windows, notJudged: heart.notJudged, sampled: heart.sampled,
      leastShare: experiment.plan.leastSampleShare)
    return (damaged.channels, truth, heart)
  }

  /// Returns the time in which a recording has samples.
  private func sampled(
    _ channels: Channels, _ gaps: [ChannelKind: [TimeRange]], of recording: Int
  ) -> SampledTime {
    let needs = experiment.channelNeeds[experiment.recordings[recording].dataset]
    return SampledTime(channels, of: needs.judging(channels.kinds), gaps: gaps)
  }

  /// - Throws: if the recording is too short or too long for this plan; other scenarios may have other plans.
  private mutating func truth(
    of content: Content, ofRecording recording: Int, by plan: WindowPlan
  ) throws(ScenarioFailure) -> WindowTruth {
    if let known = truths[plan] { return known }
    if let fault = fault(of: plan, in: content.extent) { throw ScenarioFailure(fault) }
    let truth = WindowTruth(
      content.recording.reference, in: plan.windows(in: content.extent),
      notJudged: content.recording.notJudged,
      sampled: sampled(content.recording.channels, content.recording.gaps, of: recording),
      leastShare: experiment.plan.leastSampleShare)
    truths[plan] = truth
    return truth
  }

  /// Returns the reason why a recording cannot be cut by this plan; `nil` if it can.
  private func fault(of plan: WindowPlan, in extent: TimeRange, needing needed: String? = nil) -> String? {
    let lasting = "the recording lasts \(shortest(extent.duration, decimals: 3)) s"
    let count = plan.count(in: extent)
    if count == 0 { return "\(lasting), less than \(needed ?? plan.needed)" }
    return count > experiment.limits[.windows]
      ? "\(lasting), which is \(count) windows, more than \(experiment.limits[.windows])" : nil
  }

  private mutating func load(_ index: Int) -> Loaded {
    if let loaded, loaded.index == index { return loaded }
    // The previous recording must be gone before the next one comes: memory holds one.
    loaded = nil
    truths = [:]
    beats = [:]
    gauge = nil
    let fresh = read(index)
    loaded = fresh
    gauge = fresh.recording.map { DamageGauge($0.channels) }
    return fresh
  }

  private func read(_ index: Int) -> Loaded {
    let plan = experiment.recordings[index]
    let dataset = experiment.datasets[plan.dataset]
    do {
      let needs = experiment.channelNeeds[plan.dataset]
      // Windows start at the first sample even if no detector reads one.
      let recording = try dataset.load(
        plan.entry, needing: needs.all.isEmpty ? nil : needs.required, wishing: needs.wished,
        reference: experiment.needsReference, labels: experiment.labelNames(dataset: plan.dataset),
        aids: aids)
      let extent = recording.channels.timeRange ?? recording.reference.timeRange
      let signals = dataset.signalFiles(of: plan.entry)
      let facts = RecordingFacts(
        subject: recording.subject, metadata: recording.metadata, seconds: extent?.duration ?? 0,
        channels: recording.channels.kinds.map { kind in
          .init(
            kind: kind.rawValue, sampleRate: recording.channels[kind]?.nominalRate ?? 0,
            isIrregular: recording.channels[kind].map { if case .irregular = $0 { true } else { false } }
              ?? false)
        },
        files: try dataset.digests(of: plan.entry).map {
          .init(path: $0.path, sha256: $0.sha256, holdsSignals: signals.contains($0.path))
        })
      guard let extent else {
        return Loaded(
          index: index, facts: facts, content: .failure(ScenarioFailure("the recording has no samples")))
      }
      let plans = experiment.windowPlans
      let faults = plans.compactMap { fault(of: $0, in: extent) }
      if let first = faults.first, faults.count == plans.count {
        return Loaded(
          index: index, facts: facts, content: .failure(ScenarioFailure(first)), recording: recording)
      }
      return Loaded(
        index: index, facts: facts, content: .success(Content(recording: recording, extent: extent)),
        recording: recording)
    } catch {
      let facts = RecordingFacts(
        subject: plan.entry.subject, metadata: [], seconds: 0, channels: [], files: [])
      let more = error.list.count > 1 ? " (and \(error.list.count - 1) more)" : ""
      let remedy = ReadingLimits.remedy(in: error.first)
      let reason = error.first.summary(within: dataset.root) + more + (remedy.map { "; \($0)" } ?? "")
      return Loaded(
        index: index, facts: facts, content: .failure(ScenarioFailure(reason)),
        hint: remedy == nil ? error.first.hint : nil)
    }
  }
}
