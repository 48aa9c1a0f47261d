package import HRSupport
internal import Synchronization

extension RunSession {
  /// True if the experiment asks for signals of a few windows to be kept.
  package var keepsSignals: Bool { experiment.keptSignals != nil }

  /// Runs the units of a few chosen windows of a finished run once more, and stores the input of their detectors
  /// beside the run's store.
  ///
  /// A unit that fails this time gives a note; the run stays as it was.
  ///
  /// - Parameters:
  ///   - outcome: of the run.
  ///   - interruption: ends it; then nothing is stored.
  ///   - report: called after each unit with how many are done and how many there are, one call at a time.
  /// - Returns: `nil` if the experiment asks for none, or if it was interrupted.
  /// - Throws: if the file cannot be written.
  package func keepSignals(
    of outcome: Outcome, interruption: Interruption, report: @escaping @Sendable (Int, Int) -> Void
  ) throws(Diagnostics) -> KeptSignals? {
    SignalStore.remove(in: outputDirectory)
    guard let quota = experiment.keptSignals, outcome.isComplete else { return nil }
    let recorded = experiment.detectors.map { if case .recorded = $0.source { true } else { false } }
    var choices = WindowChooser(quota: quota, plan: plan, results: outcome.results)
      .choices { !recorded[$0] }
    var notes = zip(plan.detectors, recorded).filter(\.1).map { detector, _ in
      "\(detector.label): recorded output, so what it was shown is not known"
    }
    if choices.count > WindowChooser.most {
      notes.append(
        "of \(choices.count) chosen windows the first \(WindowChooser.most) are kept: no run keeps more")
      choices.removeLast(choices.count - WindowChooser.most)
    }
    let asked = Dictionary(grouping: choices, by: \.unit).mapValues { choices in
      choices.map { AskedWindow(detector: $0.detector, window: $0.window) }
    }
    let captured: [Int: CapturedUnit]
    do {
      captured = try captures(of: asked, interruption: interruption, report: report)
    } catch {
      captured = [:]
      notes.append(error.first.message)
    }
    guard !interruption.isTriggered else { return nil }
    let made = KeptSignals(choices, captured, of: outcome.results, recordings: recordings, notes: notes)
    try SignalStore.write(made, in: outputDirectory, fingerprint: outcome.fingerprint)
    return made
  }

  /// Returns captured signals by unit.
  private func captures(
    of asked: [Int: [AskedWindow]], interruption: Interruption,
    report: @escaping @Sendable (Int, Int) -> Void
  ) throws(Diagnostics) -> [Int: CapturedUnit] {
    let units = experiment.units.filter { asked[$0.index] != nil }
    let captured = Mutex<[Int: CapturedUnit]>([:])
    @Sendable func deliver(_ unit: CapturedUnit) {
      captured.withLock { captured in
        captured[unit.unit] = unit
        report(captured.count, units.count)
      }
    }
    if jobs == 0 {
      var runner = UnitRunner(experiment, clipFolder: order.clipFolder)
      for unit in units where !interruption.isTriggered {
        deliver(runner.signals(of: unit, in: asked[unit.index] ?? []))
      }
    } else if !units.isEmpty {
      let pool = WorkerPool(
        launch, order: order.expecting(experiment.descriptorDigests).using(experiment.programs, .dropped),
        recordings: experiment.recordingNames,
        units: units, keepsCondition: hasPrograms, interruption: interruption)
      let task = UnitTask { unit in
        .signals(unit: unit.index, windows: asked[unit.index] ?? [])
      } decoded: { bytes, unit -> CapturedUnit? in
        (try? CapturedUnit(bytes: bytes)).flatMap { $0.unit == unit.index ? $0 : nil }
      } failed: { unit, reason in
        CapturedUnit(unit: unit.index, digests: [], outcome: .failed(reason))
      }
      _ = try pool.run(task, jobs: min(jobs, units.count), deliver: deliver)
    }
    return captured.withLock { $0 }
  }

  /// Name and id of each unit's recording.
  private var recordings: [Int: (name: String, id: String)] {
    let names = experiment.recordingNames
    return Dictionary(
      experiment.units.map { ($0.index, (names[$0.recording], experiment.recordings[$0.recording].entry.id)) }
    ) { first, _ in first }
  }
}

extension KeptSignals {
  /// Combines the captured signals of each unit with the run's results.
  ///
  /// - Parameters:
  ///   - choices: the windows that were chosen, in order.
  ///   - captured: by unit.
  ///   - results: of the run.
  ///   - recordings: names by unit, for notes.
  ///   - notes: that exist already.
  fileprivate init(
    _ choices: [WindowChoice], _ captured: [Int: CapturedUnit], of results: UnitResults,
    recordings: [Int: (name: String, id: String)], notes: [String]
  ) {
    var windows: [KeptWindow] = []
    var places: [Int: Int] = [:]
    var failures: [Int: String] = [:]
    for choice in choices {
      // Windows of a unit were asked for in the order of the choices.
      let place = places[choice.unit, default: 0]
      places[choice.unit] = place + 1
      guard let unit = captured[choice.unit], let result = results.result(ofUnit: choice.unit)
      else { continue }
      switch unit.outcome {
      case .failed(let reason): failures[choice.unit] = reason
      case .windows(let signals):
        guard unit.digests == result.facts.files.map(\.sha256), signals.indices.contains(place),
          let found = signals[place], let window = KeptWindow(choice, found, in: result)
        else {
          failures[choice.unit] = "the recording changed after it was run"
          continue
        }
        windows.append(window)
      }
    }
    let failed = failures.sorted { $0.key < $1.key }.compactMap { unit, reason in
      recordings[unit].map { ($0.name, $0.id, "no signals are kept: \(reason)") }
    }
    var seen: Set<String> = []
    let groups = FailureGroup.groups(of: failed.filter { seen.insert("\($0.0)\n\($0.2)").inserted })
    self.init(windows: windows, notes: notes + groups.map(\.text))
  }
}
