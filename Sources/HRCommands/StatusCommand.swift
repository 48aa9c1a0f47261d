internal import ArgumentParser
internal import HRRunning

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say which shards of a planned run are complete.",
    discussion: """
      Reads every shard to its end. Exit code 0: all are complete; 1: not yet. Shards that are missing, not finished, \
      damaged or of another plan are named as `run --shard` takes them.
      """)

  @Argument(help: ArgumentHelp("Folder of the planned run.", valueName: "folder"), completion: .directory)
  var folder: String

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let folder = ShardFolder(StoredRun.trimmed(folder))
    let status = ShardStatus(folder, plan: try folder.plan())
    Terminal.out(json ? status.json : status.text)
    if !status.isComplete { throw ExitCode(1) }
  }
}
