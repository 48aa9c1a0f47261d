internal import ArgumentParser
internal import HRDiagnostics
internal import HRExperiments

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say everything that run would refuse, and print the plan.",
    discussion: "All problems are shown at once, each with its place. No recording is opened.")

  @OptionGroup var options: ExperimentOptions

  func run() throws {
    let plugins = PluginContext.plugins
    let order = try refusing { () throws(Diagnostics) in try options.order() }
    let experiment = try refusing { () throws(Diagnostics) in try order.experiment(plugins: plugins) }
    Terminal().out(Self.plan(of: experiment))
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
    let windows = Int((speed * seconds).rounded())
    return
      "the last run took \(shortest(seconds, decimals: 2)) s for \(windows) windows × detectors"
  }

  static func plan(of experiment: Experiment) -> String {
    let units = experiment.units.count
    var lines = ["\(experiment.name): nothing to refuse", ""]
    lines += experiment.datasets.enumerated().map { index, dataset in
      let mine = experiment.recordings.filter { $0.dataset == index }
      let subjects = Set(mine.map { $0.entry.subject ?? $0.entry.id }).count
      return "  data set    \(dataset.name): \(mine.count) recording\(mine.count == 1 ? "" : "s")"
        + " of \(subjects) subject\(subjects == 1 ? "" : "s"), reference \(dataset.referenceText ?? "none")"
        + "\n              by \(shownPath(dataset.descriptorPath))"
    }
    var shown: Set<String> = []
    lines += experiment.noises.map(\.dataset).filter { shown.insert($0.descriptorPath).inserted }.map {
      "  noise       \($0.name)\n              by \(shownPath($0.descriptorPath))"
    }
    lines.append("  measurand   \(experiment.measurand.words)")
    lines.append("  windows     \(experiment.windows.described)")
    lines += experiment.scenarios.map { scenario in
      let untouched = experiment.untouchedDatasets(scenario)
      return "  scenario    \(scenario.label)"
        + (scenario.repeats > 1 ? " (\(scenario.repeats) repeats)" : "")
        + (untouched.isEmpty ? "" : "; damages nothing that is read of \(untouched.joined(separator: ", "))")
    }
    lines += experiment.detectors.map { "  detector    \($0.label)" }
    lines += experiment.qualities.map { "  quality     \($0.label)" }
    let trials = units * experiment.detectors.count
    lines += [
      "",
      "\(units) unit\(units == 1 ? "" : "s") of work (recording × scenario × repeat), \(trials) trials (unit × detector)",
    ]
    return lines.joined(separator: "\n")
  }
}
