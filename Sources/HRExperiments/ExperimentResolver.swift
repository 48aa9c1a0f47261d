package import HRDiagnostics
internal import HRPlugins
internal import HRRecordings
internal import HRSignals
internal import HRStatistics

extension Experiment {
  /// Resolves a file: names become plugins, data sets become recordings, sweeps become scenarios.
  ///
  /// - Parameter needsReference: false where only readings are wanted.
  /// - Throws: every problem of the file at once, in the order of its text.
  package init(
    _ file: ExperimentFile, plugins: Plugins, environment: DataEnvironment, needsReference: Bool = true
  ) throws(Diagnostics) {
    var resolver = Resolver(
      file: file, plugins: plugins, environment: environment, needsReference: needsReference)
    let experiment = resolver.experiment()
    let errors = resolver.problems.filter { $0.severity == .error }
    guard errors.isEmpty, let experiment else {
      throw Diagnostics(resolver.sortedProblems)
    }
    self = experiment
  }
}

/// Where data sets named without a path are looked for.
package struct DataEnvironment: Sendable {
  /// Folder of descriptors: `datasets/`.
  package let descriptorDirectory: String
  /// `$HREVAL_DATA`.
  package let dataDirectory: String?

  package init(descriptorDirectory: String, dataDirectory: String?) {
    self.descriptorDirectory = descriptorDirectory
    self.dataDirectory = dataDirectory
  }

  /// Names of the data sets that have a descriptor, in alphabetical order.
  package var descriptorNames: [String] {
    TextFile.names(in: descriptorDirectory).filter {
      TextFile.exists("\(descriptorDirectory)/\($0)/dataset.json")
    }
  }

  /// Where the descriptor of a data set lies: a name is a folder under ``descriptorDirectory``; anything with a slash
  /// or ending in `.json` is a path.
  package func descriptorPath(of name: String, relativeTo directory: String) throws(Diagnostics) -> String {
    let isPath = name.contains("/") || name.hasSuffix(".json")
    var path = isPath ? TextFile.resolve(name, in: directory) : "\(descriptorDirectory)/\(name)/dataset.json"
    if isPath, !name.hasSuffix(".json") { path += "/dataset.json" }
    guard TextFile.exists(path) else {
      throw Diagnostics(
        Diagnostic(
          "there is no data set \"\(name)\"",
          hint: isPath
            ? "looked for \(path)" : suggestionHint(for: name, among: descriptorNames)))
    }
    return path
  }
}

/// Collects problems while it resolves; a part that is wrong is left out so that the rest can still be checked.
private struct Resolver {
  let file: ExperimentFile
  let plugins: Plugins
  let environment: DataEnvironment
  let needsReference: Bool
  var problems: [Diagnostic]

  private var document: JSONDocument { file.document }

  init(file: ExperimentFile, plugins: Plugins, environment: DataEnvironment, needsReference: Bool) {
    self.needsReference = needsReference
    self.file = file
    self.plugins = plugins
    self.environment = environment
    problems = file.document.problems(against: ExperimentShape(plugins).shape)
  }

  /// Problems of the experiment file by line and column, then those of other files in the order found.
  var sortedProblems: [Diagnostic] {
    let own = problems.filter { $0.place?.file == document.file }
    let others = problems.filter { $0.place?.file != document.file }
    return own.enumerated().sorted { a, b in
      let left = (a.element.place?.line ?? 0, a.element.place?.column ?? 0, a.offset)
      let right = (b.element.place?.line ?? 0, b.element.place?.column ?? 0, b.offset)
      return left < right
    }.map(\.element) + others
  }

