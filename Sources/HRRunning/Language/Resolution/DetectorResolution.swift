internal import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Detectors, their extractors and filters.
extension ExperimentResolver {
  /// Resolves the plan of one entry of `detectors`; `nil` if it has a problem, which is then reported.
  mutating func detectorPlan(
    _ node: JSONNode, recordings: [RecordedSource.Names]
  ) -> (plan: DetectorPlan, node: JSONNode)? {
    if node[RecordedKey.estimates.rawValue]?.string != nil, let label = node["label"]?.string {
      return recordedPlan(label, node: node, recordings: recordings)
    }
    if node[ProgramKey.command] != nil, let label = node["label"]?.string {
      return programPlan(label, node: node, recordings: recordings)
    }
    guard let name = node.string ?? node["detector"]?.string, let entry = plugins.detectors[name] else {
      return nil
    }
    let measurand = measurand(document.root)
    if !entry.measurands.contains(measurand) {
      complain(
        "\(name) does not estimate the \(measurand.words)", at: node["detector"] ?? node,
        hint: "it estimates the \(entry.measurands.map(\.words).joined(separator: ", ")); "
          + "\"measurand\" says what the experiment is about")
    }
    guard let detector = made(node, entry.parameters, entry.make) else { return nil }
    let readsPulseWave = entry.inputs.contains(.ppg)
    for key in ["extractor", RecordedKey.trace.rawValue, "filters", "acceptWhen", "confidenceFrom"] {
      if let stage = node[key], !readsPulseWave {
        complain(
          "\(name) takes no \(key): it reads \(entry.inputs.map(\.rawValue).joined(separator: ", ")) directly",
          at: stage)
      }
    }
    // An unknown extractor has been reported; the channels that it needs are not known.
    if let extractor = node["extractor"]?.string, plugins.extractors[extractor] == nil { return nil }
    let trace = recordedTrace(of: node, entry.info.name, inputs: entry.inputs, recordings: recordings)
    refuseManifestAlone(node)
    // A text that is no path has been reported as well.
    if trace == nil, node[RecordedKey.trace.rawValue] != nil { return nil }
    let extractors =
      readsPulseWave && trace == nil ? extractorChoices(node["extractor"], usual: entry.extractors) : []
    let filters = (node["filters"]?.elements ?? []).compactMap { filterStage($0) }
    // An entry that names how the pulse wave is made means that wave, not the colours that a detector could use
    // beside it.
    let isMade = node["extractor"] != nil || !filters.isEmpty || trace != nil
    let pipeline = Pipeline(
      extractors: extractors, filters: filters, info: entry.info, parameters: detector.values,
      inputs: entry.inputs, optionalInputs: entry.optionalInputs.filter { !isMade || !$0.isColour },
      detector: .plugin(detector.made), demand: demand(node, entry.info.name, says: entry.words),
      trace: trace,
      words: entry.words,
      chanceWithinBPM: entry.chanceWithinBPM)
    let plan = DetectorPlan(
      label: node["label"]?.string ?? name, source: .pipeline(pipeline), baseline: node["baseline"]?.string,
      beatLagSeconds: node["beatLagSeconds"]?.number, tunedOn: tuning(node))
    return (plan, node)
  }

  /// Resolves the recorded wave of an entry; reports an entry whose detector needs more than a wave, or names an
  /// extractor too.
  mutating func recordedTrace(
    of node: JSONNode, _ name: String, inputs: [ChannelKind], recordings: [RecordedSource.Names]
  ) -> RecordedSource? {
    let key = RecordedKey.trace
    guard let place = node[key.rawValue] else { return nil }
    let beside = inputs.filter { $0 != .ppg }
    if inputs.contains(.ppg), !beside.isEmpty {
      complain(
        "\(name) takes no \(key.rawValue): beside the pulse wave it reads \(beside.map(\.rawValue).joined(separator: ", "))",
        at: place, hint: "a recorded trace is a pulse wave and nothing else")
    }
    if let extractor = node["extractor"] {
      complain(
        "both an extractor and a \(key.rawValue): which makes the pulse wave is unclear", at: extractor,
        hint: "leave one of the two out")
    }
    return recordedSource(key, of: node, recordings: recordings)
  }

