internal import HRRunning
internal import HRSignals

/// Conditions on the plans of two runs, without which a window of one is none of the other's.
extension RunMatch {
  var planProblems: [String] {
    var problems: [String] = []
    let (a, b) = (baseline.plan, candidate.plan)
    if a.measurand != b.measurand {
      problems.append("they measure different things: the \(a.measurand.words) and the \(b.measurand.words)")
    }
    if a.split?.part != b.split?.part {
      func part(_ plan: RunPlan) -> String { plan.split?.part.words ?? "all recordings" }
      problems.append("they are of other parts of a split: \(part(a)) and \(part(b))")
    }
    if !haveLengths, a.windowPlans != b.windowPlans {
      problems.append("the windows differ: \(a.windowsDescribed) against \(b.windowsDescribed)")
    }
    return problems
  }

  /// True if one of the runs has several window lengths. The lengths that both have can be compared, each by itself.
  var haveLengths: Bool {
    baseline.plan.windowPlans.count > 1 || candidate.plan.windowPlans.count > 1
  }

  var scenarioProblems: [String] {
    let (a, b) = (baseline.plan, candidate.plan)
    var problems: [String] = []
    for scenario in scenarios {
      let (first, second) = (a.scenarios[scenario.baseline], b.scenarios[scenario.candidate])
      let (mine, other) = (a.windows(of: scenario.baseline), b.windows(of: scenario.candidate))
      if haveLengths, mine != other {
        problems.append(
          "the windows of \"\(scenario.label)\" differ: \(mine.described) against \(other.described)")
      }
      if first.steps != second.steps || first.repeats != second.repeats {
        problems.append(
          "the scenario \"\(scenario.label)\" is not the same in both: its steps or repeats differ")
      } else if first.changesSignals, first.familyLabel != second.familyLabel {
        problems.append(
          "the noise of scenario \"\(scenario.label)\" differs: it follows from the label as written, \"\(first.familyLabel)\" against \"\(second.familyLabel)\""
        )
      } else if a.seed != b.seed, first.changesSignals {
        problems.append(
          "the noise of scenario \"\(scenario.label)\" differs: seed \(a.seed) against seed \(b.seed)")
      }
    }
    return problems
  }

  var nothingInCommon: [String] {
    var problems: [String] = []
    if scenarios.isEmpty { problems.append("they have no scenario in common") }
    if detectors.isEmpty { problems.append("they have no detector in common") }
    if !scenarios.isEmpty, !detectors.isEmpty,
      !scenarios.contains(where: { scenario in detectors.contains { isPaired($0, in: scenario) } })
    {
      problems.append("no detector has rows in the same scenario of both")
    }
    return problems
  }
}
