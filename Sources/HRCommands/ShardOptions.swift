internal import ArgumentParser
internal import HRRunning

/// Shards as a command line names them: `3/16`, `0,4-7/16`.
struct ShardList: ExpressibleByArgument, Equatable {
  /// Shard numbers counted from 0, in the order given, each once.
  let shards: [Int]
  /// Number of the plan's shards.
  let count: Int

  init?(argument: String) {
    let halves = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let count = ShardNumbers.number(halves[1]), count > 0,
      let shards = ShardNumbers.read(halves[0], of: count)
    else { return nil }
    (self.shards, self.count) = (shards, count)
  }
}

/// Options of `run` for a part of a planned run.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Work on shards of the run that `plan` has planned in this folder.", valueName: "folder"),
    completion: .directory)
  var plan: String?

  @Option(
    help: ArgumentHelp(
      "With --plan: which shards, counted from 0, and how many the plan has: 3/16, or 0,4-7/16.",
      valueName: "list/count"))
  var shard: ShardList?

  @Flag(
    help: """
      With --plan: work here although this machine's elementary functions differ in their last digits from those of \
      the machine that planned.
      """)
  var allowMixed = false

  mutating func validate() throws {
    if plan == nil, shard != nil { throw ValidationError("--shard goes with --plan.") }
    if plan == nil, allowMixed { throw ValidationError("--allow-mixed goes with --plan.") }
    if plan != nil, shard == nil {
      throw ValidationError(
        "--plan needs --shard: which shards, and how many the plan has, as in --shard 3/16.")
    }
  }
}
