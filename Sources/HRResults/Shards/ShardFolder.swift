internal import HRSystem
package import HRDiagnostics

/// The folder of a run that is worked on shard by shard: `plan.json`, `shards/000/000003.shard`, and, once it is
/// merged, what any run's folder holds.
package struct ShardFolder: Sendable {
  package let directory: String

  package init(_ directory: String) {
    self.directory = directory
  }

  /// What a planned run's folder holds besides a run's own files; names of folders with a slash at their end.
  package static let names = [ShardPlan.fileName, "\(shards)/", "\(engine)/"]

  private static let shards = "shards"
  private static let engine = "slurm"

  /// What `hreval submit` writes for Slurm, and what its jobs say.
  package var engineFolder: String { "\(directory)/\(Self.engine)" }

  package var planPath: String { "\(directory)/\(ShardPlan.fileName)" }

  /// - Throws: where there is no plan, or none that can be read.
  package func plan() throws(Diagnostics) -> ShardPlan {
    guard TextFile.isFile(planPath) else {
      throw Diagnostics(
        "there is no plan here", in: planPath,
        hint: "name the folder that `hreval plan EXPERIMENT --output FOLDER` has written")
    }
    return try ShardPlan(text: TextFile.read(planPath, what: "plan"), file: planPath)
  }

  /// At most a thousand files lie in a folder.
  package func folder(of shard: Int) -> String {
    "\(directory)/\(Self.shards)/\(Self.digits(shard / 1000, 3))"
  }

  package func path(of shard: Int) -> String { "\(folder(of: shard))/\(Self.digits(shard, 6)).shard" }

  /// Where what programs say on their standard error is kept while a shard is worked on.
  package func speech(of shard: Int) -> String {
    "\(directory)/\(Self.shards)/stderr/\(Self.digits(shard, 6))"
  }

  /// A new name for the store of a shard that is being worked on.
  package func newPart(of shard: Int) -> String {
    TemporaryName.of("\(folder(of: shard))/\(Self.digits(shard, 6))", .part)
  }

  /// Stores that others began for a shard, and may still be writing.
  package func parts(of shard: Int) -> [String] {
    let start = Self.digits(shard, 6) + "."
    return TextFile.names(in: folder(of: shard)).filter {
      $0.hasPrefix(start) && TemporaryName.isTemporary($0, .part)
    }
    .map { "\(folder(of: shard))/\($0)" }
  }

  /// Takes away what attempts at a shard have left that are known to have ended.
  package func clear(_ shard: Int) {
    TemporaryName.clear(
      folder(of: shard), [.part, .file], beginning: Self.digits(shard, 6) + ".")
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// What there is of a shard.
  package enum State: Equatable, Sendable {
    case complete(mathematics: String)
    case missing
    /// Not finished: so many of its units are.
    case partial(units: Int)
    /// The reason is one line.
    case damaged(String)
    /// Of another plan, as of another experiment, other data or another build.
    case foreign
  }

  /// Reads all of a shard's file.
  ///
  /// - Parameters:
  ///   - shard: its number.
  ///   - plan: that it is of.
  ///   - visit: is shown each result, before it is known whether the shard is complete; `nil`: none is wanted.
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
