internal import HRDetectors
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

extension RunPlan.DatasetNote {
  init(_ dataset: Dataset) {
    let descriptor = dataset.descriptor
    self.init(
      name: dataset.name, reference: dataset.referenceText ?? "none", citation: descriptor.citation,
      license: descriptor.license, descriptorSHA256: descriptor.sha256,
      referenceKind: dataset.referenceKind, offsetSeconds: dataset.referenceOffsetSeconds,
      clocks: dataset.referenceClocks, acknowledged: descriptor.acknowledged)
  }
}

extension RunPlan.ScenarioNote {
  init(_ plan: ScenarioPlan, untouchedDatasets: [String], size: RunPlan.SizeNote?) {
    let figures = VariabilityFigure.allCases
    let place = plan.figure.flatMap(figures.firstIndex) ?? 0
    self.init(
      label: plan.label, family: plan.family * figures.count + place, familyLabel: plan.familyLabel,
      swept: plan.swept.map { .init(name: $0.parameter, $0.value) }, steps: plan.steps.map { .init($0) },
      repeats: plan.repeats, untouchedDatasets: untouchedDatasets, size: size,
      movesBeats: plan.movesBeats,
      judged: plan.figure.map { .init(figure: $0, damage: plan.damageLabel) })
  }
}

extension RunPlan.QualityNote {
  init(_ column: QualityColumn) {
    self.init(
      label: column.label, extractors: column.quality.extractors.map(\.info.definition),
      quality: .init(column.quality.info, column.quality.parameters))
  }
}

extension RunPlan.DetectorNote {
  /// - Parameter channels: of each data set.
  init(_ plan: DetectorPlan, beatLagSeconds: Double, channels: [[ChannelKind]]) {
    switch plan.source {
    case .pipeline(let pipeline):
      self.init(
        label: plan.label, extractors: pipeline.extractors.map(\.noted),
        filters: pipeline.filters.map { RunPlan.StageNote($0) },
        detector: RunPlan.StageNote(detectorOf: pipeline), baseline: plan.baseline,
        beatLagSeconds: beatLagSeconds,
        acceptWhen: pipeline.demand.acceptWhen.map { RunPlan.StageNote($0) },
        confidenceFrom: pipeline.demand.confidenceFrom.map { RunPlan.StageNote($0.info, $0.parameters) },
        scenarios: plan.scenarios, range: plan.rangeBPM.map { RunPlan.RangeNote($0) },
        assumedRate: pipeline.detector.assumedSampleRate.map { rate in
          RunPlan.AssumedRateNote(
            sampleRate: rate,
            channels: channels.map { pipeline.extractors.fitting($0)?.inputs.first?.rawValue })
        }, recordedTrace: pipeline.trace.map { RunPlan.StageNote(traceFrom: $0) },
        words: plan.words.map(\.rawValue), tunedOn: RunPlan.TuningNote(plan),
        chanceWithinBPM: plan.chanceWithinBPM, delaySeconds: plan.delaySeconds,
        isNull: DetectorEntry.isNull(pipeline.info), runsProgram: pipeline.runsProgram)
    case .recorded(let source, let rule):
      self.init(
        label: plan.label, extractors: [], filters: [],
        detector: RunPlan.StageNote(estimatesFrom: source, by: rule),
        baseline: plan.baseline,
        beatLagSeconds: beatLagSeconds, scenarios: plan.scenarios,
        range: plan.rangeBPM.map { RunPlan.RangeNote($0) }, tunedOn: RunPlan.TuningNote(plan))
    }
  }
}

extension RunPlan.TuningNote {
  /// Tuning of a detector with all stages before it; for recorded output the statement of the experiment.
  init(_ plan: DetectorPlan) {
    var stages: [(name: String, tunedOn: [TunedOn]?)] = []
    switch plan.source {
    case .pipeline(let pipeline):
      if pipeline.trace != nil { stages.append((RunPlan.recordedTraceDefinition, nil)) }
      let infos =
        pipeline.extractors.map(\.info) + pipeline.filters.map(\.info) + [pipeline.info]
        + pipeline.demand.qualities.map(\.info)
      stages += infos.map { (name: $0.definition, tunedOn: $0.tunedOn) }
    case .recorded: stages.append((RunPlan.recordedDefinition, plan.tunedOn == nil ? nil : []))
    }
    if let own = plan.tunedOn { stages.append((RunPlan.tunedByExperiment, own)) }
    self.init(
      stated: stages.flatMap { stage in
        (stage.tunedOn ?? []).map {
          Stated(by: stage.name, dataset: $0.dataset, recordings: $0.recordings, what: $0.what)
        }
      },
      unstated: stages.filter { $0.tunedOn == nil }.map(\.name))
  }
}
