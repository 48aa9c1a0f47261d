package import HRSupport

/// Merges the shards of a run: all of them must be complete, of one plan, and of one machine's mathematics.
package struct ShardMerge: Sendable {
  private let run: ShardedRun
  private let allowsMixed: Bool

  /// - Parameter allowsMixed: true if shards of machines with different mathematics may be merged.
  package init(_ run: ShardedRun, allowsMixed: Bool) {
    (self.run, self.allowsMixed) = (run, allowsMixed)
  }

  package struct Refusal: Error {
    package let problems: Diagnostics
    /// True if the only problem is that shards do not exist yet.
    package let isOnlyMissing: Bool
  }

  package struct Outcome: Sendable {
    package let run: RunSession.Outcome
    package let plan: RunPlan
  }

  /// Reads and checks every shard, then writes the run's store.
  ///
  /// - Throws: all problems, shard by shard.
  package func perform() throws(Refusal) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var objections: [(shard: Int, problem: Diagnostic)] = []
    var isOnlyMissing = true
    var machines: [(mathematics: String, shards: [Int], units: Int)] = []
    var digests: [Int: (shard: Int, files: [String])] = [:]
    var missing: [Int] = []
    let units = run.experiment.units
    // In the order of the units, so that messages about machines do not depend on how shards are numbered.
    for shard in run.plan.inOrder {
      func object(_ message: String, _ hint: String) {
        let problem = Diagnostic(
          "shard \(shard) of \(run.plan.shardCount) \(message)", in: run.folder.path(of: shard), hint: hint)
        objections.append((shard, problem))
      }
      var read: [(recording: Int, files: [String])] = []
      let state = run.folder.state(of: shard, in: run.plan) { answer in
        guard units.indices.contains(answer.result.unit) else { return }
        let (recording, files) = (
          units[answer.result.unit].recording, answer.result.facts.files.map(\.sha256)
        )
        if !files.isEmpty, read.last.map({ $0 != (recording, files) }) ?? true {
          read.append((recording, files))
        }
      }
      switch state {
      case .missing: missing.append(shard)
      case .partial(let finished):
        object("is not finished: \(finished) of its \(run.plan.units(of: shard).count) units are", Self.again)
      case .damaged(let reason):
        object("is damaged: \(reason)", "run it again: it is written anew")
        isOnlyMissing = false
      case .foreign:
        object(
          "is of another plan: of another experiment, other data or another build of hreval",
          "run it again: it is written anew")
        isOnlyMissing = false
      case .complete(let mathematics):
        let index = machines.firstIndex { $0.mathematics == mathematics } ?? machines.count
        if index == machines.count { machines.append((mathematics, [], 0)) }
        machines[index].shards.append(shard)
        machines[index].units += run.plan.units(of: shard).count
        for (recording, files) in read {
          if let other = digests[recording], other.files != files {
            object(
              "and shard \(other.shard) have read different data of the recording \(run.experiment.recordingNames[recording])",
              "see that all machines have the same files, take both shards away and run them again")
            isOnlyMissing = false
            break
          }
          digests[recording] = (shard, files)
        }
      }
    }
    var problems = objections.sorted { $0.shard < $1.shard }.map(\.problem)
    missing.sort()
    if !missing.isEmpty {
      let (are, those) = missing.count == 1 ? ("is", "it") : ("are", "them")
      problems.add(
        "\(Self.named(missing)) of \(run.plan.shardCount) \(are) missing",
        in: run.folder.directory,
        hint:
          "run \(those) (--shard \(ShardNumbers.listed(missing))/\(run.plan.shardCount)), then merge again"
      )
    }
    if problems.isEmpty, machines.count > 1, !allowsMixed {
      isOnlyMissing = false
      for machine in machines where machine.mathematics != run.plan.mathematics {
        problems.add(
          "\(Self.named(machine.shards.sorted())) \(machine.shards.count == 1 ? "comes" : "come") from machines whose elementary functions differ in their last digits from those of the plan's machine (\(machine.mathematics), not \(run.plan.mathematics))",
          in: run.folder.planPath,
          hint: "take them away and run them on machines like the others, or merge with --allow-mixed")
      }
    }
    guard problems.isEmpty else {
      throw Refusal(problems: Diagnostics(problems), isOnlyMissing: isOnlyMissing)
    }
    var plan = run.experiment.plan
    if machines.count > 1 {
      plan.mixedMathematics = machines.map { .init(fingerprint: $0.mathematics, units: $0.units) }
    }
    let results: UnitResults
    do throws(Diagnostics) {
      results = try store(plan)
      if let useless = run.experiment.uselessness(of: results) { throw Diagnostics(useless) }
    } catch {
      throw Refusal(problems: error, isOnlyMissing: false)
    }
    return Outcome(
      run: RunSession.Outcome(
        results: results, isComplete: true, resumedUnits: results.count, seconds: (clock.now - start).seconds,
        warnings: [], fingerprint: run.plan.fingerprint), plan: plan)
  }

  /// Removes the files of attempts that have ended; to be called when the merged run is complete.
  package func clear() {
    for shard in 0..<run.plan.shardCount { run.folder.clear(shard) }
  }

  /// Writes all results into the run's store, one after the other. A shard that has changed since the check is
  /// refused.
  private func store(_ plan: RunPlan) throws(Diagnostics) -> UnitResults {
    let (partial, final) = (
      RunStore.partialPath(in: run.folder.directory), RunStore.path(in: run.folder.directory)
    )
    let store = try RunStore(creating: partial, fingerprint: run.plan.fingerprint, plan: plan)
    for shard in run.plan.inOrder {
      var failure: Diagnostics?
      let state = run.folder.state(of: shard, in: run.plan) { answer in
        guard failure == nil else { return }
        do throws(Diagnostics) { try store.append(answer) } catch { failure = error }
      }
      if let failure { throw failure }
      guard case .complete = state else {
        throw Diagnostics(
          "shard \(shard) changed while it was merged", in: run.folder.path(of: shard), hint: "merge again")
      }
    }
    guard rename(partial, final) == 0 else {
      throw Diagnostics("cannot put the store in place: \(lastSystemError())", in: final)
    }
    return store.results
  }

  /// `shard 3`, `shards 3,4,7-9`
  private static func named(_ shards: [Int]) -> String {
    (shards.count == 1 ? "shard " : "shards ") + ShardNumbers.listed(shards)
  }

  private static let again = "run it again: it goes on with these, then merge again"
}
