internal import HRSupport

extension DetectorPlan {
  fileprivate var recordedKey: JSONKey<String?> {
    switch source {
    case .pipeline: RecordedKey.trace
    case .recorded: RecordedKey.estimates
    }
  }
}

/// Recorded output, and the scenarios in which a detector has rows.
extension ExperimentResolver {
  /// Resolves the plan of an entry that names recorded estimates; `nil` if its path is invalid.
  mutating func recordedPlan(
    _ label: String, node: JSONNode, recordings: [RecordedSource.Names]
  ) -> (plan: DetectorPlan, node: JSONNode)? {
    guard let source = recordedSource(RecordedKey.estimates, of: node, recordings: recordings) else {
      return nil
    }
    let rule = recordedRule(node, path: source.path)
    return (
      DetectorPlan(
        label: label, source: .recorded(source, rule), baseline: node[DetectorKey.baseline],
        beatLagSeconds: node[DetectorKey.beatLagSeconds],
        recordedRangeBPM: declaredRange(node[RecordedKey.rangeBPM]), tunedOn: tuning(node)), node
    )
  }

  /// Resolves the files that a key of an entry names; `nil` if the key is absent, or its path is invalid.
  mutating func recordedSource(
    _ key: JSONKey<String?>, of node: JSONNode, recordings: [RecordedSource.Names]
  ) -> RecordedSource? {
    guard let text = node[key] else { return nil }
    let place = node.place(of: key)
    let path: RecordedPath
    do throws(RecordedPath.Fault) {
      path = try RecordedPath(text)
    } catch {
      let known = RecordedPath.Part.allCases.map(\.rawValue)
      switch error {
      case .unknown(let name):
        complain(
          "nothing can be filled in for {\(name)}", at: place, hint: suggestionHint(for: name, among: known))
      case .unclosed:
        complain(
          "the path has a { without its }", at: place,
          hint: "can be filled in: " + RecordedPath.Part.allCases.map(\.placeholder).joined(separator: ", ")
        )
      }
      return nil
    }
    var source = RecordedSource(path, in: file.directory, recordings: recordings)
    source.manifest = recordedManifest(of: node)
    return source
  }

  /// Returns the plan with the scenarios in which it has rows; reports labels that no scenario has, and recorded
  /// output that cannot be of these scenarios.
  mutating func placed(
    _ plan: DetectorPlan, at node: JSONNode, among scenarios: [ScenarioPlan]
  ) -> (plan: DetectorPlan, node: JSONNode) {
    var plan = plan
    if let labels = node[DetectorKey.scenarios] {
      // A label as written means every scenario of its sweep; one without its length, every length.
      let known = scenarios.flatMap(\.names).distinct
      for label in labels {
        guard let text = label.string, !known.contains(text), areResolved(scenarios) else { continue }
        complain(
          "the experiment has no scenario \"\(text)\"", at: label,
          hint: suggestionHint(for: text, among: known))
      }
      let named = labels.compactMap(\.string)
      plan.scenarios = scenarios.filter { $0.names.contains(where: named.contains) }.map(\.label)
    }
    if let source = plan.recorded {
      let own = scenarios.filter(plan.takesPart)
      checkDamage(source, of: plan, at: node, in: own, all: scenarios)
      checkFiles(source, at: node.place(of: plan.recordedKey), in: own)
      checkStrict(plan, at: node, in: own)
      checkManifest(source, at: node, in: own)
      if digestsFiles { plan.digestRecorded(in: own) }
    }
    return (plan, node)
  }

  /// Returns true if every entry of `scenarios` was resolved; else not all labels are known.
  private func areResolved(_ scenarios: [ScenarioPlan]) -> Bool {
    document.root[ExperimentKey.scenarios].map { $0.count == Set(scenarios.map(\.family)).count } ?? true
  }

