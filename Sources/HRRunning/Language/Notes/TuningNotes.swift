internal import HRPlugins

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
