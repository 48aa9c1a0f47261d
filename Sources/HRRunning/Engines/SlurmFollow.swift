internal import HRSupport

/// Watches a submitted run until its shards are complete, and submits again what was lost.
///
/// Its only state is on the disk and in the queue: it can be ended at any time, and started again.
package final class SlurmFollow {
  /// Numbers of shards by their state.
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
    /// Text to show with the numbers: the reason why shards wait, or that the scheduler gives no answer.
    package let note: String?
  }

  package enum Ending: Equatable, Sendable {
    /// All shards are whole, and the run is merged.
    case merged
    /// All shards are whole, and no merge is under way.
    case toMerge
    /// These shards are not complete and are not submitted again; for some, hreval's exit code and the node.
    case incomplete([Int], never: [Never])
    /// The scheduler has given no answer for too long.
    case silent(String)
    case interrupted
  }

  /// Shards that are not submitted again, as hreval ended with a code that trying again does not change.
  package struct Never: Equatable, Sendable {
    package let shards: [Int]
    package let code: Int
    package let node: String
    /// Pattern of the paths of the task's output.
    package let logs: String
  }

  private let engine: SlurmEngine
  private let retries: Int
  private let pollSeconds: Double
  private let interruption: Interruption
  /// First submission whose exit codes count. Earlier ones are history: a person has asked for those shards again.
  private let firstNumber: Int
  private var complete: Set<Int> = []
  private let start = ContinuousClock.now

  /// The codes after which a shard is not tried again: input refused, wrong usage, never on this machine.
  private static let hopeless = [2, 64, 78]
  /// Number of polls without an answer before the run gives up; half an hour at the usual pace.
  private static let mostSilent = 120
  /// Number of polls before the remaining tasks of a complete run are cancelled.
  private static let patience = 4

  /// - Parameters:
  ///   - engine: of the run.
  ///   - since: the first submission whose exit codes count.
  ///   - retries: number of times that lost shards are submitted again.
  ///   - pollSeconds: time between two polls.
  ///   - interruption: ends it.
  package init(
    _ engine: SlurmEngine, since: Int, retries: Int, pollSeconds: Double, interruption: Interruption
  ) {
    (self.engine, self.retries, self.pollSeconds) = (engine, retries, pollSeconds)
    (self.firstNumber, self.interruption) = (since, interruption)
  }

  /// - Parameters:
  ///   - show: is called after each poll.
  ///   - tell: is given messages that deserve a line of their own.
  /// - Throws: `Diagnostics`, or a lasting `SlurmTrouble`, if something cannot be submitted again.
  package func run(show: (Progress) -> Void, tell: (String) -> Void) throws -> Ending {
    var (again, silent, idle, empty) = (0, 0, 0, 0)
    while !interruption.isTriggered {
      let tasks: [QueuedTask]
      do {
        tasks = try queue()
        silent = 0
      } catch {
        silent += 1
        noteComplete()
        show(progress([], note: "no word from Slurm: \(error.text)"))
        if silent > Self.mostSilent { return .silent(error.text) }
        pause()
        continue
      }
      noteComplete()
      show(progress(tasks, note: Self.reasons(tasks)))
      let isWhole = complete.count == engine.plan.shardCount
      if isWhole, tasks.isEmpty {
        // All shards are read again, from the first byte to the last.
        complete = []
        noteComplete()
        guard complete.count == engine.plan.shardCount else { continue }
        return engine.isMerged ? .merged : .toMerge
      }
      if isWhole {
        // Slurm may wait for tasks that no machine knows, and the merge for them.
        let isMerging = tasks.contains { engine.submissions.shards(of: $0) == nil && $0.isRunning }
        idle = isMerging ? 0 : idle + 1
        if idle > Self.patience {
          tell("all shards are complete: what is left in the queue is taken out of it")
          cancel(tasks)
          idle = 0
        }
      } else if tasks.allSatisfy({ engine.submissions.shards(of: $0) == nil }) {
        // Files of other machines may appear with a short delay.
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

  /// Cancels tasks. Those that cannot be cancelled now are found again at the next poll.
  private func cancel(_ tasks: [QueuedTask]) {
    try? engine.tools.cancel(tasks.map(\.identifier))
  }

  /// - Returns: true if Slurm has accepted them; else it is asked at the next poll.
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

  /// Reads the shards that were not complete at the last poll.
  private func noteComplete() {
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

  /// Returns the first reason why tasks wait, other than for resources, priority, their start time or each other;
  /// `nil` if none.
  private static func reasons(_ tasks: [QueuedTask]) -> String? {
    let reasons = tasks.filter { $0.state == "PENDING" }.map(\.reason)
      .filter { !["None", "Priority", "Resources", "Dependency", "BeginTime", ""].contains($0) }
    return reasons.first.map { "waiting: \($0)" }
  }

  /// Returns the shards, of those that are not complete, whose latest task ended with a code that trying again does
  /// not change.
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

  /// Waits until the next poll, in short sleeps, so that an interruption is noticed.
  private func pause() {
    _ = Polling.value(within: pollSeconds, everyMicroseconds: 50_000) {
      interruption.isTriggered ? true : nil
    }
  }
}
