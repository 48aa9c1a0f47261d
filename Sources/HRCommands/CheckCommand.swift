internal import HRExperiments
internal import HRResults
internal import HRRunning
internal import HRSystem
internal import ArgumentParser
internal import HRDiagnostics
internal import HRRecordings
internal import HRReports
internal import HRSignals

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say everything that run would refuse, and print the plan.",
    discussion: """
      All problems are shown at once, each with its place. Of each data set the smallest recording is opened, and where \
      that cannot be used the next ones, for a second of reading in all; the plan says which. The other recordings are \
      not opened, nor are recordings of noise and recorded output.
      """)

  @OptionGroup var options: ExperimentOptions

  func run() throws {
    let plugins = PluginContext.plugins
    let order = try refusing { () throws(Diagnostics) in try options.order() }
    let experiment = try refusing { () throws(Diagnostics) in
      try order.experiment(plugins: plugins, digestsFiles: false)
    }
    _ = try WorkerCommand.workers(1)
    let probes = try refusing { () throws(Diagnostics) in
      let worker = ExpendableWorker(
        WorkerCommand.launch(timeoutSeconds: 60), order: order.bytes(recordings: experiment.recordingNames))
      defer { worker.end() }
      let probes = try DatasetProbe.all(of: experiment, by: worker, seconds: Self.readingSeconds)
      let problems = experiment.problems(of: probes, in: order.file)
      if !problems.isEmpty { throw Diagnostics(problems) }
      return probes
    }
    Terminal().out(Self.plan(of: experiment, probes: probes))
    let folder = Project.containing(order.file.directory).directory + "/reports/" + experiment.name
    if let earlier = Self.earlierRun(in: folder) { Terminal().out(earlier) }
    do throws(Diagnostics) {
      _ = try RunFolder(folder).claim(for: RunPlan(experiment), hasGate: false, force: false)
    } catch {
      // The file is not at fault, and another --output may be meant.
      for problem in error.list {
        Terminal().out(
          "run would not write to \(shownPath(folder)): \(problem.message) (\(problem.hint ?? ""))")
      }
    }
  }

  /// How long the last run took, which is the best guess at the next; nothing when there was none.
  private static func earlierRun(in folder: String) -> String? {
    let path = folder + "/run.json"
    guard TextFile.exists(path), let text = try? TextFile.read(path, what: "run"),
      let root = try? JSONDocument(text, file: path).root, let seconds = root["seconds"]?.number,
      let speed = root["windowsPerSecond"]?.number
    else { return nil }
    let windows = Int(saturating: (speed * seconds).rounded())
    return
      "the last run took \(shortest(seconds, decimals: 2)) s for \(windows) windows × detectors"
  }

  static let readingSeconds = 1.0

  static func plan(of experiment: Experiment, probes: [DatasetProbe]) -> String {
    let units = experiment.units.count
    var lines = ["\(experiment.name): nothing to refuse", ""]
    lines += experiment.datasets.enumerated().flatMap { index, dataset in
      let mine = experiment.recordings.filter { $0.dataset == index }
      let heading =
        "  data set    \(dataset.name): \(mine.count) recording\(mine.count == 1 ? "" : "s")"
        + subjectText(of: mine, in: dataset, probe: probes[index])
        + ", reference \(dataset.referenceText ?? "none")"
      return [heading]
        + (["by \(shownPath(dataset.descriptorPath))"] + openedTexts(experiment, probes[index])).map {
          "              \($0)"
        }
    }
    var shown: Set<String> = []
    lines += experiment.noises.map(\.dataset).filter { shown.insert($0.descriptorPath).inserted }.flatMap {
      ["  noise       \($0.name)", "              by \(shownPath($0.descriptorPath))"]
    }
    lines.append("  measurand   \(experiment.measurand.words)")
    lines.append("  windows     \(experiment.windows.described)")
    lines += experiment.scenarios.map { scenario in
      let untouched = experiment.untouchedDatasets(scenario)
      return "  scenario    \(scenario.label)"
        + (scenario.repeats > 1 ? " (\(scenario.repeats) repeats)" : "")
        + (untouched.isEmpty ? "" : "; damages nothing that is read of \(untouched.joined(separator: ", "))")
    }
    lines += experiment.detectors.map { plan in
      "  detector    \(plan.label)"
        + (plan.scenarios.map { " (in \($0.map(Findings.named).joined(separator: ", ")) only)" } ?? "")
    }
    lines += experiment.qualities.map { "  quality     \($0.label)" }
    lines += experiment.claims.map { "  claim       \($0.claim) (\($0.source))" }
    let plan = RunPlan(experiment)
    let opened = probes.enumerated().compactMap { index, probe in probe.usable.map { (index, $0.look.facts) }
    }
    lines += AssumedRates(plan, recordings: opened).sentences.map { "  note        \($0)" }
    let trials = plan.units.reduce(0) { $0 + plan.detectors(in: $1.scenario).count }
    lines += [
      "",
      "\(units) unit\(units == 1 ? "" : "s") of work (recording × scenario × repeat), \(trials) trials (unit × detector)",
    ]
    return lines.map(\.printable).joined(separator: "\n")
  }

  /// Of how many subjects the recordings are, as far as that is known.
  private static func subjectText(
    of recordings: [RecordingPlan], in dataset: Dataset, probe: DatasetProbe
  ) -> String {
    if dataset.statesSubjectsInside {
      // Known of those only that were opened.
      return probe.count == 1 && probe.usable?.look.facts.subject != nil
        ? " of 1 subject" : " (subjects are stated inside the files)"
    }
    let known = Set(recordings.compactMap(\.entry.subject)).count
    return known == 0 ? " (subjects are not stated)" : " of \(known) subject\(known == 1 ? "" : "s")"
  }

  /// `opened s03, the smallest: 40 s`; then what could not be used, a line each.
  private static func openedTexts(_ experiment: Experiment, _ probe: DatasetProbe) -> [String] {
    func name(_ recording: Int) -> String { experiment.recordings[recording].entry.id }
    let failed = probe.looks.filter { $0.look.failure != nil }
    let text: String
    if let usable = probe.usable {
      let rank = probe.count == 1 ? "the only one" : failed.isEmpty ? "the smallest" : "which can be used"
      text =
        "opened \(name(usable.recording)), \(rank): \(shortest(usable.look.facts.seconds, decimals: 2)) s"
    } else {
      text = "opened none to the end: the \(shortest(readingSeconds)) s for reading was over"
    }
    let groups = FailureGroup.groups(
      of: failed.map { (name($0.recording), name($0.recording), $0.look.failure ?? "") })
    return [text] + groups.map { "cannot be used: \($0.text)" }
  }
}
