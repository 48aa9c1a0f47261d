internal import Foundation
internal import Synchronization

/// Worker processes and the units they are given.
///
/// One thread per worker waits for its answers, so nothing blocks Swift's own pool. A worker that dies or falls silent
/// costs the recording it was reading, which becomes failed results, and is replaced.
package final class WorkerPool: Sendable {
  /// How a worker is started.
  package struct Launch: Sendable {
    package let executable: String
    package let arguments: [String]
    /// Longest silence on one unit, in seconds.
    package let timeoutSeconds: Double

    package init(executable: String, arguments: [String], timeoutSeconds: Double) {
      self.executable = executable
      self.arguments = arguments
      self.timeoutSeconds = timeoutSeconds
    }
  }

  private let launch: Launch
  private let order: WorkOrder
  private let queue: Mutex<WorkQueue>
  private let stopped = Atomic<Bool>(false)
  private let children = Mutex<Set<Int32>>([])

  package init(_ launch: Launch, order: WorkOrder, units: [WorkUnit]) {
    self.launch = launch
    self.order = order
    queue = Mutex(WorkQueue(units))
  }

  /// Runs all units; returns when they are done or ``stop()`` was called.
  ///
  /// - Parameter deliver: called from several threads, once per unit, in the order of completion.
  package func run(jobs: Int, deliver: @escaping @Sendable (UnitResult) -> Void) {
    // Writing to a worker that has died must be an error of that worker, not the end of the run.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    let threads = (0..<jobs).map { _ in
      let done = DispatchSemaphore(value: 0)
      let thread = Thread { [self] in
        work(deliver)
        done.signal()
      }
      thread.stackSize = 1 << 20
      thread.start()
      return done
    }
    for done in threads { done.wait() }
  }

  /// Ends the workers; units without a result stay without one.
  package func stop() {
    stopped.store(true, ordering: .sequentiallyConsistent)
    for child in children.withLock({ $0.sorted() }) { kill(child, SIGKILL) }
  }

  private var isStopped: Bool { stopped.load(ordering: .sequentiallyConsistent) }

  private func work(_ deliver: (UnitResult) -> Void) {
    var worker: WorkerProcess?
    var recording: Int?
    while !isStopped, let unit = queue.withLock({ $0.next(preferring: recording) }) {
      recording = unit.recording
      do {
        if worker == nil { worker = try started() }
        guard let current = worker else { return }
        deliver(try current.result(of: unit, within: launch.timeoutSeconds))
      } catch {
        worker.map(retire)
        worker = nil
        if isStopped { return }
        // The same file would most likely do the same again: its other units share the reason.
        let rest = queue.withLock { $0.abandon(recording: unit.recording) }
        for lost in [unit] + rest {
          deliver(UnitResult(unit: lost.index, facts: .unknown, outcome: .failed(error.reason)))
        }
      }
    }
    worker.map(retire)
  }

  private func started() throws(WorkerProcess.Failure) -> WorkerProcess {
    let worker = try WorkerProcess(launch)
    children.withLock { _ = $0.insert(worker.identifier) }
    // A stop that came between start and insertion found nothing to end.
    if isStopped { kill(worker.identifier, SIGKILL) }
    try worker.setUp(order, within: launch.timeoutSeconds)
    return worker
  }

  private func retire(_ worker: WorkerProcess) {
    worker.end()
    children.withLock { _ = $0.remove(worker.identifier) }
  }
}

/// Units not yet handed out.
private struct WorkQueue {
  private var waiting: [WorkUnit]
  private var begun: Set<Int> = []

  init(_ units: [WorkUnit]) {
    waiting = units.reversed()
  }

  /// The next unit of the recording a worker already holds, else of one nobody holds, else any.
  mutating func next(preferring recording: Int?) -> WorkUnit? {
    let index =
      waiting.lastIndex { $0.recording == recording } ?? waiting.lastIndex { !begun.contains($0.recording) }
      ?? waiting.indices.last
    guard let index else { return nil }
    let unit = waiting.remove(at: index)
    begun.insert(unit.recording)
    return unit
  }

  /// Takes back all units of a recording.
  mutating func abandon(recording: Int) -> [WorkUnit] {
    let lost = waiting.filter { $0.recording == recording }
    waiting.removeAll { $0.recording == recording }
    return lost.reversed()
  }
}
