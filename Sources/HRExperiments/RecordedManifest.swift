internal import HRDiagnostics
internal import HRRecordings
package import HRResults
package import HRSignals
internal import HRSystem

/// The manifest of `hreval export` that recorded output came back with.
package struct RecordedManifest: Equatable, Sendable {
  static let key = "manifest"

  static let field = ObjectShape.Field(
    key, .string,
    "Beside recorded output: the manifest.json of the trials that it answers. What is of other samples than the run's fails."
  )

  package let path: String
  /// As a run's plan notes it.
  let notedPath: String
  /// `nil` where it was not read; a word where it is missing.
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
      RunPlan.ParameterNote(name: Self.key, value: notedPath, number: nil),
      RunPlan.ParameterNote(name: RunPlan.manifestDigestName, value: sha256 ?? "not read", number: nil),
    ]
  }
}

extension Experiment {
  /// What tells a unit's trial from others, in manifests and for people.
  package func trialKey(of unit: WorkUnit) -> TrialManifest.Key {
    let recording = recordings[unit.recording]
    return TrialManifest.Key(
      dataset: datasets[recording.dataset].name, recording: recording.entry.id,
      scenario: scenarios[unit.scenario].label, repetition: unit.repetition + 1)
  }

  /// Where the files of a unit's trial go below the folder that is exported: a folder and the files' name, filled in as
  /// paths of recorded output are, so that `answers/{dataset}/{recording}/{scenario}/{repeat}.json` goes with them.
  package func trialPlace(of unit: WorkUnit) -> (folder: String, name: String) {
    let key = trialKey(of: unit)
    let parts = [key.dataset, key.recording, key.scenario].map(RecordedPath.safe)
    return ((["trials"] + parts).joined(separator: "/"), RecordedPath.safe("\(key.repetition)"))
  }

  /// What would give the answer away to who is to find it elsewhere: the ECG where the heart rate is asked for, breathing
  /// where the breathing rate is. Not where a detector here reads it, nor where nothing else shows a pulse.
  ///
  /// - Parameters:
  ///   - kinds: the channels that a recording has.
  ///   - dataset: which data set it is of.
  package func tellingChannels(among kinds: [ChannelKind], dataset: Int) -> [ChannelKind] {
    let telling: ChannelKind =
      switch measurand {
      case .heartRate: .ecg
      case .breathingRate: .respiration
      }
    guard kinds.contains(telling), !channelNeeds(dataset: dataset).all.contains(telling),
      kinds.contains(where: { $0 != telling && $0.showsBeats })
    else { return [] }
    return [telling]
  }

  /// Pairs of scenarios that differ by capitals alone: not every disk can keep their files apart.
  package var scenariosAlikeOnDisk: [(first: String, second: String)] {
    var known: [String: String] = [:]
    return scenarios.compactMap { scenario in
      let other = known.updateValue(scenario.label, forKey: scenario.label.lowercased())
      return other.map { ($0, scenario.label) }
    }
  }
}
