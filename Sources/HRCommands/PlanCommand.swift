internal import ArgumentParser
internal import HRDiagnostics
internal import HRResults
internal import HRRunning
internal import HRSystem

struct PlanCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan", abstract: "Cut an experiment into shards, to be run on several machines.",
      discussion: """
        Writes plan.json, which holds the experiment and never changes. The folder must be one that all machines see \
        under the same path. Then each shard is run, in any order and by anyone, and the whole merged:

          \(PluginContext.programName) plan experiments/noise.json --output runs/noise --shards 16
          \(PluginContext.programName) run --plan runs/noise --shard 3/16      on any machine, for 0 to 15
          \(PluginContext.programName) status runs/noise
          \(PluginContext.programName) merge runs/noise

        The merged run is the same, byte for byte, as that of one machine. About clusters: cluster/README.md.
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

  @Flag(
    name: .customLong("final"),
    help: "Plan the test part of the experiment's split; without it the development part is.")
  var isFinal = false

  @Flag(help: "Replace a plan that lies in the folder. Shards of that plan are then of no use.")
  var force = false

  @OptionGroup var programs: ProgramOptions

  mutating func validate() throws {
    if let shards, shards < 1 { throw ValidationError("--shards takes a number from 1 up, not \(shards).") }
  }

  private static let usualShards = 16

  func run() throws {
    let order = try options.order(isFinal: isFinal)
    let registry = programs.registry()
    defer { registry.close() }
    let experiment = try order.experiment(plugins: PluginContext.plugins.with(registry))
    let units = experiment.units.count
    if let shards, shards > units {
      throw Diagnostics(
        "--shards \(shards): the experiment has \(units) units of work (recording × scenario × repeat), so at most \(units) shards"
      )
    }
    let folder = ShardFolder(StoredRun.trimmed(output))
    let plan = try ShardedRun.plan(
      order, experiment, shards: shards ?? min(Self.usualShards, units), path: options.experiment,
      launch: WorkerCommand.launch(timeoutSeconds: 60))
    if try isThere(plan, in: folder) {
      Terminal().out("this is planned already: \(shownPath(folder.planPath))")
      return
    }
    _ = try RunFolder(directory: folder.directory).claim(
      for: RunPlan(experiment), hasGate: false, force: force, isPlanned: true)
    try TextFile.makeDirectory(folder.directory)
    try TextFile.write(plan.text, to: folder.planPath)
    let lengths = (0..<plan.shardCount).map { plan.units(of: $0).count }
    let (least, most) = (lengths.min() ?? 0, lengths.max() ?? 0)
    let each = least == most ? "\(most)" : "\(least) to \(most)"
    let name = PluginContext.programName
    let path = shownPath(folder.directory)
    Terminal().out(
      """
      \(units) units of work in \(plan.shardCount) shard\(plan.shardCount == 1 ? "" : "s") of \(each)
      plan: \(shownPath(folder.planPath))
      run each: \(name) run --plan \(path) --shard 0/\(plan.shardCount)
      then: \(name) merge \(path)
      """)
  }

  /// Whether the folder holds this very plan.
  private func isThere(_ plan: ShardPlan, in folder: ShardFolder) throws(Diagnostics) -> Bool {
    guard TextFile.exists(folder.planPath) else { return false }
    if (try? folder.plan()) == plan { return true }
    guard force else {
      throw Diagnostics(
        "the folder holds another plan: of another experiment, other data, another build or another number of shards",
        in: folder.planPath, hint: "--output names another folder, --force replaces that plan")
    }
    return false
  }
}
