internal import HRRunning
internal import ArgumentParser
internal import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Options of a scenario of the command line, by itself or as one of an experiment's.
struct TrialOptions: ParsableArguments {
  @Option(
    help:
      "Show what this scenario does (see: \(PluginContext.programName) list scenarios); with --experiment its label there.",
    completion: .scenarios)
  var scenario: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("A parameter of the scenario.", valueName: "name=value"))
  var parameters: [String] = []

  @Option(
    help: ArgumentHelp(
      "Recording to take the noise from, for scenarios that need one.", valueName: "dataset:recording"),
    completion: .datasets)
  var noise: String?

  @Option(
    help: "Experiment file that names the scenario and the seed.", completion: .file(extensions: ["json"]))
  var experiment: String?

  @Option(help: "All random numbers follow from it (default: 0, or the experiment's).")
  var seed: Int?

  @Option(help: "Which of the repeats, counted from 1.")
  var `repeat` = 1

  mutating func validate() throws {
    let given = [
      ("--set", !parameters.isEmpty), ("--noise", noise != nil), ("--experiment", experiment != nil),
      ("--seed", seed != nil), ("--repeat", `repeat` != 1),
    ].filter(\.1).map(\.0)
    if scenario == nil, let first = given.first { throw ValidationError("\(first) goes with --scenario.") }
    if experiment != nil, let option = given.first(where: ["--set", "--noise", "--seed"].contains) {
      throw ValidationError("\(option) would change the scenario; with --experiment it is as the file says.")
    }
    if `repeat` < 1 { throw ValidationError("--repeat takes a number from 1 up, not \(`repeat`).") }
    if let seed, seed < 0 { throw ValidationError("--seed takes a number from 0 up, not \(seed).") }
  }

  /// Path of the experiment that is named by path or by the name of a shipped one.
  var experimentPath: String? {
    get throws(Diagnostics) {
      try experiment.map { given throws(Diagnostics) in try Shipped.experiment(given) }
    }
  }

  /// Returns the experiment that names the scenario; `nil` without one.
  func namedExperiment() throws(Diagnostics) -> Experiment? {
    guard let path = try experimentPath else { return nil }
    let file = try ExperimentFile(path: path)
    // Its detectors are not used, so its programs are not started. Recorded output is not needed, since the trial that
    // is shown may be meant for the program that makes it.
    return try Experiment(
      file, plugins: PluginContext.plugins.with(.leftOut), environment: .around(file.directory),
      needsRecorded: false)
  }

  /// Returns the programs that the experiment names, none of which is started.
  func namedPrograms() throws(Diagnostics) -> [NamedProgram] {
    try experimentPath.map { path throws(Diagnostics) in try ExperimentFile(path: path).programs } ?? []
  }

  /// - Parameters:
  ///   - named: the result of ``namedExperiment()``.
  ///   - dataset: as opened for the selection.
  /// - Returns: `nil` where no scenario is asked for.
  func trial(
    of selection: DatasetSelection, root: String?, limits: [(key: String, value: JSONText)],
    in dataset: Dataset, named: Experiment?
  ) throws(Diagnostics) -> Trial? {
    guard let scenario else { return nil }
    if let named { return try trial(called: scenario, of: named) }
    let question = try question(scenario, about: selection, root: root, limits: limits, of: dataset)
    guard question.scenarios.count == 1 else {
      throw Diagnostics("--set takes one value here, not a list: one scenario is shown")
    }
    return Trial(plan: question.scenarios[0], seed: question.seed, repetition: `repeat` - 1)
  }

  private func trial(called label: String, of experiment: Experiment) throws(Diagnostics) -> Trial {
    guard let plan = experiment.scenarios.first(where: { $0.label == label }) else {
      throw Diagnostics(
        "no scenario of the experiment \"\(experiment.name)\" is called \"\(label)\"",
        hint: suggestionHint(for: label, among: experiment.scenarios.map(\.label)))
    }
    guard `repeat` <= plan.repeats else {
      throw Diagnostics("the scenario \"\(plan.label)\" has \(plan.repeats) repeats, not \(`repeat`)")
    }
    return Trial(plan: plan, seed: experiment.seed, repetition: `repeat` - 1)
  }

  /// Returns the command line as an experiment, so that the same rules apply.
  private func question(
    _ scenario: String, about selection: DatasetSelection, root: String?,
    limits: [(key: String, value: JSONText)], of opened: Dataset
  ) throws(Diagnostics) -> Experiment {
    var dataset = selection.members + ReachOptions.members(root: root, alsoReads: opened.alsoReads)
    if let reference = opened.referenceName { dataset.append(("reference", .string(reference))) }
    var step: [(key: String, value: JSONText)] = [("scenario", .string(scenario))]
    if let noise { step.append(("noise", .object(DatasetSelection(noise).members))) }
    return try Experiment(
      asking: [
        ("schemaVersion", .integer(1)), ("name", .string("inspect")), ("seed", .integer(seed ?? 0)),
        ("datasets", .array([.object(dataset)])),
        ("measurand", .string((opened.referenceMeasurand ?? .heartRate).rawValue)),
        ("windows", .object([("windowSeconds", .integer(20)), ("hopSeconds", .integer(5))])),
        ("scenarios", .array([.object(step)])), ("detectors", .array([.string("constant")])),
      ] + limits, parameters: parameters, of: "scenarios[0]")
  }
}

/// One scenario with the numbers of one repeat.
struct Trial {
  let plan: ScenarioPlan
  let seed: UInt64
  let repetition: Int
  private(set) var supplies = ScenarioSupplies()

  mutating func damaged(
    _ recording: Recording, of dataset: Dataset
  ) throws(Diagnostics) -> ScenarioPlan.Damaged {
    do throws(ScenarioFailure) {
      return try plan.apply(
        to: recording, of: dataset, seed: seed, repetition: repetition, supplies: &supplies)
    } catch {
      throw Diagnostics(error.reason)
    }
  }
}
