package import HRSupport

/// The folder of a run that is worked on shard by shard: `plan.json`, `shards/000/000003.shard` and, after the merge,
/// the files of any run's folder.
package struct ShardFolder: Sendable {
  package let directory: String

  package init(_ directory: String) {
    self.directory = directory
  }

  /// Names in a planned run's folder besides a run's own files; names of folders with a slash at their end.
  package static let names = [ShardPlan.fileName, "\(shards)/", "\(engine)/"]

  private static let shards = "shards"
  private static let engine = "slurm"

  /// Folder of the files that `hreval submit` writes for Slurm, and of its jobs' output.
  package var engineFolder: String { "\(directory)/\(Self.engine)" }

  package var planPath: String { "\(directory)/\(ShardPlan.fileName)" }

  /// Reads the plan.
  ///
  /// - Throws: if there is no plan, or none that can be read.
  package func plan() throws(Diagnostics) -> ShardPlan {
    guard TextFile.isFile(planPath) else {
      throw Diagnostics(
        "there is no plan here", in: planPath,
        hint: "name the folder that `hreval plan EXPERIMENT --output FOLDER` has written")
    }
    return try ShardPlan(text: TextFile.read(planPath, what: "plan"), file: planPath)
  }

  /// Returns the folder of a shard's file. A folder holds the files of at most a thousand shards.
  package func folder(of shard: Int) -> String {
    "\(directory)/\(Self.shards)/\(String(shard / 1000).zeroPadded(to: 3))"
  }

  package func path(of shard: Int) -> String { "\(folder(of: shard))/\(Self.name(shard)).shard" }

  /// Returns the folder of the programs' standard error while a shard is worked on.
  package func speech(of shard: Int) -> String {
    "\(directory)/\(Self.shards)/stderr/\(Self.name(shard))"
  }

  /// Returns a new name for the store of a shard that is being worked on.
  package func newPart(of shard: Int) -> String {
    TemporaryName.of("\(folder(of: shard))/\(Self.name(shard))", .part)
  }

  /// Returns the stores that others began for a shard, and may still be writing.
  package func parts(of shard: Int) -> [String] {
    let start = Self.name(shard) + "."
    return TextFile.names(in: folder(of: shard)).filter {
      $0.hasPrefix(start) && TemporaryName.isTemporary($0, .part)
    }
    .map { "\(folder(of: shard))/\($0)" }
  }

  /// Removes the files of earlier attempts at a shard that are known to have ended.
  package func clear(_ shard: Int) {
    TemporaryName.clear(folder(of: shard), [.part, .file], beginning: Self.name(shard) + ".")
  }

  private static func name(_ shard: Int) -> String { String(shard).zeroPadded(to: 6) }

  /// State of a shard.
  package enum State: Equatable, Sendable {
    case complete(mathematics: String)
    case missing
    /// The shard is not finished; the number of its finished units.
    case partial(units: Int)
    /// The reason is one line.
    case damaged(String)
    /// The file is of another plan, as of another experiment, other data or another build.
    case foreign
  }

  /// Reads all of a shard's file.
  ///
  /// - Parameters:
  ///   - shard: its number.
  ///   - plan: the plan it belongs to.
  ///   - visit: called with each result, before it is known whether the shard is complete; `nil`: none is wanted.
  package func state(of shard: Int, in plan: ShardPlan, visit: ((UnitAnswer) -> Void)? = nil) -> State {
    var units: [Int] = []
    let noting = visit.map { visit in
      { (answer: UnitAnswer) in
        units.append(answer.result.unit)
        visit(answer)
      }
    }
    switch ShardFile.read(path(of: shard), visit: noting) {
    case .missing:
      let most = parts(of: shard).compactMap { (try? RunStore.read($0))?.results.count }.max()
      return most.map { .partial(units: $0) } ?? .missing
    case .damaged(let reason): return .damaged(reason)
    case .whole(let file):
      guard file.plan == plan.digest else { return .foreign }
      guard file.shard == shard, file.shardCount == plan.shardCount else {
        return .damaged("it is shard \(file.shard) of \(file.shardCount) under another's name")
      }
      guard visit == nil || units == Array(plan.units(of: shard)) else {
        return .damaged("it does not hold the units that the plan gives it")
      }
      return .complete(mathematics: file.mathematics)
    }
  }
}
