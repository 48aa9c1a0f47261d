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
    if node[RecordedKey.estimates] != nil, let label = node[EntryKey.label] {
      return recordedPlan(label, node: node, recordings: recordings)
    }
    if node.node(ProgramKey.command) != nil, let label = node[EntryKey.label] {
      return programPlan(label, node: node, recordings: recordings)
    }
    guard let name = node.string ?? node[DetectorKey.detector], let entry = plugins.detectors[name] else {
      return nil
    }
    if !entry.measurands.contains(measurand) {
      complain(
        "\(name) does not estimate the \(measurand.words)", at: node.place(of: DetectorKey.detector),
        hint: "it estimates the \(entry.measurands.map(\.words).joined(separator: ", ")); "
          + "\"measurand\" says what the experiment is about")
    }
    guard let detector = made(node, entry.parameters, entry.make) else { return nil }
    let hasDefaults = entry.parameters.allSatisfy { detector.values[$0.name] == $0.defaultValue }
    let bare = Pipeline(
      info: entry.info, parameters: detector.values, inputs: entry.inputs,
      optionalInputs: entry.optionalInputs, detector: .plugin(detector.made), words: entry.words,
      chanceWithinBPM: entry.chanceWithinBPM,
      delaySeconds: hasDefaults ? entry.delaySeconds : nil)
    return staged(
      bare, label: node[EntryKey.label] ?? name, node: node, usual: entry.extractors, recordings: recordings)
  }

  /// Resolves the stages of a detector's entry; `nil` if one has a problem, which is then reported.
  ///
  /// - Parameters:
  ///   - bare: the detector without its stages.
  ///   - usual: extractors of an entry that names none.
  mutating func staged(
    _ bare: Pipeline, label: String, node: JSONNode, usual: [String], recordings: [RecordedSource.Names]
  ) -> (plan: DetectorPlan, node: JSONNode)? {
    var pipeline = bare
    let name = pipeline.info.name
    if !pipeline.readsPulseWave {
      for field in ExperimentShape.stageFields {
        guard let stage = node[field.key] else { continue }
        let inputs = pipeline.inputs.map(\.rawValue).joined(separator: ", ")
        complain("\(name) takes no \(field.key): it reads \(inputs) directly", at: stage)
      }
    }
    // An unknown extractor has been reported; the channels that it needs are not known.
    let extractor = node[DetectorKey.extractor]
    if let extractor = extractor?.string, plugins.extractors[extractor] == nil { return nil }
    pipeline.trace = recordedTrace(of: node, name, inputs: pipeline.inputs, recordings: recordings)
    refuseManifestAlone(node)
    // A text that is no path has been reported as well.
    if pipeline.trace == nil, node.node(RecordedKey.trace) != nil { return nil }
    let isMadeHere = pipeline.readsPulseWave && pipeline.trace == nil
    if isMadeHere { pipeline.extractors = extractorChoices(extractor, usual: usual) }
    if isMadeHere, pipeline.extractors.isEmpty, case .program = pipeline.detector { return nil }
    pipeline.filters = node[DetectorKey.filters].compactMap { filterStage($0) }
    // An entry that names how the pulse wave is made means that wave, not the colours that a detector could use
    // beside it.
    let isMade = extractor != nil || !pipeline.filters.isEmpty || pipeline.trace != nil
    if isMade, case .plugin = pipeline.detector { pipeline.optionalInputs.removeAll(where: \.isColour) }
    pipeline.demand = demand(node, name, says: pipeline.words)
    let plan = DetectorPlan(
      label: label, source: .pipeline(pipeline), baseline: node[DetectorKey.baseline],
      beatLagSeconds: node[DetectorKey.beatLagSeconds], tunedOn: tuning(node))
    return (plan, node)
  }

  /// Reads `tunedOn`; `nil` if the entry does not have it.
  mutating func tuning(_ node: JSONNode) -> [TunedOn]? {
    node[DetectorKey.tunedOn]?.compactMap { element in
      guard let text = element.string else { return nil }
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.allSatisfy({ !$0.isEmpty }), let dataset = parts.first else {
        complain(
          "\"\(text)\" names no data set, or no recording of one", at: element,
          hint: "written like \"welltory-ppg\" or \"welltory-ppg/subject_0*\"")
        return nil
      }
      return TunedOn(dataset, recordings: Array(parts.dropFirst()), "Parameters were chosen by it.")
    }
  }

  /// Resolves the recorded wave of an entry; reports an entry whose detector needs more than a wave, or names an
  /// extractor too.
  mutating func recordedTrace(
    of node: JSONNode, _ name: String, inputs: [ChannelKind], recordings: [RecordedSource.Names]
  ) -> RecordedSource? {
    let key = RecordedKey.trace
    guard let place = node.node(key) else { return nil }
    let beside = inputs.filter { $0 != .ppg }
    if inputs.contains(.ppg), !beside.isEmpty {
      complain(
        "\(name) takes no \(key.name): beside the pulse wave it reads \(beside.map(\.rawValue).joined(separator: ", "))",
        at: place, hint: "a recorded trace is a pulse wave and nothing else")
    }
    if let extractor = node[DetectorKey.extractor] {
      complain(
        "both an extractor and a \(key.name): which makes the pulse wave is unclear", at: extractor,
        hint: "leave one of the two out")
    }
    return recordedSource(key, of: node, recordings: recordings)
  }

  mutating func filterStage(_ node: JSONNode) -> Pipeline.FilterStage? {
    if node.node(ProgramKey.command) != nil { return programFilter(node) }
    guard let name = node.string ?? node[DetectorKey.filter], let entry = plugins.filters[name] else {
      return nil
    }
    return made(node, entry.parameters, entry.make).map {
      Pipeline.FilterStage(info: entry.info, parameters: $0.values, filter: .plugin($0.made))
    }
  }

  /// The extractor that an entry names, a program or a plugin; else the usual ones.
  mutating func extractorChoices(_ node: JSONNode?, usual: [String]) -> [Pipeline.ExtractorChoice] {
    if let node, node.node(ProgramKey.command) != nil { return programExtractor(node).map { [$0] } ?? [] }
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
    let parameters = node[EntryKey.parameters]
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
    let labels = root[ExperimentKey.detectors].compactMap {
      $0.string ?? $0[EntryKey.label] ?? $0[DetectorKey.detector]
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
    check(root.node(ExperimentKey.baseline), own: nil)
    for (plan, node) in detectors { check(node.node(DetectorKey.baseline), own: plan.label) }
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
    checkMeeting(root.node(ExperimentKey.baseline), detectors.map(\.plan).filter { $0.baseline == nil })
    for (plan, node) in detectors { checkMeeting(node.node(DetectorKey.baseline), [plan]) }
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
