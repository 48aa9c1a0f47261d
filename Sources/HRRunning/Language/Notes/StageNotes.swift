internal import HRPlugins

extension RunPlan.StageNote {
  package static func texts(of plan: ScenarioPlan) -> String {
    plan.steps.map { Self($0) }.chain
  }

  /// The step with its parameters and its noise.
  init(_ step: ScenarioPlan.Step) {
    let noise = step.noise.map { plan in
      [
        ParameterValues.Entry(ScenarioKey.noise.name, .choice(plan.text)),
        ParameterValues.Entry(RunPlan.noiseDigestName, .choice(plan.sha256 ?? "unreadable")),
      ]
    }
    self.init(step.info, ParameterValues(step.parameters.entries + (noise ?? [])))
  }

  /// The index with its parameters, then its bounds; or the word that the detector must say.
  init(_ rule: AcceptanceRule) {
    switch rule {
    case .index(let quality, let least, let most):
      let bounds = [(QualityKey.atLeast.name, least), (QualityKey.atMost.name, most)].compactMap {
        name, bound in
        bound.map { ParameterValues.Entry(name, .number($0)) }
      }
      self.init(quality.info, ParameterValues(quality.parameters.entries + bounds))
    case .word(let word, let words):
      self.init(
        definition: RunPlan.wordDefinition,
        parameters: [
          RunPlan.ParameterNote(name: word.rawValue, .choice(words.joined(separator: " or ")))
        ])
    }
  }
}

extension RunPlan.StageNote {
  init(estimatesFrom source: RecordedSource, by rule: RecordedRule) {
    self.init(
      definition: RunPlan.recordedDefinition,
      parameters: Self.files(of: source) + [
        RunPlan.ParameterNote(name: RecordedKey.stable.name, .choice(rule.stable.rawValue)),
        RunPlan.ParameterNote(name: RecordedKey.strict.name, .choice(rule.strict.rawValue)),
        RunPlan.ParameterNote(name: RecordedKey.minimumConfidence.name, .number(rule.minimumConfidence)),
      ])
  }

  init(traceFrom source: RecordedSource) {
    self.init(definition: RunPlan.recordedTraceDefinition, parameters: Self.files(of: source))
  }

  private static func files(of source: RecordedSource) -> [RunPlan.ParameterNote] {
    [
      RunPlan.ParameterNote(name: "path", value: source.notedPath, number: nil),
      RunPlan.ParameterNote(
        name: RunPlan.recordedDigestName, value: source.sha256 ?? "not read", number: nil),
    ] + (source.manifest?.notes ?? [])
  }
}

extension RunPlan.StageNote {
  /// A detector with its parameters; for a program its command too.
  init(detectorOf pipeline: Pipeline) {
    switch pipeline.detector {
    case .plugin: self.init(pipeline.info, pipeline.parameters)
    case .program(let plugin): self.init(plugin)
    }
  }

  init(_ stage: Pipeline.FilterStage) {
    switch stage.filter {
    case .plugin: self.init(stage.info, stage.parameters)
    case .program(let plugin): self.init(plugin)
    }
  }

  /// A program with its parameters, its command, the digest of its files, and the input that it states.
  init(_ plugin: ProgramPlugin) {
    let description = plugin.description
    let own = plugin.parameters.entries.map { RunPlan.ParameterNote(name: $0.name, $0.value) }
    var facts: [(String, String)] = [(ProgramKey.command.name, plugin.program.command.noted)]
    facts.append((RunPlan.programDigestName, plugin.program.sha256 ?? "no files of its own"))
    if description.kind == .detector { facts.append(("sees", description.sees.rawValue)) }
    if description.kind != .detector || description.sees == .recording {
      let look =
        switch description.causality {
        case .causal: "0"
        case .lookAhead(let seconds): seconds.isFinite ? ParameterValue.number(seconds).text : "recording"
        }
      facts.append(("statedLookAheadSeconds", look))
    }
    self.init(
      definition: description.definition,
      parameters: own + facts.map { RunPlan.ParameterNote(name: $0.0, value: $0.1, number: nil) })
  }
}

extension Pipeline.ExtractorChoice {
  /// `red@1`; for a program with its command and digest.
  var noted: String {
    switch extractor {
    case .plugin: info.definition
    case .program(let plugin): RunPlan.StageNote(plugin).text
    }
  }
}