  mutating func filterStage(_ node: JSONNode) -> Pipeline.FilterStage? {
    if node[ProgramKey.command] != nil { return programFilter(node) }
    guard let name = node.string ?? node["filter"]?.string, let entry = plugins.filters[name] else {
      return nil
    }
    return made(node, entry.parameters, entry.make).map {
      Pipeline.FilterStage(info: entry.info, parameters: $0.values, filter: .plugin($0.made))
    }
  }

  /// The extractor that an entry names, a program or a plugin; else the usual ones.
  mutating func extractorChoices(_ node: JSONNode?, usual: [String]) -> [Pipeline.ExtractorChoice] {
    if let node, node[ProgramKey.command] != nil { return programExtractor(node).map { [$0] } ?? [] }
    return extractorChoices(node?.string.map { [$0] } ?? usual)
  }

  func extractorChoices(_ names: [String]) -> [Pipeline.ExtractorChoice] {
    names.compactMap { name in
      plugins.extractors[name].flatMap { entry in
        (try? entry.make()).map {
          Pipeline.ExtractorChoice(info: entry.info, inputs: entry.inputs, extractor: .plugin($0))
        }
      }
    }
  }

  /// Builds a plugin from a node's `parameters`; contradictions between them are reported.
  mutating func made<Made>(
    _ node: JSONNode, _ descriptions: [ParameterDescription],
    _ make: (ParameterValues) throws(ParameterError) -> Made
  ) -> (made: Made, values: ParameterValues)? {
    let parameters = node["parameters"]
    let given = ParameterValues(nodes: parameters, descriptions)
    do {
      return (try make(given), given.completed(from: descriptions))
    } catch {
      // Unknown names and ranges are reported by the shape; only contradictions are left.
      if case .conflict(let words) = error { complain(words, at: parameters ?? node) }
      return nil
    }
  }

  /// Reports baselines that are no detector's label, or are the detector itself.
  mutating func checkBaselines(_ detectors: [(plan: DetectorPlan, node: JSONNode)], root: JSONNode) {
    // Entries that could not be resolved have been reported; naming one of them as a baseline is no second mistake.
    let labels = (root["detectors"]?.elements ?? []).compactMap {
      $0.string ?? $0["label"]?.string ?? $0["detector"]?.string
    }
    func check(_ node: JSONNode?, own: String?) {
      guard let node, let label = node.string else { return }
      if label == own {
        complain("detector \"\(label)\" is named as its own baseline", at: node)
      } else if !labels.contains(label) {
        complain(
          "the baseline \"\(label)\" is no detector of this experiment", at: node,
          hint: suggestionHint(for: label, among: labels))
      }
    }
    check(root["baseline"], own: nil)
    for (plan, node) in detectors { check(node["baseline"], own: plan.label) }
    /// Reports a comparison that is possible in no scenario. If it is possible in some scenarios, the report names
    /// the others.
    func checkMeeting(_ node: JSONNode?, _ candidates: [DetectorPlan]) {
      guard let node, let baseline = detectors.first(where: { $0.plan.label == node.string })?.plan else {
        return
      }
      let others = candidates.filter { $0.label != baseline.label }
      guard !others.isEmpty, !others.contains(where: { $0.meets(baseline) }) else { return }
      complain(
        "the baseline \"\(baseline.label)\" has rows in no scenario of what is compared with it", at: node,
        hint: "the \"scenarios\" of the two must have one in common")
    }
    checkMeeting(root["baseline"], detectors.map(\.plan).filter { $0.baseline == nil })
    for (plan, node) in detectors { checkMeeting(node["baseline"], [plan]) }
  }

  /// Reports every data set whose channels do not suffice.
  mutating func checkChannels(of plan: DetectorPlan, at node: JSONNode, datasets: [Dataset]) {
    for dataset in datasets where plan.channels(for: dataset.channelKinds) == nil {
      guard case .pipeline(let pipeline) = plan.source else { continue }
      let wanted =
        pipeline.readsPulseWave && !pipeline.extractors.isEmpty
        ? pipeline.extractors.map { $0.inputs.map(\.rawValue).joined(separator: "+") }.joined(
          separator: " or ")
        : pipeline.inputs.map(\.rawValue).joined(separator: ", ")
      let has = dataset.channelKinds.map(\.rawValue).joined(separator: ", ")
      complain(
        "detector \"\(plan.label)\" needs \(wanted), which the data set \"\(dataset.name)\" lacks",
        at: node,
        hint: "\(dataset.name) has \(has); name another extractor, or leave this detector out")
    }
  }
}
