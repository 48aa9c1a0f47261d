internal import HRPlugins

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
    facts.append(("filesSHA256", plugin.program.sha256 ?? "no files of its own"))
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
