internal import Foundation
internal import HRDiagnostics
internal import HRResults
internal import HRSystem

/// Watches a submitted run until its shards are complete, and submits again what was lost.
///
/// It holds nothing that is not on the disk or in the queue: it can be left at any time, and begun again.
package final class SlurmFollow {
  /// How many shards are where.
  package struct Progress: Equatable, Sendable {
    package let total: Int
    package let complete: Int
    package let running: Int
    package let pending: Int
    /// Neither complete nor in the queue.
    package let lost: Int
    package let seconds: Double
    /// Core time that the shards which are not complete are expected to take, in seconds; `nil`: not measured.
    package let leftCoreSeconds: Double?
    /// What there is to say besides: why shards wait, or that the scheduler is silent.
    package let note: String?
  }

  package enum Ending: Equatable, Sendable {
    /// All shards are whole, and the run is merged.
    case merged
    /// All shards are whole, and no merge is under way.
    case toMerge
    /// These are not complete and are not tried again; of some, what hreval ended with, and where.
    case incomplete([Int], never: [Never])
    /// The scheduler has said nothing for too long.
    case silent(String)
    case interrupted
  }

  /// Shards that will not come about where they were tried.
  package struct Never: Equatable, Sendable {
    package let shards: [Int]
    package let code: Int
    package let node: String
    /// What the task said.
    package let logs: String
  }

  private let engine: SlurmEngine
  private let retries: Int
  private let pollSeconds: Double
  private let interruption: Interruption
  /// Codes of submissions before it are history: a person has asked for those shards again.
  private let firstNumber: Int
  private var complete: Set<Int> = []
  private let start = ContinuousClock.now

  /// The codes after which a shard is not tried again: input refused, wrong usage, never on this machine.
  private static let hopeless = [2, 64, 78]
  /// So many polls of silence, half an hour at the usual pace.
  private static let mostSilent = 120
  /// So many polls a queue may take to notice that nothing is left to do.
  private static let patience = 4

  /// - Parameters:
  ///   - engine: of the run.
  ///   - since: the first submission whose exit codes count.
  ///   - retries: how often what was lost is submitted again.
  ///   - pollSeconds: between two looks.
  ///   - interruption: ends it.
  package init(
    _ engine: SlurmEngine, since: Int, retries: Int, pollSeconds: Double, interruption: Interruption
  ) {
    (self.engine, self.retries, self.pollSeconds) = (engine, retries, pollSeconds)
    (self.firstNumber, self.interruption) = (since, interruption)
  }

  /// - Parameters:
  ///   - show: is called after each look.
  ///   - tell: is given what is worth a line of its own.
  /// - Throws: `Diagnostics`, or `SlurmTrouble` that lasts, where something cannot be submitted again.
  package func run(show: (Progress) -> Void, tell: (String) -> Void) throws -> Ending {
    var (again, silent, idle, empty) = (0, 0, 0, 0)
    while !interruption.isTriggered {
      let tasks: [QueuedTask]
      do {
        tasks = try queue()
        silent = 0
      } catch {
        silent += 1
        look()
        show(progress([], note: "no word from Slurm: \(error.text)"))
        if silent > Self.mostSilent { return .silent(error.text) }
        pause()
        continue
      }
      look()
      show(progress(tasks, note: Self.reasons(tasks)))
      let isWhole = complete.count == engine.plan.shardCount
      if isWhole, tasks.isEmpty {
        // Once more from the first byte to the last.
        complete = []
        look()
        guard complete.count == engine.plan.shardCount else { continue }
        return engine.isMerged ? .merged : .toMerge
      }
      if isWhole {
        // Slurm may wait for tasks that no machine knows of, and the merge for them.
        let isMerging = tasks.contains { engine.submissions.shards(of: $0) == nil && $0.isRunning }
        idle = isMerging ? 0 : idle + 1
        if idle > Self.patience {
          tell("all shards are complete: what is left in the queue is taken out of it")
          cancel(tasks)
          idle = 0
        }
      } else if tasks.allSatisfy({ engine.submissions.shards(of: $0) == nil }) {
        // Files of other machines may come a moment late.
        empty += 1
        if empty > 1 {
          empty = 0
          let missing = incomplete
          let never = hopeless(missing)
          let refused = Set(never.flatMap(\.shards))
          guard again < retries, !missing.allSatisfy(refused.contains) else {
            return .incomplete(missing, never: never)
          }
          if try submitAgain(missing.filter { !refused.contains($0) }, tasks, tell) { again += 1 }
        }
      } else {
        empty = 0
      }
      pause()
    }
    return .interrupted
  }

  private func queue() throws(SlurmTrouble) -> [QueuedTask] {
    let tasks = try engine.tools.queue(engine.submissions.jobNames)
    let stuck = tasks.filter(\.isStuck)
    cancel(stuck)
    return tasks.filter { !$0.isStuck }
  }

  /// Whatever cannot be cancelled now is seen again at the next look.
  private func cancel(_ tasks: [QueuedTask]) {
    try? engine.tools.cancel(tasks.map(\.identifier))
  }

  /// - Returns: whether Slurm has taken them; else it is asked at the next look.
  private func submitAgain(_ shards: [Int], _ tasks: [QueuedTask], _ tell: (String) -> Void) throws -> Bool {
    let standing = SlurmEngine.Standing(
      complete: complete.sorted(), queued: [], left: shards, tasks: tasks, hasMerge: !tasks.isEmpty,
      isMerged: false)
    do {
      guard let submission = try engine.submit(standing) else { return false }
      tell(
        "submitted again: \(shards.count) of \(engine.plan.shardCount) shards that no task has completed (\(ShardNumbers.listed(shards))), as job \(submission.array ?? "")"
      )
      return true
    } catch let trouble as SlurmTrouble {
      guard case .passing(let text) = trouble else { throw trouble }
      tell("cannot submit again yet: \(text)")
      return false
    }
  }

  // MARK: Looking

  private var incomplete: [Int] { (0..<engine.plan.shardCount).filter { !complete.contains($0) } }

  /// Reads the shards that were not whole at the last look.
  private func look() {
    for shard in incomplete {
      if case .complete = engine.folder.state(of: shard, in: engine.plan) { complete.insert(shard) }
    }
  }

  private func progress(_ tasks: [QueuedTask], note: String?) -> Progress {
    let wanted = Set(incomplete)
    func shards(_ isMeant: (QueuedTask) -> Bool) -> Set<Int> {
      Set(tasks.filter(isMeant).flatMap { engine.submissions.shards(of: $0) ?? [] }).intersection(wanted)
    }
    let running = shards(\.isRunning)
    let pending = shards { !$0.isRunning }.subtracting(running)
    return Progress(
      total: engine.plan.shardCount, complete: complete.count, running: running.count,
      pending: pending.count, lost: wanted.count - running.count - pending.count,
      seconds: (ContinuousClock.now - start).seconds,
      leftCoreSeconds: engine.plan.expectedCoreSeconds(of: wanted.sorted()), note: note)
  }

  /// Why tasks wait, other than for a place or for each other.
  private static func reasons(_ tasks: [QueuedTask]) -> String? {
    let reasons = tasks.filter { $0.state == "PENDING" }.map(\.reason)
      .filter { !["None", "Priority", "Resources", "Dependency", "BeginTime", ""].contains($0) }
    return reasons.first.map { "waiting: \($0)" }
  }

  /// Of shards that are not complete those whose latest task said that trying again is of no use.
  private func hopeless(_ shards: [Int]) -> [Never] {
    let submissions = engine.submissions
    var wanted = Set(shards)
    var found: [Never] = []
    for number in submissions.numbers.reversed() where number >= firstNumber {
      for (index, task) in submissions.table(number).tasks.enumerated() {
        let mine = task.filter(wanted.contains)
        guard !mine.isEmpty else { continue }
        wanted.subtract(mine)
        guard let (code, node) = submissions.code(number, task: index), Self.hopeless.contains(code) else {
          continue
        }
        found.append(
          Never(shards: mine, code: code, node: node, logs: submissions.logs(number, task: index)))
      }
    }
    return found.sorted { $0.shards[0] < $1.shards[0] }
  }

  /// Short sleeps, so that an interruption is heard.
  private func pause() {
    let end = ContinuousClock.now + .seconds(pollSeconds)
    while !interruption.isTriggered, ContinuousClock.now < end { usleep(50_000) }
  }
}
