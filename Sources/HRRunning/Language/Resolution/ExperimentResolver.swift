package import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals
internal import HRStatistics

extension Experiment {
  /// Resolves a file: names become plugins, data sets become recordings, sweeps become scenarios.
  ///
  /// - Parameters:
  ///   - needsReference: false if only readings are wanted.
  ///   - needsRecorded: false if recorded output may not exist yet.
  ///   - digestsFiles: true if noise and recorded output are read for their digests, which only the output of a run
  ///     needs.
  /// - Throws: every problem of the file at once, in the order of its text.
  package init(
    _ file: ExperimentFile, plugins: Plugins, environment: DataEnvironment, needsReference: Bool = true,
    needsRecorded: Bool = true, digestsFiles: Bool = true
  ) throws(Diagnostics) {
    var resolver = ExperimentResolver(
      file: file, plugins: plugins, environment: environment, needsReference: needsReference,
      needsRecorded: needsRecorded, digestsFiles: digestsFiles,
      problems: file.document.problems(against: ExperimentShape(plugins).shape))
    let experiment = resolver.experiment()
    let errors = resolver.problems.filter { $0.severity == .error }
    guard errors.isEmpty, let experiment else { throw Diagnostics(resolver.sortedProblems) }
    self = experiment
  }
}

/// Collects problems while it resolves an experiment; a wrong part is left out so that the rest can be checked.
struct ExperimentResolver {
  let file: ExperimentFile
  let plugins: Plugins
  let environment: DataEnvironment
  let needsReference: Bool
  let needsRecorded: Bool
  let digestsFiles: Bool
  var problems: [Diagnostic]

  var document: JSONDocument { file.document }

  /// Problems of the experiment file by line and column, then those of other files in the order of detection.
  var sortedProblems: [Diagnostic] {
    let own = problems.filter { $0.place?.file == document.file }
    let others = problems.filter { $0.place?.file != document.file }
    return own.inOrderOfText + others
  }

  mutating func experiment() -> Experiment? {
    let root = document.root
    guard root.members != nil else { return nil }
    if let name = root["name"], let text = name.string, !Self.isFolderName(text) {
      complain(
        "the name \"\(text)\" cannot name a folder", at: name,
        hint: "use letters, digits, spaces and - _ . only, not starting with a dot")
    }
    let lengths = LengthSweep(root, document: document, problems: &problems)
    let measurand = measurand(root)
    let opened = (root["datasets"]?.elements ?? []).compactMap { dataset($0) }
    let datasets = opened.map(\.dataset)
    let scenarios = scenarioPlans(root["scenarios"], lengths: lengths, datasets: datasets)
    let all = datasets.indices.flatMap { index in
      datasets[index].recordings.map { RecordingPlan(dataset: index, entry: $0) }
    }
    let split = parted(all, of: datasets, by: root["split"])
    let recordings = datasets.indices.flatMap { index in
      split.recordings.filter { $0.dataset == index }.prefix(file.limit ?? Int.max)
    }
    let names = recordings.map { plan in
      RecordedSource.Names(
        recording: plan.entry.id, subject: plan.entry.subject ?? plan.entry.id,
        dataset: datasets[plan.dataset].name)
    }
    let detectors = (root["detectors"]?.elements ?? []).filter { !isLeftOut($0) }.compactMap {
      detectorPlan($0, recordings: names).map { placed($0.plan, at: $0.node, among: scenarios) }
    }
    checkAttendance(detectors, of: scenarios)
    checkLabels(detectors.map { ($0.plan.label, $0.node) }, kind: "detectors")
    for (plan, node) in detectors { checkChannels(of: plan, at: node, datasets: datasets) }
    let qualities = qualityColumns(root["qualities"])
    checkLabels(qualities.map { ($0.column.label, $0.node) }, kind: "quality indices")
    for (column, node) in qualities { checkChannels(of: column, at: node, datasets: datasets) }
    let words = wordKinds(root["words"], detectors: detectors.map(\.plan))
    let strata = strataNames(root["strata"], datasets: datasets)
    let claims = claims(
      root["claims"], detectors: detectors.map(\.plan), scenarios: scenarios, strata: strata,
      datasetCount: datasets.count)
    checkBaselines(detectors, root: root)
    checkReferences(opened)
    let tolerance = root["tolerance"]
    let beats = root["beats"]
    let question = question(root["question"])
    guard let lengths, problems.allSatisfy({ $0.severity != .error }) else { return nil }
    return Experiment(
      name: root["name"]?.string ?? "", description: root["description"]?.string,
      directory: file.directory, seed: UInt64(clamping: root["seed"]?.integer ?? 0), datasets: datasets,
      recordings: recordings, windows: lengths.plans, measurand: measurand, needsReference: needsReference,
      tolerance: Tolerance(
        withinBPM: tolerance?["withinBPM"]?.number ?? 5,
        withinPercent: tolerance?["withinPercent"]?.number ?? 10),
      beatRule: BeatRule(
        toleranceSeconds: beats?["toleranceSeconds"]?.number ?? BeatRule.standard.toleranceSeconds,
        lagSeconds: beats?["lagSeconds"]?.number ?? BeatRule.standard.lagSeconds),
      readsCadence: root["cadence"]?.boolean ?? false,
      scenarios: scenarios, detectors: detectors.map(\.plan), qualities: qualities.map(\.column),
      words: words,
      baseline: root["baseline"]?.string,
      metrics: root["metrics"]?.elements?.compactMap(\.string) ?? Metric.columns.map(\.name),
      strata: strata,
      formats: root["report"]?["formats"]?.elements?.compactMap { $0.choice() } ?? ReportFormat.standard,
      limits: limits, claims: claims, split: split.note, question: question,
      acceptableDifferenceBPM: root["acceptable"]?["differenceBPM"]?.number,
      keptSignals: root[SignalQuota.key].flatMap(SignalQuota.init), programs: plugins.programs.registry,
      namedPrograms: file.programs, leftOut: leftOut)
  }