  mutating func experiment() -> Experiment? {
    let root = document.root
    guard root.members != nil else { return nil }
    if let name = root["name"], let text = name.string, !Self.isFolderName(text) {
      problems.append(
        document.problem(
          "the name \"\(text)\" cannot name a folder", at: name,
          hint: "use letters, digits, spaces and - _ . only, not starting with a dot"))
    }
    let windows = windowPlan(root)
    let datasets = (root["datasets"]?.elements ?? []).compactMap { dataset($0) }
    let scenarios = scenarioPlans(root["scenarios"])
    let recordings = datasets.indices.flatMap { index in
      datasets[index].dataset.recordings.prefix(file.limit ?? Int.max).map {
        RecordingPlan(dataset: index, entry: $0)
      }
    }
    let detectors = (root["detectors"]?.elements ?? []).compactMap {
      detectorPlan($0, recordings: recordings, datasets: datasets.map(\.dataset))
    }
    checkLabels(detectors.map { ($0.plan.label, $0.node) }, kind: "detectors")
    for (plan, node) in detectors {
      checkChannels(of: plan, at: node, datasets: datasets.map(\.dataset))
    }
    checkReferences(datasets)
    let tolerance = root["tolerance"]
    guard let windows, problems.allSatisfy({ $0.severity != .error }) else { return nil }
    return Experiment(
      name: root["name"]?.string ?? "", description: root["description"]?.string,
      seed: UInt64(root["seed"]?.integer ?? 0), datasets: datasets.map(\.dataset), recordings: recordings,
      windows: windows, needsReference: needsReference,
      tolerance: Tolerance(
        withinBPM: tolerance?["withinBPM"]?.number ?? 5,
        withinPercent: tolerance?["withinPercent"]?.number ?? 10),
      scenarios: scenarios, detectors: detectors.map(\.plan),
      metrics: root["metrics"]?.elements?.compactMap(\.string) ?? Metric.all.map(\.name),
      strata: root["strata"]?.elements?.compactMap(\.string) ?? [],
      formats: root["report"]?["formats"]?.elements?.compactMap {
        $0.string.flatMap { ReportFormat(rawValue: $0) }
      }
        ?? ReportFormat.allCases)
  }

