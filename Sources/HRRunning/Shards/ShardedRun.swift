package import HRSupport
internal import HRNumerics
internal import HRRecordings

/// A planned run: its folder, its plan, and the experiment that the plan holds.
package struct ShardedRun: Sendable {
  package let folder: ShardFolder
  package let plan: ShardPlan
  package let order: WorkOrder
  package let experiment: Experiment
  let launch: WorkerLaunch

  /// Resolves the experiment of a plan. Data sets are located as on any machine, so that each machine may have its
  /// own copy of the data.
  ///
  /// - Parameters:
  ///   - folder: of the run.
  ///   - plan: that is in the folder.
  ///   - plugins: that the experiment may name.
  ///   - environment: variables and folders for locating its data sets; relative paths start at the plan's folder.
  ///   - launch: of workers.
  package init(
    _ folder: ShardFolder, plan: ShardPlan, plugins: Plugins, environment: DataEnvironment,
    launch: WorkerLaunch
  ) throws(Diagnostics) {
    let order = WorkOrder(file: try plan.experimentFile(), environment: environment)
    (self.folder, self.plan, self.order, self.launch) = (folder, plan, order, launch)
    experiment = try order.experiment(plugins: plugins)
  }

  /// Differences that keep results made here from being those of the plan; empty if there are none.
  package var differences: [String] {
    var witness = RunWitness(experiment)
    let now = RunFingerprint(
      experiment, file: order.file, executable: launch.executable, witness: &witness)
    guard let planned = RunFingerprint(text: plan.fingerprint) else {
      return ["the plan's form, which this hreval does not know"]
    }
    let names = now.differences(from: planned, areCopies: true)
    return names.isEmpty && experiment.units.count != plan.unitCount ? ["the number of units"] : names
  }

  /// Fingerprint of this machine's elementary functions by their last digits; the plan has that of its own machine.
  package let mathematicsHere = MathematicsFingerprint.text

  // MARK: Planning

  /// - Parameters:
  ///   - order: of the experiment.
  ///   - experiment: as resolved.
  ///   - shards: their number, from 1 to the number of units.
  ///   - path: the experiment's file.
  ///   - launch: of workers, for the program's own digest.
  ///   - model: measured costs of units; `nil`: shards are cut by bytes.
  package static func plan(
    _ order: WorkOrder, _ experiment: Experiment, shards: Int, path: String, launch: WorkerLaunch,
    model: CostModel? = nil
  ) throws(Diagnostics) -> ShardPlan {
    var witness = RunWitness(experiment)
    let fingerprint = RunFingerprint(
      experiment, file: order.file, executable: launch.executable, witness: &witness)
    let whole = ShardPlan(
      hreval: Version.current, experimentPath: TextFile.absolute(path),
      experimentSHA256: try ContentHash.digest(ofFile: path),
      directory: TextFile.absolute(order.file.directory),
      experiment: JSONText(order.file.document.root).rendered(indented: false), limit: order.file.limit,
      isFinal: order.file.isFinal, fingerprint: fingerprint.text, mathematics: MathematicsFingerprint.text,
      unitCount: experiment.units.count, firstUnits: [0])
    return cut(whole, of: experiment, shards: shards, by: model)
  }

  /// Returns a plan of the same work with a new division into shards.
  ///
  /// - Parameters:
  ///   - plan: of the experiment.
  ///   - experiment: as resolved.
  ///   - shards: their number, from 1 to the number of units.
  ///   - model: measured costs of units; `nil`: shards are cut by bytes.
  package static func cut(
    _ plan: ShardPlan, of experiment: Experiment, shards: Int, by model: CostModel?
  ) -> ShardPlan {
    let sizes = experiment.recordingSizes
    let costs =
      model?.costs(of: sizes, repeats: experiment.scenarios.map(\.repeats))
      ?? WorkCosts(sizes: sizes, unitsPerRecording: plan.unitCount / max(sizes.count, 1))
    let firsts = ShardCut.firstUnits(count: shards, costs: costs)
    let each = zip(firsts, firsts.dropFirst() + [plan.unitCount]).map { costs.cost(of: $0..<$1) }
    let numbers = ShardCut.longestFirst(each)
    return plan.cut(
      at: numbers.map { firsts[$0] }, expectedCoreSeconds: model == nil ? [] : numbers.map { each[$0] },
      costs: model)
  }

  // MARK: Working

  /// Result of an attempt at a shard.
  package enum Ending: Sendable {
    case wasComplete
    case complete(RunSession.Outcome)
    case interrupted(finished: Int, of: Int)
  }

  /// Runs a shard until its file is complete.
  ///
  /// - Parameters:
  ///   - shard: its number.
  ///   - jobs: worker processes; 0 works inside this process.
  ///   - interruption: ends the workers; finished units are kept for the next attempt.
  ///   - report: called after each unit.
  /// - Throws: for problems that may pass: a full disk, a folder that is gone, workers that cannot be started.
  package func work(
    on shard: Int, jobs: Int, interruption: Interruption,
    report: @escaping @Sendable (RunSession.Progress) -> Void
  ) throws(Diagnostics) -> Ending {
    if isComplete(shard) {
      folder.clear(shard)
      return .wasComplete
    }
    try TextFile.makeDirectory(folder.folder(of: shard))
    let units = plan.units(of: shard)
    let share = ShardShare(
      units: units, storePath: folder.newPart(of: shard), leftoverPaths: folder.parts(of: shard),
      speechFolder: folder.speech(of: shard))
    var session = RunSession(
      order: order, experiment: experiment, outputDirectory: folder.directory, jobs: min(jobs, units.count),
      launch: launch)
    session.share = share
    do throws(Diagnostics) {
      let outcome = try session.perform(resuming: false, interruption: interruption, report: report)
      guard outcome.isComplete else {
        return .interrupted(finished: outcome.results.count, of: units.count)
      }
      let file = ShardFile(
        plan: plan.digest, shard: shard, shardCount: plan.shardCount,
        mathematics: mathematicsHere)
      try file.write(outcome.results, to: folder.path(of: shard))
      TextFile.remove(share.storePath)
      folder.clear(shard)
      return .complete(outcome)
    } catch {
      guard isComplete(shard) else { throw error }
      // Another attempt at the same shard was faster.
      TextFile.remove(share.storePath)
      return .wasComplete
    }
  }

  private func isComplete(_ shard: Int) -> Bool {
    if case .complete(let mathematics) = folder.state(of: shard, in: plan) {
      // A file of other mathematics is replaced, unless it is this machine's that differ from the plan.
      return mathematics == plan.mathematics || mathematics == mathematicsHere
    }
    return false
  }
}

extension ShardPlan {
  /// Returns the experiment of the plan, not resolved.
  package func experimentFile() throws(Diagnostics) -> ExperimentFile {
    ExperimentFile(
      document: try JSONDocument(experiment, file: experimentPath), directory: directory, limit: limit,
      isFinal: isFinal)
  }
}

/// The units of one shard, and the paths of its files until it is complete.
struct ShardShare: Sendable {
  /// Units of the plan by their numbers.
  let units: Range<Int>
  /// Path of a store that no other process writes.
  let storePath: String
  /// Stores of earlier attempts, whose finished units are copied.
  let leftoverPaths: [String]
  /// Folder of the programs' standard error.
  let speechFolder: String
}
