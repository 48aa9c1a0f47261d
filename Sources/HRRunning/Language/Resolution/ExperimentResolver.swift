package import HRSupport
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
    typealias Key = ExperimentKey
    let root = document.root
    guard root.members != nil else { return nil }
    let name = root[Key.name]
    if let name, !Self.isFolderName(name) {
      complain(
        "the name \"\(name)\" cannot name a folder", at: root.place(of: Key.name),
        hint: "use letters, digits, spaces and - _ . only, not starting with a dot")
    }
    let lengths = LengthSweep(root, document: document, problems: &problems)
    let opened = root[Key.datasets].compactMap { dataset($0) }
    let datasets = opened.map(\.dataset)
    let scenarios = scenarioPlans(root[Key.scenarios], lengths: lengths, datasets: datasets)
    let all = datasets.indices.flatMap { index in
      datasets[index].recordings.map { RecordingPlan(dataset: index, entry: $0) }
    }
    let split = parted(all, of: datasets, by: root[Key.split])
    let parts = datasets.indices.map { index in split.recordings.filter { $0.dataset == index } }
    let recordings = parts.flatMap { $0.prefix(file.limit ?? Int.max) }
    let excluded = datasets.indices.flatMap { index -> [RunPlan.ExclusionNote] in
      let others = split.others.filter { $0.dataset == index }
      let beyond = parts[index].dropFirst(file.limit ?? Int.max)
      let all =
        datasets[index].excluded + others.map { ExcludedRecording($0.entry.id, .split) }
        + beyond.map { ExcludedRecording($0.entry.id, .limit) }
      return all.map { .init(dataset: index, id: $0.id, reason: $0.reason) }
    }
    let names = recordings.map { plan in
      RecordedSource.Names(
        recording: plan.entry.id, subject: plan.entry.subject ?? plan.entry.id,
        dataset: datasets[plan.dataset].name)
    }
    let detectors = root[Key.detectors].filter { !isLeftOut($0) }.compactMap {
      detectorPlan($0, recordings: names).map { placed($0.plan, at: $0.node, among: scenarios) }
    }
    checkAttendance(detectors, of: scenarios)
    checkLabels(detectors.map { ($0.plan.label, $0.node) }, kind: "detectors")
    for (plan, node) in detectors { checkChannels(of: plan, at: node, datasets: datasets) }
    let qualities = qualityColumns(root[Key.qualities])
    checkLabels(qualities.map { ($0.column.label, $0.node) }, kind: "quality indices")
    for (column, node) in qualities { checkChannels(of: column, at: node, datasets: datasets) }
    let words = wordKinds(root[Key.words], detectors: detectors.map(\.plan))
    let strata = strataNames(root[Key.strata], datasets: datasets)
    let claims = claims(
      root[Key.claims], detectors: detectors.map(\.plan), scenarios: scenarios, strata: strata,
      datasets: datasets.map(\.name))
    checkBaselines(detectors, root: root)
    checkReferences(opened)
    let question = question(of: root)
    let variability = variability(of: root, datasets: opened)
    guard let lengths, problems.allSatisfy({ $0.severity != .error }) else { return nil }
    let columns = qualities.map(\.column)
    // Files and checks know scenarios by what is done to the recordings; each figure is a scenario of its own.
    let judged = variability.map { scenarios.judged(by: $0.figures) } ?? scenarios
    let plans = detectors.map { detector, _ in
      var plan = detector
      plan.scenarios = detector.scenarios.map { labels in
        judged.filter { labels.contains($0.damageLabel) }.map(\.label)
      }
      return plan
    }
    let needs = datasets.map { dataset in
      ChannelNeeds(
        of: dataset.channelKinds, detectors: plans, qualities: columns, readsCadence: root[Key.cadence])
    }
    // Values of the only window plan, or those that all of them share.
    let windows = lengths.plans.first ?? .whole
    let isOnly = lengths.count == 1
    let (tolerance, beats) = (root[Key.tolerance], root[Key.beats])
    let plan = RunPlan(
      hreval: Version.current, name: name ?? "", description: root[Key.description],
      seed: UInt64(clamping: root[Key.seed]), mode: windows.mode,
      windowSeconds: isOnly ? windows.windowSeconds : nil, measurand: measurand,
      variability: variability, hopSeconds: windows.hopSeconds,
      withinBPM: variability == nil ? tolerance.withinBPM : 0, withinPercent: tolerance.withinPercent,
      beatToleranceSeconds: beats.toleranceSeconds, beatLagSeconds: beats.lagSeconds,
      alsoWithinSeconds: beats.further, beatLearningSeconds: beats.learning,
      writesBeats: beats.write ? true : nil, metrics: root[Key.metrics], strata: strata,
      formats: (root[Key.report] + ReportFormat.always).distinct,
      datasets: datasets.map { .init($0) },
      recordings: recordings.map { .init(dataset: $0.dataset, id: $0.entry.id, subject: $0.entry.subject) },
      excluded: excluded,
      scenarios: judged.map { scenario in
        .init(
          scenario, untouchedDatasets: Self.untouched(datasets, reading: needs, by: scenario),
          size: isOnly ? nil : .init(scenario.windows))
      },
      detectors: plans.map { plan in
        .init(
          plan, beatLagSeconds: plan.beatLagSeconds ?? beats.lagSeconds,
          channels: datasets.map(\.channelKinds))
      },
      baseline: root[Key.baseline], readsCadence: root[Key.cadence], qualities: columns.map { .init($0) },
      words: words.map(\.rawValue), claims: claims,
      startSeconds: isOnly && windows.startSeconds > 0 ? windows.startSeconds : nil,
      tries: windows.tries > 1 ? windows.tries : nil,
      choose: windows.choose == .surest ? nil : windows.choose,
      waitSeconds: windows.waitSeconds.isEmpty ? nil : windows.waitSeconds,
      minimumSampleShare: root[Key.windows]?[WindowsKey.minimumSampleShare], split: split.note,
      question: question,
      acceptableDifferenceBPM: root[Key.acceptable], marginBPM: root[Key.margin])
    return Experiment(
      plan: plan, directory: file.directory, datasets: datasets, recordings: recordings,
      needsReference: needsReference, scenarios: judged, detectors: plans, qualities: columns,
      channelNeeds: needs, limits: root[Key.limits], keptSignals: root[Key.keepSignals],
      programs: plugins.programs.registry, namedPrograms: file.programs, leftOut: leftOut)
  }

  /// Returns the names of the data sets of which a scenario that changes some channels changes none that is read.
  private static func untouched(
    _ datasets: [Dataset], reading needs: [ChannelNeeds], by scenario: ScenarioPlan
  ) -> [String] {
    guard !scenario.touches.isEmpty else { return [] }
    return zip(datasets, needs).filter { dataset, needs in
      let read = needs.all.isEmpty ? Set(dataset.channelKinds) : needs.all
      return scenario.touches.isDisjoint(with: read.map(\.ruling))
    }.map(\.0.name)
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
    (document.root[ExperimentKey.detectors] + document.root[ExperimentKey.qualities]).filter(isLeftOut).map {
      $0[EntryKey.label] ?? $0[DetectorKey.detector] ?? $0[QualityKey.quality] ?? ""
    }
  }

  private static func isFolderName(_ text: String) -> Bool {
    !text.isEmpty && text.first != "." && text.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || [" ", "-", "_", "."].contains($0)
      }
  }

  var measurand: Measurand { document.root[ExperimentKey.measurand].measurand }

  mutating func complain(_ message: String, at node: JSONNode, hint: String? = nil) {
    problems.append(document.problem(message, at: node, hint: hint))
  }

  // MARK: Data sets

  private mutating func dataset(_ node: JSONNode) -> (dataset: Dataset, node: JSONNode)? {
    opened(node, reference: node[DatasetKey.reference], measurand: measurand).map { ($0, node) }
  }

  /// Opens the data set of an entry, which is a name, or an object with `dataset`, `root`, `select` and `exclude`.
  ///
  /// - Parameter measurand: that its reference must state; `nil`: any.
  mutating func opened(_ node: JSONNode, reference: String?, measurand: Measurand?) -> Dataset? {
    guard let name = node.string ?? node[DatasetKey.dataset] else { return nil }
    let place = node.place(of: DatasetKey.dataset)
    let path: String
    do {
      path = try environment.descriptorPath(of: name, relativeTo: file.directory)
    } catch {
      problems += error.list.map { document.problem($0.message, at: place, hint: $0.hint) }
      return nil
    }
    do {
      return try Dataset.load(
        path: path,
        root: node[DatasetKey.root].map { TextFile.resolve($0, in: file.directory) }
          ?? environment.madeRoot(of: path),
        select: node[DatasetKey.select], exclude: node[DatasetKey.exclude], reference: reference,
        measurand: measurand, dataDirectory: environment.dataDirectory,
        alsoReads: node[DatasetKey.alsoReads].map { TextFile.resolve($0, in: file.directory) },
        limits: document.root[ExperimentKey.limits])
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
        "the data set \"\(dataset.name)\" has no reference of the \(measurand.words) to compare with",
        at: node.place(of: DatasetKey.dataset),
        hint: "`hreval detect \(dataset.name)` gives readings without one")
    }
    var seen: Set<String> = []
    for (dataset, node) in datasets where !seen.insert(dataset.name).inserted {
      complain(
        "the data set \"\(dataset.name)\" is listed twice", at: node.place(of: DatasetKey.dataset),
        hint: "its recordings would count twice")
    }
  }

  // MARK: Question and labels

  mutating func question(of root: JSONNode) -> String? {
    guard let text = root[ExperimentKey.question] else { return nil }
    let node = root.place(of: ExperimentKey.question)
    if text.allSatisfy(\.isWhitespace) {
      complain("the question is empty", at: node, hint: "ask it in one line, or leave the key out")
    } else if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      complain(
        "the question has a line break or another control character", at: node, hint: "keep it to one line")
    }
    return text
  }

  mutating func checkLabels(_ labelled: [(label: String, node: JSONNode)], kind: String) {
    for (index, entry) in labelled.enumerated() {
      if entry.label.allSatisfy(\.isWhitespace) {
        complain(
          "the label is empty", at: entry.node.place(of: EntryKey.label), hint: "it names rows of tables")
      }
      if entry.label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        complain(
          "the label has a line break or another control character", at: entry.node.place(of: EntryKey.label),
          hint: "keep it to one line: it names rows of tables")
      }
      if labelled[..<index].contains(where: { $0.label == entry.label }) {
        complain(
          "two \(kind) are called \"\(entry.label)\"", at: entry.node.place(of: EntryKey.label),
          hint: "give one of them a \"label\" of its own"
            + (kind == "scenarios" ? "; where values are swept, put {parameter} into it" : ""))
      }
    }
  }
}