  private static func isFolderName(_ text: String) -> Bool {
    !text.isEmpty && text.first != "." && text.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || [" ", "-", "_", "."].contains($0)
      }
  }

  // MARK: Windows

  private mutating func windowPlan(_ root: JSONNode) -> WindowPlan? {
    guard let node = root["windows"], node.members != nil else { return nil }
    let mode = root["mode"]?.string.flatMap { MeasurementMode(rawValue: $0) } ?? .continuous
    let length = node["windowSeconds"]?.number
    if node["windowSeconds"]?.string == "recording", mode == .continuous {
      problems.append(
        document.problem(
          "windowSeconds \"recording\" belongs to spot mode", at: node["windowSeconds"] ?? node,
          hint: "set \"mode\": \"spot\", or give a number of seconds"))
    }
    if mode == .continuous, node["hopSeconds"] == nil {
      problems.append(
        document.problem(
          "\"windows\" lacks the key \"hopSeconds\"", at: node,
          hint: "seconds from one window's start to the next"))
    }
    return WindowPlan(
      mode: mode, windowSeconds: length, hopSeconds: node["hopSeconds"]?.number ?? length ?? 1)
  }

  // MARK: Data sets

  private mutating func dataset(_ node: JSONNode) -> (dataset: Dataset, node: JSONNode)? {
    guard let name = node.string ?? node["dataset"]?.string else { return nil }
    let place = node["dataset"] ?? node
    let path: String
    do {
      path = try environment.descriptorPath(of: name, relativeTo: file.directory)
    } catch {
      problems += error.list.map { document.problem($0.message, at: place, hint: $0.hint) }
      return nil
    }
    do {
      let root = node["root"]?.string.map { TextFile.resolve($0, in: file.directory) }
      let dataset = try Dataset.load(
        path: path, root: root,
        select: node["select"]?.elements?.compactMap(\.string) ?? [],
        exclude: node["exclude"]?.elements?.compactMap(\.string) ?? [],
        reference: node["reference"]?.string, dataDirectory: environment.dataDirectory)
      return (dataset, node)
    } catch {
      // A problem of the descriptor keeps its own place; one that has none is this entry's.
      problems += error.list.map { problem in
        problem.place != nil ? problem : document.problem(problem.message, at: place, hint: problem.hint)
      }
      return nil
    }
  }

  private mutating func checkReferences(_ datasets: [(dataset: Dataset, node: JSONNode)]) {
    for (dataset, node) in datasets where needsReference && !dataset.hasReference {
      problems.append(
        document.problem(
          "the data set \"\(dataset.name)\" has no reference to compare with", at: node["dataset"] ?? node,
          hint: "`hreval detect \(dataset.name)` gives readings without one"))
    }
    var seen: Set<String> = []
    for (dataset, node) in datasets where !seen.insert(dataset.name).inserted {
      problems.append(
        document.problem(
          "the data set \"\(dataset.name)\" is listed twice", at: node["dataset"] ?? node,
          hint: "its recordings would count twice"))
    }
  }

  // MARK: Scenarios

  private mutating func scenarioPlans(_ list: JSONNode?) -> [ScenarioPlan] {
    guard let entries = list?.elements else {
      return plugins.scenarios["clean"].flatMap { entry in
        (try? entry.make()).map { scenario in
          [
            ScenarioPlan(
              label: "clean", family: 0, familyLabel: "clean", swept: [],
              steps: [.init(info: entry.info, parameters: ParameterValues(), scenario: scenario)], repeats: 1)
          ]
        }
      } ?? []
    }
    var labelled: [(label: String, node: JSONNode)] = []
    var plans: [ScenarioPlan] = []
    for (family, node) in entries.enumerated() {
      for plan in ScenarioSweep(node, family: family).plans(
        plugins: plugins, document: document, problems: &problems)
      {
        labelled.append((plan.label, node))
        plans.append(plan)
      }
    }
    checkLabels(labelled, kind: "scenarios")
    return plans
  }

  // MARK: Detectors

  private mutating func detectorPlan(
    _ node: JSONNode, recordings: [RecordingPlan], datasets: [Dataset]
  ) -> (plan: DetectorPlan, node: JSONNode)? {
    if let template = node["recorded"]?.string, let label = node["label"]?.string {
      return recordedPlan(template, label: label, node: node, recordings: recordings, datasets: datasets)
    }
    guard let name = node.string ?? node["detector"]?.string, let entry = plugins.detectors[name] else {
      return nil
    }
    guard
      let detector = made(
        node, entry.parameters, "detector", { (values) throws(ParameterError) in try entry.make(values) })
    else { return nil }
    let readsPulseWave = entry.inputs.contains(.ppg)
    for key in ["extractor", "filters"] {
      if let stage = node[key], !readsPulseWave {
        problems.append(
          document.problem(
            "\(name) takes no \(key): it reads \(entry.inputs.map(\.rawValue).joined(separator: ", ")) directly",
            at: stage))
      }
    }
    // An unknown extractor has been reported; what it lacks cannot be known.
    if let extractor = node["extractor"]?.string, plugins.extractors[extractor] == nil { return nil }
    let names = node["extractor"]?.string.map { [$0] } ?? entry.extractors
    let extractors =
      readsPulseWave
      ? names.compactMap { name in
        plugins.extractors[name].flatMap { entry in
          (try? entry.make()).map {
            Pipeline.ExtractorChoice(info: entry.info, inputs: entry.inputs, extractor: $0)
          }
        }
      } : []
    let filters = (node["filters"]?.elements ?? []).compactMap { filterStage($0) }
    let pipeline = Pipeline(
      extractors: extractors, filters: filters, info: entry.info, parameters: detector.values,
      inputs: entry.inputs,
      sampleRate: entry.sampleRate, detector: detector.made)
    return (DetectorPlan(label: node["label"]?.string ?? name, source: .pipeline(pipeline)), node)
  }

  private mutating func filterStage(_ node: JSONNode) -> Pipeline.FilterStage? {
    guard let name = node.string ?? node["filter"]?.string, let entry = plugins.filters[name] else {
      return nil
    }
    return made(
      node, entry.parameters, "filter", { (values) throws(ParameterError) in try entry.make(values) }
    ).map {
      Pipeline.FilterStage(info: entry.info, parameters: $0.values, filter: $0.made)
    }
  }

  /// Builds a plugin from a node's `parameters`; contradictions between them are reported there.
  private mutating func made<Made>(
    _ node: JSONNode, _ descriptions: [ParameterDescription], _ kind: String,
    _ make: (ParameterValues) throws(ParameterError) -> Made
  ) -> (made: Made, values: ParameterValues)? {
    let parameters = node["parameters"]
    let given = ParameterValues(nodes: parameters, descriptions)
    do {
      return (try make(given), given.completed(from: descriptions))
    } catch {
      // Unknown names and ranges are the shape's to report; what is left are contradictions.
      if case .conflict(let words) = error {
        problems.append(document.problem(words, at: parameters ?? node))
      }
      return nil
    }
  }

  private mutating func recordedPlan(
    _ template: String, label: String, node: JSONNode, recordings: [RecordingPlan], datasets: [Dataset]
  ) -> (plan: DetectorPlan, node: JSONNode) {
    let paths = recordings.map { recording in
      let filled = template.replacingPlaceholders([
        ("recording", recording.entry.id), ("subject", recording.entry.subject ?? recording.entry.id),
        ("dataset", datasets[recording.dataset].name),
      ])
      return TextFile.resolve(filled, in: file.directory)
    }
    if !paths.isEmpty, !paths.contains(where: { TextFile.exists($0) }) {
      problems.append(
        document.problem(
          "no recorded output for any of the \(paths.count) recordings", at: node["recorded"] ?? node,
          hint: "the first was looked for at \(paths[0])"))
    }
    return (DetectorPlan(label: label, source: .recorded(paths)), node)
  }

  private mutating func checkChannels(of plan: DetectorPlan, at node: JSONNode, datasets: [Dataset]) {
    for dataset in datasets where plan.channels(for: dataset.channelKinds) == nil {
      guard case .pipeline(let pipeline) = plan.source else { continue }
      let wanted =
        pipeline.readsPulseWave && !pipeline.extractors.isEmpty
        ? pipeline.extractors.map { $0.inputs.map(\.rawValue).joined(separator: "+") }.joined(
          separator: " or ")
        : pipeline.inputs.map(\.rawValue).joined(separator: ", ")
      let has = dataset.channelKinds.map(\.rawValue).joined(separator: ", ")
      problems.append(
        document.problem(
          "detector \"\(plan.label)\" needs \(wanted), which the data set \"\(dataset.name)\" lacks",
          at: node,
          hint: "\(dataset.name) has \(has); name another extractor, or leave this detector out"))
    }
  }

  private mutating func checkLabels(_ labelled: [(label: String, node: JSONNode)], kind: String) {
    for (index, entry) in labelled.enumerated() {
      if labelled[..<index].contains(where: { $0.label == entry.label }) {
        problems.append(
          document.problem(
            "two \(kind) are called \"\(entry.label)\"", at: entry.node["label"] ?? entry.node,
            hint: "give one of them a \"label\" of its own"))
      }
    }
  }
}

