internal import HRSupport
internal import HRPlugins

/// One entry of `scenarios`, expanded into one plan per combination of its swept values, in order.
struct ScenarioSweep {
  /// One step as written; `entry` is `nil` for a name that no scenario has.
  struct Step {
    let node: JSONNode
    let entry: ScenarioEntry?
    let noise: NoisePlan?
  }

  let node: JSONNode
  let steps: [Step]
  /// Index of the entry.
  let family: Int

  /// Largest number of scenarios of an experiment. Each has its tables and figures, so that people read far fewer.
  static let mostScenarios = 1000

  private struct Sweep {
    let step: Int
    let parameter: String
    let values: [ParameterValue]
  }

  func plans(document: JSONDocument, problems: inout [Diagnostic]) -> [ScenarioPlan] {
    let stepNodes = steps.map(\.node)
    let entries = steps.compactMap(\.entry)
    // An unknown scenario has been reported; without it the entry cannot be resolved.
    guard entries.count == stepNodes.count else { return [] }

    var sweeps: [Sweep] = []
    for (index, (entry, step)) in zip(entries, stepNodes).enumerated() {
      // In the order of the file, which decides which parameter varies fastest.
      for member in step[EntryKey.parameters]?.members ?? [] {
        guard let list = member.value.elements,
          let parameter = entry.parameters.first(where: { $0.name == member.key })
        else { continue }
        let values = list.compactMap { ParameterValue($0, in: parameter.domain) }
        guard values.count == list.count, !values.isEmpty else { return [] }
        sweeps.append(Sweep(step: index, parameter: parameter.name, values: values))
      }
    }

    // Counted before they are made: lists multiply.
    let count = sweeps.reduce(into: (partialValue: 1, overflow: false)) { product, sweep in
      let (value, overflow) = product.partialValue.multipliedReportingOverflow(by: sweep.values.count)
      product = (value, product.overflow || overflow)
    }
    guard !count.overflow, count.partialValue <= Self.mostScenarios else {
      problems.append(
        document.problem(
          "its lists of values make \(count.overflow ? "too many" : "\(count.partialValue)") scenarios, and at most \(Self.mostScenarios) are made",
          at: node, hint: "leave out values, or split the experiment"))
      return []
    }

    let template = node[ScenarioKey.label] ?? Self.defaultLabel(entries, sweeps)
    checkPlaceholders(of: template, entries: entries, document: document, problems: &problems)
    var plans: [ScenarioPlan] = []
    for combination in Self.product(sweeps.map(\.values)) {
      var made: [ScenarioPlan.Step] = []
      // A name that several steps have means the swept one, else the first; `step.name` means that step's.
      var known = zip(sweeps, combination).map { (name: $0.parameter, value: $1.text) }
      for (index, (entry, stepNode)) in zip(entries, stepNodes).enumerated() {
        var given = ParameterValues(nodes: stepNode[EntryKey.parameters], entry.parameters)
        for (sweep, value) in zip(sweeps, combination) where sweep.step == index {
          given.entries.append(.init(sweep.parameter, value))
        }
        let complete = given.completed(from: entry.parameters)
        known += complete.entries.map { ($0.name, $0.value.text) }
        known += complete.entries.map { ("\(entry.info.name).\($0.name)", $0.value.text) }
        do {
          made.append(
            .init(entry, parameters: complete, scenario: try entry.make(given), noise: steps[index].noise))
        } catch {
          if case .conflict(let words) = error {
            problems.append(document.problem(words, at: stepNode.place(of: EntryKey.parameters)))
          }
          return plans
        }
      }
      plans.append(
        ScenarioPlan(
          label: template.replacingPlaceholders(known), family: family, familyLabel: template,
          swept: zip(sweeps, combination).map { .init(parameter: $0.parameter, value: $1) }, steps: made,
          repeats: node[ScenarioKey.repeats]))
    }
    return plans
  }

  /// `whiteNoise`, and with a sweep `whiteNoise, snrDecibels {snrDecibels}`.
  private static func defaultLabel(_ entries: [ScenarioEntry], _ sweeps: [Sweep]) -> String {
    let names = entries.map(\.info.name).joined(separator: " + ")
    let swept = sweeps.map { sweep in
      let isShared = sweeps.count { $0.parameter == sweep.parameter } > 1
      let name = isShared ? "\(entries[sweep.step].info.name).\(sweep.parameter)" : sweep.parameter
      return "\(name) {\(name)}"
    }
    return ([names] + swept).joined(separator: ", ")
  }

  private func checkPlaceholders(
    of template: String, entries: [ScenarioEntry], document: JSONDocument, problems: inout [Diagnostic]
  ) {
    let known =
      entries.flatMap { entry in
        entry.parameters.flatMap { [$0.name, "\(entry.info.name).\($0.name)"] }
      } + WindowSizeText.names
    for part in template.split(separator: "{").dropFirst(template.hasPrefix("{") ? 0 : 1) {
      guard let close = part.firstIndex(of: "}") else { continue }
      let name = String(part[..<close])
      if !known.contains(name) {
        problems.append(
          document.problem(
            "the label speaks of {\(name)}, which is no parameter here",
            at: node.place(of: ScenarioKey.label),
            hint: suggestionHint(for: name, among: known)))
      }
    }
  }

  /// Returns all combinations, the last list varying fastest; one empty combination for no lists.
  private static func product(_ lists: [[ParameterValue]]) -> [[ParameterValue]] {
    lists.reduce([[]]) { combinations, list in
      combinations.flatMap { head in list.map { head + [$0] } }
    }
  }
}
