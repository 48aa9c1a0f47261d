package import HRSupport
internal import HRRecordings
internal import HRSignals
internal import Synchronization

/// One run of an experiment. It gives units to workers, stores the results, and can be interrupted and resumed.
package struct RunSession: Sendable {
  let order: WorkOrder
  let experiment: Experiment
  let outputDirectory: String
  let jobs: Int
  let launch: WorkerLaunch

  /// The units of a shard, and where its files are; `nil`: all units, in the run's folder.
  var share: ShardShare?

  package var plan: RunPlan { experiment.plan }

  /// - Parameters:
  ///   - outputDirectory: the run's folder; made if it does not exist.
  ///   - jobs: worker processes; 0 works inside this process, without protection from damaged files.
  package init(
    order: WorkOrder, experiment: Experiment, outputDirectory: String, jobs: Int, launch: WorkerLaunch
  ) {
    self.order = order.keepingClips(in: TextFile.absolute("\(outputDirectory)/\(Self.clipFolder)"))
    self.experiment = experiment
    self.outputDirectory = outputDirectory
    self.jobs = jobs
    self.launch = launch
  }

  /// Programs through which videos are read and compressed; `nil` if no recording is one, or there are none.
  package var videoNote: RunCircumstances.VideoNote? {
    guard experiment.datasets.contains(where: \.hasVideo), let tools = try? VideoTools.found() else {
      return nil
    }
    let codecs = experiment.scenarios.flatMap(\.steps).compactMap { step in
      if case .damage(let scenario) = step.scenario { scenario.compression?.codec } else { nil }
    }
    let used = VideoCompression.Codec.allCases.filter(codecs.contains)
    return .init(ffmpeg: tools.version, encoders: used.map(tools.encoder))
  }

  /// Folder in a run's folder for what was decoded of videos; hidden, since it is no result.
  package static let clipFolder = ".clips"

  /// True if programs in other languages take part.
  package var hasPrograms: Bool { experiment.programs?.isEmpty == false }

  /// Folder of the programs' standard error.
  private var speechFolder: String {
    TextFile.absolute(share?.speechFolder ?? "\(outputDirectory)/\(ErrorOutputFiles.folder)")
  }

  /// - Parameter isNew: true removes the programs' output of an earlier run.
  private func makeSpeechFolder(isNew: Bool) throws(Diagnostics) {
    if isNew { ErrorOutputFiles.remove(from: speechFolder) }
    try TextFile.makeDirectory(speechFolder)
  }

  package struct Outcome: Sendable {
    /// Finished units; all of them unless the run was interrupted.
    package let results: UnitResults
    package let isComplete: Bool
    /// Units that an earlier, interrupted run had finished.
    package let resumedUnits: Int
    package let seconds: Double
    /// The problems that kept the run from having all its workers, and the units that were redone.
    package let warnings: [Diagnostic]
    /// As it is in the run's store.
    package let fingerprint: String
    /// Work that was done here, and its cost; `nil` if nothing was done or the run is not complete.
    package var work: RunWork?
  }

  /// Progress of a run, for the progress display.
  package struct Progress: Sendable {
    package let finishedUnits: Int
    package let totalUnits: Int
    package let resumedUnits: Int
    package let windows: Int
    package let seconds: Double
    /// Results so far; made when called.
    package let results: @Sendable () -> UnitResults
  }

  /// Path of the store while units are missing, so that an earlier run's results stay until the new ones are
  /// complete.
  private var partialPath: String { share?.storePath ?? RunStore.partialPath(in: outputDirectory) }
  private var storePath: String { RunStore.path(in: outputDirectory) }

  /// Runs the units that are missing.
  ///
  /// - Parameters:
  ///   - resuming: continues with the units that an interrupted run of the same experiment, data and build left
  ///     behind.
  ///   - interruption: ends the workers when triggered; finished units are kept.
  ///   - report: called after each unit, from several threads, one at a time.
  package func perform(
    resuming: Bool, interruption: Interruption, report: @escaping @Sendable (Progress) -> Void
  ) throws(Diagnostics) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    try TextFile.makeDirectory(outputDirectory)
    if hasPrograms { try makeSpeechFolder(isNew: !resuming) }
    var witness = RunWitness(experiment)
    let fingerprint = RunFingerprint(
      experiment, file: order.file, executable: launch.executable, witness: &witness)
    let opened =
      if let share {
        try open(share, fingerprint: fingerprint, witness: &witness)
      } else { try open(resuming: resuming, fingerprint: fingerprint, witness: &witness) }
    let isWritten = opened.store != nil
    let done = Set(opened.results.units)
    let units = share.map { Array(experiment.units[$0.units]) } ?? experiment.units
    let sizes = experiment.recordingSizes
    let left = units.filter { !done.contains($0.index) }
    let missing = jobs > 1 ? Self.largestFirst(left, sizes) : left
    let state = Mutex(
      State(
        store: opened.store, witness: witness, finished: done.count,
        shardLimits: share.map { _ in experiment.limits })
    )
    let total = units.count
    let resumed = done.count

    @Sendable func deliver(_ answer: UnitAnswer) {
      state.withLock { state in
        state.add(answer)
        if state.failure != nil {
          interruption.trigger()
          return
        }
        report(
          Progress(
            finishedUnits: state.finished, totalUnits: total, resumedUnits: resumed,
            windows: state.windows, seconds: (clock.now - start).seconds
          ) { opened.store?.results ?? opened.results })
      }
    }

    var warnings = opened.damage.map { [$0] } ?? []
    var coreSeconds = 0.0
    if jobs == 0 {
      var runner = UnitRunner(experiment, clipFolder: order.clipFolder)
      for unit in missing where !interruption.isTriggered {
        let begun = clock.now
        let result = runner.result(of: unit)
        coreSeconds += (clock.now - begun).seconds
        deliver(UnitAnswer(result))
      }
    } else if !missing.isEmpty {
      let pool = WorkerPool(
        launch,
        order: order.expecting(experiment.descriptorDigests).using(
          experiment.programs, .kept(in: speechFolder)), recordings: experiment.recordingNames,
        units: missing, keepsCondition: hasPrograms, interruption: interruption)
      if let warning = try pool.run(jobs: min(jobs, missing.count), deliver: deliver) {
        warnings.append(warning)
      }
      coreSeconds = pool.coreSeconds
    }

    if let failure = state.withLock({ $0.failure }) { throw failure }
    let results = opened.store?.results ?? opened.results
    let isComplete = results.count == total
    if isComplete, share == nil, let useless = experiment.uselessness(of: results) {
      // A store without any result is not kept.
      if isWritten { TextFile.remove(partialPath) }
      throw Diagnostics(useless)
    }
    if isComplete, isWritten, share == nil {
      guard rename(partialPath, storePath) == 0 else {
        throw Diagnostics(
          "cannot put the store in place: \(lastSystemError())", in: storePath,
          hint: "the run's folder must stay where it is, and be writable, while it runs")
      }
    }
    return Outcome(
      results: results, isComplete: isComplete, resumedUnits: resumed,
      seconds: (clock.now - start).seconds, warnings: warnings, fingerprint: opened.fingerprint,
      work: isComplete && !missing.isEmpty
        ? experiment.work(of: missing, sizes: sizes, coreSeconds: coreSeconds) : nil)
  }

  /// Units of the largest recordings first, so that no large one is left to the end, when other workers would wait
  /// for it. Units of recordings of one size stay in their order.
  private static func largestFirst(_ units: [WorkUnit], _ sizes: [RecordingSize]) -> [WorkUnit] {
    units.sorted { (-sizes[$0.recording].size, $0.index) < (-sizes[$1.recording].size, $1.index) }
  }

  /// Progress of the run, behind a lock.
  private struct State {
    let store: RunStore?
    var witness: RunWitness
    var finished: Int
    var windows = 0
    /// In a shard: the reading limits. A unit that fails for want of this machine's memory then stops the shard, as
    /// another machine may have enough. `nil` in a whole run.
    let shardLimits: ReadingLimits?
    var failure: Diagnostics?

    mutating func add(_ given: UnitAnswer) {
      guard failure == nil else { return }
      var answer = given
      if let shardLimits, case .failed(let reason) = given.result.outcome,
        MemoryNeed.isOfMachine(reason, limits: shardLimits)
      {
        failure = Diagnostics(
          "unit \(given.result.unit) of the run cannot be worked on here: \(reason)",
          hint: "run the shard where there is more memory; what is finished is kept")
        return
      }
      do {
        if let reason = try witness.objection(to: given.result) {
          answer = UnitAnswer(
            UnitResult(unit: given.result.unit, facts: given.result.facts, outcome: .failed(reason)))
        }
        try store?.append(answer)
      } catch {
        // A full disk, or data that changed: the run stops, and keeps the results that are on the disk.
        failure = error
        return
      }
      finished += 1
      if case .windows(let table) = answer.result.outcome { windows += table.answerCount }
    }
  }

  /// State from which a run continues.
  private struct Beginning {
    /// The store to write to; `nil` for a run that is finished.
    let store: RunStore?
    /// Results that exist already.
    let results: UnitResults
    /// As it is in the store.
    let fingerprint: String
    /// Damage to the store of a finished run; `nil` if there is none.
    var damage: Diagnostic?
  }

  /// - Parameter witness: is told the files that the results of an interrupted run came from.
  private func open(
    resuming: Bool, fingerprint: RunFingerprint, witness: inout RunWitness
  ) throws(Diagnostics) -> Beginning {
    let text = fingerprint.text
    guard resuming else {
      return Beginning(
        store: try RunStore(creating: partialPath, fingerprint: text, plan: plan), results: [],
        fingerprint: text)
    }
    if TextFile.exists(partialPath) {
      let content = try RunStore.read(partialPath)
      try check(content, "interrupted", against: fingerprint, path: partialPath, witness: &witness)
      return Beginning(
        store: try RunStore(resuming: partialPath, after: content), results: content.results,
        fingerprint: content.fingerprint)
    }
    guard TextFile.exists(storePath) else {
      throw Diagnostics(
        "there is no interrupted run to go on with", in: outputDirectory,
        hint: "leave out --resume to start one")
    }
    let content = try RunStore.salvage(storePath, of: plan)
    try check(content, "finished", against: fingerprint, path: storePath, witness: &witness)
    let (kept, total) = (content.results.count, experiment.units.count)
    guard kept < total || !content.isWhole else {
      return Beginning(store: nil, results: content.results, fingerprint: content.fingerprint)
    }
    // The damaged store stays until a whole one takes its place.
    let store = try RunStore(creating: partialPath, fingerprint: text, plan: content.plan)
    for result in content.results { try store.append(UnitAnswer(result)) }
    if let problem = content.results.problem { throw problem }
    return Beginning(
      store: store, results: store.results, fingerprint: text,
      damage: Diagnostic(
        kept < total
          ? "the stored run was damaged: \(total - kept) of its \(total) units could not be read and were run again"
          : "the stored run was damaged, though each of its \(total) units could be read: it was written anew",
        severity: .warning, place: .init(file: storePath)))
  }

  /// Begins the store of a shard with the units that earlier attempts at it have finished. Their own stores are
  /// only read, since another process may still write them.
  private func open(
    _ share: ShardShare, fingerprint: RunFingerprint, witness: inout RunWitness
  ) throws(Diagnostics) -> Beginning {
    let text = fingerprint.text
    let store = try RunStore(creating: share.storePath, fingerprint: text, plan: plan)
    var done: Set<Int> = []
    for path in share.leftoverPaths {
      // A store that cannot be read, or is of another plan, is skipped.
      guard let content = try? RunStore.read(path), let earlier = RunFingerprint(text: content.fingerprint),
        fingerprint.differences(from: earlier, areCopies: true).isEmpty
      else { continue }
      let mine = content.results.selecting { share.units.contains($0) && !done.contains($0) }
      var trial = witness
      guard trial.admit(mine, earlier: earlier, now: fingerprint).isEmpty else { continue }
      witness = trial
      for result in mine {
        try store.append(UnitAnswer(result))
        done.insert(result.unit)
      }
    }
    return Beginning(store: store, results: store.results, fingerprint: text)
  }

  /// Throws if a store's results are not of the same experiment, data and program; the message names the
  /// differences.
  private func check(
    _ content: RunStore.Content, _ state: String, against fingerprint: RunFingerprint, path: String,
    witness: inout RunWitness
  ) throws(Diagnostics) {
    let earlier = RunFingerprint(text: content.fingerprint)
    var names =
      earlier.map { fingerprint.differences(from: $0) } ?? ["its form, which this hreval does not know"]
    if names.isEmpty, let earlier {
      names = witness.admit(content.results, earlier: earlier, now: fingerprint)
    }
    guard names.isEmpty else {
      throw Diagnostics(
        "the \(state) run was of another experiment, other data or another build of hreval, or its store is damaged; what differs: "
          + names.firstFew + (names.count > 5 ? " (\(names.count) in all)" : ""),
        in: path, hint: "leave out --resume to start again, or name another --output")
    }
  }
}

extension Duration {
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