extension ParameterValues {
  /// The values of a `parameters` object; members the plugin does not know are left out (the shape reports them).
  init(nodes: JSONNode?, _ descriptions: [ParameterDescription]) {
    self.init(
      descriptions.compactMap { description in
        nodes?[description.name].flatMap { ParameterValue($0, in: description.domain) }.map {
          Entry(description.name, $0)
        }
      })
  }

  /// Every parameter with its value, defaults included, in the order of the table.
  func completed(from descriptions: [ParameterDescription]) -> ParameterValues {
    ParameterValues(descriptions.map { Entry($0.name, self[$0.name] ?? $0.defaultValue) })
  }
}

extension ParameterValue {
  init?(_ node: JSONNode, in domain: ParameterDomain) {
    let value: ParameterValue? =
      switch domain {
      case .number: node.number.map { .number($0) }
      case .integer: node.integer.map { .integer($0) }
      case .choice: node.string.map { .choice($0) }
      }
    guard let value, domain.contains(value) else { return nil }
    self = value
  }
}

extension String {
  /// Puts values in the place of `{name}`.
  func replacingPlaceholders(_ values: [(name: String, value: String)]) -> String {
    values.reduce(self) { text, pair in
      text.split(separator: "{\(pair.name)}", omittingEmptySubsequences: false).joined(separator: pair.value)
    }
  }
}
