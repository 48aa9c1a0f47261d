internal import HRDiagnostics
internal import HRExperiments
internal import HRPlugins
internal import HRResults
internal import HRSignals

/// Trials with all channels that their recordings have, and what manifests say of them.
///
/// What a detector here is shown may be fewer channels, since only these are read. Recorded output may have seen all of
/// them, so all count in a trial's digest. Keeps the last recording, and reads none where detectors read all of it.
struct TrialShelf {
  let experiment: Experiment
  private var loaded: (recording: Int, content: Result<Recording, ScenarioFailure>)?
  private var noise = NoiseShelf()
  /// By path.
  private var manifests: [String: Result<KnownManifest, ScenarioFailure>] = [:]

  private struct KnownManifest {
    let sha256: String
    let trials: [TrialManifest.Key: TrialManifest.Trial]
  }

  init(_ experiment: Experiment) { self.experiment = experiment }

  // MARK: Samples

  /// All channels of a trial, as its scenario leaves them.
  ///
  /// - Parameters:
  ///   - unit: which trial.
  ///   - shown: what the detectors are shown of it, which is in the result as it is.
  /// - Throws: where the other channels cannot be read, or be damaged.
  mutating func channels(of unit: WorkUnit, shown: Channels) throws(ScenarioFailure) -> Channels {
    let plan = experiment.recordings[unit.recording]
    let dataset = experiment.datasets[plan.dataset]
    let needs = experiment.channelNeeds(dataset: plan.dataset)
    guard !needs.all.isEmpty, !needs.all.isSuperset(of: dataset.channelKinds) else { return shown }
    let recording = try recording(unit.recording)
    var all = try experiment.scenarios[unit.scenario].apply(
      to: recording.channels, reference: recording.reference, notJudged: recording.notJudged,
      seed: experiment.seed, recording: dataset.qualifiedName(of: plan.entry.id), repetition: unit.repetition
    ) { (step, random) throws(ScenarioFailure) in
      try noise.signals(for: step, random: random)
    }.channels
    for kind in shown.kinds { all[kind] = shown[kind] }
    return all
  }

  private mutating func recording(_ index: Int) throws(ScenarioFailure) -> Recording {
    if let loaded, loaded.recording == index { return try loaded.content.get() }
    // The previous recording must be gone before the next one comes.
    loaded = nil
    let plan = experiment.recordings[index]
    let dataset = experiment.datasets[plan.dataset]
    let needs = experiment.channelNeeds(dataset: plan.dataset)
    let content: Result<Recording, ScenarioFailure>
    do throws(Diagnostics) {
      content = .success(
        try dataset.load(
          plan.entry, needing: needs.required, wishing: Set(dataset.channelKinds).subtracting(needs.required),
          reference: experiment.needsReference))
    } catch {
      content = .failure(ScenarioFailure(error.first.summary(within: dataset.root)))
    }
    loaded = (index, content)
    return try content.get()
  }

  // MARK: What came back

  /// Where the files of recorded output of a unit lie, and which of them cannot be of its samples.
  ///
  /// - Parameters:
  ///   - unit: which trial.
  ///   - shown: what the detectors are shown of it.
  mutating func files(of unit: WorkUnit, shown: Channels) -> TrialFiles {
    var files = TrialFiles(of: unit, in: experiment)
    let scenario = experiment.scenarios[unit.scenario]
    let named = experiment.detectors.filter { $0.takesPart(in: scenario) }
      .compactMap { $0.recorded?.manifest?.path }.distinct
    guard !named.isEmpty else { return files }
    let made = Result { () throws(ScenarioFailure) in try channels(of: unit, shown: shown) }
    let key = experiment.trialKey(of: unit)
    for path in named {
      switch manifest(path) {
      case .failure(let failure): files.verdicts[path] = .init(manifestSHA256: nil, refusal: failure.reason)
      case .success(let manifest):
        files.verdicts[path] = .init(
          manifestSHA256: manifest.sha256, refusal: Self.refusal(of: manifest.trials[key], made))
      }
    }
    return files
  }

  private mutating func manifest(_ path: String) -> Result<KnownManifest, ScenarioFailure> {
    if let known = manifests[path] { return known }
    let read: Result<KnownManifest, ScenarioFailure>
    do throws(Diagnostics) {
      let trials = try TrialManifest(path: path).trials
      read = .success(
        KnownManifest(
          sha256: FileMark.digest(of: path),
          trials: Dictionary(trials.map { ($0.key, $0) }) { first, _ in first }))
    } catch {
      read = .failure(
        ScenarioFailure("the manifest cannot be read: \(error.first.summary(within: experiment.directory))"))
    }
    manifests[path] = read
    return read
  }

  /// Why answers with a manifest cannot be of this trial; `nil` where they can.
  private static func refusal(
    of trial: TrialManifest.Trial?, _ made: Result<Channels, ScenarioFailure>
  ) -> String? {
    guard let trial else { return "the manifest has no trial of this recording, scenario and repeat" }
    guard let exported = trial.sha256 else {
      return "the manifest says that this trial was not exported: \(trial.failure ?? "no reason")"
    }
    switch made {
    case .failure(let failure):
      return "whether the answers are to these samples is unknown: \(failure.reason)"
    case .success(var channels):
      // Those that were exported; a manifest is of what was given away, not of what is read here.
      for kind in channels.kinds where !trial.channels.contains(kind.rawValue) { channels[kind] = nil }
      let mine = TrialDigest.digest(of: channels)
      guard mine != exported else { return nil }
      return
        "these answers are to other samples: the manifest's digest of this trial is \(exported.prefix(12)), this run's is \(mine.prefix(12))"
    }
  }
}

/// The files of recorded output of one unit.
struct TrialFiles {
  struct Verdict {
    /// `nil` where it cannot be read.
    let manifestSHA256: String?
    let refusal: String?
  }

  private let unit: WorkUnit
  private let experiment: Experiment
  /// By the manifest's path.
  var verdicts: [String: Verdict] = [:]

  init(of unit: WorkUnit, in experiment: Experiment) {
    self.unit = unit
    self.experiment = experiment
  }

  func file(_ source: RecordedSource) -> RecordedFile {
    let verdict = source.manifest.flatMap { verdicts[$0.path] }
    return RecordedFile(
      path: source.file(
        recording: unit.recording, scenario: experiment.scenarios[unit.scenario].label,
        repetition: unit.repetition),
      folder: experiment.directory, manifestSHA256: verdict?.manifestSHA256, refusal: verdict?.refusal)
  }
}
