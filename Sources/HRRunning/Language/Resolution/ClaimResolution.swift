internal import HRSupport

/// The entries of `claims`: every label in them must exist, and every condition must be decidable.
extension ExperimentResolver {
  /// - Parameter strata: the experiment's, without the data set.
  mutating func claims(
    _ list: JSONNode?, detectors: [DetectorPlan], scenarios: [ScenarioPlan], strata: [String],
    datasetCount: Int
  ) -> [Claim] {
    (list?.elements ?? []).map { node in
      for key in ["claim", "source"] {
        if let text = node[key], text.string?.allSatisfy(\.isWhitespace) ?? false {
          complain("the \(key) is empty", at: text)
        }
      }
      return Claim(
        claim: node["claim"]?.string ?? "", source: node["source"]?.string ?? "",
        conditions: (node["holdsWhen"]?.elements ?? []).compactMap {
          condition(
            $0, detectors: detectors, scenarios: scenarios, strata: strata, datasetCount: datasetCount)
        })
    }
  }

  private mutating func condition(
    _ node: JSONNode, detectors: [DetectorPlan], scenarios: [ScenarioPlan], strata: [String],
    datasetCount: Int
  ) -> Claim.Condition? {
    guard let metric = node["metric"]?.choice(of: ClaimMetric.self),
      let row = claimRow(node, usual: nil, place: node, detectors: detectors, scenarios: scenarios)
    else { return nil }
    let keys = ["atLeast", "atMost", "lessThan", "moreThan"]
    let given = keys.filter { node[$0] != nil }
    guard given.count == 1, let key = given.first, let value = node[key] else {
      complain(
        given.isEmpty
          ? "this condition says nothing of how large the figure must be"
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
    if let by = node["by"], let name = by.string {
      let known = [RunPlan.datasetStratum] + strata
      if !known.contains(name) {
        complain(
          "\"\(name)\" is no stratum of this experiment", at: by,
          hint: suggestionHint(for: name, among: known))
      }
    }
    return Claim.Condition(
      row: row, metric: metric, demand: demand,
      stratum: node["by"]?.string ?? (datasetCount > 1 ? RunPlan.datasetStratum : nil))
  }

  private mutating func demand(
    _ node: JSONNode, _ key: String, _ value: JSONNode, of row: Claim.Row, detectors: [DetectorPlan],
    scenarios: [ScenarioPlan]
  ) -> Claim.Demand? {
    if let bound = value.number {
      for name in ["margin", "windows"] {
        if let extra = node[name] {
          complain("\"\(name)\" belongs to \"lessThan\" and \"moreThan\"", at: extra)
        }
      }
      return key == "atLeast" ? .atLeast(bound) : .atMost(bound)
    }
    guard value.members != nil,
      let other = claimRow(value, usual: row, place: value, detectors: detectors, scenarios: scenarios)
    else { return nil }
    if other == row { complain("a row is compared with itself", at: value) }
    let isOneScenario = other.scenario == row.scenario
    let asked = node["windows"]?.choice(of: Claim.ComparedWindows.self)
    if let windows = node["windows"], asked == .common, !isOneScenario {
      complain(
        "windows of two scenarios are never the same", at: windows, hint: "write \"own\", or leave it out")
    }
    let windows = asked ?? (isOneScenario ? .common : .own)
    let margin = node["margin"]?.number ?? 0
    return key == "lessThan"
      ? .lessThan(other, margin: margin, windows: windows)
      : .moreThan(other, margin: margin, windows: windows)
  }

  /// - Parameter usual: the row from which omitted labels are taken.
  private mutating func claimRow(
    _ node: JSONNode, usual: Claim.Row?, place: JSONNode, detectors: [DetectorPlan],
    scenarios: [ScenarioPlan]
  ) -> Claim.Row? {
    let only = scenarios.count == 1 ? scenarios.first?.label : nil
    guard let scenario = node["scenario"]?.string ?? usual?.scenario ?? only else {
      complain("this condition names no \"scenario\", and there are \(scenarios.count)", at: place)
      return nil
    }
    guard let detector = node["detector"]?.string ?? usual?.detector else { return nil }
    let known = scenarios.first { $0.label == scenario }
    if known == nil {
      complain(
        "the experiment has no scenario \"\(scenario)\"", at: node["scenario"] ?? place,
        hint: suggestionHint(for: scenario, among: scenarios.map(\.label)))
    }
    let plan = detectors.first { $0.label == detector }
    if plan == nil, !leftOut.contains(detector) {
      complain(
        "the experiment has no detector \"\(detector)\"", at: node["detector"] ?? place,
        hint: suggestionHint(for: detector, among: detectors.map(\.label)))
    }
    guard let known, let plan else { return nil }
    if !plan.takesPart(in: known) {
      complain("\"\(detector)\" has no rows in the scenario \"\(scenario)\"", at: place)
    }
    return Claim.Row(detector: detector, scenario: scenario)
  }
}
