internal import ArgumentParser
internal import HRSupport
internal import HRRunning

struct PlanCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan", abstract: "Cut an experiment into shards, to be run on several machines.",
      discussion: """
        plan writes plan.json, which holds the experiment and never changes. All machines must see the folder under the \
        same path. Any machine then runs any shard, in any order, and merge puts them together:

          \(PluginContext.programName) plan experiments/noise.json --output runs/noise --shards 16
          \(PluginContext.programName) run --plan runs/noise --shard 3/16      on any machine, for 0 to 15
          \(PluginContext.programName) status runs/noise
          \(PluginContext.programName) merge runs/noise

        The merged run has the same bytes as the run of one machine. About clusters: \(PluginContext.programName) help clusters.

        --calibrate times a few units on this machine first. Shards are then cut by time instead of bytes, the plan states the \
        expected cost of each, and `status` the cost of what is left. The results are the same.
        """)
  }

  @OptionGroup var options: ExperimentOptions

  @Option(help: ArgumentHelp("Folder of the run.", valueName: "folder"), completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "How many shards (default: 16, or as many as there are units of work). Four for each job that runs at a time keep all of them busy.",
      valueName: "count"))
  var shards: Int?

  @Option(
    name: .customLong("calibrate"), defaultAsFlag: "60", parsing: .next,
    help: ArgumentHelp(
      "Time units of recordings of all data sets and sizes, for at most so many seconds, and cut by what is measured. Without a number it comes last, or before another option.",
      valueName: "seconds"))
  var calibrateText: String?

  @Flag(
    name: .customLong("final"),
    help: "Plan the test part of the experiment's split; without it the development part is.")
  var isFinal = false

  @Flag(help: "Replace a plan that is in the folder. Shards of that plan are then of no use.")
  var force = false

  @OptionGroup var programs: GuardedProgramOptions

  mutating func validate() throws {
    if let shards, shards < 1 { throw ValidationError("--shards takes a number from 1 up, not \(shards).") }
    if let calibrateText, calibrate == nil {
      throw ValidationError(
        "--calibrate takes a number of seconds above 0, up to 86400, not \(calibrateText). Without a number it comes last, or before another option."
      )
    }
  }

  /// Seconds for timing; `nil` for a text that is not such a number. The option is a text so that this can be
  /// reported.
  private var calibrate: Double? {
    calibrateText.flatMap { Double($0) }.flatMap { $0 > 0 && $0 <= 86400 ? $0 : nil }
  }

  private static let usualShards = 16

  func run() throws {
    let order = try options.order(isFinal: isFinal)
    let registry = programs.registry()
    defer { registry.close() }
    let experiment = try order.experiment(plugins: programs.plugins(registry))
    Terminal.showForecast(of: experiment)
    let units = experiment.units.count
    if let shards, shards > units {
      throw Diagnostics(
        "--shards \(shards): the experiment has \(units) units of work (recording × scenario × repeat), so at most \(units) shards"
      )
    }
    let folder = ShardFolder(StoredRun.trimmed(output))
    let count = shards ?? min(Self.usualShards, units)
    let launch = WorkerCommand.launch(timeoutSeconds: 60)
    var plan = try ShardedRun.plan(
      order, experiment, shards: count, path: options.path, launch: launch)
    if try isThere(plan, in: folder) {
      Terminal.out("this is planned already: \(shownPath(folder.planPath))")
      return
    }
    if let calibrate {
      _ = try WorkerCommand.workers(1)
      Terminal.err("timing units of work on this machine, for at most \(shortest(calibrate)) s")
      let model = try Calibration(experiment, seconds: calibrate).model(order, launch: launch)
      plan = ShardedRun.cut(plan, of: experiment, shards: count, by: model)
    }
    _ = try RunFolder(directory: folder.directory).claim(for: experiment, force: force, isPlanned: true)
    try TextFile.makeDirectory(folder.directory)
    try TextFile.write(plan.text, to: folder.planPath)
    let lengths = (0..<plan.shardCount).map { plan.units(of: $0).count }
    let (least, most) = (lengths.min() ?? 0, lengths.max() ?? 0)
    let each = least == most ? "\(most)" : "\(least) to \(most)"
    let name = PluginContext.programName
    let path = shownPath(folder.directory)
    Terminal.out(
      """
      \(units) units of work in \(plan.shardCount) shard\(plan.shardCount == 1 ? "" : "s") of \(each)
      plan: \(shownPath(folder.planPath))
      run each: \(name) run --plan \(path) --shard 0/\(plan.shardCount)
      then: \(name) merge \(path)
      """)
    if let text = plan.expectation { Terminal.out(text) }
  }

  /// Returns true if the folder has a plan of this work: the same one, or one whose shards were cut by measured
  /// speeds, which differ between measurements.
  private func isThere(_ plan: ShardPlan, in folder: ShardFolder) throws(Diagnostics) -> Bool {
    guard TextFile.exists(folder.planPath) else { return false }
    let there = try? folder.plan()
    let isSame = there?.isOfSameWork(as: plan) ?? false
    if isSame, calibrate == nil || there?.costs != nil, !(force && calibrate != nil) { return true }
    guard force else {
      throw Diagnostics(
        isSame
          ? "the folder holds this plan already, made without --calibrate"
          : "the folder holds another plan: of another experiment, other data, another build or another number of shards",
        in: folder.planPath, hint: "--output names another folder, --force replaces that plan")
    }
    return false
  }
}
