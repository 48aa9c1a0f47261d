internal import HRSupport
internal import HRPlugins

/// `windows` of an experiment, expanded into one plan per length and start, in order. Each scenario is measured by
/// all of them.
struct LengthSweep {
  private struct Entry {
    let plan: WindowPlan
    /// Values of the keys that were given as lists.
    let swept: [ScenarioPlan.SweptValue]
  }

  private let entries: [Entry]

  var plans: [WindowPlan] { entries.map(\.plan) }
  var count: Int { entries.count }

  /// Reports keys that belong to the other mode; starts vary fastest.
  ///
  /// - Returns: `nil` if the experiment has no `windows`, or if its lists give too many plans.
  init?(_ root: JSONNode, document: JSONDocument, problems: inout [Diagnostic]) {
    guard let node = root["windows"], node.members != nil else { return nil }
    let mode = root["mode"]?.choice() ?? MeasurementMode.continuous
    let lengthNode = node[WindowSizeText.lengthName]
    let lengths = lengthNode?.elements.map { $0.map(\.number) } ?? [lengthNode?.number]
    let startNode = node[WindowSizeText.startName]
    let starts = startNode?.elements.map { $0.compactMap(\.number) } ?? [startNode?.number ?? 0]
    let tries = node["tries"]?.integer ?? 1
    problems += Self.faults(of: node, in: mode, document: document)
    let (count, overflow) = lengths.count.multipliedReportingOverflow(by: starts.count)
    guard !overflow, count <= ScenarioSweep.mostScenarios else {
      problems.append(
        document.problem(
          "its lists make \(overflow ? "too many" : "\(count)") lengths and starts, and at most \(ScenarioSweep.mostScenarios) scenarios are made",
          at: node, hint: "leave out values, or split the experiment"))
      return nil
    }
    entries = lengths.flatMap { length in
      starts.map { start in
        var swept: [ScenarioPlan.SweptValue] = []
        if lengthNode?.elements != nil, let length {
          swept.append(.init(parameter: WindowSizeText.lengthName, value: .number(length)))
        }
        if startNode?.elements != nil {
          swept.append(.init(parameter: WindowSizeText.startName, value: .number(start)))
        }
        return Entry(
          plan: WindowPlan(
            mode: mode, windowSeconds: length, hopSeconds: node["hopSeconds"]?.number ?? length ?? 1,
            startSeconds: start, tries: tries), swept: swept)
      }
    }
  }

  private static func faults(
    of node: JSONNode, in mode: MeasurementMode, document: JSONDocument
  ) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    func report(_ message: String, at place: JSONNode, _ hint: String) {
      faults.append(document.problem(message, at: place, hint: hint))
    }
    func report(_ message: String, _ key: String, _ hint: String) {
      report(message, at: node[key] ?? node, hint)
    }
    for name in WindowSizeText.names {
      var seen: Set<Double> = []
      for element in node[name]?.elements ?? [] {
        guard let number = element.number, !seen.insert(number).inserted else { continue }
        report("\(name) has \(ParameterValue.number(number).text) twice", at: element, "leave one out")
      }
    }
    let tries = node["tries"]?.integer ?? 1
    switch mode {
    case .continuous:
      if node[WindowSizeText.lengthName]?.string == "recording" {
        report(
          "windowSeconds \"recording\" belongs to spot mode", WindowSizeText.lengthName,
          "set \"mode\": \"spot\", or give a number of seconds")
      }
      for name in WindowSizeText.names where node[name]?.elements != nil {
        report(
          "a list of \(name) belongs to spot mode", name,
          "set \"mode\": \"spot\", or give one number of seconds")
      }
      if tries > 1 {
        report("\"tries\" belongs to spot mode", "tries", "set \"mode\": \"spot\", or leave \"tries\" out")
      }
      if node["hopSeconds"] == nil {
        report(
          "\"windows\" lacks the key \"hopSeconds\"", at: node, "seconds from one window's start to the next")
      }
    case .spot:
      if tries > 1, node[WindowSizeText.lengthName]?.string == "recording" {
        report(
          "\(tries) tries cannot each be the whole recording", "tries",
          "give windowSeconds as a number of seconds, or leave \"tries\" out")
      }
    }
    return faults
  }

  /// Returns the scenario once per length and start.
  ///
  /// Its noise follows from the label as written, which is the same for all of them.
  func sized(_ plan: ScenarioPlan) -> [ScenarioPlan] {
    entries.map { entry in
      var sized = plan
      sized.windows = entry.plan
      sized.swept += entry.swept
      sized.label = WindowSizeText.label(
        plan.label, asWritten: plan.familyLabel,
        filling: WindowSizeText.values(of: entry.plan.windowSeconds, entry.plan.startSeconds),
        swept: entry.swept.map { ($0.parameter, $0.value.text) })
      sized.unsizedLabel = plan.label
      return sized
    }
  }
}
