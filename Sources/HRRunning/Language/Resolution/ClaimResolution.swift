internal import HRSupport

/// The entries of `claims`: every label in them must exist, and every condition must be decidable.
extension ExperimentResolver {
  /// - Parameter strata: the experiment's, without the data set.
  mutating func claims(
    _ list: [JSONNode], detectors: [DetectorPlan], scenarios: [ScenarioPlan], strata: [String],
    datasets: [String]
  ) -> [Claim] {
    list.map { node in
      for key in [ClaimKey.claim, ClaimKey.source] {
        if let text = node.node(key), text.string?.allSatisfy(\.isWhitespace) ?? false {
          complain("the \(key.name) is empty", at: text)
        }
      }
      return Claim(
        claim: node[ClaimKey.claim], source: node[ClaimKey.source], kind: node[ClaimKey.kind],
        conditions: node[ClaimKey.holdsWhen].compactMap {
          condition(
            $0, detectors: detectors, scenarios: scenarios, strata: strata, datasets: datasets)
        })
    }
  }

  private mutating func condition(
    _ node: JSONNode, detectors: [DetectorPlan], scenarios: [ScenarioPlan], strata: [String],
    datasets: [String]
  ) -> Claim.Condition? {
    guard let metric = node[ConditionKey.metric],
      let row = claimRow(node, usual: nil, place: node, detectors: detectors, scenarios: scenarios)
    else { return nil }
    let keys = ConditionKey.demands.map(\.key)
    let given = keys.filter { node[$0] != nil }
    guard given.count == 1, let key = given.first, let value = node[key] else {
      complain(
        given.isEmpty
          ? "this condition does not say how large the figure must be"
          : "this condition asks for \(given.map { "\"\($0)\"" }.joined(separator: " and "))",
        at: node, hint: "give one of " + keys.joined(separator: ", "))
      return nil
    }
    guard let demand = demand(node, key, value, of: row, detectors: detectors, scenarios: scenarios) else {
      return nil
    }
    if let bound = value.number, metric.isShare, !(0...1).contains(bound) {
      complain(
        "\(metric.rawValue) is a share from 0 to 1; it is never \(shortest(bound))", at: value,
        hint: bound > 1 && bound <= 100 ? "write \(shortest(bound / 100))" : nil)
    }
    let stratum = node[ConditionKey.by]
    if let name = stratum {
      let known = [RunPlan.datasetStratum] + strata
      if !known.contains(name) {
        complain(
          "\"\(name)\" is no stratum of this experiment", at: node.place(of: ConditionKey.by),
          hint: suggestionHint(for: name, among: known))
      }
    }
    let used = stratum ?? (datasets.count > 1 ? RunPlan.datasetStratum : nil)
    for place in [node, value] { checkGroup(place, of: used, condition: node, datasets: datasets) }
    return Claim.Condition(row: row, metric: metric, demand: demand, stratum: used)
  }

  /// Complains of a group that cannot be: without a stratum, of no data set, or only of the row that is compared with.
  private mutating func checkGroup(
    _ node: JSONNode, of stratum: String?, condition: JSONNode, datasets: [String]
  ) {
    guard node.members != nil, let group = node[ConditionKey.group] else { return }
    let place = node.place(of: ConditionKey.group)
    if condition[ConditionKey.group] == nil {
      complain(
        "this condition names a group of the other row and none of its own", at: place,
        hint: "name its own \"group\" too")
    } else if stratum == nil {
      complain(
        "\"\(group)\" is a group of no stratum", at: place, hint: "\"by\" names the stratum")
    } else if stratum == RunPlan.datasetStratum, !datasets.contains(group) {
      complain(
        "the experiment has no data set \"\(group)\"", at: place,
        hint: suggestionHint(for: group, among: datasets))
    }
  }

  private mutating func demand(
    _ node: JSONNode, _ key: String, _ value: JSONNode, of row: Claim.Row, detectors: [DetectorPlan],
    scenarios: [ScenarioPlan]
  ) -> Claim.Demand? {
    if let bound = value.number {
      for name in [ConditionKey.margin.name, ConditionKey.windows.name] {
        if let extra = node[name] {
          complain("\"\(name)\" belongs to \"lessThan\" and \"moreThan\"", at: extra)
        }
      }
      return key == ConditionKey.atLeast.name ? .atLeast(bound) : .atMost(bound)
    }
    guard value.members != nil,
      let other = claimRow(value, usual: row, place: value, detectors: detectors, scenarios: scenarios)
    else { return nil }
    if other == row { complain("a row is compared with itself", at: value) }
    let hasSameWindows = other.scenario == row.scenario && other.group == row.group
    let asked = node[ConditionKey.windows]
    if asked == .common, !hasSameWindows {
      complain(
        "windows of two \(other.scenario == row.scenario ? "groups" : "scenarios") are never the same",
        at: node.place(of: ConditionKey.windows),
        hint: "write \"own\", or leave it out")
    }
    let windows = asked ?? (hasSameWindows ? .common : .own)
    let margin = node[ConditionKey.margin]
    return key == ConditionKey.lessThan.name
      ? .lessThan(other, margin: margin, windows: windows)
      : .moreThan(other, margin: margin, windows: windows)
  }

  /// - Parameter usual: the row from which omitted labels are taken.
  private mutating func claimRow(
    _ node: JSONNode, usual: Claim.Row?, place: JSONNode, detectors: [DetectorPlan],
    scenarios: [ScenarioPlan]
  ) -> Claim.Row? {
    let only = scenarios.count == 1 ? scenarios.first?.label : nil
    guard let scenario = node[ConditionKey.scenario] ?? usual?.scenario ?? only else {
      complain("this condition names no \"scenario\", and there are \(scenarios.count)", at: place)
      return nil
    }
    guard let detector = node[ConditionKey.detector] ?? usual?.detector else { return nil }
    let known = scenarios.first { $0.label == scenario }
    if known == nil {
      complain(
        "the experiment has no scenario \"\(scenario)\"", at: node.node(ConditionKey.scenario) ?? place,
        hint: suggestionHint(for: scenario, among: scenarios.map(\.label)))
    }
    let plan = detectors.first { $0.label == detector }
    if plan == nil, !leftOut.contains(detector) {
      complain(
        "the experiment has no detector \"\(detector)\"", at: node.node(ConditionKey.detector) ?? place,
        hint: suggestionHint(for: detector, among: detectors.map(\.label)))
    }
    guard let known, let plan else { return nil }
    if !plan.takesPart(in: known) {
      complain("\"\(detector)\" has no rows in the scenario \"\(scenario)\"", at: place)
    }
    return Claim.Row(
      detector: detector, scenario: scenario, group: node[ConditionKey.group] ?? usual?.group)
  }
}
