package import HRSupport
internal import Synchronization

/// Worker processes and the units that they are given.
///
/// One thread per worker waits for its answers, so nothing blocks Swift's own pool. A worker that dies is replaced,
/// and its unit is asked once more. If the second worker dies too, its state decides: if it was still reading, the
/// whole recording fails, as every other unit of it would read it again; if it had read it, only this unit fails.
/// Silence always costs the recording.
package final class WorkerPool: Sendable {
  private let launch: WorkerLaunch
  private let order: [UInt8]
  private let queue: Mutex<WorkQueue>
  private let interruption: Interruption
  private let busy = Mutex(0.0)

  /// Total time that workers were busy, from question to answer, in seconds.
  var coreSeconds: Double { busy.withLock(\.self) }

  /// - Parameters:
  ///   - recordings: names of the experiment's recordings; a worker that finds others refuses to work.
  ///   - keepsCondition: true if a worker goes through all recordings with one scenario and repeat before it takes the
  ///     next, as programs are started anew for each; else it goes through all units of a recording.
  ///   - interruption: ends the workers; units without a result stay without one.
  package init(
    _ launch: WorkerLaunch, order: WorkOrder, recordings: [String], units: [WorkUnit],
    keepsCondition: Bool = false, interruption: Interruption = Interruption()
  ) {
    self.launch = launch
    self.interruption = interruption
    self.order = order.bytes(recordings: recordings)
    queue = Mutex(WorkQueue(units, keepsCondition: keepsCondition))
  }

  /// Runs all units; returns when they are done or the run was interrupted.
  ///
  /// - Parameter deliver: called from several threads, once per unit, in the order of completion.
  /// - Returns: the reason why there were fewer workers than `jobs`; `nil` if there were not.
  /// - Throws: if units are left because no worker could be started.
  @discardableResult
  package func run(
    jobs: Int, deliver: @escaping @Sendable (UnitAnswer) -> Void
  ) throws(Diagnostics) -> Diagnostic? {
    try run(.results, jobs: jobs, deliver: deliver)
  }

  /// Runs all units with another question.
  ///
  /// - Parameters:
  ///   - task: the question for each unit.
  ///   - jobs: number of workers.
  ///   - deliver: called from several threads, once per unit, in the order of completion.
  func run<Answer>(
    _ task: UnitTask<Answer>, jobs: Int, deliver: @escaping @Sendable (Answer) -> Void
  ) throws(Diagnostics) -> Diagnostic? {
    queue.withLock { $0.begin() }
    var threads: [PlainThread] = []
    for _ in 1..<max(1, jobs) {
      queue.withLock { $0.begin() }
      guard let thread = PlainThread({ [self] in work(task, deliver) }) else {
        queue.withLock { $0.leave(because: "no more threads can be started") }
        break
      }
      threads.append(thread)
    }
    // The first worker runs in this thread, so that there is one even if no thread can be started.
    work(task, deliver)
    for thread in threads { thread.join() }
    return try queue.withLock { queue throws(Diagnostics) in
      guard let shortage = queue.shortage else { return nil }
      guard queue.isEmpty || interruption.isTriggered else {
        throw Diagnostics(
          "no worker process can go on: \(shortage)",
          hint:
            "limits on processes, memory and open files (ulimit -u, -v, -n) may be in the way; what was finished is kept"
        )
      }
      return Diagnostic("went on with fewer worker processes than \(jobs): \(shortage)", severity: .warning)
    }
  }

  private func work<Answer>(_ task: UnitTask<Answer>, _ deliver: (Answer) -> Void) {
    let worker = ExpendableWorker(launch, order: order, interruption: interruption)
    var last: WorkUnit?
    var shortages = 0
    while !interruption.isTriggered, let unit = queue.withLock({ $0.next(after: last) }) {
      last = unit
      do throws(ExpendableWorker.Loss) {
        deliver(try answer(of: worker, task, unit))
      } catch {
        switch error {
        case .stopped: return
        case .workerless(let reason, let mayPass):
          shortages += 1
          // The last worker retries for a while.
          let isFinal = !mayPass || shortages > 5
          if queue.withLock({ $0.giveBack(unit, because: reason, isFinal: isFinal) }) { return }
          usleep(200_000)
        case .answerless(let reason, let hadRead, let wasSilent):
          let isWhole = !hadRead || wasSilent
          let rest = isWhole ? queue.withLock { $0.abandon(recording: unit.recording) } : []
          for lost in [unit] + rest {
            deliver(task.failed(lost, reason))
          }
        }
      }
    }
    queue.withLock { $0.leave(because: nil) }
  }

  private func answer<Answer>(
    of worker: ExpendableWorker, _ task: UnitTask<Answer>, _ unit: WorkUnit
  ) throws(ExpendableWorker.Loss) -> Answer {
    let start = ContinuousClock.now
    defer { busy.withLock { $0 += (ContinuousClock.now - start).seconds } }
    return try worker.answer(to: task.question(unit).bytes) { task.decoded($0, unit) }
  }
}

