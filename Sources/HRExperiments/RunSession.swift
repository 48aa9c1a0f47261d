internal import Foundation
package import HRDiagnostics
internal import HRRecordings
internal import Synchronization

/// One run of an experiment: hands units to workers, keeps what comes back, and can be interrupted and resumed.
package struct RunSession: Sendable {
  private let order: WorkOrder
  private let experiment: Experiment
  private let outputDirectory: String
  private let jobs: Int
  private let launch: WorkerPool.Launch

  package let plan: RunPlan

  /// - Parameters:
  ///   - outputDirectory: the run's folder; made if it is not there.
  ///   - jobs: worker processes; 0 works inside this process, without protection from damaged files.
  package init(
    order: WorkOrder, experiment: Experiment, outputDirectory: String, jobs: Int, launch: WorkerPool.Launch
  ) {
    self.order = order
    self.experiment = experiment
    self.outputDirectory = outputDirectory
    self.jobs = jobs
    self.launch = launch
    plan = RunPlan(experiment)
  }

  package struct Outcome: Sendable {
    /// Finished units; all of them unless the run was interrupted.
    package let results: [UnitResult]
    package let isComplete: Bool
    /// Units that an earlier, interrupted run had finished.
    package let resumedUnits: Int
    package let seconds: Double
    /// What kept the run from having all its workers.
    package let warning: Diagnostic?
  }

  /// How far a run is; handed to the progress display.
  package struct Progress: Sendable {
    package let finishedUnits: Int
    package let totalUnits: Int
    package let resumedUnits: Int
    package let windows: Int
    package let seconds: Double
  }

  /// While units are missing the store bears this name, so that an earlier run's results stay until new ones are whole.
  private var partialPath: String { RunStore.partialPath(in: outputDirectory) }
  private var storePath: String { RunStore.path(in: outputDirectory) }

  /// Runs what is missing.
  ///
  /// - Parameters:
  ///   - resuming: goes on with the units an interrupted run of the same experiment, data and build left behind.
  ///   - interruption: ends the workers when triggered; finished units are kept.
  ///   - report: called after each unit, from several threads, one at a time.
  package func perform(
    resuming: Bool, interruption: Interruption, report: @escaping @Sendable (Progress) -> Void
  ) throws(Diagnostics) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    try TextFile.makeDirectory(outputDirectory)
    let fingerprint = try self.fingerprint()
    let opened = try open(resuming: resuming, fingerprint: fingerprint)
    let isWritten = opened.isWritten
    let done = Set(opened.results.map(\.unit))
    let missing = experiment.units.filter { !done.contains($0.index) }
    let state = Mutex(State(store: opened.store, results: opened.results))
    let total = experiment.units.count
    let resumed = done.count

    @Sendable func deliver(_ result: UnitResult) {
      state.withLock { state in
        state.add(result)
        if state.failure != nil {
          interruption.trigger()
          return
        }
        report(
          Progress(
            finishedUnits: state.results.count, totalUnits: total, resumedUnits: resumed,
            windows: state.windows,
            seconds: (clock.now - start).seconds))
      }
    }

    var warning: Diagnostic?
    if jobs == 0 {
      var runner = UnitRunner(experiment)
      for unit in missing where !interruption.isTriggered { deliver(runner.result(of: unit)) }
    } else if !missing.isEmpty {
      let pool = WorkerPool(
        launch, order: order, recordings: experiment.recordingNames, units: missing)
      interruption.onTrigger { pool.stop() }
      warning = try pool.run(jobs: min(jobs, missing.count), deliver: deliver)
    }

    let (results, failure) = state.withLock { ($0.results, $0.failure) }
    if let failure { throw failure }
    let isComplete = results.count == total
    if isComplete, let useless = experiment.uselessness(of: results) {
      // Nothing in it is worth going on with.
      if isWritten { TextFile.remove(partialPath) }
      throw Diagnostics(useless)
    }
    if isComplete, isWritten {
      guard rename(partialPath, storePath) == 0 else {
        throw Diagnostics(
          Diagnostic(
            "cannot put the store in place: \(lastSystemError())", place: .init(file: storePath),
            hint: "the run's folder must stay where it is, and be writable, while it runs"))
      }
    }
    return Outcome(
      results: results.sorted { $0.unit < $1.unit }, isComplete: isComplete, resumedUnits: resumed,
      seconds: (clock.now - start).seconds, warning: warning)
  }

  /// The run's results so far, behind a lock.
  private struct State: ~Copyable {
    private let store: RunStore?
    private(set) var results: [UnitResult]
    private(set) var windows = 0
    private(set) var failure: Diagnostics?

    init(store: consuming RunStore?, results: [UnitResult]) {
      self.store = store
      self.results = results
    }

    mutating func add(_ result: UnitResult) {
      guard failure == nil else { return }
      do {
        switch store {
        case .some(let store): try store.append(result)
        case .none: break
        }
      } catch {
        // A full disk: stop, but keep what is already on it.
        failure = error
        return
      }
      results.append(result)
      if case .windows(let table) = result.outcome { windows += table.ranges.count * table.estimates.count }
    }
  }

  private struct Opened: ~Copyable {
    let store: RunStore?
    let results: [UnitResult]
    var isWritten: Bool {
      switch store {
      case .some: true
      case .none: false
      }
    }
  }

  private func open(resuming: Bool, fingerprint: String) throws(Diagnostics) -> Opened {
    guard resuming else {
      return Opened(
        store: try RunStore(creating: partialPath, fingerprint: fingerprint, plan: plan), results: [])
    }
    if TextFile.exists(partialPath) {
      let content = try RunStore.read(partialPath)
      try check(content, against: fingerprint, path: partialPath)
      return Opened(store: try RunStore(resuming: partialPath, after: content), results: content.results)
    }
    guard TextFile.exists(storePath) else {
      throw Diagnostics(
        Diagnostic(
          "there is no interrupted run to go on with", place: .init(file: outputDirectory),
          hint: "leave out --resume to start one"))
    }
    let content = try RunStore.read(storePath)
    try check(content, against: fingerprint, path: storePath)
    return Opened(store: nil, results: content.results)
  }

  private func check(_ content: RunStore.Content, against fingerprint: String, path: String)
    throws(Diagnostics)
  {
    guard content.fingerprint == fingerprint else {
      throw Diagnostics(
        Diagnostic(
          "the interrupted run was of another experiment, other data or another build of hreval",
          place: .init(file: path), hint: "leave out --resume to start again, or name another --output"))
    }
  }

  /// Tells runs apart: experiment as resolved, size and modification time of data and program.
  private func fingerprint() throws(Diagnostics) -> String {
    var lines = [order.file.document.root.rewritten.rendered(indented: false), order.file.directory]
    lines += experiment.recordings.map { "\($0.dataset)/\($0.entry.id)" }
    let noise = experiment.noises.flatMap(\.dataset.recordings)
    let files = (experiment.recordings.map(\.entry) + noise).flatMap(\.files)
    for path in [launch.executable] + files {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let size = (attributes?[.size] as? NSNumber)?.int64Value ?? -1
      let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      lines.append("\(path) \(size) \(modified)")
    }
    return ContentHash.digest(of: Array(lines.joined(separator: "\n").utf8))
  }
}

extension RunStore {
  /// The store of a finished run.
  package static func path(in directory: String) -> String { "\(directory)/units.store" }

  /// The store of a run that is not finished.
  package static func partialPath(in directory: String) -> String { "\(directory)/units.partial" }
}

/// A request to stop, from a signal or a failure.
package final class Interruption: Sendable {
  private struct State {
    var isTriggered = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var isTriggered: Bool { state.withLock(\.isTriggered) }

  package func trigger() {
    let actions = state.withLock { state in
      state.isTriggered = true
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }

  /// Runs an action when triggered; at once if that has happened.
  package func onTrigger(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isTriggered { state.actions.append(action) }
      return state.isTriggered
    }
    if isLate { action() }
  }
}

extension Duration {
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
