package import HRSupport
internal import Synchronization

/// Writes every trial of an experiment for programs that run elsewhere.
package struct ExportPass: Sendable {
  private let order: WorkOrder
  private let experiment: Experiment
  private let destination: TrialDestination
  private let jobs: Int
  private let launch: WorkerLaunch

  /// - Parameters:
  ///   - order: of the experiment, for workers.
  ///   - experiment: resolved.
  ///   - directory: the folder to write to, absolute.
  ///   - format: of the files.
  ///   - jobs: worker processes; 0 works inside this process, without protection from damaged files.
  ///   - launch: command line of a worker.
  package init(
    order: WorkOrder, experiment: Experiment, directory: String, format: TrialManifest.FileFormat, jobs: Int,
    launch: WorkerLaunch
  ) {
    self.order = order
    self.experiment = experiment
    destination = TrialDestination(folder: directory, format: format)
    self.jobs = jobs
    self.launch = launch
  }

  package struct Outcome: Sendable {
    /// Manifest of the trials that are done, in the order of the units.
    package let manifest: TrialManifest
    package let isComplete: Bool
    /// Reason why the pass did not have all its workers.
    package let warning: Diagnostic?

    package var failures: [TrialManifest.Trial] { manifest.trials.filter { $0.failure != nil } }
  }

  /// Writes the trials' files. The manifest is written by the caller, beside them.
  ///
  /// - Parameters:
  ///   - interruption: ends the workers; files under their final names are complete.
  ///   - report: called after each trial with how many are done and how many there are, one call at a time.
  /// - Throws: if no worker can be started.
  package func perform(
    interruption: Interruption, report: @escaping @Sendable (Int, Int) -> Void
  ) throws(Diagnostics) -> Outcome {
    let experiment = experiment
    let units = experiment.trials
    let done = Mutex<[Int: ExportedUnit]>([:])
    defer { TextFile.remove(TrialDestination.unfinished(in: destination.folder)) }
    @Sendable func deliver(_ unit: ExportedUnit) {
      done.withLock { done in
        done[unit.unit] = unit
        report(done.count, units.count)
      }
    }
    var warning: Diagnostic?
    if jobs == 0 {
      var runner = UnitRunner(experiment)
      for unit in units where !interruption.isTriggered {
        deliver(runner.exported(unit, to: destination))
      }
    } else {
      let pool = WorkerPool(
        launch, order: order.expecting(experiment.descriptorDigests).using(experiment.programs, .dropped),
        recordings: experiment.recordingNames, units: units, interruption: interruption)
      let task = UnitTask { [destination] unit in
        .export(unit: unit.index, destination)
      } decoded: { bytes, unit -> ExportedUnit? in
        ExportedUnit(bytes: bytes).flatMap { $0.unit == unit.index ? $0 : nil }
      } failed: { unit, reason in
        ExportedUnit(unit: unit.index, trial: .init(experiment.trialKey(of: unit), failure: reason))
      }
      warning = try pool.run(task, jobs: min(jobs, units.count), deliver: deliver)
    }
    let exported = done.withLock { $0.values.sorted { $0.unit < $1.unit } }
    let manifest = TrialManifest(
      hreval: Version.current, experiment: experiment.name, seed: experiment.seed,
      measurand: experiment.measurand, mode: experiment.mode,
      fileFormat: destination.format, trials: exported.map(\.trial))
    return Outcome(manifest: manifest, isComplete: exported.count == units.count, warning: warning)
  }
}
