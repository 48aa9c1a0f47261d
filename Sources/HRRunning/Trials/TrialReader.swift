internal import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Trials with all channels of their recordings, and their manifests' checks.
///
/// A detector may be shown fewer channels, since only those that it needs are read. Recorded output may have used
/// all of them, so all count in a trial's digest. The last recording is kept, and none is read if the detectors
/// read all channels anyway.
struct TrialReader {
  let experiment: Experiment
  private var loaded: (recording: Int, content: Result<Recording, ScenarioFailure>)?
  private var supplies: ScenarioSupplies
  private let aids: ReadingAids
  /// By path.
  private var manifests: [String: Result<KnownManifest, ScenarioFailure>] = [:]

  private struct KnownManifest {
    let sha256: String
    let trials: [TrialManifest.Key: TrialManifest.Trial]
  }

  init(_ experiment: Experiment, aids: ReadingAids) {
    (self.experiment, self.aids) = (experiment, aids)
    supplies = ScenarioSupplies(aids: aids)
  }

  // MARK: Samples

  /// All channels of a trial, as its scenario leaves them.
  ///
  /// - Parameters:
  ///   - unit: which trial.
  ///   - shown: channels that the detectors are shown, which are in the result unchanged.
  /// - Throws: if the other channels cannot be read, or the scenario cannot be applied to them.
  mutating func channels(of unit: WorkUnit, shown: Channels) throws(ScenarioFailure) -> Channels {
    let plan = experiment.recordings[unit.recording]
    let dataset = experiment.datasets[plan.dataset]
    let needs = experiment.channelNeeds[plan.dataset]
    guard !needs.all.isEmpty, !needs.all.isSuperset(of: dataset.channelKinds) else { return shown }
    var all = try damaged(try recording(unit.recording), by: unit).channels
    for kind in shown.kinds { all[kind] = shown[kind] }
    return all
  }

  /// Returns a unit's recording as the unit's scenario leaves it.
  mutating func damaged(
    _ recording: Recording, by unit: WorkUnit
  ) throws(ScenarioFailure) -> ScenarioPlan.Damaged {
    try experiment.scenarios[unit.scenario].apply(
      to: recording, of: experiment.dataset(ofRecording: unit.recording),
      seed: experiment.seed, repetition: unit.repetition, supplies: &supplies)
  }

  private mutating func recording(_ index: Int) throws(ScenarioFailure) -> Recording {
    if let loaded, loaded.recording == index { return try loaded.content.get() }
    // The previous recording must be gone before the next one comes.
    loaded = nil
    let plan = experiment.recordings[index]
    let dataset = experiment.datasets[plan.dataset]
    let needs = experiment.channelNeeds[plan.dataset]
    let content: Result<Recording, ScenarioFailure>
    do throws(Diagnostics) {
      content = .success(
        try dataset.load(
          plan.entry, needing: needs.required, wishing: Set(dataset.channelKinds).subtracting(needs.required),
          reference: experiment.needsReference, aids: aids))
    } catch {
      content = .failure(ScenarioFailure(error.first.summary(within: dataset.root)))
    }
    loaded = (index, content)
    return try content.get()
  }

  // MARK: Recorded output

  /// Returns the files of recorded output of a unit, each with the reason if it cannot be of the unit's samples.
  ///
  /// - Parameters:
  ///   - unit: which trial.
  ///   - shown: channels that the detectors are shown.
  mutating func files(of unit: WorkUnit, shown: Channels) -> TrialFiles {
    var files = TrialFiles(unit: unit, experiment: experiment)
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

  /// Returns the reason why answers with a manifest cannot be of this trial; `nil` if they can.
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
      // Only the exported channels count: a manifest describes what was exported, not what is read here.
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
    /// `nil` if the manifest cannot be read.
    let manifestSHA256: String?
    let refusal: String?
  }

  let unit: WorkUnit
  let experiment: Experiment
  /// By the manifest's path.
  var verdicts: [String: Verdict] = [:]

  func file(_ source: RecordedSource) -> RecordedFile {
    let verdict = source.manifest.flatMap { verdicts[$0.path] }
    return RecordedFile(
      path: source.file(
        recording: unit.recording, scenario: experiment.scenarios[unit.scenario].damageLabel,
        repetition: unit.repetition),
      folder: experiment.directory, manifestSHA256: verdict?.manifestSHA256, refusal: verdict?.refusal)
  }
}
