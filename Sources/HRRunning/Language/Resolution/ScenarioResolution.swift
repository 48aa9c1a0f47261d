internal import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Scenarios: expands sweeps, opens noise, and checks that the data sets have what the scenarios need.
extension ExperimentResolver {
  /// - Parameter lengths: lengths and starts by which each scenario is measured; `nil` if they are invalid.
  mutating func scenarioPlans(
    _ entries: [JSONNode]?, lengths: LengthSweep?, datasets: [Dataset]
  ) -> [ScenarioPlan] {
    guard let entries else {
      let clean = plugins.scenarios[PluginInfo.clean.name].flatMap { try? ScenarioPlan(defaultsOf: $0) }
      return clean.map { lengths?.sized($0) ?? [$0] } ?? []
    }
    var labelled: [(label: String, node: JSONNode)] = []
    var plans: [ScenarioPlan] = []
    for (family, node) in entries.enumerated() {
      let steps = (node[ScenarioKey.steps] ?? [node]).map { step in
        let entry = (step.string ?? step[ScenarioKey.scenario]).flatMap { plugins.scenarios[$0] }
        return ScenarioSweep.Step(node: step, entry: entry, noise: noise(of: step, for: entry))
      }
      for step in steps { checkReferences(of: datasets, for: step) }
      checkOrder(of: steps)
      let sweep = ScenarioSweep(node: node, steps: steps, family: family)
      let made = sweep.plans(document: document, problems: &problems)
      // Counted before they are made: lengths multiply.
      let count = made.count * (lengths?.count ?? 1)
      if plans.count + count > ScenarioSweep.mostScenarios {
        complain(
          "with this there are more than \(ScenarioSweep.mostScenarios) scenarios", at: node,
          hint: "leave out values, or split the experiment")
        return plans
      }
      for plan in made.flatMap({ lengths?.sized($0) ?? [$0] }) {
        labelled.append((plan.label, node))
        plans.append(plan)
      }
    }
    checkLabels(labelled, kind: "scenarios")
    return plans
  }

  /// Resolves the noise that a step names; reports noise that is missing or not wanted, or lacks a channel that is
  /// asked for.
  private mutating func noise(of step: JSONNode, for entry: ScenarioEntry?) -> NoisePlan? {
    guard let entry else { return nil }
    let name = entry.info.name
    guard let node = step[ScenarioKey.noise] else {
      if entry.needs.contains(.noise) {
        complain(
          "scenario \"\(name)\" needs \"noise\": a recording to take it from", at: step,
          hint: "for example \"noise\": { \"dataset\": \"my-noise\", \"channels\": [\"ppg\"] }")
      }
      return nil
    }
    guard entry.needs.contains(.noise) else {
      let takers = plugins.scenarios.entries.filter { $0.needs.contains(.noise) }.map(\.info.name)
      complain(
        "scenario \"\(name)\" takes no \"noise\"", at: node, hint: "\(takers.joined(separator: ", ")) does")
      return nil
    }
    guard let dataset = opened(node, reference: nil, measurand: nil) else { return nil }
    let asked = node[NoiseKey.channels]
    let lacking = (asked ?? []).filter { !dataset.channelKinds.contains($0) }
    guard lacking.isEmpty, let first = dataset.channelKinds.first else {
      complain(
        "the data set \"\(dataset.name)\" has no channel \(lacking.map(\.rawValue).joined(separator: ", "))",
        at: node.place(of: NoiseKey.channels),
        hint: "it has " + dataset.channelKinds.map(\.rawValue).joined(separator: ", "))
      return nil
    }
    return NoisePlan(dataset: dataset, channels: asked ?? [first], isDigested: digestsFiles)
  }

  /// Reports a step that moves beats after a step that damages signals: the damage would be warped with the beats,
  /// and its times would no longer be right.
  private mutating func checkOrder(of steps: [ScenarioSweep.Step]) {
    var damage: String?
    for step in steps {
      guard let entry = step.entry else { continue }
      if entry.movesBeats, let damage {
        complain(
          "\"\(entry.info.name)\" gives the recording another heart, so it cannot come after \"\(damage)\"",
          at: step.node,
          hint: "put the steps that move beats first: motion and noise do not change with the heart")
      } else if entry.needs.contains(.video), let damage {
        complain(
          "\"\(entry.info.name)\" reads the recording's video anew, so it cannot come after \"\(damage)\"",
          at: step.node, hint: "put it first: the other damage is then done to what the encoder leaves")
      } else if !entry.movesBeats, !entry.touches.isEmpty {
        damage = damage ?? entry.info.name
      }
    }
  }

  /// Reports data sets whose reference does not contain what the step needs.
  private mutating func checkReferences(of datasets: [Dataset], for step: ScenarioSweep.Step) {
    guard let entry = step.entry else { return }
    for dataset in datasets where entry.needs.contains(.video) && !dataset.hasVideo {
      complain(
        "scenario \"\(entry.info.name)\" compresses videos; \"\(dataset.name)\" has means or samples, from which no video can be made again",
        at: step.node,
        hint: "leave this scenario or this data set out; \"keyFrames\" imitates what key frames do to means")
    }
    for dataset in datasets where dataset.hasReference {
      let reference = dataset.referenceName ?? ""
      if entry.needs.contains(.beats), !dataset.referenceHasBeats {
        complain(
          "scenario \"\(entry.info.name)\" moves beats; the reference \"\(reference)\" of \"\(dataset.name)\" has none",
          at: step.node, hint: "choose a \"reference\" with beats or an ECG, or leave this data set out")
      } else if entry.needs.contains(.heartRate), dataset.referenceMeasurand != .heartRate {
        complain(
          "scenario \"\(entry.info.name)\" follows the true heart rate; the reference \"\(reference)\" of \"\(dataset.name)\" states none",
          at: step.node, hint: "choose a \"reference\" of the heart, or leave this scenario out")
      }
    }
  }
}
