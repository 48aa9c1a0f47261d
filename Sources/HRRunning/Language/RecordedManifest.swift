internal import HRSupport
internal import HRRecordings
package import HRSignals

/// The manifest of `hreval export` that belongs to recorded output.
package struct RecordedManifest: Equatable, Sendable {
  package let path: String
  /// As a run's plan notes it.
  let notedPath: String
  /// `nil` if it was not read; a word in place of a digest if it is missing.
  private(set) var sha256: String?

  init(path: String, notedPath: String) {
    self.path = path
    self.notedPath = notedPath
  }

  func digested() -> RecordedManifest {
    var manifest = self
    manifest.sha256 = FileMark.digest(of: path)
    return manifest
  }

  var notes: [RunPlan.ParameterNote] {
    [
      RunPlan.ParameterNote(name: RecordedKey.manifest.name, value: notedPath, number: nil),
      RunPlan.ParameterNote(name: RunPlan.manifestDigestName, value: sha256 ?? "not read", number: nil),
    ]
  }
}

extension Experiment {
  /// Returns the key of a unit's trial in manifests and for people; different for all trials.
  package func trialKey(of unit: WorkUnit) -> TrialManifest.Key {
    let recording = recordings[unit.recording]
    return TrialManifest.Key(
      dataset: datasets[recording.dataset].name, recording: recording.entry.id,
      scenario: scenarios[unit.scenario].damageLabel, repetition: unit.repetition + 1)
  }

  /// Returns the folder and file name of a unit's trial, relative to the export folder. They are filled in as paths
  /// of recorded output are, so that `answers/{dataset}/{recording}/{scenario}/{repeat}.json` corresponds to them.
  package func trialPlace(of unit: WorkUnit) -> (folder: String, name: String) {
    let key = trialKey(of: unit)
    let parts = [key.dataset, key.recording, key.scenario].map(RecordedPath.safe)
    return ((["trials"] + parts).joined(separator: "/"), RecordedPath.safe("\(key.repetition)"))
  }

  /// Returns channels that would give the answer away to a program that is to find it elsewhere: the ECG if the
  /// measurand is the heart rate, breathing if it is the breathing rate. None if a detector here reads that
  /// channel, or if no other channel shows a pulse.
  ///
  /// - Parameters:
  ///   - kinds: the recording's channels.
  ///   - dataset: index of its data set.
  package func tellingChannels(among kinds: [ChannelKind], dataset: Int) -> [ChannelKind] {
    let telling: ChannelKind =
      switch plan.measurand {
      case .heartRate: .ecg
      case .breathingRate: .respiration
      }
    guard kinds.contains(telling), !channelNeeds[dataset].all.contains(telling),
      kinds.contains(where: { $0 != telling && $0.showsBeats })
    else { return [] }
    return [telling]
  }

  /// Pairs of scenarios whose labels differ only in capitals: not every disk can keep their files apart.
  package var scenariosAlikeOnDisk: [(first: String, second: String)] {
    var known: [String: String] = [:]
    return scenarios.map(\.damageLabel).distinct.compactMap { label in
      let other = known.updateValue(label, forKey: label.lowercased())
      return other.map { ($0, label) }
    }
  }
}