  // MARK: Programs that are not started

  /// Returns true for an entry that names a program while programs are neither started nor refused: such an entry
  /// cannot be resolved.
  func isLeftOut(_ entry: JSONNode) -> Bool {
    guard case .leftOut = plugins.programs else { return false }
    return !file.programs(in: entry).isEmpty
  }

  /// Labels of the entries that are left out.
  var leftOut: [String] {
    ["detectors", "qualities"].flatMap { document.root[$0]?.elements ?? [] }.filter(isLeftOut).map { entry in
      ["label", "detector", "quality"].lazy.compactMap { entry[$0]?.string }.first ?? ""
    }
  }

  private var limits: ReadingLimits {
    let members = document.root["limits"]?.members ?? []
    return ReadingLimits(
      members.reduce(into: [:]) { given, member in
        if let name = ReadingLimits.Name(rawValue: member.key) { given[name] = member.value.integer }
      })
  }

  private static func isFolderName(_ text: String) -> Bool {
    !text.isEmpty && text.first != "." && text.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || [" ", "-", "_", "."].contains($0)
      }
  }

  func measurand(_ root: JSONNode) -> Measurand {
    root["measurand"]?.choice() ?? .heartRate
  }

  mutating func complain(_ message: String, at node: JSONNode, hint: String? = nil) {
    problems.append(document.problem(message, at: node, hint: hint))
  }

  // MARK: Data sets

  private mutating func dataset(_ node: JSONNode) -> (dataset: Dataset, node: JSONNode)? {
    opened(node, reference: node["reference"]?.string, measurand: measurand(document.root)).map { ($0, node) }
  }

  /// Opens the data set of an entry, which is a name, or an object with `dataset`, `root`, `select` and `exclude`.
  ///
  /// - Parameter measurand: that its reference must state; `nil`: any.
  mutating func opened(_ node: JSONNode, reference: String?, measurand: Measurand?) -> Dataset? {
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
      return try Dataset.load(
        path: path, root: node["root"]?.string.map { TextFile.resolve($0, in: file.directory) },
        select: node["select"]?.elements?.compactMap(\.string) ?? [],
        exclude: node["exclude"]?.elements?.compactMap(\.string) ?? [],
        reference: reference, measurand: measurand, dataDirectory: environment.dataDirectory,
        alsoReads: (node["alsoReads"]?.elements ?? []).compactMap(\.string).map {
          TextFile.resolve($0, in: file.directory)
        },
        limits: limits)
    } catch {
      // A problem of the descriptor keeps its own place; one without a place is reported at this entry.
      problems += error.list.map { problem in
        problem.place != nil ? problem : document.problem(problem.message, at: place, hint: problem.hint)
      }
      return nil
    }
  }

  private mutating func checkReferences(_ datasets: [(dataset: Dataset, node: JSONNode)]) {
    for (dataset, node) in datasets where needsReference && !dataset.hasReference {
      complain(
        "the data set \"\(dataset.name)\" has no reference of the \(measurand(document.root).words) to compare with",
        at: node["dataset"] ?? node,
        hint: "`hreval detect \(dataset.name)` gives readings without one")
    }
    var seen: Set<String> = []
    for (dataset, node) in datasets where !seen.insert(dataset.name).inserted {
      complain(
        "the data set \"\(dataset.name)\" is listed twice", at: node["dataset"] ?? node,
        hint: "its recordings would count twice")
    }
  }

  // MARK: Labels

  mutating func checkLabels(_ labelled: [(label: String, node: JSONNode)], kind: String) {
    for (index, entry) in labelled.enumerated() {
      if entry.label.allSatisfy(\.isWhitespace) {
        complain("the label is empty", at: entry.node["label"] ?? entry.node, hint: "it names rows of tables")
      }
      if entry.label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        complain(
          "the label has a line break or another control character", at: entry.node["label"] ?? entry.node,
          hint: "keep it to one line: it names rows of tables")
      }
      if labelled[..<index].contains(where: { $0.label == entry.label }) {
        complain(
          "two \(kind) are called \"\(entry.label)\"", at: entry.node["label"] ?? entry.node,
          hint: "give one of them a \"label\" of its own"
            + (kind == "scenarios" ? "; where values are swept, put {parameter} into it" : ""))
      }
    }
  }
}