  /// Reports scenarios whose damage recorded output cannot contain. Its estimates would be of undamaged signals,
  /// and be compared with those of detectors that got damaged ones.
  private mutating func checkDamage(
    _ source: RecordedSource, of plan: DetectorPlan, at node: JSONNode, in own: [ScenarioPlan],
    all: [ScenarioPlan]
  ) {
    let key = plan.recordedKey
    let unseen = own.filter { $0.changesSignals && !source.path.names(.scenario) }
    let mixed = own.filter { $0.changesSignals && $0.repeats > 1 && !source.path.names(.repeat) }
    guard !unseen.isEmpty || !mixed.isEmpty else { return }
    var lacking: [RecordedPath.Part] = []
    if !unseen.isEmpty { lacking.append(.scenario) }
    if !mixed.isEmpty { lacking.append(.repeat) }
    let labels = (unseen + mixed).map(\.label).distinct
    let scenarios =
      labels.count == 1
      ? "the scenario \"\(labels[0])\"" : "\(labels.count) scenarios (\(labels.firstFew))"
    let what =
      unseen.isEmpty
      ? "the recorded output \"\(plan.label)\" is the same for all repeats of \(scenarios)"
      : "the recorded output \"\(plan.label)\" cannot have seen what \(scenarios) \(labels.count == 1 ? "does" : "do") to the signals"
    let undamaged = all.filter { !$0.changesSignals }.map(\.label)
    let names = lacking.map(\.placeholder).joined(separator: " or ")
    complain(
      "\(what): its path does not name \(names)", at: node.place(of: key),
      hint:
        "record one file for each, \"\(key.name)\": \"\(source.path.adding(lacking))\""
        + (undamaged.isEmpty
          ? ""
          : "; or write \"scenarios\": [\(undamaged.map { "\"\($0)\"" }.joined(separator: ", "))], which gives it rows there only")
    )
  }

  /// Reports a file that would be used for two different inputs, recorded output without any file, and paths of
  /// other things than files.
  private mutating func checkFiles(
    _ source: RecordedSource, at place: JSONNode, in scenarios: [ScenarioPlan]
  ) {
    if let clash = source.clash(in: scenarios) {
      complain(
        "one file of recorded output would stand for \(clash.first) and for \(clash.second)", at: place,
        hint: clash.lacking.isEmpty
          ? "put a / between the parts of the path, and let labels differ by more than capitals"
          : "name \(clash.lacking.map(\.placeholder).joined(separator: " and ")) in the path")
    }
    guard needsRecorded else { return }
    let files = source.files(in: scenarios)
    if let first = files.first, !files.contains(where: { TextFile.exists($0) }) {
      complain(
        "no recorded output for any of the \(source.recordings.count) recordings", at: place,
        hint: "the first was looked for at \(first)")
    }
    let unreadable = files.compactMap { path in RegularFile.otherKind(at: path).map { (path: path, kind: $0) }
    }
    if let first = unreadable.first {
      let more = unreadable.count - 1
      complain(
        "recorded output is read from files, and \(first.path) is \(first.kind)"
          + (more > 0 ? ", and \(more) more are none either" : ""), at: place,
        hint: "let the path name the file, or write the output to one")
    }
  }

  /// Reports a strict value that would be used for more measurements than the one that it was given for.
  private mutating func checkStrict(_ plan: DetectorPlan, at node: JSONNode, in own: [ScenarioPlan]) {
    guard case .recorded(let source, let rule) = plan.source, let windows = own.first?.windows,
      windows.mode == .spot, rule.strict != .never, !source.path.isTable
    else { return }
    let what = "the strict value of \"\(plan.label)\" is of one measurement, and here there are"
    let series = "write \"strict\": \"never\", which reads the series"
    let place = node.node(RecordedKey.strict) ?? node.place(of: RecordedKey.estimates)
    let sizes = Set(own.map(\.windows)).count
    if windows.tries > 1 {
      complain("\(what) \(windows.tries) tries", at: place, hint: series)
    } else if sizes > 1, !source.path.names(.scenario) {
      complain(
        "\(what) \(sizes) of different length or start", at: place,
        hint: "\(series), or record one file for each, \"recorded\": \"\(source.path.adding([.scenario]))\""
      )
    }
  }

  /// Reports scenarios in which no detector has rows.
  mutating func checkAttendance(
    _ detectors: [(plan: DetectorPlan, node: JSONNode)], of scenarios: [ScenarioPlan]
  ) {
    // In a file with mistakes it is not known which detectors should take part.
    guard problems.allSatisfy({ $0.severity != .error }), leftOut.isEmpty else { return }
    for scenario in scenarios where !detectors.contains(where: { $0.plan.takesPart(in: scenario) }) {
      // Without a list of scenarios, the lengths have made them.
      let entry =
        document.root[ExperimentKey.scenarios]?[scenario.family]
        ?? document.root.place(of: ExperimentKey.windows)
      complain(
        "no detector has rows in the scenario \"\(scenario.label)\"", at: entry,
        hint: "name it in the \"scenarios\" of a detector, or leave it out")
    }
  }
}
