internal import HRRunning
internal import HREvaluation
internal import HRSupport
internal import HRRecordings
internal import HRReporting
internal import HRSignals

/// An experiment without any refusal, as `check` shows it.
struct CheckedPlan {
  let experiment: Experiment
  let probes: [DatasetProbe]
  let readingSeconds: Double

  /// Returns the time that the last run took, as an estimate for the next; `nil` without one.
  static func earlierRun(in folder: String) -> String? {
    let path = folder + "/run.json"
    guard TextFile.exists(path), let text = try? TextFile.read(path, what: "run"),
      let root = try? JSONDocument(text, file: path).root, let seconds = root["seconds"]?.number,
      let speed = root["windowsPerSecond"]?.number
    else { return nil }
    let windows = Int(saturating: (speed * seconds).rounded())
    return "the last run took \(shortest(seconds, decimals: 2)) s for \(windows) windows × detectors"
  }

  /// Findings about the recordings that were opened.
  var findings: DataFindings {
    var exams: [Int: RecordingExam] = [:]
    for probe in probes {
      guard let usable = probe.usable, let exam = usable.inspection.exam else { continue }
      exams[usable.recording] = exam
    }
    return DataFindings(experiment.plan, exams: exams)
  }

  /// `what was opened (demo/s01)`
  var openedText: String {
    let names = experiment.recordingNames
    let opened = probes.compactMap { $0.usable.map { names[$0.recording] } }
    return "what was opened (\(opened.firstFew))"
  }

  var text: String {
    let isPart = !experiment.leftOut.isEmpty
    var lines = ["\(experiment.name): nothing to refuse\(isPart ? " in what was checked" : "")", ""]
    lines += experiment.datasets.enumerated().flatMap { index, dataset in
      let mine = experiment.recordings.filter { $0.dataset == index }
      let heading =
        "  data set    \(dataset.name): \(mine.count) recording\(mine.count == 1 ? "" : "s")"
        + subjectText(of: mine, in: dataset, probe: probes[index])
        + ", reference \(dataset.referenceText ?? "none")" + (dataset.referenceNote.map { " (\($0))" } ?? "")
      let excluded = experiment.plan.excluded.filter { $0.dataset == index }
      let reasons = FlowText.reasons(excluded.map { ($0.id, $0.reason) })
      return [heading]
        + (reasons.isEmpty
          ? []
          : [
            "              \(excluded.count) of \(excluded.count + mine.count) excluded: \(reasons.joined(separator: "; "))"
          ])
        + (["by \(shownPath(dataset.descriptorPath))"] + openedTexts(probes[index])).map {
          "              \($0)"
        }
    }
    var shown: Set<String> = []
    lines += experiment.noises.map(\.dataset).filter { shown.insert($0.descriptorPath).inserted }.flatMap {
      ["  noise       \($0.name)", "              by \(shownPath($0.descriptorPath))"]
    }
    if let split = experiment.split {
      lines.append(
        "  split       \(split.rule): \(split.developmentRecordings) for development, \(split.testRecordings.count) for the test (not opened; run --final opens them alone)"
      )
    }
    lines.append("  measurand   \(experiment.plan.quantity.words)")
    lines.append("  windows     \(experiment.windowsDescribed)")
    lines += experiment.plan.scenarios.map { scenario in
      let untouched = scenario.untouchedDatasets
      return "  scenario    \(scenario.label)"
        + (scenario.repeats > 1 ? " (\(scenario.repeats) repeats)" : "")
        + (untouched.isEmpty ? "" : "; damages nothing that is read of \(untouched.joined(separator: ", "))")
    }
    lines += experiment.detectors.map { plan in
      "  detector    \(plan.label)"
        + (plan.scenarios.map { " (in \($0.map(Findings.named).joined(separator: ", ")) only)" } ?? "")
    }
    lines += experiment.qualities.map { "  quality     \($0.label)" }
    lines += experiment.leftOut.map {
      "  not checked \($0): its program is not started without --allow-commands"
    }
    let reach = ExperimentReach(experiment)
    lines += reach.programs.map { "  program     \($0.text)" }
    lines += reach.reads.map { "  reads       \($0)" }
    lines += experiment.claims.map { "  claim       \($0.claim) (\($0.attribution))" }
    let plan = experiment.plan
    lines += ClaimForecastText(plan).sentences.map { "  note        \($0)" }
    let opened = probes.enumerated().compactMap { index, probe in
      probe.usable.map { (index, $0.inspection.facts) }
    }
    lines += AssumedRates(plan, recordings: opened).sentences.map { "  note        \($0)" }
    let trials = plan.units.reduce(0) { $0 + plan.detectors(in: $1.scenario).count }
    lines += [
      "",
      "\(plan.units.count) unit\(plan.units.count == 1 ? "" : "s") of work (recording × scenario × repeat), \(trials) trials (unit × detector)"
        + (isPart ? " without those that were not checked" : ""),
    ]
    return lines.map(\.printable).joined(separator: "\n")
  }

  /// Returns the number of subjects of the recordings in words, as far as that is known.
  private func subjectText(
    of recordings: [RecordingPlan], in dataset: Dataset, probe: DatasetProbe
  ) -> String {
    if dataset.statesSubjectsInside {
      // Known only for recordings that were opened.
      return probe.count == 1 && probe.usable?.inspection.facts.subject != nil
        ? " of 1 subject" : " (subjects are stated inside the files)"
    }
    let known = Set(recordings.compactMap(\.entry.subject)).count
    return known == 0 ? " (subjects are not stated)" : " of \(known) subject\(known == 1 ? "" : "s")"
  }

  /// Returns `opened s03, the smallest: 40 s`; then the recordings that could not be used, a line each.
  private func openedTexts(_ probe: DatasetProbe) -> [String] {
    func name(_ recording: Int) -> String { experiment.recordings[recording].entry.id }
    let failed = probe.inspections.filter { $0.inspection.failure != nil }
    let text: String
    if let usable = probe.usable {
      let rank = probe.count == 1 ? "the only one" : failed.isEmpty ? "the smallest" : "which can be used"
      text =
        "opened \(name(usable.recording)), \(rank): \(shortest(usable.inspection.facts.seconds, decimals: 2)) s"
    } else {
      text = "opened none to the end: the \(shortest(readingSeconds)) s for reading was over"
    }
    let groups = FailureGroup.groups(
      of: failed.map { (name($0.recording), name($0.recording), $0.inspection.failure ?? "") })
    let unexamined = probe.usable?.inspection.examFailure.map { "its data were not examined: \($0)" }
    return [text] + [unexamined].compactMap(\.self) + groups.map { "cannot be used: \($0.text)" }
  }
}