/// The question for each unit, and the decoding of its answer.
struct UnitTask<Answer: Sendable>: Sendable {
  let question: @Sendable (WorkUnit) -> UnitQuestion
  /// `nil` for bytes that are no answer to this question.
  let decoded: @Sendable (_ bytes: [UInt8], WorkUnit) -> Answer?
  /// The answer for a unit that cost its workers, with the reason.
  let failed: @Sendable (WorkUnit, _ reason: String) -> Answer
}

extension UnitTask<UnitAnswer> {
  static let results = UnitTask { unit in
    .result(unit: unit.index)
  } decoded: { bytes, unit in
    (try? UnitAnswer(bytes: bytes)).flatMap { $0.result.unit == unit.index ? $0 : nil }
  } failed: { unit, reason in
    UnitAnswer(UnitResult(unit: unit.index, facts: .unknown, outcome: .failed(reason)))
  }
}

/// Units that are not handed out yet, and the number of workers that take them.
private struct WorkQueue {
  private var waiting: [WorkUnit]
  /// Groups of units that a worker has begun.
  private var begun: Set<Group> = []
  private let keepsCondition: Bool
  private var workers = 0
  /// Last reason why a worker could not be started.
  private(set) var shortage: String?

  init(_ units: [WorkUnit], keepsCondition: Bool) {
    waiting = units.reversed()
    self.keepsCondition = keepsCondition
  }

  /// Units that one worker goes through before it takes others.
  private enum Group: Hashable {
    case recording(Int)
    case condition(WorkUnit.Condition)
  }

  private func group(of unit: WorkUnit) -> Group {
    keepsCondition ? .condition(unit.condition) : .recording(unit.recording)
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func begin() {
    workers += 1
  }

  mutating func leave(because reason: String?) {
    workers -= 1
    shortage = reason ?? shortage
  }

  /// Takes a unit back from a worker that could not be started.
  ///
  /// - Parameter isFinal: true if the last worker may leave too.
  /// - Returns: true if the worker is to leave, because others continue or none can.
  mutating func giveBack(_ unit: WorkUnit, because reason: String, isFinal: Bool) -> Bool {
    waiting.append(unit)
    begun.remove(group(of: unit))
    guard workers > 1 || isFinal else { return false }
    leave(because: reason)
    return true
  }

  /// Returns the next unit of the last one's group, else of a group that no worker has begun, else any.
  mutating func next(after last: WorkUnit?) -> WorkUnit? {
    let mine = last.map(group)
    let index =
      waiting.lastIndex { group(of: $0) == mine } ?? waiting.lastIndex { !begun.contains(group(of: $0)) }
      ?? waiting.indices.last
    guard let index else { return nil }
    let unit = waiting.remove(at: index)
    begun.insert(group(of: unit))
    return unit
  }

  /// Removes and returns all units of a recording that are not handed out yet.
  mutating func abandon(recording: Int) -> [WorkUnit] {
    let lost = waiting.filter { $0.recording == recording }
    waiting.removeAll { $0.recording == recording }
    return lost.reversed()
  }
}
