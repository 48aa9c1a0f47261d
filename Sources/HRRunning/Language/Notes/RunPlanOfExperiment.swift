internal import HRSupport
internal import HRSignals

extension RunPlan {
  package init(_ experiment: Experiment) {
    // Values of the only plan, or those that all plans share.
    let windows = experiment.windows.first ?? .whole
    let isOnly = experiment.windows.count == 1
    self.init(
      hreval: Version.current, name: experiment.name, description: experiment.description,
      seed: experiment.seed,
      mode: windows.mode, windowSeconds: isOnly ? windows.windowSeconds : nil,
      measurand: experiment.measurand, hopSeconds: windows.hopSeconds,
      withinBPM: experiment.tolerance.withinBPM,
      withinPercent: experiment.tolerance.withinPercent,
      beatToleranceSeconds: experiment.beatRule.toleranceSeconds,
      beatLagSeconds: experiment.beatRule.lagSeconds, metrics: experiment.metrics,
      strata: experiment.strata,
      formats: (experiment.formats + ReportFormat.always).distinct,
      datasets: experiment.datasets.map {
        DatasetNote(
          name: $0.name, reference: $0.referenceText ?? "none", citation: $0.descriptor.citation,
          license: $0.descriptor.license, descriptorSHA256: $0.descriptor.sha256,
          referenceKind: $0.referenceKind, offsetSeconds: $0.referenceOffsetSeconds,
          clocks: $0.referenceClocks, acknowledged: $0.descriptor.acknowledged)
      },
      recordings: experiment.recordings.map {
        RecordingNote(dataset: $0.dataset, id: $0.entry.id, subject: $0.entry.subject)
      },
      scenarios: experiment.scenarios.map { plan in
        ScenarioNote(
          label: plan.label, family: plan.family, familyLabel: plan.familyLabel,
          swept: plan.swept.map { ParameterNote(name: $0.parameter, $0.value) },
          steps: plan.steps.map { StageNote($0) }, repeats: plan.repeats,
          untouchedDatasets: experiment.untouchedDatasets(plan), size: isOnly ? nil : SizeNote(plan.windows))
      },
      detectors: experiment.detectors.map {
        DetectorNote(
          $0, beatLagSeconds: $0.beatLagSeconds ?? experiment.beatRule.lagSeconds,
          channels: experiment.datasets.map(\.channelKinds))
      }, baseline: experiment.baseline, readsCadence: experiment.readsCadence,
      qualities: experiment.qualities.map {
        QualityNote(
          label: $0.label, extractors: $0.quality.extractors.map(\.info.definition),
          quality: StageNote($0.quality.info, $0.quality.parameters))
      }, words: experiment.words.map(\.rawValue), claims: experiment.claims,
      startSeconds: isOnly && windows.startSeconds > 0 ? windows.startSeconds : nil,
      tries: windows.tries > 1 ? windows.tries : nil, split: experiment.split,
      question: experiment.question, acceptableDifferenceBPM: experiment.acceptableDifferenceBPM)
  }
}
