internal import ArgumentParser
internal import HRSupport
internal import HRRunning

/// Schedulers to which `submit` can give shards.
enum Engine: String, CaseIterable, ExpressibleByArgument {
  case slurm
}

struct SubmitCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    let name = PluginContext.programName
    return CommandConfiguration(
      commandName: "submit", abstract: "Give the shards of a planned run to a cluster's scheduler.",
      discussion: """
        On a login node of a cluster with Slurm, in a folder that all its machines see:

          \(name) plan experiments/noise.json --output /shared/runs/noise --shards 64
          \(name) submit /shared/runs/noise --engine slurm --cpus-per-task 4 --time 2:00:00 --follow

        An array of jobs works on the shards that are not complete, and a merge waits behind it. Scripts, output and \
        job numbers are kept in the folder slurm of the run. The same command again submits what is still left, \
        and never what is in the queue already. Whether a shard is done is read from its file, not asked of Slurm.

        Without --follow the command ends when Slurm has the jobs. With it, it watches, submits again what was lost, \
        merges where the job that should have done it is gone, and prints the table. Ctrl-C leaves the jobs as they \
        are; the same command goes on watching.

        Exit codes: 0 submitted, or with --follow merged; 1 merged, but something in the run failed; 2 refused, by \
        hreval or by Slurm; 75 try again (Slurm is silent, or shards are missing, which are named); 78 what is \
        missing would not come about on the machines it was tried on; 130 watching was interrupted.
        """)
  }

  @Argument(help: ArgumentHelp("Folder of the planned run.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("The scheduler: slurm.", valueName: "name"))
  var engine: Engine

  @Flag(help: "Watch until the run is merged; what is lost is submitted again.")
  var follow = false

  @Flag(help: "Only write the scripts, and print the commands that would submit them.")
  var dryRun = false

  @OptionGroup var jobs: SlurmOptions

  @Option(
    help: ArgumentHelp("With --follow: how often lost shards are submitted again.", valueName: "count"))
  var retries = 2

  @Option(
    help: ArgumentHelp("With --follow: how often Slurm and the files are looked at.", valueName: "seconds"))
  var poll = 15.0

  @Flag(help: "Show no progress.")
  var quiet = false

  @OptionGroup var programs: GuardedProgramOptions

  @OptionGroup var table: TableOptions

  mutating func validate() throws {
    if follow, dryRun { throw ValidationError("--follow does not go with --dry-run, which submits nothing.") }
    if retries < 0 { throw ValidationError("--retries takes a number from 0 up, not \(retries).") }
    if !(poll > 0 && poll <= 3600) {
      throw ValidationError("--poll takes a positive number of seconds, an hour at most.")
    }
  }

  func run() throws {
    let folder = ShardFolder(StoredRun.trimmed(folder))
    let plan = try folder.plan()
    let named = try plan.experimentFile().programs
    guard named.isEmpty || programs.allowCommands else {
      throw Diagnostics(
        named.map {
          Diagnostic(
            "the jobs would start a program, which only run does unasked: \($0.text)", in: folder.planPath,
            hint:
              "it is started with all your rights, so read it first; --allow-commands lets the jobs start it")
        })
    }
    let work = SubmitWork(
      engine: SlurmEngine(
        folder, plan: plan, wishes: try jobs.wishes(allowsCommands: !named.isEmpty),
        tools: try SlurmTools(seconds: jobs.patience), pauseSeconds: min(poll, 5)),
      path: self.folder, isDry: dryRun, follows: follow, retries: retries, pollSeconds: poll, quiet: quiet,
      programs: programs, style: table.style)
    do {
      try work.perform()
    } catch let trouble as SlurmTrouble {
      throw work.refusal(trouble)
    }
  }
}

/// Options of the jobs, in the words of `sbatch`.
struct SlurmOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Slurm's partition for all jobs.", valueName: "name"))
  var partition: String?

  @Option(help: ArgumentHelp("The account that is charged.", valueName: "name"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      "Time limit of each job. A task that reaches it loses nothing that is finished: submit again.",
      valueName: "time"))
  var time: String?

  @Option(help: ArgumentHelp("Processors of each job, and workers of hreval in it.", valueName: "count"))
  var cpusPerTask: Int?

  @Option(help: ArgumentHelp("Memory of each job, 4G.", valueName: "size"))
  var mem: String?

  @Option(
    help: ArgumentHelp(
      "Kind of machine. Machines whose elementary functions round otherwise end with 78.",
      valueName: "features"))
  var constraint: String?

  @Option(
    name: .customLong("sbatch"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Any other option of sbatch, as --sbatch=--qos=long; can be repeated.", valueName: "option"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "At most so many tasks, each of which takes several shards where there are more; never more than the site allows.",
      valueName: "count"))
  var maxTasks = 500

  @Option(
    help: ArgumentHelp(
      "The program that the jobs run, where it is another file there than here.", valueName: "path"))
  var hreval: String?

  @Option(help: ArgumentHelp("How long each of Slurm's commands may take.", valueName: "seconds"))
  var patience = 60.0

  @Flag(
    help: """
      Let jobs work on machines whose elementary functions differ in their last digits, and merge what they made; \
      the run then says so.
      """)
  var allowMixed = false

  mutating func validate() throws {
    if maxTasks < 1 { throw ValidationError("--max-tasks takes a number from 1 up, not \(maxTasks).") }
    if let cpusPerTask, cpusPerTask < 1 {
      throw ValidationError("--cpus-per-task takes a number from 1 up, not \(cpusPerTask).")
    }
    if !(patience > 0 && patience <= 3600) {
      throw ValidationError("--patience takes a positive number of seconds, an hour at most.")
    }
  }

  func wishes(allowsCommands: Bool) throws(Diagnostics) -> SlurmWishes {
    let named = [
      ("partition", partition), ("account", account), ("time", time),
      ("cpus-per-task", cpusPerTask.map(String.init)), ("mem", mem), ("constraint", constraint),
    ]
    let options = named.compactMap { name, value in value.map { "--\(name)=\($0)" } } + others
    let program = hreval.map { $0.contains("/") ? $0 : SearchPath.find($0) ?? $0 } ?? Program.path
    return try SlurmWishes(
      hreval: TextFile.absolute(program), options: options, maxTasks: maxTasks, allowsMixed: allowMixed,
      allowsCommands: allowsCommands)
  }
}
