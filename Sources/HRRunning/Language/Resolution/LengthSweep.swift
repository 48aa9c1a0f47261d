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
    guard let node = root[ExperimentKey.windows], node.members != nil else { return nil }
    let mode = root[ExperimentKey.mode]
    let lengthNode = node[WindowsKey.windowSeconds]
    let lengths = lengthNode?.elements.map { $0.map(\.number) } ?? [lengthNode?.number]
    let starts = node[WindowsKey.startSeconds]
    let isStartSwept = node.node(WindowsKey.startSeconds)?.elements != nil
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
        if isStartSwept {
          swept.append(.init(parameter: WindowSizeText.startName, value: .number(start)))
        }
        return Entry(
          plan: WindowPlan(
            mode: mode, windowSeconds: length, hopSeconds: node[WindowsKey.hopSeconds] ?? length ?? 1,
            startSeconds: start, tries: node[WindowsKey.tries], choose: node[WindowsKey.choose],
            waitSeconds: Self.waits(in: node)), swept: swept)
      }
    }
  }

  /// Returns the pauses between tries; empty without any.
  private static func waits(in node: JSONNode) -> [Double] {
    let waits = node[WindowsKey.waitSeconds]
    guard waits.contains(where: { $0 > 0 }) else { return [] }
    let only = waits.count == 1 ? waits.first : nil
    return only.map { [Double](repeating: $0, count: node[WindowsKey.tries] - 1) } ?? waits
  }

  private static func faults(
    of node: JSONNode, in mode: MeasurementMode, document: JSONDocument
  ) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    func report(_ message: String, at place: JSONNode, _ hint: String) {
      faults.append(document.problem(message, at: place, hint: hint))
    }
    for name in WindowSizeText.names {
      var seen: Set<Double> = []
      for element in node[name]?.elements ?? [] {
        guard let number = element.number, !seen.insert(number).inserted else { continue }
        report("\(name) has \(ParameterValue.number(number).text) twice", at: element, "leave one out")
      }
    }
    let tries = node[WindowsKey.tries]
    for name in [WindowsKey.choose.name, WindowsKey.waitSeconds.name] where tries == 1 {
      guard let extra = node[name] else { continue }
      report("\"\(name)\" is of several tries", at: extra, "give \"tries\" a number above 1, or leave it out")
    }
    let waits = node[WindowsKey.waitSeconds].count
    if tries > 1, let place = node[WindowsKey.waitSeconds.name], place.elements != nil, waits != tries - 1 {
      report(
        "waitSeconds has \(waits) pauses, and between \(tries) tries there are \(tries - 1)", at: place,
        "give a number for each, or one for all")
    }
    switch mode {
    case .continuous:
      if node[WindowsKey.windowSeconds]?.string == "recording" {
        report(
          "windowSeconds \"recording\" belongs to spot mode", at: node.place(of: WindowsKey.windowSeconds),
          "set \"mode\": \"spot\", or give a number of seconds")
      }
      for name in WindowSizeText.names {
        guard let list = node[name], list.elements != nil else { continue }
        report(
          "a list of \(name) belongs to spot mode", at: list,
          "set \"mode\": \"spot\", or give one number of seconds")
      }
      if tries > 1 {
        report(
          "\"tries\" belongs to spot mode", at: node.place(of: WindowsKey.tries),
          "set \"mode\": \"spot\", or leave \"tries\" out")
      }
      if node.node(WindowsKey.hopSeconds) == nil {
        report(
          "\"windows\" lacks the key \"hopSeconds\"", at: node, "seconds from one window's start to the next")
      }
    case .spot:
      if tries > 1, node[WindowsKey.windowSeconds]?.string == "recording" {
        report(
          "\(tries) tries cannot each be the whole recording", at: node.place(of: WindowsKey.tries),
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
