internal import Dispatch
internal import HREvaluation
internal import HRRunning
internal import HRSupport
internal import HRReporting
internal import Synchronization

/// `report.html` of a run in progress: written anew from the finished units, at most every ten seconds and by one
/// thread at a time. The page reloads itself.
final class LivePage: Sendable {
  static let seconds = 10

  private struct State {
    var isWriting = false
    var isOver = false
    /// Start of the last page or, once it is written, its end.
    var last: ContinuousClock.Instant?
  }

  private let plan: RunPlan
  private let path: String
  private let state = Mutex(State())
  private let idle = DispatchGroup()

  /// - Parameters:
  ///   - plan: of the run.
  ///   - path: of the page.
  init(_ plan: RunPlan, path: String) {
    self.plan = plan
    self.path = path
  }

  /// Called after each unit. Returns at once; the page is made on a thread of its own.
  func show(_ progress: RunSession.Progress) {
    let isDue = state.withLock { state -> Bool in
      guard !state.isOver, !state.isWriting else { return false }
      if let last = state.last, last.duration(to: .now) < .seconds(Self.seconds) { return false }
      state.isWriting = true
      return true
    }
    guard isDue else { return }
    let results = progress.results()
    idle.enter()
    let thread = PlainThread { [self] in
      write(results, of: progress.totalUnits, isOver: false)
      endWriting()
    }
    if let thread { thread.detach() } else { endWriting() }
  }

  private func endWriting() {
    state.withLock { state in
      state.isWriting = false
      state.last = .now
    }
    idle.leave()
  }

  /// Waits for a page that is being written; none is written afterwards.
  ///
  /// - Parameter outcome: of the run; an interrupted one gets a last page, which states the interruption.
  func end(_ outcome: RunSession.Outcome, units: Int) {
    state.withLock { $0.isOver = true }
    idle.wait()
    if !outcome.isComplete { write(outcome.results, of: units, isOver: true) }
  }

  /// Writes a page. A failure is ignored here: the run goes on, and the last page reports the problem.
  private func write(_ results: UnitResults, of units: Int, isOver: Bool) {
    let evaluation = Evaluation(plan: plan, results: results)
    let progress = RunPage.Progress(
      finishedUnits: results.count, units: units, reloadSeconds: isOver ? nil : Self.seconds)
    try? TextFile.write(RunPage.text(evaluation, progress: progress), to: path)
  }
}
